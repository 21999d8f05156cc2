#include "pliant/convert_creature.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "assets/creature_file.h"
#include "core/text.h"
#include "geometry/shapes.h"
#include "pliant/verbs.h"
#include "record/assembled.h"

namespace pliant::app {

namespace fs = std::filesystem;

static bool is_shape(const std::string& name) {
    const std::vector<std::string> names = shape_names();
    return !fs::exists(name) && std::find(names.begin(), names.end(), name) != names.end();
}

bool converts_creature(const std::string& in, const std::string& out) {
    if (!has_creature_ending(out)) return false;
    if (is_shape(in)) return true;
    const bool recorded = ends_with(in, ".part") || ends_with(in, ".pc2") || ends_with(in, ".mdd");
    return fs::is_regular_file(in) && !recorded && !is_frame_file(in);
}

static Creature creature_from(const std::string& in, const std::string& unit) {
    if (!is_shape(in)) return load_creature(in, {.unit = unit});
    if (const std::shared_ptr<const Creature> whole = creature_of_shape(in)) return *whole;
    Creature creature;
    creature.name = in;
    creature.mesh = make_shape({in});
    return creature;
}

void convert_creature(const std::string& in, const std::string& out, const std::string& unit, bool quiet) {
    if (fs::exists(in) && fs::exists(out) && fs::equivalent(in, out)) throw Usage("-o: this is the file that is read");
    const Creature creature = creature_from(in, unit);
    save_creature(out, creature);
    if (quiet) return;
    for (const std::string& note : creature.notes) std::fprintf(stderr, "%s\n", note.c_str());
    if (out.ends_with(".xml") && (!creature.skin.empty() || !creature.poses.empty() || !creature.clips.empty()))
        std::fprintf(stderr, "skin, poses and clips have no place in an .xml: left out\n");
    const u64 tets = creature.mesh.volume ? creature.mesh.volume->tets.size() : 0;
    std::fprintf(stderr, "%s: %s, %s, %s, %s\n", out.c_str(), counted(creature.mesh.face_count(), "polygons").c_str(),
                 counted(tets, "tets").c_str(), counted(creature.bones.size(), "bones").c_str(),
                 counted(creature.joints.size(), "joints").c_str());
}

}  // namespace pliant::app
