// pliant convert, info, cook and run for creatures in one file.
#include <algorithm>

#include "assets/json.h"
#include "command/command.h"

namespace pliant {
namespace creature_tests {
namespace {

class CreatureCommand : public CommandTest {
  protected:
    Outcome good(const std::vector<std::string>& arguments) {
        Outcome o = pliant(arguments);
        EXPECT_EQ(o.code, done) << o.err;
        return o;
    }
    std::string wrong(const std::vector<std::string>& arguments, int code) {
        const Outcome o = pliant(arguments);
        EXPECT_EQ(o.code, code) << o.err;
        return o.err;
    }
};

TEST_F(CreatureCommand, GoesFromOneFormatToTheOther) {
    EXPECT_NE(good({"convert", "kobold", "-o", "a.glb"}).err.find("15 bones, 14 joints"), std::string::npos);
    EXPECT_NE(good({"convert", "a.glb", "-o", "a.xml"}).err.find("skin, poses and clips have no place"),
              std::string::npos);
    good({"convert", "a.xml", "-o", "b.glb"});
    good({"convert", "b.glb", "-o", "b.xml"});
    good({"convert", "b.xml", "-o", "c.glb"});
    EXPECT_TRUE(text_of(folder / "b.glb") == text_of(folder / "c.glb"));
    EXPECT_TRUE(text_of(folder / "a.xml") == text_of(folder / "b.xml"));
    EXPECT_NE(wrong({"convert", "a.xml", "-o", "a.xml"}, usage).find("the file that is read"), std::string::npos);
    EXPECT_NE(wrong({"convert", "a.glb", "-o", "a.gltf"}, bad_input).find(".glb or .xml"), std::string::npos);
}

TEST_F(CreatureCommand, InfoSaysWhatIsInside) {
    good({"convert", "kobold", "-o", "a.xml", "--quiet"});
    const std::string text = good({"info", "a.xml"}).out;
    for (const char* line : {"kind             flesh",
                             "joint            knee left: revolute of thigh left and shin left, twist -10 to 120°",
                             "bone             chest: box + capsule, 1100 kg/m³"})
        EXPECT_NE(text.find(line), std::string::npos) << line << "\n" << text;
    const Json json = parse_json(good({"info", "a.xml", "--json"}).out, "info");
    EXPECT_EQ(json.find("bones")->items.size(), 15u);
    EXPECT_EQ(json.find("joints")->items.size(), 14u);
}

TEST_F(CreatureCommand, RunsAsTheFileSays) {
    good({"convert", "kobold", "-o", "a.glb", "--quiet"});
    good({"cook", "a.glb", "-o", "a.glb"});
    for (const char* format : {"a.glb", "a.xml"}) {
        good({"convert", "a.glb", "-o", "a.xml", "--quiet"});
        const Outcome o = good({"run", format, "--frames", "3", "-o", "out"});
        EXPECT_NE(o.err.find("simulated as kind flesh"), std::string::npos) << o.err;
    }
    EXPECT_NE(wrong({"cook", "a.glb", "--set", "cell=0.1", "-o", "b.glb"}, usage).find("as its file says"),
              std::string::npos);
}

TEST_F(CreatureCommand, BrokenFilesGetTheirLine) {
    good({"convert", "kobold", "-o", "a.xml", "--quiet"});
    std::string text = text_of(folder / "a.xml");
    const size_t at = text.find("<mass>");
    write_text(folder / "b.xml", text.substr(0, at) + "<weight>" + text.substr(at + 6));
    const std::string line =
        std::to_string(1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    EXPECT_NE(wrong({"info", "b.xml"}, bad_input).find("b.xml:" + line + ": "), std::string::npos);
    write_text(folder / "c.xml", text.substr(0, text.size() / 2));
    wrong({"convert", "c.xml", "-o", "c.glb"}, bad_input);
    EXPECT_FALSE(std::filesystem::exists(folder / "c.glb"));
}

}  // namespace
}  // namespace creature_tests
}  // namespace pliant
