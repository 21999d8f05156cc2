// The settings file of Rajagopalan 2013 (section 4.2.4), which a game character's capsules and the attachments of its
// clothes were exported to. Text, one statement a line:
//
//   CAPS_DATA                           CLOTH_MESH
//   COUNT 1                             COUNT 1
//   CAPSULE 0                           MESH 0
//       NAME joint1_CIColliCyl              NAME solid1_MyPBDCloth
//       RADIUS 1.0                          IS_ATTACHED 1
//       TOTAL_FRAMES 2                      POS 0 1.0 1.0 1.0      a point, by its place
//       FRAME 0                             POS 1 1.0 1.0 1.0
//           POS_A 1.0 1.0 1.0               CAPSULE 0              what the points since the last such line hang on
//           POS_B 1.0 2.0 1.0
//       FRAME 1 …
//
// Places are where things stand in the world; the file does not tell its unit. Names come without their tags. Dots that
// stand alone, as in the listing of the paper, say that there would be more, and are passed over.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/vec.h"

namespace pliant {

struct ClothSettings {
    static constexpr u32 none = 0xffffffffu;
    struct Frame {
        i32 number = 0;
        Vec3 a, b;  // the ends of the axis
        bool operator==(const Frame&) const = default;
    };
    struct Capsule {
        std::string name;
        float radius = 0;
        std::vector<Frame> frames;  // ascending, at least one
        bool operator==(const Capsule&) const = default;
    };
    struct Point {
        i32 number = 0;
        Vec3 position;
        u32 capsule = none;  // the capsule that it hangs on; none: it stays where it is
        u32 line = 0;        // of the file that it was read from
        bool operator==(const Point& o) const {
            return number == o.number && position == o.position && capsule == o.capsule;
        }
    };
    struct Mesh {
        std::string name;
        bool attached = false;
        std::vector<Point> points;
        bool operator==(const Mesh&) const = default;
    };
    std::vector<Capsule> capsules;
    std::vector<Mesh> meshes;
    bool operator==(const ClothSettings&) const = default;
};

// Whether a text is such a file, by its first statement: other formats are called .txt too.
bool is_cloth_settings(std::string_view text);

// `name` is what messages call the file. Throws Error with file and line; what can be understood in spite of it, as a
// count that disagrees with what follows, is a warning with its line.
ClothSettings read_cloth_settings(std::string_view text, const std::string& name, std::vector<std::string>& warnings);
std::string cloth_settings_text(const ClothSettings& settings);  // reads back as the same bits
void scale_settings(ClothSettings& settings, double factor);     // all lengths

// Without the tag that marks capsules or cloth, and without what programs put behind it: "cape_MyPBDClothShape" is
// "cape". Other names stay as they are.
std::string plain_name(std::string_view name);

// The points of a mesh that stand where the points of the settings do. Several in the same place, as along seams, are
// one.
struct FoundPoint {
    u32 point = ClothSettings::none;  // the nearest within the tolerance
    float distance = 0;               // [m] of the nearest, found or not
    bool ambiguous = false;           // there are others within the tolerance, in other places
};
// Without a tolerance [m] it is 1e-4 of the diagonal of the mesh.
std::vector<FoundPoint> find_points(std::span<const Vec3> mesh_points, const ClothSettings::Mesh& mesh,
                                    float tolerance = 0);

}  // namespace pliant
