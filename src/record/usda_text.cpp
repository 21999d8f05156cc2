#include "record/usda_text.h"

#include <fmt/compile.h>

namespace pliant {

std::string UsdNames::fresh(const std::string& wanted) {
    std::string plain;
    for (char c : wanted) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        const bool digit = c >= '0' && c <= '9';
        if (plain.empty() && digit) plain = "_";
        plain += letter || digit ? c : '_';
    }
    if (plain.empty()) plain = "_";
    std::string name = plain;
    for (int n = 2; !taken_.insert(name).second; ++n) name = plain + "_" + std::to_string(n);
    return name;
}

UsdaFile::UsdaFile(const std::string& path, double rate, u64 frames) : path_(path), file_(path + ".new") {
    text(fmt::format(
        "#usda 1.0\n(\ndefaultPrim = \"Scene\"\ndoc = \"Made by Pliant\"\nmetersPerUnit = 1\nupAxis = \"Y\"\n"
        "startTimeCode = 0\nendTimeCode = {}\ntimeCodesPerSecond = {}\nframesPerSecond = {}\n)\n\n"
        "def Xform \"Scene\"\n{{\n",
        frames - 1, rate, rate));
}

void UsdaFile::text(const std::string& text) {
    buffer_.append(text.data(), text.data() + text.size());
    write_if_long();
}

void UsdaFile::write_if_long() {
    if (buffer_.size() < (1u << 20)) return;
    file_.write(buffer_.data(), buffer_.size());
    buffer_.clear();
}

template <class T, class Format>
void UsdaFile::list(std::span<const T> values, Format&& format) {
    const char* before = "[";
    for (const T& v : values) {
        format(before, v);
        before = ", ";
        write_if_long();
    }
    text(values.empty() ? "[]" : "]");
}

void UsdaFile::value(std::span<const Vec3> values) {
    list(values, [&](const char* before, const Vec3& v) {
        fmt::format_to(fmt::appender(buffer_), FMT_COMPILE("{}({}, {}, {})"), before, v.x, v.y, v.z);
    });
}

void UsdaFile::value(std::span<const Vec2> values) {
    list(values, [&](const char* before, const Vec2& v) {
        fmt::format_to(fmt::appender(buffer_), FMT_COMPILE("{}({}, {})"), before, v.x, v.y);
    });
}

void UsdaFile::value(std::span<const float> values) {
    list(values,
         [&](const char* before, float v) { fmt::format_to(fmt::appender(buffer_), FMT_COMPILE("{}{}"), before, v); });
}

void UsdaFile::value(std::span<const u32> values) {
    list(values,
         [&](const char* before, u32 v) { fmt::format_to(fmt::appender(buffer_), FMT_COMPILE("{}{}"), before, v); });
}

static std::string tail(const char* metadata) {
    return metadata ? std::string(" (\n") + metadata + "\n)\n" : std::string("\n");
}

void UsdaFile::integers(const char* attribute, std::span<const u32> values) {
    text(std::string(attribute) + " = ");
    value(values);
    text("\n");
}

void UsdaFile::floats(const char* attribute, std::span<const float> values, const char* metadata) {
    text(std::string(attribute) + " = ");
    value(values);
    text(tail(metadata));
}

void UsdaFile::pairs(const char* attribute, std::span<const Vec2> values, const char* metadata) {
    text(std::string(attribute) + " = ");
    value(values);
    text(tail(metadata));
}

void UsdaFile::vectors(const char* attribute, std::span<const Vec3> values, const char* metadata) {
    text(std::string(attribute) + " = ");
    value(values);
    text(tail(metadata));
}

void UsdaFile::begin_samples(const char* attribute, const char* metadata) {
    if (metadata) text(std::string(attribute) + tail(metadata));
    text(std::string(attribute) + ".timeSamples = {\n");
}

template <class T>
void UsdaFile::sample_of(u64 frame, std::span<const T> values) {
    text(std::to_string(frame) + ": ");
    value(values);
    text(",\n");
}

void UsdaFile::sample(u64 frame, std::span<const Vec3> values) { sample_of(frame, values); }
void UsdaFile::sample(u64 frame, std::span<const Vec2> values) { sample_of(frame, values); }
void UsdaFile::sample(u64 frame, std::span<const float> values) { sample_of(frame, values); }
void UsdaFile::sample(u64 frame, std::span<const u32> values) { sample_of(frame, values); }

void UsdaFile::end_samples() { text("}\n"); }

void UsdaFile::finish() {
    text("}\n");
    file_.write(buffer_.data(), buffer_.size());
    buffer_.clear();
    file_.close_and_rename(path_);
}

}  // namespace pliant
