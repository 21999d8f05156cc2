#include "pliant/view/file_watch.h"

#include <filesystem>

namespace pliant::view {

FileStamp stamp_of(const std::string& path) {
    std::error_code error;
    FileStamp stamp;
    const auto time = std::filesystem::last_write_time(path, error);
    if (error) return stamp;
    stamp.size = std::filesystem::file_size(path, error);
    if (error) return {};
    stamp.time = time.time_since_epoch().count();
    stamp.there = true;
    return stamp;
}

void FileWatch::watch(const std::vector<std::string>& paths) {
    std::map<std::string, FileStamp> wanted;
    for (const std::string& path : paths) {
        const auto known = stamps_.find(path);
        wanted[path] = known == stamps_.end() ? stamp_of(path) : known->second;
    }
    stamps_ = std::move(wanted);
}

void FileWatch::seen(const std::string& path) {
    if (const auto known = stamps_.find(path); known != stamps_.end()) known->second = stamp_of(path);
}

std::vector<std::string> FileWatch::changed() {
    std::vector<std::string> paths;
    for (auto& [path, stamp] : stamps_) {
        const FileStamp now = stamp_of(path);
        if (now == stamp || !now.there) continue;  // editors remove a file before they put the new one there
        stamp = now;
        paths.push_back(path);
    }
    return paths;
}

}  // namespace pliant::view
