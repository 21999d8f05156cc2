// Characters by Assimp. The files are written by Assimp too, from the character of tube.h.

#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <assimp/Exporter.hpp>
#include <assimp/Importer.hpp>

#include "assets/character_file.h"
#include "import/assimp_import.h"
#include "tube.h"
#include "unit/assets/support.h"

namespace pliant::testing {
namespace character_tests {
namespace {

// As many keys as the rotation has, all with the first value.
void repeat_first_key(aiVectorKey*& keys, unsigned& count, const aiNodeAnim& like) {
    auto* many = new aiVectorKey[like.mNumRotationKeys];
    for (unsigned k = 0; k < like.mNumRotationKeys; ++k)
        many[k] = {like.mRotationKeys[k].mTime, count ? keys[0].mValue : aiVector3D(1, 1, 1)};
    delete[] keys;
    keys = many;
    count = like.mNumRotationKeys;
}

std::string exported(const char* format) {
    const std::string glb = tube_glb();
    Assimp::Importer importer;
    const aiScene* scene = importer.ReadFileFromMemory(glb.data(), glb.size(), 0, "glb");
    if (!scene) return "";
    // Its writer of COLLADA takes ticks for seconds, knows one animation, and wants as many keys of each sort.
    const unsigned animations = scene->mNumAnimations;
    const_cast<aiScene*>(scene)->mNumAnimations = 1;
    aiAnimation& animation = *scene->mAnimations[0];
    for (unsigned c = 0; c < animation.mNumChannels; ++c) {
        aiNodeAnim& channel = *animation.mChannels[c];
        for (unsigned k = 0; k < channel.mNumRotationKeys; ++k)
            channel.mRotationKeys[k].mTime /= animation.mTicksPerSecond;
        repeat_first_key(channel.mPositionKeys, channel.mNumPositionKeys, channel);
        repeat_first_key(channel.mScalingKeys, channel.mNumScalingKeys, channel);
    }
    Assimp::Exporter exporter;
    const aiExportDataBlob* blob = exporter.ExportToBlob(scene, format);
    const_cast<aiScene*>(scene)->mNumAnimations = animations;  // all are freed with it
    return blob ? std::string(static_cast<const char*>(blob->data), blob->size) : "";
}

Box bounds(const Posed& p) {
    Box box;
    for (const Vec3& v : p.positions) box.add(v);
    return box;
}

const std::string& tube_collada() {
    static const std::string text = exported("collada");
    return text;
}

LoadedCharacter load(const std::string& text, const AssetSettings& settings = {}) {
    register_assimp();
    return load_character(text, "tube.dae", settings, {});
}

TEST(AssimpCharacters, ColladaIsTheCharacterItWasMadeFrom) {
    const LoadedCharacter loaded = load(tube_collada());
    const Character &c = loaded.character, made = tube_character();
    ASSERT_FALSE(c.skins.empty());
    ASSERT_FALSE(c.clips.empty());
    for (const char* name : {"Armature", "Hips", "Spine", "Head", "Hat"})
        EXPECT_NE(c.find_node(name), Node::none) << name;
    // Texts of floats with 6 to 9 digits.
    const Box a = bounds(posed(c, "", 0)), b = bounds(posed(made, "", 0));
    EXPECT_LT(length(a.low - b.low), 2e-5f);
    EXPECT_LT(length(a.high - b.high), 2e-5f);
    // The spine turns linearly in the first clip, and takes the head along.
    CharacterPose pose;
    std::vector<PlacedNode> right, found;
    for (const double t : {0.0, 0.125, 0.25, 0.5}) {
        clip_pose(made, made.clips[0], t, true, pose);
        place_nodes(made, {}, pose, right);
        clip_pose(c, c.clips[0], t, true, pose);
        place_nodes(c, {}, pose, found);
        EXPECT_LT(length(found[c.find_node("Head")].place.translation - right[head].place.translation), 1e-4) << t;
    }
}

TEST(AssimpCharacters, UnitsAndAxesOfTheFileAreConverted) {
    std::string text = tube_collada();
    const auto put = [&](const std::string& from, const std::string& to) {
        const size_t at = text.find(from);
        ASSERT_NE(at, std::string::npos) << from;
        text.replace(at, from.size(), to);
    };
    put("<up_axis>Y_UP</up_axis>", "<up_axis>Z_UP</up_axis>");
    put("meter=\"1\"", "meter=\"0.1\"");
    const Box plain = bounds(posed(tube_character(), "", 0)), turned = bounds(posed(load(text).character, "", 0));
    EXPECT_LT(length(turned.low - Vec3{plain.low.x, plain.low.z, -plain.high.y} * 0.1f), 1e-5f);
    EXPECT_LT(length(turned.high - Vec3{plain.high.x, plain.high.z, -plain.low.y} * 0.1f), 1e-5f);
}

TEST(AssimpCharacters, BrokenOnesGetASentence) {
    EXPECT_NE(error_of([] { load(tube_collada().substr(0, 3000)); }), "");
    EXPECT_NE(error_of([] { load("<COLLADA></COLLADA>"); }), "");
    register_assimp();
    EXPECT_NE(error_of([] { load_character("Kaydara FBX Binary  \0", "x.fbx", {}, {}); }), "");
}

}  // namespace
}  // namespace character_tests
}  // namespace pliant::testing
