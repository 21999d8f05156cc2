#include "core/files.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "core/assert.h"
#include "core/error.h"

namespace pliant {

namespace fs = std::filesystem;

static HostFiles host_files;
static thread_local FileScope* innermost = nullptr;

void set_host_files(const HostFiles& files) { host_files = files; }

FileScope::FileScope(const std::map<std::string, std::string>* instead) : instead_(instead), outer_(innermost) {
    innermost = this;
}
FileScope::~FileScope() {
    PL_ASSERT(innermost == this);
    innermost = outer_;
}

std::optional<std::string> file_from_elsewhere(const std::string& path) {
    for (FileScope* scope = innermost; scope; scope = scope->outer_) scope->read_.push_back(path);
    for (FileScope* scope = innermost; scope; scope = scope->outer_)
        if (scope->instead_)
            if (const auto found = scope->instead_->find(path); found != scope->instead_->end()) return found->second;
    if (!host_files.read) return std::nullopt;
    std::string bytes;
    const auto take = [](void* sink, const void* from, size_t size) {
        static_cast<std::string*>(sink)->assign(static_cast<const char*>(from), size);
    };
    if (!host_files.read(host_files.context, path.c_str(), take, &bytes)) return std::nullopt;
    return bytes;
}

// The system would take what stands before it, which is another file.
static bool has_zero(const std::string& path) { return path.find('\0') != std::string::npos; }

bool file_exists(const std::string& path) {
    if (has_zero(path)) return false;
    std::error_code error;
    return file_from_elsewhere(path) || fs::is_regular_file(path, error);
}

// No file of numbers is larger than the numbers that count them.
static constexpr u64 largest_file = 0xffffffffu;  // [bytes]

std::string read_file(const std::string& path) {
    if (std::optional<std::string> bytes = file_from_elsewhere(path)) return std::move(*bytes);
    if (has_zero(path)) throw Error({path, "cannot be opened: a zero byte is in its name", "", ""});
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (fs::is_directory(status)) throw Error({path, "this is a folder", "a file", ""});
    if (fs::exists(status) && !fs::is_regular_file(status))
        throw Error({path, "this is a device, a pipe or a socket", "a file on a disk", ""});
    if (fs::exists(status) && fs::file_size(path, error) > largest_file && !error)
        throw Error({path, "the file is larger than 4 GB", "a smaller one", ""});
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
