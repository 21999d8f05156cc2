// A skin and itself: folds, arms that touch the body they grow from, the two faces of a crack.
//
// A point that is behind a triangle of its own skin may just be on the other side of what that encloses. Only the
// matter can tell: a point is inside only where a cell contains it with which it does not hang together.
#include "collide/pair_contacts.h"
#include "core/assert.h"
#include "geometry/triangle_queries.h"

namespace pliant {

void PairContacts::find_self(MovingSurface& surface, const ContactDistances& distances,
                             std::vector<FoundContact>& out) {
    PL_ASSERT(surface.has_rest_positions() && distances.thickness >= 0 && distances.speculative_distance >= 0);
    distances_ = distances;
    first_ = &surface;
    culling_ = &surface.self_culling();
    thickness_ = distances.thickness + 2 * surface.radius();
    marked_.resize(std::max<size_t>(marked_.size(), surface.particles().count));
    marked_sets_.resize(std::max<size_t>(marked_sets_.size(), culling_->set_count()));
    set_sides(surface, surface);
    out_ = &out;
    for (const SelfCulling::Patch& patch : culling_->patches()) find_self(patch);
}

// Of the points of one patch.
void PairContacts::find_self(const SelfCulling::Patch& patch) {
    PL_ASSERT(patch.patch < points_->topology().patches.size());
    const ContactSurface& skin = points_->topology();
    Side& side = sides_[0];
    self_patch_ = &patch;
    sort_self_points(side, patch);
    groups_.clear();
    for (u32 other : culling_->partners(patch)) groups_.push_back(skin_->group_of(other));
    const float furthest = std::max({thickness_ + distances_.speculative_distance, skin.spacing, culling_->max_bound()});
    find_blocks(*points_, side, 0, side.shallow.size(), furthest);
    for (size_t i = 0; i < side.shallow.size(); ++i) {
        mark_particles_of(side.shallow[i]);
        if (skin.triangles.empty()) {
            point_to_points(side.shallow[i]);
        } else {
            point_to_triangles(side.shallow[i], side.known[i]);
        }
    }
    culling_->end_patch(*points_, patch.patch);
}

// Which of them are inside other matter of the body.
void PairContacts::sort_self_points(Side& side, const SelfCulling::Patch& patch) {
    const ContactSurface& skin = points_->topology();
    side.inside.clear();
    side.shallow.clear();
    side.known.clear();
    const bool has_volume = !skin.volume.empty();
    if (has_volume) points_->self_volume().groups_near(points_->patch_bounds_before(patch.patch), groups_);
    for (u32 p = skin.patches[patch.patch].point_begin; p < skin.patches[patch.patch].point_end; ++p) {
        if (points_->role(p) != PointRole::skin || culling_->is_far(p, patch)) continue;
        VolumeFinder::Found in;
        if (has_volume) {
            mark_particles_of(p);
            in = points_->self_volume().find(points_->before(p), groups_,
                                             [&](u32 cell) { return is_cell_connected(cell); });
        }
        if (in.cell != VolumeFinder::nowhere && in.depth >= 0.2f * skin.spacing) {
            culling_->set_bound(p, 0);
            side.inside.push_back({p, in});
        } else {
            side.shallow.push_back(p);
            side.known.push_back(!has_volume || in.depth > -0.2f * skin.spacing ? 0 : -1);
        }
    }
    // Each point takes its own nearest exit: a folded skin has no common exit direction, as two bodies have.
    for (const InsidePoint& i : side.inside) {
        if (i.in.depth > 0.5f * skin.spacing) {
            add_in_matter(i, *points_, self_exit_direction(i), *out_);
        } else {
            side.shallow.push_back(i.point);
            side.known.push_back(1);
        }
    }
}

Vec3 PairContacts::self_exit_direction(const InsidePoint& i) const {
    const ContactVolume::Exit& exit = skin_->topology().volume.exits[i.in.particle];
    const auto& [a, b, c] = skin_->topology().triangles[exit.triangle];
    const Vec3 on_skin = skin_->before_exactly(a) * exit.weights.x + skin_->before_exactly(b) * exit.weights.y +
                         skin_->before_exactly(c) * exit.weights.z;
    return direction(on_skin - points_->before(i.point), any_face_normal(exit.triangle));
}

// Nothing is within the search distance: measures the distance to the nearest target as the new bound.
void PairContacts::find_bound(u32 point, bool inside) {
    PL_ASSERT(culling_ && self_patch_ && point < points_->topology().point_count());
    if (!inside && self_patch_->max_distance > culling_->max_bound())
        return;  // all too wild: it is looked at again anyway
    const Vec3 p = points_->before(point);
    find_near(point, Box{p, p}.grown(culling_->max_bound()));
    culling_->set_bound(point, inside ? 0 : nearest(p, 0, culling_->max_bound()).distance);
    near_.clear();
}

void PairContacts::mark_particles_of(u32 point) {
    if (++mark_ == 0) {
        std::fill(marked_.begin(), marked_.end(), 0u);
        std::fill(marked_sets_.begin(), marked_sets_.end(), 0u);
        mark_ = 1;
    }
    const ContactSurface& skin = points_->topology();
    for (u32 k = point * skin.supports; k < (point + 1) * skin.supports; ++k) marked_[skin.particle[k]] = mark_;
    for (u32 set : culling_->connected(culling_->set_of(point))) marked_sets_[set] = mark_;
}

bool PairContacts::is_connected(u32 point, u32 target) const {
    PL_ASSERT(culling_ && mark_ > 0 &&
              target < std::max<size_t>(skin_->topology().triangles.size(), skin_->topology().point_count()));
    const ContactSurface& skin = skin_->topology();
    const auto marked = [&](u32 of) { return marked_sets_[culling_->set_of(of)] == mark_; };
    // Spheres of neighbours touch at rest.
    if (skin.triangles.empty())
        return marked(target) || length(culling_->rest(point) - culling_->rest(target)) < 1.5f * thickness_;
    const auto& [a, b, c] = skin.triangles[target];
    return marked(a) || marked(b) || marked(c);
}

bool PairContacts::is_cell_connected(u32 cell) const {
    for (u32 particle : skin_->topology().volume.corners(cell))
        if (marked_[particle] == mark_) return true;
    return false;
}

// Parts that are closer at rest than the thickness keep their rest distance, such as the two sides of a closed crack.
float PairContacts::self_thickness(u32 point, const SkinPlace& other, float thickness) const {
    PL_ASSERT(culling_ && (other.count == 1 || other.count == 3));
    const Vec3 p = culling_->rest(point);
    if (other.count == 1) return std::min(thickness, length(p - culling_->rest(other.point[0])));
    const TrianglePoint<float> at = closest_on_triangle(p, culling_->rest(other.point[0]),
                                                        culling_->rest(other.point[1]), culling_->rest(other.point[2]));
    return std::min(thickness, std::sqrt(at.distance_squared));
}

}  // namespace pliant
