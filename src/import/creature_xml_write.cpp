#include <fmt/format.h>

#include <cmath>
#include <map>

#include "assets/data_uri.h"
#include "assets/gltf_writer.h"
#include "body/registry.h"
#include "core/text.h"
#include "import/creature_xml.h"
#include "import/creature_xml_words.h"

namespace pliant {
namespace {

std::string number(double v) { return number_json(v); }

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else if (c == '"')
            out += "&quot;";
        else if (static_cast<unsigned char>(c) < 32)
            out += ' ';
        else
            out += c;
    }
    return out;
}

class XmlWriter {
  public:
    explicit XmlWriter(const Creature& creature) : c_(creature), mesh_(creature.mesh) {}

    std::string write() {
        line(0, "<?xml version=\"1.0\" encoding=\"utf-8\"?>");
        line(0, c_.name.empty() ? "<model>" : fmt::format("<model name=\"{}\">", escaped(c_.name)));
        add_soft_body();
        if (!c_.bones.empty()) add_bones();
        if (!c_.joints.empty()) add_joints();
        line(0, "</model>");
        return std::move(text_);
    }

  private:
    void line(int depth, const std::string& what) {
        text_.append(static_cast<size_t>(2 * depth), ' ');
        text_ += what;
        text_ += '\n';
    }

    void add_soft_body() {
        const Json* kind = c_.body.find("kind");
        line(1, fmt::format("<soft_body kind=\"{}\">", kind ? escaped(kind->text) : default_kind().name));
        if (mesh_.volume) add_tets(*mesh_.volume);
        add_polygons();
        if (!c_.places.empty()) {
            line(2, "<barycentric>");
            for (size_t p = 0; p < c_.places.size(); ++p) {
                const TetPlace& at = c_.places[p];
                line(3, fmt::format("<coord render_id=\"{}\" tetr_id=\"{}\" v0=\"{}\" v1=\"{}\" v2=\"{}\"/>", p + 1,
                                    at.tet + 1, at.weight[0], at.weight[1], at.weight[2]));
            }
            line(2, "</barycentric>");
        }
        add_attributes();
        if (!c_.attachments.members.empty()) {
            line(2, "<attachments>");
            for (const auto& [name, entry] : c_.attachments.members)
                line(3,
                     fmt::format("<attachment name=\"{}\">{}</attachment>", escaped(name), escaped(json_text(entry))));
            line(2, "</attachments>");
        }
        line(1, "</soft_body>");
    }

    void add_vertices(int depth, const std::vector<Vec3>& points) {
        line(depth, "<vertices>");
        for (size_t i = 0; i < points.size(); ++i)
            line(depth + 1, fmt::format("<vertex id=\"{}\" x=\"{}\" y=\"{}\" z=\"{}\"/>", i + 1, points[i].x,
                                        points[i].y, points[i].z));
        line(depth, "</vertices>");
    }

    void add_tets(const TetMesh& volume) {
        line(2, "<tetrahedron_mesh target=\"volume\">");
        add_vertices(3, volume.points);
        line(3, "<tetrahedra>");
        for (const TetPoints& t : volume.tets)
            line(4, fmt::format(
                        "<tetrahedron><node v=\"{}\"/><node v=\"{}\"/><node v=\"{}\"/><node v=\"{}\"/></tetrahedron>",
                        t[0] + 1, t[1] + 1, t[2] + 1, t[3] + 1));
        line(3, "</tetrahedra>");
        line(2, "</tetrahedron_mesh>");
    }

    void add_polygons() {
        line(2, "<polygon_mesh target=\"rendering\">");
        add_vertices(3, mesh_.points);
        std::vector<u32> number_of(mesh_.vertex_point.size(), 0);
        std::vector<u8> used(mesh_.vertex_point.size(), 0);
        std::vector<u32> vertices;
        for (const u32 v : mesh_.face_vertex) used[v] = 1;
        for (const u32 v : vertices_by_point(mesh_))
            if (used[v]) {
                vertices.push_back(v);
                number_of[v] = static_cast<u32>(vertices.size());
            }
        if (!mesh_.uv.empty()) {
            line(3, "<texture_coords>");
            for (const u32 v : vertices)  // v upwards, as in OBJ
                line(4, fmt::format("<coord id=\"{}\" u=\"{}\" v=\"{}\"/>", number_of[v], mesh_.uv[v].x,
                                    number(1 - static_cast<double>(mesh_.uv[v].y))));
            line(3, "</texture_coords>");
        }
        if (!mesh_.normals.empty()) {
            line(3, "<normals>");
            for (const u32 v : vertices)
                line(4, fmt::format("<vector id=\"{}\" x=\"{}\" y=\"{}\" z=\"{}\"/>", number_of[v], mesh_.normals[v].x,
                                    mesh_.normals[v].y, mesh_.normals[v].z));
            line(3, "</normals>");
        }
        add_materials();
        add_faces(number_of);
        if (!mesh_.attributes.empty()) add_painted();
        line(2, "</polygon_mesh>");
    }

    void add_materials() {
        line(3, "<materials>");
        for (size_t i = 0; i < mesh_.materials.size(); ++i) {
            const Material& m = mesh_.materials[i];
            std::string head = fmt::format(
                "<material id=\"{}\" name=\"{}\" color=\"{} {} {}\" opacity=\"{}\" roughness=\"{}\" metallic=\"{}\"{}",
                i + 1, escaped(m.name), m.color.x, m.color.y, m.color.z, m.opacity, m.roughness, m.metallic,
                m.two_sided ? " two_sided=\"true\"" : "");
            if (!m.texture.empty()) head += fmt::format(" texture=\"{}\"", escaped(m.texture));
            if (m.texture_bytes.empty())
                line(4, head + "/>");
            else
                line(4, head + ">" + data_uri(m.texture_bytes) + "</material>");
        }
        line(3, "</materials>");
    }
    static std::string data_uri(const std::vector<u8>& bytes) {
        const std::string type = image_type(bytes);
        return "data:" + (type.empty() ? "application/octet-stream" : "image/" + type) + ";base64," +
               encode_base64({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    }

    void add_faces(const std::vector<u32>& number_of) {
        line(3, "<faces>");
        for (size_t f = 0; f < mesh_.face_count(); ++f) {
            std::string nodes;
            for (u32 k = mesh_.face_start[f]; k < mesh_.face_start[f + 1]; ++k) {
                const u32 v = mesh_.face_vertex[k];
                nodes += fmt::format("<node v=\"{}\"", mesh_.vertex_point[v] + 1);
                if (!mesh_.normals.empty()) nodes += fmt::format(" n=\"{}\"", number_of[v]);
                if (!mesh_.uv.empty()) nodes += fmt::format(" t=\"{}\"", number_of[v]);
                nodes += "/>";
            }
            line(4, fmt::format("<face material=\"{}\">{}</face>", mesh_.face_material[f] + 1, nodes));
        }
        line(3, "</faces>");
    }

    void add_painted() {
        line(3, "<vertex_attributes>");
        for (const Attribute& a : mesh_.attributes) {
            std::string values;
            for (const float v : a.values) values += fmt::format("{}{}", values.empty() ? "" : " ", v);
            line(4, fmt::format("<attribute name=\"{}\">{}</attribute>", escaped(a.name), values));
        }
        line(3, "</vertex_attributes>");
    }

    // In the paper's word where it has one, as a parameter otherwise.
    std::string attribute(const std::string& key, const Json& value) const {
        const auto in_word = [](const char* word, double v) { return fmt::format("<{0}>{1}</{0}>", word, number(v)); };
        if (value.is(Json::Type::number)) {
            for (const auto& [paper, ours] : soft_body_words)
                if (key == ours) return in_word(paper, value.number);
            if (key == "density" && mesh_.volume) {
                const double mass = mass_of(value.number, *mesh_.volume);
                if (density_of(mass, *mesh_.volume) == value.number) return in_word("mass", mass);
            }
        }
        return fmt::format("<parameter name=\"{}\">{}</parameter>", escaped(key), escaped(json_text(value)));
    }
    void add_attributes() {
        std::vector<std::string> lines;
        for (const auto& [key, value] : c_.body.members)
            if (key != "kind") lines.push_back(attribute(key, value));
        if (lines.empty()) return;
        line(2, "<attributes>");
        for (const std::string& l : lines) line(3, l);
        line(2, "</attributes>");
    }

    // Finer than the grid of a .glb, so that what goes through both stays on it.
    static std::string pose(const Transformd& given) {
        const Transformd p = on_grid(given, 1e-12);
        if (p == Transformd{}) return "";
        const auto n = [](double v) { return number_json(v); };
        std::string text =
            fmt::format("<pose x=\"{}\" y=\"{}\" z=\"{}\"", n(p.position.x), n(p.position.y), n(p.position.z));
        if (!(p.rotation == Quatd{}))
            text += fmt::format(" qx=\"{}\" qy=\"{}\" qz=\"{}\" qw=\"{}\"", n(p.rotation.x), n(p.rotation.y),
                                n(p.rotation.z), n(p.rotation.w));
        return text + "/>";
    }

    void add_bones() {
        line(1, "<rigid_bodies>");
        for (size_t b = 0; b < c_.bones.size(); ++b) id_of_[c_.bones[b].name] = b + 1;
        for (size_t b = 0; b < c_.bones.size(); ++b) {
            const Bone& bone = c_.bones[b];
            const char* motion = bone.motion == BoneMotion::kinematic ? " motion=\"kinematic\""
                                 : bone.motion == BoneMotion::fixed   ? " motion=\"static\""
                                                                      : "";
            const std::string parent = bone.parent.empty() ? "" : fmt::format(" parent=\"{}\"", id_of_.at(bone.parent));
            line(2, fmt::format("<rigid_body id=\"{}\" name=\"{}\"{}{}>", b + 1, escaped(bone.name), motion, parent));
            if (const std::string at = pose(bone.pose); !at.empty()) line(3, at);
            for (const BonePiece& piece : bone.pieces) add_piece(piece);
            std::string values;
            const auto add = [&](const char* word, const std::optional<double>& v) {
                if (v) values += fmt::format("<{0}>{1}</{0}>", word, number(*v));
            };
            add("mass", bone.mass);
            add("density", bone.density);
            add("friction", bone.friction);
            add("restitution", bone.restitution);
            if (bone.gravity_scale != 1) add("gravity_scale", bone.gravity_scale);
            if (!values.empty()) line(3, "<attributes>" + values + "</attributes>");
            line(2, "</rigid_body>");
        }
        line(1, "</rigid_bodies>");
    }

    void add_piece(const BonePiece& piece) {
        const auto n = [](double v) { return number_json(on_grid(v)); };
        std::string head, word;
        switch (piece.shape) {
            case BonePiece::Shape::sphere:
                word = "sphere";
                head = fmt::format("<sphere radius=\"{}\"", n(piece.radius));
                break;
            case BonePiece::Shape::capsule:
                word = "capsule";
                head = fmt::format("<capsule radius=\"{}\" height=\"{}\"", n(piece.radius), n(piece.length));
                break;
            case BonePiece::Shape::box:
                word = "box";
                head =
                    fmt::format("<box x=\"{}\" y=\"{}\" z=\"{}\"", n(piece.size.x), n(piece.size.y), n(piece.size.z));
                break;
            case BonePiece::Shape::hull: return add_hull(piece);
        }
        const std::string at = pose(piece.pose);
        line(3, at.empty() ? head + "/>" : head + ">" + at + "</" + word + ">");
    }

    void add_hull(const BonePiece& piece) {
        line(3, "<polygon_mesh target=\"collision_detection\">");
        if (const std::string at = pose(piece.pose); !at.empty()) line(4, at);
        add_vertices(4, piece.points);
        if (!piece.face_point.empty()) {
            line(4, "<faces>");
            for (size_t f = 0; f + 1 < piece.face_start.size(); ++f) {
                std::string nodes;
                for (u32 k = piece.face_start[f]; k < piece.face_start[f + 1]; ++k)
                    nodes += fmt::format("<node v=\"{}\"/>", piece.face_point[k] + 1);
                line(5, "<face>" + nodes + "</face>");
            }
            line(4, "</faces>");
        }
        line(3, "</polygon_mesh>");
    }

    void add_joints() {
        line(1, "<joints>");
        for (const BoneJoint& j : c_.joints) {
            const std::string kind = j.kind();
            std::string head = fmt::format("<{}_joint name=\"{}\"", kind, escaped(j.name));
            if (!j.a.empty()) head += fmt::format(" r1=\"{}\"", id_of_[j.a]);
            if (!j.b.empty()) head += fmt::format(" r2=\"{}\"", id_of_[j.b]);
            line(2, head + (j.collide ? " collide=\"true\">" : ">"));
            const std::string at = pose(j.pose);
            line(3, at.empty() ? "<pose/>" : at);
            const std::string limits = limits_of(j, kind);
            if (!limits.empty()) line(3, "<limits>" + limits + "</limits>");
            add_powers(j);
            line(2, fmt::format("</{}_joint>", kind));
        }
        line(1, "</joints>");
    }

    static std::string ends(const JointRange& r) {
        return (std::isfinite(r.low) ? " low=\"" + number(r.low) + "\"" : "") +
               (std::isfinite(r.high) ? " high=\"" + number(r.high) + "\"" : "");
    }

    static std::string limits_of(const BoneJoint& given, const std::string& kind) {
        BoneJoint j = given;  // limited_by gives places to write to
        const bool cone = kind == "spherical" && j.turn[1] == j.turn[2];
        std::string text;
        for (const std::string& word : limit_words(kind)) {
            const JointRange& r = *limited_by(j, word)[0];
            const bool swing = word.rfind("swing", 0) == 0;
            if (r.is_free() || (word == "distance" && r == JointRange{0, unlimited})) continue;
            if (swing && cone != (word == "swing")) continue;
            text += swing ? fmt::format("<limit target=\"{}\" angle=\"{}\"/>", word, number(r.high))
                          : fmt::format("<limit target=\"{}\"{}/>", word, ends(r));
        }
        return text;
    }

    void add_powers(const BoneJoint& j) {
        const auto finite = [](const char* word, double v) {
            return std::isfinite(v) ? fmt::format(" {}=\"{}\"", word, number(v)) : std::string();
        };
        if (j.drive.any() || j.strength != 1)
            line(3, fmt::format("<drive stiffness=\"{}\" damping=\"{}\"{}{}{}/>", number(j.drive.stiffness),
                                number(j.drive.damping), finite("max_force", j.drive.max_force),
                                j.drive.target != 0 ? finite("target", j.drive.target) : "",
                                j.strength != 1 ? finite("strength", j.strength) : ""));
        const std::string limit = finite("force", j.break_force) + finite("torque", j.break_torque);
        if (!limit.empty()) line(3, "<break" + limit + "/>");
        if (j.rows == BoneJoint::Rows::pulley)
            line(3,
                 fmt::format(
                     "<pulley ax=\"{}\" ay=\"{}\" az=\"{}\" bx=\"{}\" by=\"{}\" bz=\"{}\" rope=\"{}\" ratio=\"{}\"/>",
                     number(j.wheel_a.x), number(j.wheel_a.y), number(j.wheel_a.z), number(j.wheel_b.x),
                     number(j.wheel_b.y), number(j.wheel_b.z), number(j.rope), number(j.ratio)));
    }

    const Creature& c_;
    const Mesh& mesh_;
    std::string text_;
    std::map<std::string, size_t> id_of_;
};

}  // namespace

std::string creature_xml(const Creature& creature) { return XmlWriter(creature).write(); }

}  // namespace pliant
