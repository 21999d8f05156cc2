// The animation .txt: written files are read back to the bit, every error has a file, a line and the expected text,
// and a clip finds the particles of its lattice.
#include "assets/clip_file.h"

#include "core/random.h"
#include "lattices.h"
#include "unit/assets/support.h"

namespace pliant {
namespace clip_file_tests {
namespace {

// As the appendix of Sullivan 2011 gives it.
const char* const listing =
    "particle\n"
    "fps 24\n"
    "interpolate 1\n"
    "declaration\n"
    "0,0,0 1,0,0\n"
    "frames\n"
    "0 0,0,0 1,0,0\n"
    "12 0,0.5,0 1,-0.25,1e-07\n";

TEST(ClipFiles, TheListingOfThePaperIsRead) {
    const ClipFile file = read_clip_file(listing, "clip.txt");
    EXPECT_EQ(file.fps, 24);
    EXPECT_TRUE(file.interpolate);
    EXPECT_EQ(file.sites, (std::vector<Vec3i>{{0, 0, 0}, {1, 0, 0}}));
    EXPECT_EQ(file.frames, (std::vector<i32>{0, 12}));
    ASSERT_EQ(file.positions.size(), 4u);
    EXPECT_EQ(file.positions[3], (Vec3{1, -0.25f, 1e-7f}));
    EXPECT_EQ(clip_file_text(file), listing) << "and written as it was";
}

TEST(ClipFiles, CommentsBlanksAndLineEndsDoNotMatter) {
    const char* const wide =
        "# made by hand\r\n\r\n  particle\r\n\t# fps 3\r\nfps   24.0\r\ninterpolate 1 \r\ndeclaration\r\n"
        "0, 0, 0   1 ,0 , 0\r\n#\r\nframes\r\n+0 0, 0, 0 1.0, .0, 0e5\r\n# between\r\n12\t0,0.5,0\t1,-.25,1e-7";
    EXPECT_EQ(read_clip_file(wide, "clip.txt"), read_clip_file(listing, "clip.txt"));
}

TEST(ClipFiles, AnyBitsComeBack) {
    Random random(2);
    for (int round = 0; round < 300; ++round) {
        ClipFile file;
        file.fps = random.between(0.1, 200);
        file.interpolate = random.chance(0.5);
        for (int i = 0; i < 5; ++i) file.sites.push_back({i, static_cast<i32>(random.below(99)) - 50, 7});
        for (i32 f = static_cast<i32>(random.below(100)) - 50, k = 0; k < 4;
             f += 1 + static_cast<i32>(random.below(9)), ++k)
            file.frames.push_back(f);
        while (file.positions.size() < 20) {
            u32 bits[3] = {static_cast<u32>(random.bits()), static_cast<u32>(random.bits()),
                           static_cast<u32>(random.bits())};
            Vec3 p;
            std::memcpy(&p, bits, sizeof p);
            if (is_finite(p)) file.positions.push_back(p);
        }
        const std::string text = clip_file_text(file);
        const ClipFile back = read_clip_file(text, "clip.txt");
        ASSERT_EQ(back, file);
        ASSERT_EQ(0, std::memcmp(back.positions.data(), file.positions.data(), 20 * sizeof(Vec3)));
        ASSERT_EQ(clip_file_text(back), text);
    }
}

TEST(ClipFiles, BrokenFilesGetASentence) {
    const std::string head = "particle\nfps 24\ninterpolate 1\ndeclaration\n0,0,0 1,0,0\n", body = head + "frames\n";
    const struct {
        std::string text, where, expected;
    } broken[] = {
        {"", "a.txt:1", "particle, the type of the animation"},
        {"# nothing\n", "a.txt:1", "particle"},
        {"bone\n", "a.txt:1", "found 'bone'"},
        {"particle 1\n", "a.txt:1", "found 'particle 1'"},
        {"Particle\n", "a.txt:1", "expected particle"},
        {"particle\n", "a.txt:1", "fps"},
        {"particle\n24\n", "a.txt:2", "as in fps 24"},
        {"particle\nfps\n", "a.txt:2", "the line ends here"},
        {"particle\nfps x\n", "a.txt:2", "'x' is not a number"},
        {"particle\nfps 0\n", "a.txt:2", "above 0"},
        {"particle\nfps -24\n", "a.txt:2", "above 0"},
        {"particle\nfps nan\n", "a.txt:2", "not finite"},
        {"particle\nfps inf\n", "a.txt:2", "not finite"},
        {"particle\nfps 24 25\n", "a.txt:2", "'25' is too much"},
        {"particle\nfps 24,5\n", "a.txt:2", "has 2 numbers"},
        {"particle\nfps 24\n", "a.txt:2", "interpolate 1 or interpolate 0"},
        {"particle\nfps 24\ninterpolate\n", "a.txt:3", "interpolate 1"},
        {"particle\nfps 24\ninterpolate 2\n", "a.txt:3", "interpolate 1"},
        {"particle\nfps 24\ninterpolate true\n", "a.txt:3", "'true' is not a number"},
        {"particle\nfps 24\ndeclaration\n", "a.txt:3", "interpolate"},
        {"particle\nfps 24\ninterpolate 1\n", "a.txt:3", "declaration"},
        {"particle\nfps 24\ninterpolate 1\n0,0,0\n", "a.txt:4", "declaration"},
        {"particle\nfps 24\ninterpolate 1\ndeclaration\n", "a.txt:4", "sites of particles"},
        {"particle\nfps 24\ninterpolate 1\ndeclaration\nframes\n", "a.txt:5", "has 1 number"},
        {"particle\nfps 24\ninterpolate 1\ndeclaration\n0,0\n", "a.txt:5", "has 2 numbers"},
        {"particle\nfps 24\ninterpolate 1\ndeclaration\n0,0,0 1,0,0.5\n", "a.txt:5", "'0.5' is not a whole number"},
        {"particle\nfps 24\ninterpolate 1\ndeclaration\n0,0,0,1,0,0\n", "a.txt:5", "has 6 numbers"},
        {"particle\nfps 24\ninterpolate 1\ndeclaration\n0 0 0\n", "a.txt:5", "has 1 number"},
        {head, "a.txt:5", "frames, before the keyframes"},
        {head + "2,0,0\n", "a.txt:6", "frames, before the keyframes"},
        {body, "a.txt:6", "a keyframe"},
        {body + "0.5 0,0,0 1,0,0\n", "a.txt:7", "'0.5' is not a whole number"},
        {body + "0,0,0 1,0,0\n", "a.txt:7", "the whole number of a frame"},
        {body + "0 0,0,0\n", "a.txt:7", "has 1 place; expected 2"},
        {body + "0\n", "a.txt:7", "has 0 places; expected 2"},
        {body + "0 0,0,0 1,0,0 2,0,0\n", "a.txt:7", "'2,0,0' is too much"},
        {body + "0 0,0,0 1,0\n", "a.txt:7", "has 2 numbers"},
        {body + "0 0,0,0 1,0,nan\n", "a.txt:7", "not finite"},
        {body + "0 0,0,0 1,-inf,0\n", "a.txt:7", "not finite"},
        {body + "0 0,0,0 1,1e99,0\n", "a.txt:7", "too large"},
        {body + "0 0,0,0 1,0,0 # end\n", "a.txt:7", "is too much"},
        {body + "0 0,0,0 1,0,0\n# x\n0 0,0,0 1,0,0\n", "a.txt:9", "ascending"},
        {body + "3 0,0,0 1,0,0\n1 0,0,0 1,0,0\n", "a.txt:8", "frame 1 comes after frame 3"},
        {body + "3000000000 0,0,0 1,0,0\n", "a.txt:7", "too far out"},
    };
    for (const auto& b : broken) {
        const std::string sentence = error_of([&] { read_clip_file(b.text, "a.txt"); });
        EXPECT_EQ(sentence.substr(0, b.where.size() + 1), b.where + ":") << b.text << "\n" << sentence;
        EXPECT_MENTIONS(sentence, b.expected);
    }
}

// Files cut off anywhere are refused or still whole: never a crash, never a pose of something else.
TEST(ClipFiles, CutOffAnywhere) {
    const std::string text(listing);
    for (size_t end = 0; end < text.size(); ++end) {
        try {
            const ClipFile file = read_clip_file(text.substr(0, end), "clip.txt");
            EXPECT_EQ(file.positions.size(), file.frames.size() * file.sites.size());
        } catch (const Error&) {
        }
    }
}

TEST(ClipFiles, DamagedAtRandom) {
    Random random(9);
    for (int round = 0; round < 20000; ++round) {
        std::string text(listing);
        for (u32 edits = 1 + random.below(3); edits-- > 0;) {
            const size_t at = random.below(static_cast<u32>(text.size()));
            if (random.chance(0.3))
                text.erase(at, 1 + random.below(6));
            else
                text[at] = "0123456789.,-+e \n\r\t#xn\\"[random.below(23)];
            if (text.empty()) text = "0";
        }
        try {
            const ClipFile file = read_clip_file(text, "a.txt");
            ASSERT_EQ(read_clip_file(clip_file_text(file), "a.txt"), file) << text;
        } catch (const Error&) {
        }
    }
}

class BoundClips : public ::testing::Test {
  protected:
    BoundClips() {
        lattice.origin = {0.5f, -1, 2};
        clip.fps = 30;
        clip.point_count = static_cast<u32>(lattice.particle_count());
        clip.frames = {0, 10, 25};
        Random random(3);
        for (size_t i = 0; i < 3 * lattice.particle_count(); ++i)
            clip.points.push_back({random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)});
    }
    void expect_same(const Clip& other) const {
        EXPECT_EQ(other.fps, clip.fps);
        EXPECT_EQ(other.interpolate, clip.interpolate);
        EXPECT_EQ(other.frames, clip.frames);
        ASSERT_EQ(other.points.size(), clip.points.size());
        for (size_t i = 0; i < clip.points.size(); ++i)  // to the lattice's space and back: a rounding each
            EXPECT_LT(length(other.points[i] - clip.points[i]), 1e-6f);
    }
    std::string trouble(const ClipFile& file) const {
        return error_of([&] { bind_clip(file, lattice, "clip.txt"); });
    }
    LatticeMesh lattice = testing::box_lattice(2, 3, 2, {0.1f, 0.2f, 0.3f});
    Clip clip;
};

TEST_F(BoundClips, GoToTheFileAndBack) { expect_same(bind_clip(clip_file_of(clip, lattice), lattice, "clip.txt")); }

TEST_F(BoundClips, RestIsTheSpacingTimesTheSite) {
    for (u32 p = 0; p < lattice.particle_count(); ++p) clip.points[p] = lattice.rest_position(p);
    const ClipFile file = clip_file_of(clip, lattice);
    for (u32 p = 0; p < lattice.particle_count(); ++p)
        EXPECT_LT(length(file.positions[p] - scaled(lattice.spacing, file.sites[p].to<float>())), 1e-6f);
}

TEST_F(BoundClips, FindTheirSitesInAnyOrder) {
    ClipFile file = clip_file_of(clip, lattice);
    const size_t n = file.sites.size();
    std::reverse(file.sites.begin(), file.sites.end());
    for (size_t f = 0; f < 3; ++f)
        std::reverse(file.positions.begin() + static_cast<std::ptrdiff_t>(f * n),
                     file.positions.begin() + static_cast<std::ptrdiff_t>((f + 1) * n));
    expect_same(bind_clip(file, lattice, "clip.txt"));
}

TEST_F(BoundClips, FindTheirSitesWhereverTheyBegin) {
    ClipFile file = clip_file_of(clip, lattice);
    for (Vec3i& s : file.sites) s += Vec3i{-1, -2, 3};
    for (Vec3& p : file.positions) p += scaled(lattice.spacing, Vec3{-1, -2, 3});
    expect_same(bind_clip(file, lattice, "clip.txt"));
}

TEST_F(BoundClips, ParticlesThatShareASiteComeInOrder) {
    lattice.particle_site[4] = lattice.particle_site[3];  // as where two parts of a mesh cross one cell
    expect_same(bind_clip(clip_file_of(clip, lattice), lattice, "clip.txt"));
}

TEST_F(BoundClips, OtherSitesGetASentence) {
    ClipFile file = clip_file_of(clip, lattice);
    file.sites.back() += Vec3i{1, 0, 0};
    EXPECT_MENTIONS(trouble(file), "site 2,3,2 is not declared");
    file = clip_file_of(clip, lattice);
    file.sites.push_back({1, 9, 2});
    EXPECT_MENTIONS(trouble(file), "at the declared site 1,9,2");
    file = clip_file_of(clip, lattice);
    file.sites.back() = file.sites.front();
    EXPECT_MENTIONS(trouble(file), "no further one, at the declared site 0,0,0");
    file = clip_file_of(clip, lattice);
    file.sites.pop_back();
    file.frames.resize(1);
    file.positions.resize(file.sites.size());
    EXPECT_MENTIONS(trouble(file), "site 2,3,2 is not declared");
    EXPECT_MENTIONS(trouble(file), "36 particles");
}

TEST_F(BoundClips, PosesBetweenFramesCannotBeWritten) {
    clip.frames[1] = 10.5;
    EXPECT_MENTIONS(error_of([&] { clip_file_of(clip, lattice); }), "frame 10.5");
}

}  // namespace
}  // namespace clip_file_tests
}  // namespace pliant
