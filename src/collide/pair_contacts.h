// Contacts between two skins: points of one against triangles of the other, both moving.
//
// As with colliders, a point is advanced along the substep by the remaining distance until it is within the thickness
// of the nearest triangle; the direction between them there is the normal. A point that begins just inside a closed
// skin is kept from going deeper, and is pushed out to the nearest place.
//
// When skins have passed through each other, only the matter tells inside from outside. Once a point is deep inside it,
// all points inside get contacts against the cells they are in and move out along one direction, the mean of their
// exits, at walking speed: if each took its own nearest exit, two bodies could lock into each other.
//
// Self-contact works in the same way (self_contacts.cpp), except for connected parts: a point and a triangle that share
// a particle are one piece of matter and cannot touch.
#pragma once

#include <vector>

#include "collide/contact.h"
#include "collide/moving_surface.h"

namespace pliant {

class PairContacts {
  public:
    // Which triangles points touched in the last substep, in ascending order of points, of either side.
    void clear_remembered() {
        remembered_[0].clear();
        remembered_[1].clear();
    }
    void remember(bool of_b, u32 point, u32 triangle) { remembered_[of_b].push_back({point, triangle}); }

    // Contacts of the points of `a` with the skin of `b` (on = a), and of the points of `b` with the skin of `a`. Only
    // patches that are ready are looked at.
    void find(const MovingSurface& a, const MovingSurface& b, const ContactDistances& distances,
              std::vector<FoundContact>& of_a, std::vector<FoundContact>& of_b);

    // Contacts of the points of a skin with its own triangles, once it has made ready what may meet within the reach.
    static float self_contact_distance(const MovingSurface& surface, const ContactDistances& distances) {
        return distances.thickness + 2 * surface.radius() + distances.speculative_distance;
    }
    void find_self(MovingSurface& surface, const ContactDistances& distances, std::vector<FoundContact>& out);

    void reserve_like(const PairContacts& other);

  private:
    struct Nearest {
        float distance;
        u32 triangle;
        Vec3 weights;
        Vec3 from_skin;  // from the place on the skin to the point
        int feature;
    };
    struct Remembered {
        u32 point, triangle;
    };
    struct InsidePoint {
        u32 point;
        VolumeFinder::Found in;
    };
    // Where the points of one body are: inside the other's matter, or to be compared with its skin.
    struct Side {
        std::vector<InsidePoint> inside;
        bool tangled;       // some of them are deep inside
        Vec3 exit_vector;   // sum of the ways to the nearest exits [m]
        float exit_length;  // sum of their lengths [m]
        std::vector<u32> shallow;
        std::vector<i8> known;  // of each shallow point: 1 inside, -1 outside, 0 not known
    };
    void set_sides(const MovingSurface& points, const MovingSurface& skin);
    Box common_region() const;
    void find_one_sided(const MovingSurface& points, const MovingSurface& skin, Side& side,
                        std::vector<FoundContact>& out);
    void sort_points(Side& side);
    void add_exit(Side& side, u32 point, const VolumeFinder::Found& in);
    Vec3 common_exit_direction(const MovingSurface& a, const MovingSurface& b) const;
    void find_near(u32 point, const Box& around);
    void find_blocks(const MovingSurface& points, const Side& side, size_t begin, size_t end, float furthest);

    // self_contacts.cpp
    void find_self(const SelfCulling::Patch& patch);
    void sort_self_points(Side& side, const SelfCulling::Patch& patch);
    Vec3 self_exit_direction(const InsidePoint& i) const;
    void find_bound(u32 point, bool inside);
    void mark_particles_of(u32 point);
    bool is_connected(u32 point, u32 target) const;  // the point's particles are marked
    bool is_cell_connected(u32 cell) const;
    float self_thickness(u32 point, const SkinPlace& other, float thickness) const;

    void point_to_triangles(u32 point, int known_side);
    void point_to_points(u32 point);
    void add_inside(const Side& side, const MovingSurface& points, const Vec3& exit_vector,
                    std::vector<FoundContact>& out) const;
    void add_in_matter(const InsidePoint& i, const MovingSurface& points, const Vec3& exit_vector,
                       std::vector<FoundContact>& out) const;
    Nearest nearest(const Vec3& p, float t, float no_further);
    void measure(const Vec3& p, float t, float limit);
    Vec3 skin_point(u32 point, float t) const;
    Vec3 face_normal(u32 triangle) const;  // at the start of the substep
    Vec3 any_face_normal(u32 triangle) const;
    SkinPlace place_of(const Nearest& n) const;
    bool is_inside(const Nearest& n) const;
    Vec3 exit_direction(const Nearest& n) const;
    void add_remembered(u32 point, float thickness, bool inside);
    bool is_target(u32 triangle) const;
    bool has_plane(const Vec3& normal) const;
    void add_plane_contact(u32 point, const Nearest& n, float thickness);
    void add_other_sides(u32 point, const Nearest& first, float t, float thickness);
    bool advance_point(const Vec3& from, const Vec3& to, float max_approach, float thickness, Nearest& n, float& time);
    void add(u32 point, u32 triangle, const SkinPlace& other, const Vec3& normal, float start_gap, float thickness);

    std::vector<Remembered> remembered_[2];
    const MovingSurface* first_ = nullptr;  // `a`
    const MovingSurface* points_ = nullptr;
    const MovingSurface* skin_ = nullptr;
    ContactDistances distances_{};
    float thickness_ = 0;
    SelfCulling* culling_ = nullptr;  // of a skin that is compared with itself; else null
    const SelfCulling::Patch* self_patch_ = nullptr;
    std::vector<u32> marked_, marked_sets_;  // per particle and per set of them: when it was marked
    u32 mark_ = 0;
    std::vector<FoundContact>* out_ = nullptr;
    Side sides_[2];
    Vec3 frame_;                // the mean way of the skin: everything is looked for as it moves against that
    std::vector<u32> groups_;   // of targets or cells, near a patch
    std::vector<u32> blocks_;   // eights of targets near the points of a patch
    std::vector<u32> near_;     // slots near a point
    // Of near_, at a time of the substep: distances from their boxes, and the places on those that are near enough.
    struct Measured {
        Vec3 point;
        float time;
        std::vector<float> box_squared;  // per slot of near_, and up to seven more
        std::vector<u32> slots;
        std::vector<u32> number;  // per slot of near_: in `closest`, or none
        Array<Closest8> closest;
    } measured_;
    std::vector<u32> near_points_;
    std::vector<Vec3> planes_;  // normals of what the point touches already
};

}  // namespace pliant
