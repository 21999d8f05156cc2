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
    // Begins anew, or goes on behind the first `keep` bytes of what is there. Throws OutputError.
    explicit GrowingFile(std::string path, u64 keep = 0);

    const std::string& path() const { return path_; }
    void write(const void* bytes, size_t size);
    void write_first(const void* bytes, size_t size);  // over the beginning; then on at the end
    void flush();  // what was written is with the system: it is there though the program be killed
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
