// Creatures in the XML of Jones' files: a soft body, the rigid bodies in it and their joints.
#pragma once

#include "assets/corners.h"
#include "assets/creature_file.h"
#include "import/xml_elements.h"

namespace pliant {

class CreatureXmlReader : XmlElements {
  public:
    using XmlElements::XmlElements;
    Creature read();

  private:
    void read_vertices(const Node& list, std::vector<Vec3>& points, Ids& ids) const;
    Transformd pose_in(const Node& node) const;
    void read_soft_body(const Node& node);
    void target_is(const Node& node, const char* wanted) const;
    void read_tets(const Node& node, TetMesh& volume, Ids& tets) const;
    void read_polygons(const Node& node, Ids& points);
    void read_face(const Node& face, CornerMesh& mesh, const Ids& points, const Ids& uv, const Ids& normals,
                   const Ids& materials) const;
    void read_materials(const Node& list, Mesh& mesh, Ids& ids) const;
    void read_painted(const Node& list, Mesh& mesh) const;
    void read_places(const Node& node, const Ids& tets, const Ids& points);
    void set_value(const Node& node, const std::string& key, const std::string& json);
    void read_attributes(const Node& node);
    void read_attachments(const Node& node);
    void read_rigid_bodies(const Node& node);
    void read_bone_attributes(const Node& node, Bone& bone) const;
    BonePiece read_piece(const Node& node) const;
    BonePiece read_hull(const Node& node, BonePiece piece) const;
    void read_joints(const Node& node);
    Transformd between(const BoneJoint& joint) const;
    void begin_joint(const Node& node, BoneJoint& joint) const;
    void read_limit(const Node& limit, BoneJoint& joint) const;
    void read_powers(const Node& j, BoneJoint& joint) const;

    Creature creature_;
    Ids bone_ids_;
};

}  // namespace pliant
