#include "body/welded_model.h"

#include "body/parts.h"
#include "core/contract.h"
#include "core/soundness.h"

namespace pliant {

void WeldedModel::take_points(const CookInput& in) {
    PL_VALIDATE(in.simulation);
    rest = in.simulation.points, triangles = in.simulation.triangles;
    for (const u32 p : in.simulation.point_of) point_particle.push_back(p == SimulationMesh::no_point ? none : p);
}

// Both sides of a sheet touch, and there is no inside, even where it is closed: a balloon may be crumpled.
void WeldedModel::make_skin(float spacing) {
    PL_ASSERT(is_positive(spacing));
    contact = {};
    contact.supports = 1;
    contact.spacing = spacing;
    contact.triangles = triangles;
    for (u32 p = 0; p < particle_count; ++p) {
        contact.particle.push_back(p);
        contact.weight.push_back(1);
        contact.role.push_back(PointRole::skin);
    }
    arrange(contact, rest, rest);
}

// The way from a particle to a neighbour, without what is along the normal.
static Vec3 direction_across(const Vec3& edge, const Vec3& normal) {
    return direction(edge - normal * dot(edge, normal), perpendicular(normal));
}

void WeldedModel::build_welded() {
    PL_ASSERT(!rest.empty() && all_finite(rest) && all_below(triangles, rest.size()));
    particle_count = static_cast<u32>(rest.size());
    Box box;
    for (const Vec3& p : rest) box.add(p);
    size = box.size();
    vertex_particle.clear();
    for (const u32 point : surface.vertex_point)
        vertex_particle.push_back(point_particle[point] == none ? 0 : point_particle[point]);
    particle_triangle_start.assign(particle_count + 1, 0);
    for (const TrianglePoints& t : triangles)
        for (const u32 p : t) ++particle_triangle_start[p + 1];
    for (u32 p = 0; p < particle_count; ++p) particle_triangle_start[p + 1] += particle_triangle_start[p];
    particle_triangle.resize(particle_triangle_start.back());
    std::vector<u32> next(particle_triangle_start.begin(), particle_triangle_start.end() - 1);
    for (u32 t = 0; t < triangles.size(); ++t)
        for (const u32 p : triangles[t]) particle_triangle[next[p]++] = t;
    list_triangles_of_parts();

    tangents.clear();
    for (u32 v = 0; v < surface.tangents.size(); ++v) {
        const u32 p = vertex_particle[v], first = particle_triangle_start[p];
        u32 neighbor = p;
        if (first < particle_triangle_start[p + 1])
            for (const u32 q : triangles[particle_triangle[first]])
                if (q != p) neighbor = q;
        const Vec3 n = surface.normals[v], along = direction_across(rest[neighbor] - rest[p], n),
                   t = surface.tangents[v].xyz();
        tangents.push_back({neighbor, {dot(t, along), dot(t, cross(n, along))}});
    }
}

void WeldedModel::list_triangles_of_parts() {
    std::vector<std::vector<u32>> of_part((particle_count + per_part - 1) / per_part);
    for (u32 t = 0; t < triangles.size(); ++t)
        for (const u32 p : triangles[t]) {
            std::vector<u32>& own = of_part[p / per_part];
            if (own.empty() || own.back() != t) own.push_back(t);
        }
    part_triangle_start.assign(1, 0), part_triangle.clear();
    for (const std::vector<u32>& own : of_part) {
        part_triangle.insert(part_triangle.end(), own.begin(), own.end());
        part_triangle_start.push_back(static_cast<u32>(part_triangle.size()));
    }
}

std::vector<float> WeldedModel::carry_to_particles(std::span<const float> point_values) const {
    std::vector<float> values(particle_count, 0);
    std::vector<u32> count(particle_count, 0);
    for (size_t i = 0; i < point_particle.size() && i < point_values.size(); ++i) {
        if (point_particle[i] == none) continue;
        values[point_particle[i]] += point_values[i];
        ++count[point_particle[i]];
    }
    for (u32 p = 0; p < particle_count; ++p)
        if (count[p] > 1) values[p] /= static_cast<float>(count[p]);
    return values;
}

namespace {

class WeldedPose final : public PoseFit {
  public:
    explicit WeldedPose(const WeldedModel& m) : particle_(m.point_particle), count_(m.particle_count) {}
    void solve(std::span<const Vec3> points, std::span<Vec3> particles) override {
        count_.assign(particles.size(), 0);
        for (Vec3& x : particles) x = {};
        for (size_t i = 0; i < particle_.size(); ++i) {
            if (particle_[i] == WeldedModel::none) continue;
            particles[particle_[i]] += points[i];
            ++count_[particle_[i]];
        }
        for (size_t p = 0; p < particles.size(); ++p)
            if (count_[p] > 1) particles[p] = particles[p] / static_cast<float>(count_[p]);
    }

  private:
    std::vector<u32> particle_, count_;
};

}  // namespace

std::unique_ptr<PoseFit> WeldedModel::make_pose_fit() const { return std::make_unique<WeldedPose>(*this); }

// Means of the faces around, by area. Triangles across the border of two parts are gone through by both.
void WeldedModel::find_normals(const ParticleView& view, u32 part, std::vector<Vec3>& normals) const {
    PL_ASSERT(view.count == particle_count && normals.size() == particle_count && part * per_part < particle_count);
    const u32 begin = part * per_part, count = std::min(particle_count - begin, per_part);
    std::fill_n(normals.begin() + begin, count, Vec3{});
    for (u32 i = part_triangle_start[part]; i < part_triangle_start[part + 1]; ++i) {
        const TrianglePoints& t = triangles[part_triangle[i]];
        const Vec3 a = view.position[t[0]].xyz();
        const Vec3 n = cross(view.position[t[1]].xyz() - a, view.position[t[2]].xyz() - a);  // twice the area
        for (const u32 p : t)
            if (p - begin < count) normals[p] += n;
    }
    for (u32 p = begin; p < begin + count; ++p) normals[p] = direction(normals[p], Vec3{0, 1, 0});
}

void WeldedModel::present(const ParticleView& view, std::vector<Vec3>& normals, SurfaceFrame& frame, Team& team) const {
    PL_ASSERT(view.count == particle_count);
    normals.resize(particle_count);
    team.run(static_cast<u32>(part_triangle_start.size()) - 1,
             [&](u32 part, u32) { find_normals(view, part, normals); });
    const u32 vertices = surface.vertex_count();
    frame.positions.resize(vertices), frame.normals.resize(vertices), frame.tangents.resize(tangents.size());
    frame.bounds = boxed_in_parts(team, vertices, [&](u32 begin, u32 end) {
        Box bounds;
        for (u32 v = begin; v < end; ++v) {
            const u32 p = vertex_particle[v];
            frame.positions[v] = view.position[p].xyz(), frame.normals[v] = normals[p];
            bounds.add(frame.positions[v]);
        }
        if (!tangents.empty()) turn_tangents(view, frame, begin, end);
        return bounds;
    });
}

void WeldedModel::turn_tangents(const ParticleView& view, SurfaceFrame& frame, u32 begin, u32 end) const {
    PL_ASSERT(begin <= end && end <= tangents.size() && frame.tangents.size() >= end);
    for (u32 v = begin; v < end; ++v) {
        const Vec3 n = frame.normals[v], edge = view.position[tangents[v].neighbor].xyz() - frame.positions[v];
        const Vec3 along = direction_across(edge, n);
        frame.tangents[v].set_xyz(along * tangents[v].along.x + cross(n, along) * tangents[v].along.y);
        frame.tangents[v].w = surface.tangents[v].w;
    }
}

void WeldedModel::carry_to_surface(std::span<const float> particles, std::span<float> vertices) const {
    PL_ASSERT(particles.size() == particle_count && vertices.size() == vertex_particle.size());
    for (size_t v = 0; v < vertices.size(); ++v) vertices[v] = particles[vertex_particle[v]];
}

void WeldedModel::check_welded(const Soundness& sound) const {
    sound.require(!rest.empty() && !triangles.empty(), "particles and triangles");
    sound.numbers(rest, "particles");
    sound.below(triangles, rest.size(), "triangles");
    for (const TrianglePoints& t : triangles) sound.require(t[0] != t[1] && t[1] != t[2] && t[2] != t[0], "triangles");
    sound.require(point_particle.size() == surface.point_count(), "points");
    for (const u32 p : point_particle) sound.require(p == none || p < rest.size(), "points");
    sound.require(std::isfinite(volume), "volumes");
}

}  // namespace pliant
