// The generalised winding number of a triangle soup (Jacobson, Kavan & Sorkine 2013): how often the surface goes round
// a point, counted by solid angle. Inside a closed, outward surface it is 1, outside 0, inside an inverted one -1,
// where two parts overlap 2; near holes it passes smoothly from one to the other.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/array.h"
#include "core/vec.h"

namespace pliant {

// The solid angle of a triangle seen from p [sr]: positive where p is behind it, the side its normal points away from.
// (van Oosterom & Strackee 1983)
double solid_angle(const Vec3d& p, const Vec3d& a, const Vec3d& b, const Vec3d& c);

// By adding all solid angles up: as many steps as there are triangles.
double winding_number_exact(std::span<const Vec3> points, std::span<const std::array<u32, 3>> triangles,
                            const Vec3d& p);

// Eight branches of the tree side by side. A branch stands for its triangles as one term of a multipole expansion.
struct WindingNode {
    float center[3][8];
    float reach2[8];       // squared distance beyond which the expansion serves; negative where there is no branch
    float dipole[3][8];    // integral of the normal n over the triangles
    float gradient[6][8];  // of n (x) d, d = place - center, symmetric part: xx yy zz xy yz zx
    float hessian[10][8];  // of n (x) d (x) d, symmetric part: xxx yyy zzz xxy xxz yyx yyz zzx zzy xyz
    u32 child[8];          // a node, or leaf_bit | a packet of triangles
    static constexpr u32 leaf_bit = 0x80000000u;
};

struct WindingPacket {
    float corner[3][3][8];  // corner, axis, triangle; unused places hold triangles without area
};

// By a tree whose far branches are summed up in advance (Barill et al. 2018): as many steps as the tree is deep.
// A branch is far at `beta` times its radius; the error at 2 is below 0.01, measured over the tests' meshes.
class WindingNumber {
  public:
    WindingNumber(std::span<const Vec3> points, std::span<const std::array<u32, 3>> triangles, double beta = 2);
    double at(const Vec3& p) const;

  private:
    Vec3d middle_;      // of the bounding box
    double scale_ = 1;  // the tree is about one unit large around the origin, so that powers of distances stay in range
    Array<WindingNode> nodes_;
    Array<WindingPacket> packets_;
};

}  // namespace pliant
