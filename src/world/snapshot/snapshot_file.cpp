#include "world/snapshot/snapshot_file.h"

#include <algorithm>

#include "core/hash.h"
#include "world/behaviour.h"

namespace pliant {

namespace {

constexpr char magic[6] = {'P', 'L', 'S', 'N', 'A', 'P'};
constexpr u16 format_version = 14;

struct Header {
    char magic[6];
    u16 format;
    u32 behaviour;
    u32 whole;
    u64 size, hash;
};

// The hash covers the content and its type: one flipped bit must not turn a world into some bodies.
u64 checksum(u32 whole, std::span<const std::byte> content) {
    return hash_bytes(content.data(), content.size()) + whole;
}

}  // namespace

std::vector<std::byte> with_snapshot_header(const SnapshotContent& content) {
    Header header{};
    std::copy(magic, magic + sizeof magic, header.magic);
    header.format = format_version;
    header.behaviour = behaviour_version;
    header.whole = content.whole;
    header.size = content.bytes.size();
    header.hash = checksum(header.whole, content.bytes);
    std::vector<std::byte> bytes;
    bytes.reserve(sizeof header + content.bytes.size());
    Writer w(bytes);
    w.value(header);
    w.bytes(content.bytes.data(), content.bytes.size());
    return bytes;
}

SnapshotContent open_snapshot(std::span<const std::byte> bytes) {
    Header header{};
    if (bytes.size() < sizeof header)
        throw Error(
            {"snapshot", "only " + std::to_string(bytes.size()) + " bytes", "a snapshot", "the file is cut off"});
    std::memcpy(&header, bytes.data(), sizeof header);
    if (!std::equal(magic, magic + sizeof magic, header.magic))
        throw Error({"snapshot", "this is not a snapshot", "", ""});
    if (header.format != format_version || header.behaviour != behaviour_version)
        throw Error({"snapshot",
                     "format " + std::to_string(header.format) + ", behaviour " + std::to_string(header.behaviour),
                     "format " + std::to_string(format_version) + ", behaviour " + std::to_string(behaviour_version),
                     "it was made by another version"});
    const auto content = bytes.subspan(sizeof header);
    if (header.size != content.size())
        throw Error({"snapshot", std::to_string(content.size()) + " bytes", std::to_string(header.size),
                     "the file is cut off"});
    if (header.hash != checksum(header.whole, content))
        throw Error({"snapshot", "the content does not match its hash", "", "the file is damaged"});
    return {header.whole != 0, content};
}

}  // namespace pliant
