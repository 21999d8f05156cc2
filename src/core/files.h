// Reads and writes whole files.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/types.h"

namespace pliant {

// The host's files, an archive for example, for all threads: asked before the disk. `take` is to be called once with
// the bytes of a file; false: there is no such file.
struct HostFiles {
    using Take = void (*)(void* sink, const void* bytes, size_t size);
    void* context = nullptr;
    bool (*read)(void* context, const char* path, Take take, void* sink) = nullptr;
};
void set_host_files(const HostFiles&);

// What this thread reads while one of these is alive: files that take the place of others, and a list of all that were
// read. Inner ones are asked first.
class FileScope {
  public:
    explicit FileScope(const std::map<std::string, std::string>* instead = nullptr);
    ~FileScope();
    FileScope(const FileScope&) = delete;
    FileScope& operator=(const FileScope&) = delete;
    const std::vector<std::string>& read() const { return read_; }

  private:
    friend std::optional<std::string> file_from_elsewhere(const std::string& path);
    const std::map<std::string, std::string>* instead_;
    std::vector<std::string> read_;
    FileScope* outer_;
};

// Asked by everything that reads a file, before it looks at the disk: the file if a scope or the host has it.
std::optional<std::string> file_from_elsewhere(const std::string& path);

// Throws Error. Devices and pipes are refused: a device has no end, and a pipe may never send anything.
std::string read_file(const std::string& path);
bool file_exists(const std::string& path);  // and is no folder
// Beside the file first and then renamed, so that there is the old file or the new one and never half of it. Throws
// OutputError.
void write_file(const std::string& path, std::string_view bytes);
std::string folder_of(const std::string& path);  // "" or "a/b/"
std::string resolved_path(const std::string& folder, const std::string& path);

}  // namespace pliant
