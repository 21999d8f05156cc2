#include "assets/mesh_sequence.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "core/text.h"

namespace pliant {

namespace fs = std::filesystem;

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// A file name around a number.
struct Pattern {
    std::string folder, before, after;  // folder is "" or ends with a slash
    size_t width = 1;                   // digits at least
};

// "%d" or "%04d" in the name of the file.
std::optional<Pattern> pattern_of(const std::string& path) {
    const size_t slash = path.rfind('/'), name = slash == std::string::npos ? 0 : slash + 1;
    for (size_t at = path.find('%', name); at != std::string::npos; at = path.find('%', at + 1)) {
        size_t end = at + 1;
        while (end < path.size() && is_digit(path[end])) ++end;
        if (end == path.size() || path[end] != 'd' || end - at > 3) continue;
        const std::optional<i64> width = parse_integer(path.substr(at + 1, end - at - 1));
        return Pattern{path.substr(0, name), path.substr(name, at - name), path.substr(end + 1),
                       static_cast<size_t>(std::max<i64>(width.value_or(1), 1))};
    }
    return std::nullopt;
}

// The number that a file's name has in the place of the pattern's.
std::optional<i32> number_in(const std::string& name, const Pattern& p) {
    if (name.size() < p.before.size() + p.width + p.after.size()) return std::nullopt;
    const size_t end = name.size() - p.after.size();
    if (name.compare(0, p.before.size(), p.before) != 0 || name.compare(end, std::string::npos, p.after) != 0)
        return std::nullopt;
    const std::string digits = name.substr(p.before.size(), end - p.before.size());
    if (!std::all_of(digits.begin(), digits.end(), is_digit) || digits.size() > 9) return std::nullopt;
    if (digits.size() > p.width && digits.front() == '0') return std::nullopt;  // of another width
    return static_cast<i32>(*parse_integer(digits));
}

std::vector<NumberedFile> matching(const Pattern& p, i32 first) {
    std::vector<NumberedFile> files;
    std::error_code trouble;
    for (const auto& entry : fs::directory_iterator(p.folder.empty() ? "." : p.folder, trouble)) {
        const std::string name = entry.path().filename().string();
        const std::optional<i32> number = number_in(name, p);
        if (number && *number >= first && entry.is_regular_file(trouble)) files.push_back({*number, p.folder + name});
    }
    std::sort(files.begin(), files.end(),
              [](const NumberedFile& a, const NumberedFile& b) { return a.number < b.number; });
    return files;
}

// pose_0001.obj is the first of many; pose2.obj is a name.
std::vector<NumberedFile> from_first(const std::string& path) {
    const std::string name = fs::path(path).filename().string(), ending = fs::path(path).extension().string();
    const size_t end = name.size() - ending.size();
    size_t begin = end;
    while (begin > 0 && is_digit(name[begin - 1])) --begin;
    if (end - begin < 2 || end - begin > 9) return {};
    const Pattern p{path.substr(0, path.size() - name.size()), name.substr(0, begin), ending, end - begin};
    return matching(p, static_cast<i32>(*parse_integer(name.substr(begin, end - begin))));
}

std::vector<NumberedFile> in_folder(std::string folder) {
    if (folder.back() != '/') folder += '/';
    for (const char* ending : {".obj", ".ply", ".glb"}) {
        std::vector<NumberedFile> files = matching({folder, "", ending, 4}, 0);
        if (files.empty()) files = matching({folder, "", ending, 1}, 0);
        if (!files.empty()) return files;
    }
    return {};
}

}  // namespace

bool is_pattern(const std::string& path) { return pattern_of(path).has_value(); }

std::string numbered_path(const std::string& path, i32 number) {
    const Pattern p = *pattern_of(path);
    std::string digits = std::to_string(number);
    if (digits.size() < p.width) digits.insert(0, p.width - digits.size(), '0');
    return p.folder + p.before + digits + p.after;
}

std::vector<NumberedFile> numbered_files(const std::string& path) {
    std::error_code trouble;
    if (const std::optional<Pattern> pattern = pattern_of(path)) return matching(*pattern, 0);
    if (fs::is_directory(path, trouble)) return in_folder(path);
    return fs::exists(path, trouble) ? from_first(path) : std::vector<NumberedFile>{};
}

}  // namespace pliant
