#include "import/creature_xml_words.h"

#include <fmt/format.h>

#include "core/assert.h"
#include "core/text.h"
#include "geometry/tet_quality.h"

namespace pliant {

static double volume_of(const TetMesh& volume) {
    double sum = 0;
    for (const TetPoints& tet : volume.tets) sum += tet_volume(volume, tet);
    return sum;
}
static double rounded(double v, int digits) { return *parse_number(fmt::format("{:.{}g}", v, digits)); }

double density_of(double mass, const TetMesh& volume) {
    PL_ASSERT(mass > 0 && !volume.tets.empty());
    return rounded(mass / volume_of(volume), 9);
}
double mass_of(double density, const TetMesh& volume) {
    PL_ASSERT(density > 0 && !volume.tets.empty());
    return rounded(density * volume_of(volume), 12);
}

static void set(JointRange (&ranges)[3], const JointRange& x, const JointRange& y, const JointRange& z) {
    ranges[0] = x;
    ranges[1] = y;
    ranges[2] = z;
}
static constexpr JointRange locked{};

const std::array<JointWord, 10> joint_words{
    {{"fixed", [](BoneJoint&) {}},
     {"spherical", [](BoneJoint& j) { set(j.turn, free_range, free_range, free_range); }},
     {"revolute", [](BoneJoint& j) { set(j.turn, free_range, locked, locked); }},
     {"prismatic", [](BoneJoint& j) { set(j.move, free_range, locked, locked); }},
     {"cylindrical",
      [](BoneJoint& j) {
          set(j.move, free_range, locked, locked);
          set(j.turn, free_range, locked, locked);
      }},
     {"point_on_line",
      [](BoneJoint& j) {
          set(j.move, free_range, locked, locked);
          set(j.turn, free_range, free_range, free_range);
      }},
     {"point_in_plane",
      [](BoneJoint& j) {
          set(j.move, locked, free_range, free_range);
          set(j.turn, free_range, free_range, free_range);
      }},
     {"distance",
      [](BoneJoint& j) {
          j.rows = BoneJoint::Rows::distance;
          j.distance = {0, unlimited};
          set(j.move, free_range, free_range, free_range);
          set(j.turn, free_range, free_range, free_range);
      }},
     {"pulley",
      [](BoneJoint& j) {
          j.rows = BoneJoint::Rows::pulley;
          set(j.move, free_range, free_range, free_range);
          set(j.turn, free_range, free_range, free_range);
      }},
     {"six_dof", [](BoneJoint& j) {
          set(j.move, free_range, free_range, free_range);
          set(j.turn, free_range, free_range, free_range);
      }}}};

std::vector<std::string> limit_words(const std::string& kind) {
    if (kind == "spherical") return {"swing", "swing_y", "swing_z", "twist"};
    if (kind == "revolute") return {"angle"};
    if (kind == "prismatic" || kind == "cylindrical" || kind == "point_on_line") return {"slide"};
    if (kind == "distance") return {"distance"};
    if (kind == "six_dof") return {"move_x", "move_y", "move_z", "turn_x", "turn_y", "turn_z"};
    return {};
}

std::vector<JointRange*> limited_by(BoneJoint& j, const std::string& target) {
    if (target == "swing") return {&j.turn[1], &j.turn[2]};
    if (target == "twist" || target == "angle" || target == "turn_x") return {&j.turn[0]};
    if (target == "swing_y" || target == "turn_y") return {&j.turn[1]};
    if (target == "swing_z" || target == "turn_z") return {&j.turn[2]};
    if (target == "slide" || target == "move_x") return {&j.move[0]};
    if (target == "move_y") return {&j.move[1]};
    if (target == "move_z") return {&j.move[2]};
    return {&j.distance};
}

// About the axis that is square to both; x backwards turns about z.
Quatd turn_from_x(const Vec3d& to) {
    const double l = length(to);
    if (!(l > 1e-12)) return {};
    const double c = to.x / l;
    if (c < -0.999999999) return {0, 0, 1, 0};
    return normalized(Quatd{0, -to.z / l, to.y / l, 1 + c});
}

}  // namespace pliant
