// Feeds any bytes to the readers of creatures: what comes out is sound, is written, and reads back as the same, or
// there is an Error. Built and run like mesh_files.cpp:
//
//   cmake --build build/fuzz --target fuzz_creature
//   build/fuzz/bin/fuzz_creature CORPUS_FOLDER -max_len=4096
//
// The first byte chooses the reader, and whether the rest is the file or a list of edits of a good one.
#include <string_view>

#include "assets/creature_glb.h"
#include "assets/creature_scene.h"
#include "core/error.h"
#include "creatures.h"
#include "fuzz/edits.h"
#include "import/creature_xml.h"

using namespace pliant;

extern "C" int LLVMFuzzerTestOneInput(const u8* data, size_t size) {
    if (size == 0) return 0;
    static const std::string good[] = {creature_glb(small_creature(), "a.glb"), creature_xml(small_creature())};
    const bool xml = data[0] & 1, edited = data[0] & 2;
    std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    if (edited) {
        const std::string& from = good[xml];
        std::vector<std::byte> changed(reinterpret_cast<const std::byte*>(from.data()),
                                       reinterpret_cast<const std::byte*>(from.data()) + from.size());
        fuzz::edit(changed, {data + 1, size - 1});
        bytes.assign(reinterpret_cast<const char*>(changed.data()), changed.size());
    }
    try {
        const auto read = [&](std::string_view b) {
            return xml ? read_creature_xml(b, "a.xml") : read_creature_glb(b, "a.glb", {});
        };
        const auto write = [&](const Creature& c) { return xml ? creature_xml(c) : creature_glb(c, "a.glb"); };
        const Creature creature = read(bytes);
        check_creature(creature, "it");
        creature_sections(creature, "body", {});
        const std::string once = write(creature);
        fuzz::require(write(read(once)) == once);
    } catch (const Error& e) {
        fuzz::require(std::string_view(e.what()).size() > 6);
    }
    return 0;
}
