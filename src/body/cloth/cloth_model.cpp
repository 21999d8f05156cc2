#include "body/cloth/cloth_model.h"

#include "body/cloth/cloth.h"

namespace pliant::cloth {

const Kind& ClothModel::kind() const { return cloth::kind; }

// Both sides of a sheet touch, and there is no inside, even where it is closed: a balloon may be crumpled.
static void make_skin(ClothModel& m) {
    m.contact = {};
    m.contact.supports = 1;
    m.contact.spacing = m.fabric.mean_edge;
    m.contact.triangles = m.triangles;
    for (u32 p = 0; p < m.particle_count; ++p) {
        m.contact.particle.push_back(p);
        m.contact.weight.push_back(1);
        m.contact.role.push_back(PointRole::skin);
    }
    arrange(m.contact, m.rest, m.rest);
}

// The way from a particle to a neighbour, without what is along the normal.
static Vec3 way_across(const Vec3& way, const Vec3& normal) {
    return direction(way - normal * dot(way, normal), perpendicular(normal));
}

static void find_tangents(ClothModel& m) {
    m.tangents.clear();
    for (u32 v = 0; v < m.surface.tangents.size(); ++v) {
        const u32 p = m.vertex_particle[v], first = m.particle_triangle_start[p];
        u32 neighbor = p;
        if (first < m.particle_triangle_start[p + 1])
            for (const u32 q : m.triangles[m.particle_triangle[first]])
                if (q != p) neighbor = q;
        const Vec3 n = m.surface.normals[v], along = way_across(m.rest[neighbor] - m.rest[p], n),
                   t = m.surface.tangents[v].xyz();
        m.tangents.push_back({neighbor, {dot(t, along), dot(t, cross(n, along))}});
    }
}

void ClothModel::build() {
    particle_count = static_cast<u32>(rest.size());
    fabric = make_fabric(rest, triangles, warp);
    geodesics = Geodesics(rest, triangles);
    Vec3d sum;
    double area = 0;
    Box box;
    for (u32 p = 0; p < particle_count; ++p) {
        sum += rest[p].to<double>() * static_cast<double>(fabric.area[p]);
        area += fabric.area[p];
        box.add(rest[p]);
    }
    center = (area > 0 ? sum / area : rest[0].to<double>()).to<float>();
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
    for (size_t k = 0; k < 3; ++k) {
        corner[k].clear();
        for (const TrianglePoints& t : triangles) corner[k].push_back(t[k]);
    }
    find_tangents(*this);
    make_skin(*this);
}

std::vector<float> ClothModel::carry_to_particles(std::span<const float> point_values) const {
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
    explicit WeldedPose(const ClothModel& m) : particle_(m.point_particle), count_(m.particle_count) {}
    void solve(std::span<const Vec3> points, std::span<Vec3> particles) override {
        count_.assign(particles.size(), 0);
        for (Vec3& x : particles) x = {};
        for (size_t i = 0; i < particle_.size(); ++i) {
            if (particle_[i] == ClothModel::none) continue;
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

std::unique_ptr<PoseFit> ClothModel::make_pose_fit() const { return std::make_unique<WeldedPose>(*this); }

void ClothModel::save(Writer& w) const {
    w.value(content_hash), w.value(static_cast<u8>(closed)), w.value(volume);
    w.array(rest), w.array(triangles), w.array(warp), w.array(point_particle);
    surface.save(w);
}

void ClothModel::load(Reader& r) {
    content_hash = r.value<u64>(), closed = r.value<u8>() != 0, volume = r.value<double>();
    r.array(rest), r.array(triangles), r.array(warp), r.array(point_particle);
    surface.load(r);
    check(Soundness(r.name()));
    build();
}

void ClothModel::check(const Soundness& sound) const {
    sound.require(!rest.empty() && !triangles.empty(), "particles and triangles");
    sound.numbers(rest, "particles");
    sound.below(triangles, rest.size(), "triangles");
    for (const TrianglePoints& t : triangles) sound.require(t[0] != t[1] && t[1] != t[2] && t[2] != t[0], "triangles");
    sound.require(warp.size() == triangles.size(), "directions of threads");
    for (const Vec3& v : warp) sound.require(is_sound(v) && std::fabs(length(v) - 1) < 0.01f, "directions of threads");
    sound.require(point_particle.size() == surface.point_count(), "points");
    for (const u32 p : point_particle) sound.require(p == none || p < rest.size(), "points");
    sound.require(std::isfinite(volume), "volumes");
}

}  // namespace pliant::cloth
