#include "world/names.h"

#include <algorithm>

namespace pliant {

u32 Names::id(std::string_view name) {
    const auto found = ids_.find(name);
    if (found != ids_.end()) return found->second;
    const u32 next = static_cast<u32>(ids_.size());
    ids_.emplace(name, next);
    return next;
}

std::vector<u32> Names::ids(std::span<const std::string> names) {
    std::vector<u32> all;
    for (const std::string& name : names) all.push_back(id(name));
    return all;
}

std::vector<u32> Names::ids_of_groups(std::string_view name) {
    std::vector<u32> all;
    for (size_t slash = name.find('/'); slash != std::string_view::npos; slash = name.find('/', slash + 1))
        all.push_back(id(name.substr(0, slash)));
    all.push_back(id(name));
    return all;
}

ThingNames names_of_body(Names& names, std::string_view name, std::string_view root_name) {
    const std::string_view all_instances = root_name.substr(0, root_name.find('/'));
    return {names.id(root_name),
            names.ids_of_groups(root_name),
            {names.id(name), names.id(root_name), names.id(all_instances)}};
}

// Bones are pushed by the fields of their body.
ThingNames names_of_collider(Names& names, std::string_view name) {
    const std::string_view body = name.substr(0, name.rfind('/'));
    return {names.id(name), names.ids_of_groups(name), {names.id(body), names.id(body.substr(0, body.find('/')))}};
}

bool have_common_id(std::span<const u32> a, std::span<const u32> b) {
    return std::any_of(a.begin(), a.end(), [&](u32 id) { return std::find(b.begin(), b.end(), id) != b.end(); });
}

}  // namespace pliant
