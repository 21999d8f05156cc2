// Edits of JSON text that touch only the changed values: the author of the file finds all lines, order and spaces as
// they were. Paths are those of set_by_path, "bodies.ollie.spacing"; in a list a name is the number of an item, "0".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/types.h"

namespace pliant {

struct TextRange {
    size_t begin = 0, end = 0;
    size_t size() const { return end - begin; }
    bool operator==(const TextRange&) const = default;
};

// One place of a text: what stood there and what stands there now. It can be undone.
struct TextEdit {
    size_t at = 0;
    std::string removed, inserted;

    bool empty() const { return removed == inserted; }
    TextEdit inverse() const { return {at, inserted, removed}; }
    bool operator==(const TextEdit&) const = default;
};

// The text must be the one that the edit was made for: removed text must be there.
void apply_edit(std::string& text, const TextEdit& edit);

// Where a value stands, or nothing. All throw Error where the text is not JSON.
std::optional<TextRange> find_value(std::string_view text, std::string_view path);

// Replaces a value, or adds a key in the style of its surroundings, and makes missing objects of the path. The value is
// JSON, or else text. Throws Error when the path leads through something that has no members.
TextEdit setting_value(std::string_view text, std::string_view path, std::string_view value);
// At the end of a list, which is made if it is not there.
TextEdit adding_item(std::string_view text, std::string_view path, std::string_view value);
// Takes a key away, with its comma; nothing happens where there is none.
TextEdit removing_value(std::string_view text, std::string_view path);
// The last name of the path becomes another; throws Error when that is taken, or when there is no such value.
TextEdit renaming_key(std::string_view text, std::string_view path, std::string_view name);

}  // namespace pliant
