#include "import/creature_xml.h"

#include "assets/creature_file.h"
#include "assets/creature_glb.h"
#include "assets/kobold.h"
#include "creatures.h"
#include "unit/assets/support.h"

namespace pliant {
namespace creature_xml_tests {
namespace {

Creature read(const std::string& text) { return read_creature_xml(text, "a.xml"); }
std::string error(const std::string& text) {
    return error_of([&] { read(text); });
}
std::string replaced(std::string text, const std::string& what, const std::string& with) {
    const size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return at == std::string::npos ? text : text.replace(at, what.size(), with);
}

// The elements of the paper's figure 8, all of them and no other, made whole: one tetrahedron, its surface, two bones.
const char* const figure_8 = R"(<?xml version="1.0" encoding="utf-8"?>
<model>
  <soft_body>
    <tetrahedron_mesh target="volume">
      <vertices>
        <vertex id="1" x="0" y="0" z="0"/>
        <vertex id="2" x="1" y="0" z="0"/>
        <vertex id="5" x="0" y="1" z="0"/>
        <vertex id="4" x="0" y="0" z="1"/>
        <!-- ... -->
      </vertices>
      <tetrahedra>
        <tetrahedron>
          <node v="1"/>
          <node v="5"/>
          <node v="2"/>
          <node v="4"/>
        </tetrahedron>
      </tetrahedra>
    </tetrahedron_mesh>
    <polygon_mesh target="rendering">
      <vertices>
        <vertex id="7" x="0.1" y="0.2" z="0.3"/>
        <vertex id="8" x="1" y="0" z="0"/>
        <vertex id="9" x="0" y="1" z="0"/>
      </vertices>
      <texture_coords>
        <coord id="45" u="0.25" v="1"/>
      </texture_coords>
      <normals>
        <vector id="44" x="0" y="0" z="1"/>
      </normals>
      <faces>
        <face>
          <node v="7" n="44" t="45"/>
          <node v="8" n="44" t="45"/>
          <node v="9" n="44" t="45"/>
        </face>
      </faces>
    </polygon_mesh>
    <barycentric>
      <coord render_id="7" tetr_id="1" v0="0.4" v1="0.2" v2="0.1"/>
      <coord render_id="8" tetr_id="1" v0="0" v1="0" v2="1"/>
      <coord render_id="9" tetr_id="1" v0="0" v1="1" v2="0"/>
    </barycentric>
    <attributes>
      <mass>1.0</mass>
      <volume_stiffness>0.5</volume_stiffness>
      <stretching_stiffness>0.9</stretching_stiffness>
      <friction>0.9</friction>
      <particle_radius>0.4</particle_radius>
      <solver_iterations>10</solver_iterations>
    </attributes>
  </soft_body>
  <rigid_bodies>
    <rigid_body id="1">
      <polygon_mesh target="collision_detection">
        <vertices>
          <vertex id="1" x="0" y="0" z="0"/>
          <vertex id="2" x="0.2" y="0" z="0"/>
          <vertex id="3" x="0" y="0.2" z="0"/>
          <vertex id="4" x="0" y="0" z="0.2"/>
        </vertices>
        <faces>
          <face>
            <node v="1"/>
            <node v="2"/>
            <node v="3"/>
          </face>
        </faces>
      </polygon_mesh>
      <attributes>
        <mass>1.0</mass>
        <friction>0.9</friction>
      </attributes>
    </rigid_body>
    <rigid_body id="2">
      <polygon_mesh target="collision_detection">
        <vertices>
          <vertex id="1" x="0" y="1" z="0"/>
          <vertex id="2" x="0.2" y="1" z="0"/>
          <vertex id="3" x="0" y="1.2" z="0"/>
          <vertex id="4" x="0" y="1" z="0.2"/>
        </vertices>
      </polygon_mesh>
    </rigid_body>
  </rigid_bodies>
  <joints>
    <spherical_joint r1="1" r2="2">
      <limits>
        <limit target="swing" angle="45"/>
      </limits>
    </spherical_joint>
  </joints>
</model>
)";

TEST(CreatureXml, ReadsThePapersFigure8) {
    const Creature c = read(figure_8);
    EXPECT_EQ(json_text(c.body),
              "{ \"kind\": \"flesh\", \"density\": 6, \"volume_stiffness\": 0.5, \"stretching_stiffness\": 0.9, "
              "\"friction\": 0.9, \"thickness\": 0.4, \"small_steps\": 10 }");  // 1 kg in a sixth of a cubic metre
    ASSERT_TRUE(c.mesh.volume);
    EXPECT_EQ(c.mesh.volume->tets, (std::vector<TetPoints>{{0, 2, 3, 1}}));  // it was inside out
    EXPECT_TRUE(mentions(c.notes, "1 tet inside out"));
    EXPECT_EQ(c.mesh.points.size(), 3u);
    EXPECT_EQ(c.mesh.uv[0], (Vec2{0.25f, 0}));
    ASSERT_EQ(c.places.size(), 3u);
    EXPECT_NEAR(c.places[0].weight[3], 0.1f, 1e-6f);  // turned with their tet
    EXPECT_NEAR(c.places[0].weight[2], 0.3f, 1e-6f);
    ASSERT_EQ(c.bones.size(), 2u);
    EXPECT_EQ(c.bones[0].name, "bone 1");
    EXPECT_EQ(*c.bones[0].mass, 1);
    EXPECT_EQ(c.bones[0].pieces[0].points.size(), 4u);
    ASSERT_EQ(c.joints.size(), 1u);
    const BoneJoint& j = c.joints[0];
    EXPECT_EQ(j.kind(), "spherical");
    EXPECT_EQ(j.turn[1].high, 45);
    EXPECT_TRUE(j.turn[0].is_free());
    EXPECT_LT(length(j.pose.position - Vec3d{0.05, 0.55, 0.05}),
              1e-6);  // between the two bones, along the way from one to the other
    EXPECT_LT(length(j.pose.rotation * Vec3d{1, 0, 0} - Vec3d{0, 1, 0}), 1e-6);
}

TEST(CreatureXml, IsTheSameAfterWriteReadWrite) {
    for (const Creature& creature : {make_kobold(), small_creature(), read(figure_8)}) {
        const std::string once = creature_xml(creature), twice = creature_xml(read(once));
        std::printf("%s: %zu bytes\n", creature.name.c_str(), once.size());
        EXPECT_TRUE(once == twice);
    }
}

// All but skin, poses and clips, which the paper's format has no place for.
TEST(CreatureXml, GoesToGlbAndBackWithoutLoss) {
    for (Creature creature : {make_kobold(), small_creature(), read(figure_8)}) {
        creature.skin.clear();
        creature.poses.clear();
        creature.clips.clear();
        const auto glb = [](const Creature& c) { return creature_glb(c, "a.glb"); };
        const std::string first = glb(read_creature_glb(glb(creature), "a.glb", {}));
        const std::string by_xml = glb(read(creature_xml(read_creature_glb(first, "a.glb", {}))));
        EXPECT_TRUE(first == by_xml) << creature.name;
    }
}

TEST(CreatureXml, IsAMeshWithAVolumeForReadersOfMeshes) {
    register_creature_xml();
    const LoadedMesh loaded = load_mesh(creature_xml(make_kobold()), "kobold.xml", {}, {});
    expect_whole(loaded.mesh);
    EXPECT_EQ(loaded.mesh.volume->tets.size(), make_kobold().mesh.volume->tets.size());
    EXPECT_TRUE(has_creature_ending("a.XML"));
}

TEST(CreatureXml, WhatIsWrongIsSaidWithItsLine) {
    const struct {
        const char *what, *with, *sentence;
    } cases[] = {
        {"<soft_body>", "<soft_bod>", "a.xml:54: Start-end tags mismatch"},
        {"<barycentric>", "<barycentric foo=\"1\">", "a.xml:41: unknown 'foo' in <barycentric>"},
        {"<vertex id=\"2\" x=\"1\"", "<vertex id=\"1\" x=\"1\"", "a.xml:7: a second id 1"},
        {"x=\"1\" y=\"0\" z=\"0\"/>", "x=\"nan\" y=\"0\" z=\"0\"/>", "a.xml:7: x is 'nan'; expected a number"},
        {"x=\"1\" y=\"0\" z=\"0\"/>", "x=\"1e999\" y=\"0\" z=\"0\"/>", "a.xml:7: x is '1e999'"},
        {"x=\"1\" y=\"0\" z=\"0\"/>", "y=\"0\" z=\"0\"/>", "a.xml:7: <vertex> has no x"},
        {"<node v=\"4\"/>", "<node v=\"4000000000000\"/>", "a.xml:17: there is no vertex 4000000000000"},
        {"<node v=\"4\"/>", "", "a.xml:13: a tetrahedron of 3 nodes; expected 4"},
        {"z=\"1\"/>\n        <!--", "z=\"0\"/>\n        <!--", "a.xml:4, tet 1: it has no volume"},
        {"t=\"45\"", "t=\"46\"", "a.xml:35: there is no texture coordinate 46"},
        {"<coord render_id=\"9\" tetr_id=\"1\" v0=\"0\" v1=\"1\" v2=\"0\"/>", "", "a.xml:41: a vertex has no place"},
        {"v0=\"0.4\"", "v0=\"0.9\"", "barycentric place of point 1"},
        {"tetr_id=\"1\"", "tetr_id=\"2\"", "a.xml:42: there is no tetrahedron 2"},
        {"<friction>0.9</friction>", "<friktion>0.9</friktion>",
         "a.xml:50: unknown 'friktion' in <attributes>; expected one of: mass"},
        {"<friction>0.9</friction>", "<friction>high</friction>", "a.xml:50: friction is 'high'"},
        {"<friction>0.9</friction>", "<friction>-1</friction>", "friction"},
        {"<friction>0.9</friction>", "<parameter name=\"colour\">1</parameter>", "unknown key 'colour'"},
        {"<rigid_body id=\"2\">", "<rigid_body id=\"1\">", "a.xml:77: a second id 1"},
        {"r2=\"2\"", "r2=\"3\"", "there is no rigid body 3"},
        {"r2=\"2\"", "r2=\"1\"", "holds 'bone 1' to itself"},
        {"target=\"swing\"", "target=\"slide\"", "a.xml:91: unknown 'slide'"},
        {"angle=\"45\"", "low=\"4\"", "a.xml:91: no angle"},
        {"angle=\"45\"", "angle=\"4500\"", "a limit is -4500"},
        {"<spherical_joint r1", "<sphericul_joint r1", ""},
        {"<model>", "<modell>", ""},
        {"target=\"rendering\"", "target=\"drawing\"", "the target of <polygon_mesh> is 'drawing'"},
        {"<faces>", "<faces>text", "text 'text' in <faces>"},
    };
    for (const auto& c : cases) {
        const std::string sentence = error(replaced(figure_8, c.what, c.with));
        EXPECT_NE(sentence, "") << c.what << " -> " << c.with;
        EXPECT_NE(sentence.find(c.sentence), std::string::npos) << c.what << " -> " << c.with << ": " << sentence;
        EXPECT_EQ(sentence.rfind("a.xml", 0), 0u) << sentence;
    }
}

TEST(CreatureXml, CutOffAnywhereItIsRefused) {
    const std::string text = creature_xml(small_creature());
    for (size_t size = 0; size + 8 < text.size(); size += 31) EXPECT_NE(error(text.substr(0, size)), "") << size;
}

}  // namespace
}  // namespace creature_xml_tests
}  // namespace pliant
