// Names as numbers, so that a step compares none as strings.
//
// A name stands for the thing that has it and for all that is called `name/...`: instances of a body, capsules of a
// character.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/types.h"

namespace pliant {

class Names {
  public:
    u32 id(std::string_view name);
    std::vector<u32> ids(std::span<const std::string> names);
    // Of the name itself, and of every part of it that ends before a slash.
    std::vector<u32> ids_of_groups(std::string_view name);

  private:
    std::map<std::string, u32, std::less<>> ids_;
};

// The names by which rules, lists of ignored things and fields speak of a body or a collider.
struct ThingNames {
    u32 rule = 0;             // of the body in the scene that it is a piece of, or its own
    std::vector<u32> groups;  // those that others may ignore
    std::vector<u32> fields;  // those that a field may be limited to
};
ThingNames names_of_body(Names& names, std::string_view name, std::string_view root_name);
ThingNames names_of_collider(Names& names, std::string_view name);

bool have_common_id(std::span<const u32> a, std::span<const u32> b);

}  // namespace pliant
