#include "record/growing_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "core/assert.h"
#include "core/error.h"

namespace pliant {

namespace fs = std::filesystem;

void GrowingFile::fail() const {
    throw OutputError({path_, std::string("cannot be written completely: ") + std::strerror(errno), "",
                       errno == ENOSPC ? "make room on the disk; --resume goes on" : ""});
}

GrowingFile::GrowingFile(std::string path, u64 keep) : path_(std::move(path)) {
    if (keep > 0) {
        std::error_code error;
        fs::resize_file(path_, keep, error);
        if (error) throw OutputError({path_, "cannot be cut to where it goes on: " + error.message(), "", ""});
    }
    file_.reset(std::fopen(path_.c_str(), keep > 0 ? "r+b" : "w+b"));
    if (!file_) throw OutputError({path_, std::string("cannot be written: ") + std::strerror(errno), "", ""});
    if (keep > 0 && fseeko(file_.get(), 0, SEEK_END) != 0) fail();
}

void GrowingFile::write(const void* bytes, size_t size) {
    PL_ASSERT(file_ && (bytes || size == 0));
    if (size && std::fwrite(bytes, 1, size, file_.get()) != size) fail();
}

void GrowingFile::write_first(const void* bytes, size_t size) {
    PL_ASSERT(file_ && (bytes || size == 0));
    if (fseeko(file_.get(), 0, SEEK_SET) != 0) fail();
    write(bytes, size);
    flush();
    if (fseeko(file_.get(), 0, SEEK_END) != 0) fail();
}

void GrowingFile::flush() {
    PL_ASSERT(file_);
    if (std::fflush(file_.get()) != 0) fail();
}

void GrowingFile::close() {
    if (file_ && std::fclose(file_.release()) != 0) fail();
}

void GrowingFile::close_and_rename(const std::string& to) {
    close();
    rename_file(path_, to);
}

void rename_file(const std::string& from, const std::string& to) {
    std::error_code error;
    fs::rename(from, to, error);
    if (error) throw OutputError({to, "cannot get its name: " + error.message(), "", ""});
}

void make_folder(const std::string& path) {
    std::error_code error;
    fs::create_directories(path, error);
    if (error) throw OutputError({path, "the folder cannot be made: " + error.message(), "", ""});
}

}  // namespace pliant
