// What is taken over when a lattice tears is what would have been worked out from the beginning, to the bit: whatever
// parts, in whatever order.
#include <gtest/gtest.h>

#include <map>

#include "body/lattice/crack_growth.h"
#include "body/lattice/lattice_model.h"
#include "body/registry.h"
#include "cook/cook.h"
#include "core/hash.h"
#include "core/random.h"
#include "geometry/shapes.h"
#include "geometry/triangle_queries.h"

namespace pliant::testing {
namespace local_tears_tests {
namespace {

using lattice::LatticeModel;
using ModelPointer = std::shared_ptr<const LatticeModel>;

ModelPointer cooked(const std::string& shape, double spacing, int half_width) {
    ShapeSettings settings;
    settings.name = shape;
    ParameterSet own(find_kind("lattice")->parameters);
    own.set("spacing", spacing), own.set("half_width", static_cast<double>(half_width));
    return std::static_pointer_cast<const LatticeModel>(
        cook_model(make_shape(settings), *find_kind("lattice"), own, {1, 1, 1}).model);
}

// Everything that a model has, by name, as hashes.
class Contents {
  public:
    explicit Contents(const LatticeModel& m) {
        add("hash", std::vector{m.content_hash});
        add("cells", m.lattice.cell_corner), add("sites", m.lattice.particle_site);
        add("particle_from", m.particle_from);
        for (const lattice::SumProgram* program : {&m.gather, &m.spread}) {
            add("bars", program->bar_runs), add("plates", program->plate_runs), add("sums", program->region_runs);
            add("terms", program->terms), add("slices", program->slices), add("planes", program->planes);
            add("sizes", std::vector{program->plate_count, program->max_slice_sources, program->max_slice_bars,
                                     program->max_plane_outputs, program->region_lag});
        }
        add("region_size", m.region_size), add("region_of", m.region_of), add("plane_start", m.plane_start);
        add("region mass", m.region.mass);
        for (const auto& c : m.region.center) add("region center", c);
        for (const auto& c : m.region.covariance) add("region covariance", c);
        add("rest", std::span(m.rest).first(m.particle_count)), add("volume", m.particle_volume);
        add("place", std::vector{static_cast<double>(m.center.x), static_cast<double>(m.center.y),
                                 static_cast<double>(m.center.z), m.volume, static_cast<double>(m.anchor)});
        add_skin(m.contact);
        const SurfaceModel& s = m.surface;
        add("positions", s.positions), add("normals", s.normals), add("uv", s.uv), add("tangents", s.tangents);
        add("vertex_point", s.vertex_point), add("indices", s.indices), add("faces", s.face_vertex);
        add("vertex_cell", m.vertex_cell), add("vertex_place", m.vertex_place);
        add("shown cells", m.shown().cells), add("shown corners", m.shown().corners);
    }
    // Names of what differs.
    std::string differences(const Contents& o) const {
        std::string names;
        for (const auto& [name, hash] : hashes)
            if (o.hashes.at(name) != hash) names += name + "; ";
        return names;
    }

  private:
    std::map<std::string, u64> hashes;
    template <class T>
    void add(const std::string& name, const T& values) {
        u64& hash = hashes[name];
        hash = hash_bytes(values.data(), values.size() * sizeof(values[0]), hash + values.size());
    }
    void add_skin(const ContactSurface& c) {
        add("skin particles", c.particle), add("skin weights", c.weight), add("skin roles", c.role);
        add("skin triangles", c.triangles), add("skin neighbours", c.neighbor), add("skin behind", c.behind);
        add("skin fans", c.point_triangle), add("skin patches", c.patches), add("patch particles", c.patch_particle);
        add("patch needs", c.patch_needs), add("depths", c.volume.depth), add("exits", c.volume.exits);
    }
};

ModelPointer saved_and_loaded(const LatticeModel& whole, const Model& piece) {
    std::vector<std::byte> bytes;
    Writer writer(bytes);
    piece.tearable()->save_tear(writer);
    Reader reader(bytes, "a piece");
    return std::static_pointer_cast<const LatticeModel>(whole.load_tear(reader, Material{}));
}

// No place of the surface is nearer than the way out.
void check_exits(const LatticeModel& m) {
    const SurfaceModel& s = m.surface;
    for (u32 p = 0; p < m.particle_count; p += 7) {
        float nearest = 3e38f;
        for (size_t i = 0; i < s.indices.size(); i += 3)
            nearest =
                std::min(nearest, closest_on_triangle(m.rest_position(p), s.positions[s.indices[i]],
                                                      s.positions[s.indices[i + 1]], s.positions[s.indices[i + 2]])
                                      .distance_squared);
        // Pieces count their places from another origin: a few units in the last place of a metre.
        ASSERT_NEAR(std::fabs(m.contact.volume.depth[p]), std::sqrt(nearest), 1e-6f) << p;
    }
}

// Regions at rest are what running sums over all of the piece say: to half a unit in the last place of a float, and the
// rounding of doubles.
void check_regions(const LatticeModel& m) {
    std::vector<double> weight;
    for (u32 p = 0; p < m.particle_count; ++p)
        weight.push_back(static_cast<double>(m.particle_volume[p]) / m.region_size[p] *
                         lattice::weight_unit(m.lattice));
    const lattice::RegionRestArrays all = lattice::region_rest(m, weight);
    for (const u32 r : m.region_of) {
        ASSERT_NEAR(m.region.mass[r], all.mass[r], 1.2e-7f * all.mass[r]) << r;
        for (size_t k = 0; k < 3; ++k) {
            const float a = m.region.center[k][r], b = all.center[k][r];
            ASSERT_NEAR(a, b, 1.2e-7f * std::fabs(b) + 1e-12f) << r;
        }
    }
}

// Links in a patch of a plane somewhere, and a few that are scattered.
void part_more(Random& random, const LatticeModel& whole, std::vector<u32>& parted) {
    const TearMap& map = whole.tear_map();
    const u32 count = static_cast<u32>(map.links.size());
    const LatticeLink& seed = map.links[random.below(count)];
    const Vec3i middle = whole.lattice.cell_site[seed.low];
    const i32 reach = static_cast<i32>(random.below(6));
    for (u32 l = 0; l < count; ++l) {
        const Vec3i d = whole.lattice.cell_site[map.links[l].low] - middle;
        const bool near = std::max({std::abs(d.x), std::abs(d.y), std::abs(d.z)}) <= reach;
        if (near && map.links[l].axis == seed.axis && d[static_cast<int>(seed.axis)] == 0) parted.push_back(l);
    }
    for (u32 k = random.below(4); k > 0; --k) parted.push_back(random.below(count));
    std::sort(parted.begin(), parted.end());
    parted.erase(std::unique(parted.begin(), parted.end()), parted.end());
}

TEST(LocalTears, AreWhatWouldBeMadeFromTheBeginning) {
    u32 compared = 0, further = 0;
    for (const char* shape : {"box", "torus", "octopus", "penguin"})
        for (const int half_width : {1, 2, 4, 6}) {
            Random random(static_cast<u32>(half_width));
            const ModelPointer whole = cooked(shape, 0.09, half_width);
            ModelPointer at = whole;
            std::vector<u32> parted;
            for (int round = 0; round < 8; ++round) {
                part_more(random, *whole, parted);
                const TearPreview outcome = at->tear_preview(parted);
                if (!outcome.opens) continue;
                const auto local = at->tear(parted, Material{}), anew = at->tear(parted, Material{}, true);
                ASSERT_EQ(local.size(), anew.size());
                for (size_t i = 0; i < local.size(); ++i) {
                    const auto& piece = static_cast<const LatticeModel&>(*local[i]);
                    const Contents contents(piece);
                    EXPECT_EQ(contents.differences(Contents(static_cast<const LatticeModel&>(*anew[i]))), "")
                        << shape << " " << half_width << " round " << round;
                    EXPECT_EQ(contents.differences(Contents(*saved_and_loaded(*whole, piece))), "")
                        << shape << " " << half_width << " round " << round << ", as a snapshot makes it";
                    if (piece.contact.closed && whole->tearable_surface.beyond.empty() && round % 3 == 0)
                        check_exits(piece);
                    check_regions(piece);
                    ++compared;
                    further += at->torn != nullptr;
                }
                size_t largest = 0;
                for (size_t i = 0; i < local.size(); ++i)
                    if (local[i]->particle_count > local[largest]->particle_count) largest = i;
                at = std::static_pointer_cast<const LatticeModel>(local[largest]);
                parted = at->torn->broken_links;
            }
        }
    std::printf("%u pieces compared, %u of them torn from what had torn before\n", compared, further);
    EXPECT_GT(further, 50u);
}

TEST(LocalTears, ChangeAModelWhereItIsToWhatWouldBeMadeAnew) {
    u32 grown = 0, fell_apart = 0;
    for (const char* shape : {"box", "torus", "octopus", "penguin"})
        for (const int half_width : {1, 2, 4}) {
            Random random(static_cast<u32>(10 + half_width));
            const ModelPointer whole = cooked(shape, 0.09, half_width);
            const std::shared_ptr<LatticeModel> own = whole->own_copy();
            ASSERT_TRUE(own);
            EXPECT_EQ(
                Contents(*own).differences(Contents(static_cast<const LatticeModel&>(*whole->tear({}, Material{})[0]))),
                "");
            std::vector<u32> parted;
            for (int round = 0; round < 12; ++round) {
                part_more(random, *whole, parted);
                const TearPreview outcome = own->tear_preview(parted);
                lattice::CrackGrowth growth(*own, parted);
                if (!growth.stays_together()) {
                    fell_apart += outcome.pieces > 1;
                    parted = own->torn->broken_links;
                    continue;
                }
                ASSERT_EQ(outcome.pieces, 1u);
                ASSERT_EQ(outcome.opens, !growth.numbers().empty());
                if (!outcome.opens) continue;
                const auto anew = own->tear(parted, Material{}, true);
                ASSERT_EQ(anew.size(), 1u);
                growth.apply(Material{});
                EXPECT_EQ(Contents(*own).differences(Contents(static_cast<const LatticeModel&>(*anew[0]))), "")
                    << shape << " " << half_width << " round " << round;
                ++grown;
            }
        }
    std::printf("%u cracks grew, %u times something came off\n", grown, fell_apart);
    EXPECT_GT(grown, 40u);
}

}  // namespace
}  // namespace local_tears_tests
}  // namespace pliant::testing
