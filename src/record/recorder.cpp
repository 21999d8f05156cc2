#include "record/recorder.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "core/assert.h"
#include "core/error.h"
#include "core/text.h"

namespace pliant {

std::span<const RecordFormat> record_formats() {
    constexpr Needs surface{.surface = true}, surface_and_normals{.surface = true, .normals = true},
        changing_surface{.surface = true, .pieces = true},
        changing_surface_and_normals{.surface = true, .normals = true, .pieces = true}, particles{.particles = true},
        numbers{.surface = true, .numbers = true};
    static const std::array formats = {
        RecordFormat{"glb",
                     "scene.glb",
                     "The whole scene in one file that any viewer plays; textures are in it.",
                     {.surface = true, .normals = true, .skeletons = true},
                     make_glb_recorder,
                     "scene.glb"},
        RecordFormat{"usda",
                     "scene.usda",
                     "The whole scene as USD text, with velocities, for Houdini, Maya, Omniverse.",
                     {.surface = true, .normals = true, .pieces = true, .velocities = true},
                     make_usda_recorder,
                     "scene.usda"},
        RecordFormat{"pc2", "<body>.pc2, <body>.obj, open_in_blender.py",
                     "Point caches for Blender, Maya and 3ds Max, with the mesh they move beside.", surface,
                     make_pc2_recorder},
        RecordFormat{"mdd", "<body>.mdd, <body>.obj, open_in_blender.py",
                     "Point caches for Blender, LightWave, Cinema 4D and Houdini, likewise.", surface,
                     make_mdd_recorder},
        RecordFormat{"obj", "<body>/0000.obj …", "A mesh file a body and frame, as text that everything reads.",
                     changing_surface, make_obj_recorder},
        RecordFormat{"ply", "<body>/0000.ply …", "A mesh file a body and frame, binary, with normals.",
                     changing_surface_and_normals, make_ply_recorder},
        RecordFormat{"particles.ply", "<body>.particles/0000.ply …",
                     "Particles, a file a body and frame: place, velocity, id, mass, strain.", particles,
                     make_particles_ply_recorder},
        RecordFormat{"particles.usda", "particles.usda", "Particles as USD points, the same numbers.", particles,
                     make_particles_usda_recorder, "particles.usda"},
        RecordFormat{"vat", "<body>.vat/, scene.vat.json",
                     "Vertex-animation textures for game engines, with shaders for three.js, Godot, Unity, Unreal.",
                     surface_and_normals, make_vat_recorder, "scene.vat.json"},
        RecordFormat{"csv", "bodies.csv",
                     "A line a body and frame: centre, velocity, bounds, volume, energy, contacts.", numbers,
                     make_csv_recorder},
    };
    return formats;
}

bool is_closed(const RecordFormat& format, const std::string& folder) {
    PL_ASSERT(folder.empty() || folder.back() == '/');
    if (!format.closed_file) return false;
    const std::string path = folder + format.closed_file;
    return std::filesystem::exists(path) && !std::filesystem::exists(path + ".part");
}

std::string record_format_names() {
    std::string list;
    for (const RecordFormat& f : record_formats()) list += (list.empty() ? "" : ", ") + std::string(f.name);
    return list;
}

const RecordFormat& record_format(const std::string& wanted, const std::string& given_by) {
    const std::string name = !wanted.empty() && wanted[0] == '.' ? wanted.substr(1) : wanted;
    std::vector<std::string> names;
    for (const RecordFormat& f : record_formats()) {
        if (name == f.name) return f;
        names.emplace_back(f.name);
    }
    const std::string meant = nearest_name(name, names);
    throw Error({given_by, "there is no format " + in_quotes(wanted), "some of: " + record_format_names(),
                 meant.empty() ? "" : "did you mean " + in_quotes(meant) + "?"});
}

std::vector<const RecordFormat*> record_formats_of(const std::string& list, const std::string& given_by) {
    std::vector<const RecordFormat*> formats;
    for (std::string_view part : split(list, ',')) {
        if (trimmed(part).empty()) continue;
        const RecordFormat& format = record_format(std::string(trimmed(part)), given_by);
        if (std::find(formats.begin(), formats.end(), &format) != formats.end())
            throw Error({given_by, in_quotes(format.name) + " is there twice", "each format once", ""});
        formats.push_back(&format);
    }
    return formats;
}

}  // namespace pliant
