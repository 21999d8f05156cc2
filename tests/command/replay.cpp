// pliant run --capture and pliant replay.
#include "assets/json.h"
#include "command/command.h"

namespace pliant {
namespace replay_tests {
namespace {

class Replay : public CommandTest {
  protected:
    void capture(const std::string& file) {
        const Outcome o =
            pliant({"run", write_scene(), "--frames", "20", "--record", "", "--capture", file, "--quiet"});
        ASSERT_EQ(o.code, done) << o.err;
    }
};

TEST_F(Replay, GivesTheSameBits) {
    capture("ball.plcap");
    Outcome o = pliant({"replay", "ball.plcap", "--threads", "2"});
    EXPECT_EQ(o.code, done) << o.err;
    EXPECT_NE(o.out.find("20 calls to step 20"), std::string::npos) << o.out;
    EXPECT_NE(o.out.find("the same bits"), std::string::npos) << o.out;
    o = pliant({"replay", "ball.plcap", "--until", "7", "--snapshot", "seven.snapshot", "--json"});
    EXPECT_EQ(o.code, done) << o.err;
    const Json json = parse_json(o.out, "what was printed");
    EXPECT_EQ(json.find("steps")->number, 7);
    EXPECT_EQ(json.find("whole")->number, 1);
    EXPECT_TRUE(json.find("differs")->is(Json::Type::null));
    EXPECT_EQ(text_of(folder / "seven.snapshot").substr(0, 6), "PLSNAP");
}

TEST_F(Replay, AFileThatIsCutOffIsPlayedAsFarAsItGoes) {
    capture("ball.plcap");
    const std::string all = text_of(folder / "ball.plcap");
    write_text(folder / "cut.plcap", all.substr(0, all.size() - 100));
    const Outcome o = pliant({"replay", "cut.plcap"});
    EXPECT_EQ(o.code, done) << o.err;
    EXPECT_NE(o.out.find("to step 19"), std::string::npos) << o.out;
    EXPECT_NE(o.out.find("cut off"), std::string::npos) << o.out;
}

TEST_F(Replay, OfWhatIsNoCapture) {
    write_text(folder / "not.plcap", "hello");
    Outcome o = pliant({"replay", "not.plcap"});
    EXPECT_EQ(o.code, bad_input);
    expect_sentence(o, "this is no capture");
    o = pliant({"replay", "nowhere.plcap"});
    EXPECT_EQ(o.code, bad_input);
    expect_sentence(o, "nowhere.plcap");
    EXPECT_EQ(pliant({"replay", "not.plcap", "--until", "-3"}).code, usage);
}

}  // namespace
}  // namespace replay_tests
}  // namespace pliant
