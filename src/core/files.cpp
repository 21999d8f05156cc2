#include "core/files.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "core/error.h"

namespace pliant {

namespace fs = std::filesystem;

std::string read_file(const std::string& path) {
    std::error_code error;
    if (fs::is_directory(path, error)) throw Error({path, "this is a folder", "a file", ""});
    std::FILE* file = std::fopen(path.c_str(), "rb");
    if (!file) throw Error({path, std::string("cannot be opened: ") + std::strerror(errno), "", ""});
    std::string bytes;
    char buffer[1 << 16];
    for (size_t n; (n = std::fread(buffer, 1, sizeof buffer, file)) > 0;) bytes.append(buffer, n);
    const bool failed = std::ferror(file) != 0;
    std::fclose(file);
    if (failed) throw Error({path, "cannot be read to its end", "", ""});
    return bytes;
}

void write_file(const std::string& path, std::string_view bytes) {
    const std::string beside = path + ".part";
    std::FILE* file = std::fopen(beside.c_str(), "wb");
    if (!file) throw OutputError({path, std::string("cannot be written: ") + std::strerror(errno), "", ""});
    const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    const bool closed = std::fclose(file) == 0;
    std::error_code error;
    if (written && closed) fs::rename(beside, path, error);
    if (!written || !closed || error) {
        fs::remove(beside, error);
        throw OutputError({path, "cannot be written completely", "", "is the disk full?"});
    }
}

std::string folder_of(const std::string& path) {
    const size_t slash = path.find_last_of("/\\");
    return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

std::string resolved_path(const std::string& folder, const std::string& path) {
    return fs::path(path).is_absolute() ? path : folder + path;
}

}  // namespace pliant
