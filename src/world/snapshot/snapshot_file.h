// The bytes of a snapshot: a header with versions, size and hash, and the content.
//
//   "PLSNAP" format behaviour | whole world or not | size of the content | its hash | content
#pragma once

#include <span>
#include <vector>

#include "core/archive.h"

namespace pliant {

struct SnapshotContent {
    bool whole = false;  // of a world, or of some bodies
    std::span<const std::byte> bytes;
};

std::vector<std::byte> with_snapshot_header(const SnapshotContent& content);
SnapshotContent open_snapshot(std::span<const std::byte> bytes);  // throws Error

}  // namespace pliant
