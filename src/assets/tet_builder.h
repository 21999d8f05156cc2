// Collects the contents of a file of tetrahedra, and makes a mesh of it that can be simulated.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "assets/file_cursor.h"
#include "geometry/tet_mesh.h"

namespace pliant {

// In the units and axes of the file.
struct TetFile {
    TetMesh mesh;
    std::vector<std::string> notes;  // elements that were left out or turned, one sentence each
};

class TetBuilder {
  public:
    TetBuilder(FileCursor& file, const std::string& name) : file_(file), name_(name) {}

    // All points come before the first tet. `number` is what the file calls the point.
    void add_point(i64 number, const Vec3d& p);
    void add_tet(std::span<const i64> corners);  // by their numbers; of more than four the first are the corners
    // Elements that are none: lines and triangles are left out, other volumes cannot be.
    void add_other(u64 count, const std::string& plural, bool volume);

    // Throws Error where there are no tets. Those that are inside out are turned, those without volume and points of no
    // tet are left out; that is noted.
    TetFile finish();

  private:
    u32 point_called(i64 number);
    void drop_flat_and_turn(TetFile& result) const;
    static void drop_unused_points(TetFile& result);

    FileCursor& file_;
    const std::string& name_;
    std::vector<std::pair<i64, u32>> numbers_;  // sorted before the first tet is looked up
    bool sorted_ = true;
    TetMesh mesh_;
    u64 higher_order_ = 0, other_volumes_ = 0;
    std::string other_name_;
};

}  // namespace pliant
