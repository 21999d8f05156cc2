#include "assets/scene_text.h"

#include <algorithm>

#include "assets/json.h"
#include "core/assert.h"
#include "core/error.h"
#include "core/text.h"

namespace pliant {

namespace {

constexpr size_t widest_line = 120;  // a key that would go beyond it begins a line of its own

// A member of an object, or an item of a list, which has no key.
struct Member {
    std::string name;
    TextRange key, value;  // the key with its quotes
    size_t begin() const { return key.size() ? key.begin : value.begin; }
};

// Walks over text that is known to be JSON: only then are its steps right.
class Scanner {
  public:
    explicit Scanner(std::string_view text) : text_(text) {}

    TextRange root() const {
        const size_t begin = after_space(text_.substr(0, 3) == "\xef\xbb\xbf" ? 3 : 0);
        return {begin, value_end(begin)};
    }

    bool is_object(const TextRange& value) const { return text_[value.begin] == '{'; }
    bool is_list(const TextRange& value) const { return text_[value.begin] == '['; }
    bool is_switch(const TextRange& value) const { return text_[value.begin] == 't' || text_[value.begin] == 'f'; }

    std::vector<Member> members(const TextRange& value) const {
        std::vector<Member> all;
        const bool object = is_object(value);
        if (!object && !is_list(value)) return all;
        for (size_t at = after_space(value.begin + 1); at < value.end - 1;) {
            Member m;
            if (object) {
                m.key = {at, text_end(at)};
                m.name = parse_json(text_.substr(m.key.begin, m.key.size()), "a key").text;
                at = after_space(after_space(m.key.end) + 1);
            } else {
                m.name = std::to_string(all.size());
            }
            m.value = {at, value_end(at)};
            at = after_space(m.value.end);
            if (text_[at] == ',') at = after_space(at + 1);
            all.push_back(std::move(m));
        }
        return all;
    }

  private:
    size_t after_space(size_t at) const { return std::min(text_.find_first_not_of(" \t\r\n", at), text_.size()); }

    size_t text_end(size_t at) const {
        for (++at; text_[at] != '"'; ++at)
            if (text_[at] == '\\') ++at;
        return at + 1;
    }

    size_t value_end(size_t at) const {
        if (text_[at] == '"') return text_end(at);
        if (text_[at] != '{' && text_[at] != '[') return std::min(text_.find_first_of(" \t\r\n,]}", at), text_.size());
        size_t depth = 0;
        do {
            if (text_[at] == '"') {
                at = text_end(at);
                continue;
            }
            if (text_[at] == '{' || text_[at] == '[') ++depth;
            if (text_[at] == '}' || text_[at] == ']') --depth;
            ++at;
        } while (depth);
        return at;
    }

    std::string_view text_;
};

std::vector<std::string_view> names_of(std::string_view path) {
    std::vector<std::string_view> names = split(path, '.');
    for (std::string_view name : names)
        if (name.empty())
            throw Error(
                {std::string(path), "an empty name in the path", "names with dots between: bodies.ollie.spacing", ""});
    return names;
}

// How far a path leads: the innermost value that is there, and the names that are left.
struct Found {
    std::vector<Member> steps;  // the last of them is the innermost
    TextRange innermost, around;
    std::vector<std::string_view> left;
};

Found follow(const Scanner& scanner, const std::vector<std::string_view>& names) {
    Found found;
    found.innermost = found.around = scanner.root();
    for (size_t i = 0; i < names.size(); ++i) {
        std::vector<Member> members = scanner.members(found.innermost);
        const auto next =
            std::find_if(members.begin(), members.end(), [&](const Member& m) { return m.name == names[i]; });
        if (next == members.end()) {
            // "sleep": false is the switch of a group, and the same as "sleep": { "enabled": false }.
            if (names[i] == "enabled" && i + 1 == names.size() && scanner.is_switch(found.innermost)) return found;
            found.left.assign(names.begin() + static_cast<std::ptrdiff_t>(i), names.end());
            return found;
        }
        found.around = found.innermost;
        found.innermost = next->value;
        found.steps.push_back(std::move(*next));
    }
    return found;
}

std::string as_json(std::string_view value, std::string_view path) {
    try {
        parse_json(value, std::string(path));
        return std::string(trimmed(value));
    } catch (const Error&) {
        return quoted_json(value);
    }
}

TextEdit replacing(std::string_view text, const TextRange& range, std::string inserted) {
    return {range.begin, std::string(text.substr(range.begin, range.size())), std::move(inserted)};
}

size_t line_start(std::string_view text, size_t at) {
    const size_t end = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
    return end == std::string_view::npos ? 0 : end + 1;
}

std::string indentation(std::string_view text, size_t at) {
    const size_t start = line_start(text, at);
    return std::string(text.substr(start, std::min(text.find_first_not_of(" \t", start), text.size()) - start));
}

bool begins_line(std::string_view text, size_t at) {
    return trimmed(text.substr(line_start(text, at), at - line_start(text, at))).empty() && line_start(text, at) > 0;
}

// What stands between a comma and the new member: as before the last one, and a new line where that one's is full.
std::string separator(std::string_view text, const TextRange& container, const std::vector<Member>& members,
                      size_t length) {
    const Member& last = members.back();
    const size_t before =
        members.size() > 1 ? text.find(',', members[members.size() - 2].value.end) + 1 : container.begin + 1;
    std::string space(text.substr(before, last.begin() - before));
    if (space.find('\n') != std::string::npos) return space;
    if (members.size() == 1) space = " ";
    const size_t column = last.value.end - line_start(text, last.value.end);
    if (column + 1 + space.size() + length <= widest_line) return space;
    for (const Member& m : members)
        if (begins_line(text, m.begin()) && m.begin() > container.begin) return "\n" + indentation(text, m.begin());
    return "\n" + indentation(text, container.begin) + "  ";
}

TextEdit adding_member(std::string_view text, const TextRange& container, const std::vector<Member>& members,
                       const std::string& key, const std::string& value) {
    if (members.empty()) {
        const bool object = text[container.begin] == '{';
        const std::string inside = object ? "{ " + key + ": " + value + " }" : "[" + value + "]";
        return replacing(text, container, inside);
    }
    const Member& last = members.back();
    std::string colon(text.substr(last.key.end, last.value.begin - last.key.end));
    if (colon.find('\n') != std::string::npos) colon = ": ";
    const std::string member = key.empty() ? value : key + colon + value;
    return {last.value.end, "", "," + separator(text, container, members, member.size()) + member};
}

}  // namespace

void apply_edit(std::string& text, const TextEdit& edit) {
    PL_ASSERT(text.compare(edit.at, edit.removed.size(), edit.removed) == 0);
    text.replace(edit.at, edit.removed.size(), edit.inserted);
}

std::optional<TextRange> find_value(std::string_view text, std::string_view path) {
    parse_json(text, std::string(path));
    const Found found = follow(Scanner(text), names_of(path));
    if (!found.left.empty()) return {};
    return found.innermost;
}

TextEdit setting_value(std::string_view text, std::string_view path, std::string_view value) {
    parse_json(text, std::string(path));
    const Scanner scanner(text);
    const std::vector<std::string_view> names = names_of(path);
    const Found found = follow(scanner, names);
    std::string json = as_json(value, path);
    if (found.left.empty()) return replacing(text, found.innermost, std::move(json));
    for (size_t i = found.left.size(); i-- > 1;) json = "{ " + quoted_json(found.left[i]) + ": " + json + " }";
    const std::string key = quoted_json(found.left[0]);
    if (text.substr(found.innermost.begin, found.innermost.size()) == "null")
        return replacing(text, found.innermost, "{ " + key + ": " + json + " }");
    if (scanner.is_switch(found.innermost))
        return replacing(text, found.innermost,
                         "{ \"enabled\": " + std::string(text.substr(found.innermost.begin, found.innermost.size())) +
                             ", " + key + ": " + json + " }");
    if (!scanner.is_object(found.innermost)) {
        const Json there = parse_json(text.substr(found.innermost.begin, found.innermost.size()), std::string(path));
        throw Error({std::string(path), "what stands before " + in_quotes(found.left[0]) + " is " + there.type_name(),
                     scanner.is_list(found.innermost) ? "the number of one of its items" : "an object", ""});
    }
    return adding_member(text, found.innermost, scanner.members(found.innermost), key, json);
}

TextEdit adding_item(std::string_view text, std::string_view path, std::string_view value) {
    const auto list = find_value(text, path);
    const std::string json = as_json(value, path);
    if (!list) return setting_value(text, path, "[" + json + "]");
    const Scanner scanner(text);
    if (!scanner.is_list(*list)) throw Error({std::string(path), "there is something else already", "a list", ""});
    return adding_member(text, *list, scanner.members(*list), "", json);
}

TextEdit removing_value(std::string_view text, std::string_view path) {
    parse_json(text, std::string(path));
    const Scanner scanner(text);
    const Found found = follow(scanner, names_of(path));
    if (!found.left.empty()) return {};
    const std::vector<Member> members = scanner.members(found.around);
    const size_t number = static_cast<size_t>(
        std::find_if(members.begin(), members.end(), [&](const Member& m) { return m.value == found.innermost; }) -
        members.begin());
    if (members.size() == 1) return replacing(text, {found.around.begin + 1, found.around.end - 1}, "");
    // The next one takes its place; the last one takes the comma before it along.
    if (number + 1 < members.size()) return replacing(text, {members[number].begin(), members[number + 1].begin()}, "");
    return replacing(text, {members[number - 1].value.end, members[number].value.end}, "");
}

TextEdit renaming_key(std::string_view text, std::string_view path, std::string_view name) {
    parse_json(text, std::string(path));
    const Scanner scanner(text);
    const Found found = follow(scanner, names_of(path));
    if (!found.left.empty() || found.steps.back().key.size() == 0)
        throw Error({std::string(path), "there is no such key", "", ""});
    for (const Member& m : scanner.members(found.around))
        if (m.name == name && m.key != found.steps.back().key)
            throw Error({std::string(path), "there is another " + in_quotes(name) + " beside it", "a new name", ""});
    return replacing(text, found.steps.back().key, quoted_json(name));
}

}  // namespace pliant
