#include "assets/image_decode.h"

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "assets/image_check.h"
#include "core/error.h"
#include "core/text.h"

namespace pliant {
namespace {

// How large a block stb_image may ask for while it decodes an image on this thread: packed data of a few bytes may
// otherwise unpack to gigabytes, for it unpacks everything before it counts pixels.
thread_local u64 largest_block = 0;
thread_local bool asked_for_more = false;

bool is_allowed(size_t size) {
    asked_for_more |= size > largest_block;
    return size <= largest_block;
}
// Zeroed: tables and pixels that a file does not fill must be the same each time.
void* get_block(size_t size) { return is_allowed(size) ? std::calloc(1, std::max<size_t>(size, 1)) : nullptr; }
void* resize_block(void* block, size_t size) { return is_allowed(size) ? std::realloc(block, size) : nullptr; }

}  // namespace
}  // namespace pliant

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wshadow"
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_ONLY_TGA
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#define STBI_MALLOC(size) pliant::get_block(size)
#define STBI_REALLOC(block, size) pliant::resize_block(block, size)
#define STBI_FREE(block) std::free(block)
#include <stb/stb_image.h>
#pragma GCC diagnostic pop

namespace pliant {
namespace {

template <class Channel, class Load>
Pixels<Channel> decode(std::string_view bytes, const std::string& name, int channels, Load&& load) {
    const ImageHeader header = check_image(bytes, name);
    // Four channels of 16 bits and a byte a row, twice, for interlaced images and those whose buffer grows by doubling;
    // and the packed data itself, which grows so too.
    largest_block = 2 * (header.pixels() * 8 + 16 * (u64{header.width} + header.height)) + 2 * bytes.size() + (1 << 16);
    asked_for_more = false;
    int width = 0, height = 0, found = 0;
    const std::unique_ptr<Channel, void (*)(void*)> pixels(
        load(reinterpret_cast<const u8*>(bytes.data()), static_cast<int>(bytes.size()), &width, &height, &found,
             channels),
        std::free);
    if (!pixels && asked_for_more)
        throw Error({name,
                     "this image unpacks to far more than its " + with_commas(header.width) + " × " +
                         with_commas(header.height) + " pixels",
                     "as many as it says", "it may be damaged; save it again"});
    if (!pixels)
        throw Error({name, "this is not an image that can be read: " + std::string(stbi_failure_reason()),
                     "PNG, JPEG or TGA", ""});
    Pixels<Channel> image{
        static_cast<u32>(width), static_cast<u32>(height), static_cast<u32>(channels ? channels : found), {}};
    image.values.assign(pixels.get(), pixels.get() + static_cast<size_t>(image.channels) * image.width * image.height);
    return image;
}

}  // namespace

Pixels<u16> decode_image_16(std::string_view bytes, const std::string& name) {
    return decode<u16>(bytes, name, 0, stbi_load_16_from_memory);
}

Pixels<u8> decode_image_rgba(std::string_view bytes, const std::string& name) {
    return decode<u8>(bytes, name, 4, stbi_load_from_memory);
}

}  // namespace pliant
