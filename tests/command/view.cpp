// pliant view where it cannot open a window: sentences and exit codes. The window itself is tested in tests/view.
#include "command/command.h"

namespace pliant {
namespace view_tests {
namespace {

class View : public CommandTest {
  protected:
    void SetUp() override {
        CommandTest::SetUp();
        unsetenv("DISPLAY");
        unsetenv("WAYLAND_DISPLAY");
    }
};

TEST_F(View, WithoutADisplayAProgramIsMissing) {
    const Outcome o = pliant({"view", write_scene()});
    EXPECT_EQ(o.code, 5);
    expect_sentence(o, "pliant render");
}

TEST_F(View, WrongCommandLines) {
    const std::string scene = write_scene();
    for (const std::vector<std::string>& wrong : {std::vector<std::string>{"--size", "large"},
                                                  {"--size", "10x10"},
                                                  {"--threads", "-1"},
                                                  {"--rate", "-5"},
                                                  {"--ui-scale", "9"},
                                                  {"--set", "world.substeps"}}) {
        std::vector<std::string> arguments = {"view", scene};
        arguments.insert(arguments.end(), wrong.begin(), wrong.end());
        const Outcome o = pliant(arguments);
        EXPECT_EQ(o.code, usage) << wrong[0] << ": " << o.err;
        expect_sentence(o, wrong[0]);
    }
}

TEST_F(View, AFileThatIsNotThere) {
    const Outcome o = pliant({"view", "nothing.json"});
    EXPECT_EQ(o.code, bad_input);
    expect_sentence(o, "nothing.json");
}

}  // namespace
}  // namespace view_tests
}  // namespace pliant
