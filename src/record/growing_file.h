// A file that grows while a run goes on.
#pragma once

#include <cstdio>
#include <memory>
#include <string>

#include "core/types.h"

namespace pliant {

class GrowingFile {
  public:
    GrowingFile() = default;
    // Starts an empty file, or continues behind the first `keep` bytes of the present one. Throws OutputError.
    explicit GrowingFile(std::string path, u64 keep = 0);

    const std::string& path() const { return path_; }
    void write(const void* bytes, size_t size);
    void write_first(const void* bytes, size_t size);  // over the beginning; then on at the end
    void flush();  // hands all bytes to the system: they survive if the program is killed
    void close();
    void close_and_rename(const std::string& to);

  private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    [[noreturn]] void fail() const;
    std::string path_;
    std::unique_ptr<std::FILE, Close> file_;
};

// Throws OutputError.
void rename_file(const std::string& from, const std::string& to);
void make_folder(const std::string& path);

}  // namespace pliant
