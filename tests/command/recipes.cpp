// docs/recipes.md, done as a reader would: each scene and command of the page, and what the text beside it promises.
#include <array>
#include <cctype>
#include <cmath>
#include <map>
#include <numeric>

#include "command.h"

namespace pliant {
namespace recipes_tests {
namespace {

using Point = std::array<double, 3>;

struct Shape {
    std::vector<Point> points;
    std::vector<std::vector<size_t>> faces;

    double lowest() const {
        double y = points[0][1];
        for (const Point& p : points) y = std::min(y, p[1]);
        return y;
    }
    Point center() const {
        Point sum{};
        for (const Point& p : points)
            for (size_t k = 0; k < 3; ++k) sum[k] += p[k] / static_cast<double>(points.size());
        return sum;
    }
    size_t nearest(const Point& to) const {
        size_t best = 0;
        for (size_t p = 1; p < points.size(); ++p)
            if (distance(points[p], to) < distance(points[best], to)) best = p;
        return best;
    }
    static double distance(const Point& a, const Point& b) { return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]); }
    // The number of points in each connected piece, largest first.
    std::vector<size_t> pieces() const {
        std::vector<size_t> root(points.size());
        std::iota(root.begin(), root.end(), size_t{0});
        const auto find = [&](size_t p) {
            while (root[p] != p) p = root[p] = root[root[p]];
            return p;
        };
        std::vector<size_t> size(points.size(), 0);
        for (const auto& face : faces)
            for (const size_t p : face) root[find(p)] = find(face[0]);
        for (const auto& face : faces)
            for (const size_t p : face) ++size[find(p)];
        std::erase(size, size_t{0});
        std::sort(size.rbegin(), size.rend());
        return size;
    }
};

Shape read_obj(const std::filesystem::path& path) {
    Shape shape;
    for (const std::string& line : lines_of(text_of(path))) {
        std::stringstream words(line);
        std::string key;
        words >> key;
        if (key == "v") {
            Point p{};
            words >> p[0] >> p[1] >> p[2];
            shape.points.push_back(p);
        } else if (key == "f") {
            shape.faces.emplace_back();
            for (std::string corner; words >> corner;) shape.faces.back().push_back(std::stoul(corner) - 1);
        }
    }
    return shape;
}

struct Recipes : CommandTest {
    struct Recipe {
        std::string scene;                  // or empty
        std::vector<std::string> commands;  // of its sh blocks
    };
    static std::map<std::string, Recipe> recipes() {
        std::map<std::string, Recipe> all;
        std::string name, block;
        for (const std::string& line : lines_of(text_of(PLIANT_SOURCE_DIR "/docs/recipes.md"))) {
            if (line.rfind("## ", 0) == 0) {
                name.clear();
                for (const char c : line.substr(3))
                    name += c == ' ' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
                all[name];
            } else if (line.rfind("```", 0) == 0) {
                block = block.empty() ? line.substr(3) : "";
            } else if (block == "json") {
                all[name].scene += line + "\n";
            } else if (block == "sh") {
                all[name].commands.push_back(line);
            }
        }
        return all;
    }

    // Simulates the scene of a recipe; nothing may be amiss with it.
    void simulate(const std::string& name, const std::vector<std::string>& more = {}) {
        const auto all = recipes();
        ASSERT_TRUE(all.count(name)) << "the page has no recipe " << name;
        write_text(folder / (name + ".json"), all.at(name).scene);
        std::vector<std::string> words = {"run", name + ".json", "-o", name, "--record", "obj", "--quiet"};
        words.insert(words.end(), more.begin(), more.end());
        const Outcome o = pliant(words, 300);
        ASSERT_EQ(o.code, done) << o.err;
    }
    Shape shape(const std::string& recipe, const std::string& body, int frame) const {
        char number[16];
        std::snprintf(number, sizeof number, "%04d.obj", frame);
        return read_obj(folder / recipe / body / number);
    }
};

TEST_F(Recipes, ThereAreTen) {
    EXPECT_EQ(recipes().size(), 10u);
    for (const auto& [name, recipe] : recipes()) EXPECT_TRUE(!recipe.scene.empty() || !recipe.commands.empty()) << name;
}

TEST_F(Recipes, TheArmBendsAtItsElbowOnly) {
    simulate("bones-in-my-creature");
    const Shape start = shape("bones-in-my-creature", "arm", 0);
    const size_t shoulder = start.nearest({-0.6, 1.3, 0}), hand = start.nearest({0.6, 1.3, 0});
    double lowest = 2;
    for (int frame = 0; frame <= 240; frame += 8) {
        const Shape now = shape("bones-in-my-creature", "arm", frame);
        EXPECT_LT(Shape::distance(now.points[shoulder], start.points[shoulder]), 0.1) << frame;
        lowest = std::min(lowest, now.points[hand][1]);
    }
    EXPECT_LT(lowest, 1.3 - 0.45);  // the lower arm is 0.6 m long and falls to the vertical
}

TEST_F(Recipes, TheClothLiesOnTheTable) {
    simulate("a-table-cloth");
    const Shape end = shape("a-table-cloth", "cloth", 180);
    EXPECT_GT(end.points[end.nearest({0, 0.7, 0})][1], 0.7);
    EXPECT_LT(end.lowest(), 0.45) << "it hangs down";
    for (const Point& p : end.points)
        EXPECT_FALSE(std::fabs(p[0]) < 0.448 && std::fabs(p[2]) < 0.448 && p[1] < 0.698 && p[1] > 0) << "in the table";
}

TEST_F(Recipes, TheDentStays) {
    simulate("a-dent-that-stays");
    const Shape start = shape("a-dent-that-stays", "block", 0), end = shape("a-dent-that-stays", "block", 240);
    const size_t middle = start.nearest({0, 0.41, 0}), corner = start.nearest({0.4, 0.41, 0.4});
    EXPECT_LT(end.points[middle][1], end.points[corner][1] - 0.05) << "a dent";
    EXPECT_GT(end.points[corner][1], 0.3) << "and no puddle";
    EXPECT_GT(shape("a-dent-that-stays", "block", 120).points[middle][1], 0.1);
    const Shape before = shape("a-dent-that-stays", "block", 220);
    EXPECT_LT(Shape::distance(before.points[middle], end.points[middle]), 0.02) << "it has come to rest";
}

TEST_F(Recipes, TheSheetTearsAlongItsSeam) {
    simulate("tear-along-a-seam");
    EXPECT_EQ(shape("tear-along-a-seam", "sheet", 20).pieces().size(), 1u);
    const std::vector<size_t> pieces = shape("tear-along-a-seam", "sheet", 180).pieces();
    ASSERT_EQ(pieces.size(), 2u);
    const double share = static_cast<double>(pieces[1]) / static_cast<double>(pieces[0] + pieces[1]);
    EXPECT_GT(share, 0.4) << "about the middle";
}

TEST_F(Recipes, TheStackStands) {
    simulate("a-stack-of-jelly");
    const auto height = [&](const char* body) { return shape("a-stack-of-jelly", body, 240).center()[1]; };
    EXPECT_GT(height("middle"), height("bottom") + 0.2);
    EXPECT_GT(height("top"), height("middle") + 0.2);
}

TEST_F(Recipes, TheGuidedCreatureIsHitAndFindsBack) {
    simulate("guided-and-hit");
    std::vector<Point> hit;
    for (int frame = 0; frame <= 240; ++frame) hit.push_back(shape("guided-and-hit", "kobold", frame).center());
    simulate("guided-and-hit", {"--set", "colliders.ball.position=[-2.6,0.9,5]"});  // it flies past
    double most = 0;
    for (int frame = 0; frame <= 240; ++frame)
        most = std::max(
            most, Shape::distance(hit[static_cast<size_t>(frame)], shape("guided-and-hit", "kobold", frame).center()));
    EXPECT_GT(most, 0.01) << "the ball does nothing to it";
    EXPECT_LT(Shape::distance(hit[240], shape("guided-and-hit", "kobold", 240).center()), 0.002);
}

TEST_F(Recipes, TheBellyIsSofterThanTheBody) {
    simulate("a-painted-belly");
    const auto most_pressed = [&](const char* body, double x) {
        const Shape start = shape("a-painted-belly", body, 0);
        const size_t belly = start.nearest({x, 0.36, 0});
        double lowest = 1;
        for (int frame = 0; frame < 90; ++frame)
            lowest = std::min(lowest, shape("a-painted-belly", body, frame).points[belly][1]);
        return start.points[belly][1] - lowest;
    };
    const double firm = most_pressed("firm", -0.35), soft = most_pressed("soft", 0.35);
    std::printf("the ball presses the firm belly by %.3f m, the soft one by %.3f m\n", firm, soft);
    EXPECT_GT(soft, 1.5 * firm);
}

TEST_F(Recipes, EveryCommandRuns) {
    write_text(folder / "shape.json", R"({ "format": 1, "behaviour": 1, "assets": { "c": { "shape": "penguin" } },
        "bodies": { "creature": { "asset": "c", "kind": "lattice" } } })");
    ASSERT_EQ(pliant({"run", "shape.json", "-o", "shape", "--frames", "0", "--record", "obj", "--quiet"}).code, done);
    std::filesystem::rename(folder / "shape/creature/0000.obj", folder / "creature.obj");
    std::filesystem::create_directory_symlink(PLIANT_SOURCE_DIR "/examples", folder / "examples");
    size_t run = 0;
    for (const auto& [name, recipe] : recipes())
        for (const std::string& line : recipe.commands) {
            const Outcome o = shell(line, 300);
            EXPECT_EQ(o.code, done) << name << ": " << line << "\n" << o.err;
            ++run;
        }
    EXPECT_GE(run, 6u) << "the page has lost its commands";
    for (const char* made : {"cape.mp4", "skirt.mp4", "belly.png", "belly-seen.png", "out/recipe/open_in_blender.py",
                             "out/recipe/scene.glb", "out/recipe/creature.pc2"})
        EXPECT_TRUE(std::filesystem::exists(folder / made)) << made;
}

}  // namespace
}  // namespace recipes_tests
}  // namespace pliant
