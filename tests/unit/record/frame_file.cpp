// Files of frames that a run left: damage gives a sentence, never a crash.
#include "record/frame_file.h"

#include <cstring>

#include "record/obj_text.h"
#include "unit/record/support.h"

namespace pliant {
namespace frame_file_tests {
namespace {

class Frames : public RecordTest {};

TEST_F(Frames, DamageIsASentence) {
    const auto world = small_world();
    FrameFileHead head{"glb", {.surface = true, .normals = true}, 0, recorded_scene(*world)};
    RecordFrame frame;
    take_frame(*world, 0, head.needs, frame);
    const std::string path = folder + "scene.glb.part";
    {
        FrameFile file(path, head, 0);
        file.add(frame);
        file.close();
    }
    ASSERT_EQ(FrameReader(path).frame_count(), 1u);
    const std::string good = text("scene.glb.part");
    size_t refused = 0, read = 0;
    for (size_t at = 0; at + 4 <= good.size(); at += 4 + at % 3) {
        std::string bad = good;
        const u32 wild = at % 2 ? 0xffffffffu : 100000u;
        std::memcpy(bad.data() + at, &wild, 4);
        std::ofstream(path, std::ios::binary) << bad;
        try {
            FrameReader reader(path);
            for (u64 f = 0; f < reader.frame_count(); ++f) reader.read(f, frame);
            for (const RecordedBody& b : reader.scene().bodies) EXPECT_FALSE(obj_faces(*b.surface, true).empty());
            ++read;
        } catch (const Error& e) {
            EXPECT_NE(std::string(e.what()).find("scene.glb.part: "), std::string::npos) << e.what();
            ++refused;
        }
    }
    EXPECT_GT(refused, 100u);
    EXPECT_GT(read, 100u) << "names, numbers and places may be anything";
}

// `pliant convert` wrote "../../ESCAPED.bin" where a file told it to.
TEST_F(Frames, NamesThatLeaveTheFolderAreRefused) {
    const auto world = small_world();
    for (const char* name : {"../../ESCAPED", "/tmp/ESCAPED", "a/b", "..", "a\\b"}) {
        FrameFileHead head{"vat", {.surface = true, .normals = true}, 0, recorded_scene(*world)};
        head.scene.bodies[0].file_name = name;
        const std::string path = folder + "scene.vat.json.part";
        FrameFile(path, head, 0).close();
        try {
            FrameReader reader(path);
            ADD_FAILURE() << name;
        } catch (const Error& e) {
            EXPECT_NE(std::string(e.what()).find("names of files make no sense"), std::string::npos) << e.what();
        }
    }
}

}  // namespace
}  // namespace frame_file_tests
}  // namespace pliant
