// Generated files in the repository equal the present output of the command.
#include "command/command.h"

namespace pliant {
namespace documents_tests {
namespace {

class Documents : public CommandTest {
  protected:
    void expect_fresh(const std::string& file, const std::vector<std::string>& arguments) {
        std::string command = "build/release/bin/pliant";
        for (const std::string& word : arguments) command += " " + word;
        const Outcome o = pliant(arguments);
        ASSERT_EQ(o.code, done) << o.err;
        EXPECT_TRUE(text_of(std::filesystem::path(PLIANT_SOURCE_DIR) / file) == o.out)
            << file << " is stale; refresh it with\n  " << command << " > " << file;
    }
};

TEST_F(Documents, Schema) { expect_fresh("examples/pliant.schema.json", {"schema"}); }
TEST_F(Documents, Parameters) { expect_fresh("docs/parameters.md", {"params", "--markdown"}); }

}  // namespace
}  // namespace documents_tests
}  // namespace pliant
