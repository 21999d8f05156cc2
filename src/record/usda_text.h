// USD as text: a file with one root prim /Scene, and the values that records have.
#pragma once

#include <fmt/format.h>

#include <set>
#include <span>
#include <string>

#include "geometry/mesh.h"
#include "record/growing_file.h"

namespace pliant {

// Names of prims: letters, digits and _, none with a digit in front, no two alike.
class UsdNames {
  public:
    std::string fresh(const std::string& wanted);

  private:
    std::set<std::string> taken_;
};

class UsdaFile {
  public:
    UsdaFile(const std::string& path, double rate, u64 frames);
    void text(const std::string& text);
    void integers(const char* attribute, std::span<const u32> values);
    void floats(const char* attribute, std::span<const float> values, const char* metadata = nullptr);
    void pairs(const char* attribute, std::span<const Vec2> values, const char* metadata = nullptr);
    void vectors(const char* attribute, std::span<const Vec3> values, const char* metadata = nullptr);

    // attribute.timeSamples = { 0: […], 1: […], … }; metadata belong to the attribute.
    void begin_samples(const char* attribute, const char* metadata = nullptr);
    void sample(u64 frame, std::span<const Vec3> values);
    void sample(u64 frame, std::span<const float> values);
    void sample(u64 frame, std::span<const u32> values);
    void sample(u64 frame, std::span<const Vec2> values);
    void end_samples();
    void finish();  // only now the file has its name

  private:
    void value(std::span<const Vec3> values);
    void value(std::span<const float> values);
    void value(std::span<const u32> values);
    void value(std::span<const Vec2> values);
    template <class T, class Format>
    void list(std::span<const T> values, Format&& format);
    template <class T>
    void sample_of(u64 frame, std::span<const T> values);
    void write_if_long();
    std::string path_;
    GrowingFile file_;
    fmt::memory_buffer buffer_;
};

}  // namespace pliant
