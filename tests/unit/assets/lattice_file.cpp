// .rmb: written files are read back to the bit, and every error has a file, a line and the expected text.
#include "assets/lattice_file.h"

#include "core/random.h"
#include "lattices.h"
#include "unit/assets/support.h"

namespace pliant {
namespace lattice_file_tests {
namespace {

// As the appendix of Sullivan 2011 describes it: centre, spacing, scale, sites.
const char* const listing =
    "0.5,0.25,0.5\n"
    "1,1,1\n"
    "1,1,1\n"
    "0,0,0\n1,0,0\n0,1,0\n1,1,0\n0,0,1\n1,0,1\n0,1,1\n1,1,1\n";

TEST(LatticeFiles, TheListingOfThePaperIsRead) {
    const LatticeFile file = read_lattice_file(listing, "body.rmb");
    EXPECT_EQ(file.center, (Vec3{0.5f, 0.25f, 0.5f}));
    EXPECT_EQ(file.spacing, (Vec3{1, 1, 1}));
    EXPECT_EQ(file.scale, (Vec3{1, 1, 1}));
    ASSERT_EQ(file.sites.size(), 8u);
    EXPECT_EQ(file.sites[5], (Vec3i{1, 0, 1}));
    EXPECT_EQ(lattice_file_text(file), listing) << "and written as it was";
}

TEST(LatticeFiles, BlanksAndLineEndsDoNotMatter) {
    std::string windows, wide = "\xef\xbb\xbf";
    for (const char* c = listing; *c; ++c) {
        windows += *c == '\n' ? "\r\n" : std::string(1, *c);
        wide += *c == ',' ? " ,\t" : *c == '\n' ? "  \n\n" : std::string(1, *c);
    }
    EXPECT_EQ(read_lattice_file(windows, "body.rmb"), read_lattice_file(listing, "body.rmb"));
    EXPECT_EQ(read_lattice_file(wide, "body.rmb"), read_lattice_file(listing, "body.rmb"));
    std::string unended(listing);
    unended.pop_back();
    EXPECT_EQ(read_lattice_file(unended, "body.rmb"), read_lattice_file(listing, "body.rmb"));
}

TEST(LatticeFiles, OneNumberStandsForThree) {
    const LatticeFile file = read_lattice_file("0,0,0\n0.5\n2\n0,0,0\n", "body.rmb");
    EXPECT_EQ(file.spacing, (Vec3{0.5f, 0.5f, 0.5f}));
    EXPECT_EQ(file.scale, (Vec3{2, 2, 2}));
}

TEST(LatticeFiles, AnyBitsComeBack) {
    Random random(1);
    for (int round = 0; round < 2000; ++round) {
        LatticeFile file;
        for (Vec3* v : {&file.center, &file.spacing, &file.scale})
            for (int axis = 0; axis < 3; ++axis) {
                u32 bits;
                float value = 0;
                do {
                    bits = static_cast<u32>(random.bits()) & (v == &file.center ? 0xffffffffu : 0x7fffffffu);
                    std::memcpy(&value, &bits, 4);
                } while (!std::isfinite(value) || (v != &file.center && value == 0));
                (*v)[axis] = value;
            }
        for (int i = 0; i < 3; ++i)
            file.sites.push_back({static_cast<i32>(random.below(200)) - 100, static_cast<i32>(random.below(7)), i});
        const std::string text = lattice_file_text(file);
        const LatticeFile back = read_lattice_file(text, "body.rmb");
        ASSERT_EQ(back, file);
        ASSERT_EQ(0, std::memcmp(&back.center, &file.center, sizeof(Vec3))) << "-0 as well";
        ASSERT_EQ(lattice_file_text(back), text);
    }
}

TEST(LatticeFiles, ALatticeComesBackFromItsSites) {
    for (u64 seed = 1; seed <= 10; ++seed) {
        Random random(seed);
        LatticeMesh lattice = testing::random_lattice(random, 6, 0);
        lattice.origin = {0.3f, -1.7f, 0};
        const LatticeFile file = lattice_file_of(lattice, {1, 1, 1});
        EXPECT_EQ(file.center, (Vec3{-0.3f, 1.7f, 0}));
        const ListedLattice listed = listed_lattice(read_lattice_file(lattice_file_text(file), "body.rmb"), "body.rmb");
        EXPECT_EQ(listed.lattice.particle_site, lattice.particle_site);
        EXPECT_EQ(listed.lattice.origin, lattice.origin);
        EXPECT_EQ(listed.lattice.spacing, lattice.spacing);
        EXPECT_GE(listed.lattice.cell_count(), lattice.cell_count()) << "a hole that has all its corners is closed";
        for (u32 p = 0; p < lattice.particle_count(); ++p)
            ASSERT_EQ(listed.lattice.rest_position(p), lattice.rest_position(p));
    }
}

TEST(LatticeFiles, SitesMayComeInAnyOrderAndBeginAnywhere) {
    LatticeFile file = read_lattice_file(listing, "body.rmb");
    for (Vec3i& s : file.sites) s += Vec3i{-3, 5, 0};
    std::swap(file.sites[0], file.sites[6]);
    const ListedLattice listed = listed_lattice(file, "body.rmb");
    EXPECT_EQ(listed.particle, (std::vector<u32>{6, 1, 2, 3, 4, 5, 0, 7}));
    EXPECT_EQ(listed.listed_order, listed.particle) << "a swap is its own inverse";
    for (size_t i = 0; i < 8; ++i)
        EXPECT_EQ(listed.lattice.rest_position(listed.particle[i]), file.sites[i].to<float>() - file.center);
}

TEST(LatticeFiles, BrokenFilesGetASentence) {
    const std::string head = "0,0,0\n1,1,1\n1,1,1\n";
    const struct {
        std::string text, where, expected;
    } broken[] = {
        {"", "a.rmb:1", "the centre of the mesh"},
        {"\n\n", "a.rmb:2", "the centre of the mesh"},
        {"hello\n", "a.rmb:1", "has 1 number"},
        {"0,0\n", "a.rmb:1", "has 2 numbers"},
        {"0,0,0,0\n", "a.rmb:1", "has 4 numbers"},
        {"0,x,0\n", "a.rmb:1", "'x' is not a number"},
        {"0,,0\n", "a.rmb:1", "no number beside a comma"},
        {",0,0\n", "a.rmb:1", "no number beside a comma"},
        {"0,0,\n", "a.rmb:1", "no number beside a comma"},
        {"0 0 0\n", "a.rmb:1", "x,y,z"},
        {"(0, 0, 0)\n", "a.rmb:1", "'(0' is not a number"},
        {"nan,0,0\n", "a.rmb:1", "not finite"},
        {"0,inf,0\n", "a.rmb:1", "not finite"},
        {"0,0,1e39\n", "a.rmb:1", "too large"},
        {"0,0,0 1,1,1\n", "a.rmb:1", "is too much"},
        {"0,0,0\n", "a.rmb:1", "the spacing"},
        {"0,0,0\n0,1,1\n", "a.rmb:2", "above 0"},
        {"0,0,0\n-1,1,1\n", "a.rmb:2", "above 0"},
        {"0,0,0\n1,1\n", "a.rmb:2", "has 2 numbers"},
        {"0,0,0\n1,1,1\n", "a.rmb:2", "the scale"},
        {"0,0,0\n1,1,1\n0\n", "a.rmb:3", "above 0"},
        {"0,0,0\n1,1,1\nbig\n", "a.rmb:3", "'big' is not a number"},
        {head, "a.rmb:3", "the site of a particle"},
        {head + "0.5,0,0\n", "a.rmb:4", "'0.5' is not a whole number"},
        {head + "0,0\n", "a.rmb:4", "has 2 numbers"},
        {head + "0,0,0\n\n1,0,0 2,0,0\n", "a.rmb:6", "one site a line"},
        {head + "# comment\n", "a.rmb:4", "the site of a particle"},
        {head + "0,0,99999999999999999999\n", "a.rmb:4", "not a whole number"},
        {head + "0,0,2000000\n", "a.rmb:4", "within a million"},
        {head + "0,0,0\r\n1,0,z\r\n", "a.rmb:5", "'z' is not a whole number"},
    };
    for (const auto& b : broken) {
        const std::string sentence = error_of([&] { read_lattice_file(b.text, "a.rmb"); });
        EXPECT_EQ(sentence.substr(0, b.where.size() + 1), b.where + ":") << b.text << "\n" << sentence;
        EXPECT_MENTIONS(sentence, b.expected);
    }
}

// Whatever is done to a file, it is refused or means something that can be written.
TEST(LatticeFiles, DamagedAtRandom) {
    Random random(7);
    for (int round = 0; round < 20000; ++round) {
        std::string text(listing);
        for (u32 edits = 1 + random.below(4); edits-- > 0;) {
            const size_t at = random.below(static_cast<u32>(text.size()));
            if (random.chance(0.3))
                text.erase(at, 1 + random.below(6));
            else
                text[at] = "0123456789.,-+e \n\r\t#xn\\"[random.below(23)];
            if (text.empty()) text = "0";
        }
        try {
            const LatticeFile file = read_lattice_file(text, "a.rmb");
            ASSERT_EQ(read_lattice_file(lattice_file_text(file), "a.rmb"), file) << text;
            listed_lattice(file, "a.rmb");
        } catch (const Error&) {
        }
    }
}

TEST(LatticeFiles, SitesThatAreNoLatticeGetASentence) {
    const auto trouble = [](std::vector<Vec3i> sites) {
        LatticeFile file = read_lattice_file(listing, "a.rmb");
        file.sites.insert(file.sites.end(), sites.begin(), sites.end());
        return error_of([&] { listed_lattice(file, "a.rmb"); });
    };
    EXPECT_EQ(trouble({}), "");
    EXPECT_MENTIONS(trouble({{1, 0, 1}}), "site 1,0,1 is there twice");
    EXPECT_MENTIONS(trouble({{2, 0, 0}}), "particle 2,0,0 is not a corner of any cell");
    EXPECT_MENTIONS(trouble({{-1, 0, 0}}), "particle -1,0,0 is not a corner of any cell");
    EXPECT_MENTIONS(trouble({{0, 1'000'000, 1'000'000}}), "the sites span");
    LatticeFile vast = read_lattice_file(listing, "a.rmb");
    vast.spacing.y = 3e38f;
    vast.center.y = -3e38f;
    EXPECT_MENTIONS(error_of([&] { listed_lattice(vast, "a.rmb"); }), "farther out than numbers reach");
    LatticeFile seven = read_lattice_file(listing, "a.rmb");
    seven.sites.pop_back();
    EXPECT_MENTIONS(error_of([&] { listed_lattice(seven, "a.rmb"); }), "no eight of its particles");
}

}  // namespace
}  // namespace lattice_file_tests
}  // namespace pliant
