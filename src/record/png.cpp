#include "record/png.h"

#include <algorithm>
#include <array>

#include "core/assert.h"
#include "core/error.h"

#if !defined(__EMSCRIPTEN__)
#include <zlib.h>
#define PLIANT_ZLIB 1
#endif

namespace pliant {

namespace {

void add_big_endian(std::vector<u8>& to, u32 v) {
    for (int shift = 24; shift >= 0; shift -= 8) to.push_back(static_cast<u8>(v >> shift));
}

u32 crc(std::span<const u8> data, u32 so_far = 0) {
    static const std::array<u32, 256> table = [] {
        std::array<u32, 256> t{};
        for (u32 n = 0; n < 256; ++n) {
            u32 c = n;
            for (int k = 0; k < 8; ++k) c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
            t[n] = c;
        }
        return t;
    }();
    u32 c = ~so_far;
    for (u8 byte : data) c = table[(c ^ byte) & 255] ^ (c >> 8);
    return ~c;
}

constexpr size_t block = 1 << 16;  // [bytes] of image data in one chunk, about

}  // namespace

// A zlib stream: by the library, or of blocks that are stored as they are.
class PngFile::Deflate {
  public:
    explicit Deflate(bool compressed) : compressed_(compressed) {
#ifdef PLIANT_ZLIB
        // Level 1: images of positions were as small as with 6, in a third of the time.
        if (compressed_ && deflateInit(&stream_, 1) != Z_OK) throw OutputError({"", "images cannot be packed", "", ""});
#else
        compressed_ = false;
#endif
    }
    ~Deflate() {
#ifdef PLIANT_ZLIB
        if (compressed_) deflateEnd(&stream_);
#endif
    }

    void add(std::span<const u8> data, bool last, std::vector<u8>& out) {
#ifdef PLIANT_ZLIB
        if (compressed_) return add_compressed(data, last, out);
#endif
        if (!begun_) out.insert(out.end(), {0x78, 0x01});
        begun_ = true;
        for (size_t at = 0; at < data.size(); at += 0xffff)
            store(data.subspan(at, std::min<size_t>(0xffff, data.size() - at)), false, out);
        if (!last) return;
        store({}, true, out);
        add_big_endian(out, (sum2_ << 16) | sum1_);
    }

  private:
    void store(std::span<const u8> data, bool last, std::vector<u8>& out) {
        const u32 n = static_cast<u32>(data.size());
        out.insert(out.end(), {static_cast<u8>(last), static_cast<u8>(n), static_cast<u8>(n >> 8), static_cast<u8>(~n),
                               static_cast<u8>(~n >> 8)});
        out.insert(out.end(), data.begin(), data.end());
        for (u8 byte : data) {
            sum1_ = (sum1_ + byte) % 65521;
            sum2_ = (sum2_ + sum1_) % 65521;
        }
    }
#ifdef PLIANT_ZLIB
    void add_compressed(std::span<const u8> data, bool last, std::vector<u8>& out) {
        stream_.next_in = const_cast<u8*>(data.data());
        stream_.avail_in = static_cast<uInt>(data.size());
        do {
            const size_t at = out.size();
            out.resize(at + block);
            stream_.next_out = out.data() + at;
            stream_.avail_out = block;
            deflate(&stream_, last ? Z_FINISH : Z_NO_FLUSH);
            out.resize(out.size() - stream_.avail_out);
        } while (stream_.avail_out == 0);
    }
    z_stream stream_{};
#endif
    bool compressed_, begun_ = false;
    u32 sum1_ = 1, sum2_ = 0;  // Adler's checksum
};

PngFile::PngFile(const std::string& path, u32 width, u32 height, u32 bits, bool compressed, u32 channels)
    : path_(path),
      file_(path + ".new"),
      bits_(bits),
      row_before_(static_cast<size_t>(width) * channels * bits / 8, 0),
      deflate_(std::make_unique<Deflate>(compressed)) {
    const u8 signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    file_.write(signature, sizeof signature);
    std::vector<u8> header;
    add_big_endian(header, width);
    add_big_endian(header, height);
    const u8 color_types[] = {0, 4, 2, 6};  // grey, with alpha, red-green-blue, with alpha
    header.insert(header.end(), {static_cast<u8>(bits), color_types[channels - 1], 0, 0, 0});
    chunk("IHDR", header);
}
PngFile::~PngFile() = default;

void PngFile::chunk(const char* type, std::span<const u8> data) {
    PL_ASSERT(type && std::strlen(type) == 4);
    std::vector<u8> length, sum;
    add_big_endian(length, static_cast<u32>(data.size()));
    const std::span<const u8> name(reinterpret_cast<const u8*>(type), 4);
    add_big_endian(sum, crc(data, crc(name)));
    file_.write(length.data(), 4);
    file_.write(type, 4);
    file_.write(data.data(), data.size());
    file_.write(sum.data(), 4);
}

// Each byte less the one above it: rows of one vertex in frames that follow each other are alike.
void PngFile::row(std::span<const u16> values) {
    row_.clear();
    for (u16 v : values) {
        if (bits_ == 16) row_.push_back(static_cast<u8>(v >> 8));
        row_.push_back(static_cast<u8>(v));
    }
    PL_ASSERT(row_.size() == row_before_.size());
    filtered_.assign(1, 2);  // the filter "up"
    for (size_t i = 0; i < row_.size(); ++i) filtered_.push_back(static_cast<u8>(row_[i] - row_before_[i]));
    row_.swap(row_before_);
    deflate_->add(filtered_, false, packed_);
    write_data(false);
}

void PngFile::write_data(bool all) {
    if (packed_.empty() || (!all && packed_.size() < block)) return;
    chunk("IDAT", packed_);
    packed_.clear();
}

void PngFile::finish() {
    deflate_->add({}, true, packed_);
    write_data(true);
    chunk("IEND", {});
    file_.close_and_rename(path_);
}

void write_png(const std::string& path, u32 width, u32 height, u32 channels, std::span<const u16> values) {
    PL_ASSERT(width > 0 && height > 0 && channels >= 1 && channels <= 4);
    PL_ASSERT(values.size() == size_t{width} * height * channels);
    PngFile file(path, width, height, 16, true, channels);
    const size_t row = size_t{width} * channels;
    for (u32 y = 0; y < height; ++y) file.row(values.subspan(y * row, row));
    file.finish();
}

}  // namespace pliant
