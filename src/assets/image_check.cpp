#include "assets/image_check.h"

#include <algorithm>

#include "assets/jpeg_check.h"
#include "core/error.h"
#include "core/text.h"

namespace pliant {
namespace {

// A picture of 16,384 × 16,384 takes 1 GB when it is unpacked; graphics cards take no larger ones.
constexpr u64 max_pixels = u64{1} << 28;

[[noreturn]] void fail(const std::string& name, const std::string& wrong) {
    throw Error({name, "this is not an image that can be read: " + wrong, "PNG, JPEG or TGA", ""});
}

u32 byte(std::string_view bytes, size_t at) { return static_cast<u8>(bytes[at]); }
u32 big(std::string_view bytes, size_t at) {
    return byte(bytes, at) << 24 | byte(bytes, at + 1) << 16 | byte(bytes, at + 2) << 8 | byte(bytes, at + 3);
}
u32 little(std::string_view bytes, size_t at) { return byte(bytes, at) | byte(bytes, at + 1) << 8; }

ImageHeader png_header(std::string_view bytes, const std::string& name) {
    if (bytes.size() < 33 || bytes.substr(12, 4) != "IHDR") fail(name, "a PNG file without a header");
    return {ImageFormat::png, big(bytes, 16), big(bytes, 20)};
}

// TGA files do not begin with a mark. So all that the header says must fit, the size of the file too: 18 bytes may ask
// for a picture of gigabytes.
ImageHeader tga_header(std::string_view bytes, const std::string& name) {
    if (bytes.size() < 18) fail(name, "it has no header");
    const u32 with_map = byte(bytes, 1), kind = byte(bytes, 2), bits = byte(bytes, 16);
    const bool packed = kind & 8, of_map = (kind & 7) == 1;
    if (with_map > 1 || (kind & ~8u) < 1 || (kind & ~8u) > 3 || (of_map && !with_map))
        fail(name, "it does not begin as one");
    const u32 map_bits = byte(bytes, 7);
    if (bits != 8 && bits != 15 && bits != 16 && bits != 24 && bits != 32) fail(name, "it does not begin as one");
    if (with_map && map_bits != 15 && map_bits != 16 && map_bits != 24 && map_bits != 32)
        fail(name, "it does not begin as one");
    const ImageHeader header{ImageFormat::tga, little(bytes, 12), little(bytes, 14)};
    const u64 pixel = (bits + 7) / 8, map = with_map ? u64{little(bytes, 5)} * ((map_bits + 7) / 8) : 0;
    // At best a packet of one byte and one pixel stands for 128 pixels.
    const u64 least = packed ? (header.pixels() + 127) / 128 * (1 + pixel) : header.pixels() * pixel;
    if (bytes.size() < 18 + byte(bytes, 0) + map + least) fail(name, "it was cut short");
    return header;
}

ImageHeader header_of(std::string_view bytes, const std::string& name) {
    if (bytes.empty()) fail(name, "it is empty");
    if (bytes.starts_with("\x89PNG\r\n\x1a\n")) return png_header(bytes, name);
    if (bytes.starts_with("\xff\xd8")) {
        const JpegSize size = check_jpeg(bytes, name);
        return {ImageFormat::jpeg, size.width, size.height};
    }
    return tga_header(bytes, name);
}

}  // namespace

ImageHeader check_image(std::string_view bytes, const std::string& name) {
    if (bytes.size() > 0x7fffffffu) fail(name, "it is larger than 2 GB");
    const ImageHeader header = header_of(bytes, name);
    if (!header.width || !header.height) fail(name, "it has no pixels");
    if (header.pixels() > max_pixels)
        throw Error({name, "an image of " + with_commas(header.width) + " × " + with_commas(header.height) + " pixels",
                     "at most " + with_commas(max_pixels) + " of them, as 16,384 × 16,384 has", "make it smaller"});
    return header;
}

bool is_image(std::string_view bytes) {
    try {
        check_image(bytes, "");
        return true;
    } catch (const Error&) {
        return false;
    }
}

}  // namespace pliant
