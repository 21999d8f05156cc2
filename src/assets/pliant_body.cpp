#include "assets/pliant_body.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "cook/model_bytes.h"
#include "core/text.h"

namespace pliant {

const Json* extension_of(const Json& object, const char* name, JsonPlace& place) {
    const Json* all = object.find("extensions");
    const Json* found = all && all->is(Json::Type::object) ? all->find(name) : nullptr;
    if (!found) return nullptr;
    place = place.inside("extensions").inside(name);
    return &expect(*found, Json::Type::object, place);
}

double number_in(const Json& object, const char* key, double fallback, const JsonPlace& place) {
    const Json* json = object.find(key);
    return json ? expect(*json, Json::Type::number, place.inside(key)).number : fallback;
}

int index_in(const Json& object, const char* key, const JsonPlace& place) {
    const Json* json = object.find(key);
    if (!json) return -1;
    const double v = expect(*json, Json::Type::number, place.inside(key)).number;
    if (!(v >= 0 && v < 2147483647.0 && v == std::floor(v)))
        throw Error({place.inside(key).at(*json), "found " + short_number(v, 9), "a whole number from 0 on", ""});
    return static_cast<int>(v);
}

std::string text_in(const Json& object, const char* key, const JsonPlace& place) {
    const Json* json = object.find(key);
    return json ? expect(*json, Json::Type::text, place.inside(key)).text : "";
}

namespace {

void check_keys(const Json& object, const JsonPlace& place, const std::vector<std::string>& known) {
    for (const auto& [key, value] : object.members)
        if (key != "note" && key != "extras" && key != "extensions" &&
            std::find(known.begin(), known.end(), key) == known.end())
            unknown_key(key, place.inside(key).at(value), known);
}

// Points that seams doubled, one again: `point_of` says whose each vertex is.
void join_points(Mesh& mesh, const std::vector<u32>& point_of, const std::string& where) {
    constexpr u32 none = 0xffffffffu;
    u32 count = 0;
    for (const u32 p : point_of) {
        if (p >= point_of.size())
            throw Error(
                {where, "a vertex is of point " + with_commas(p), "less than " + with_commas(point_of.size()), ""});
        count = std::max(count, p + 1);
    }
    std::vector<u32> first(count, none);
    for (u32 v = 0; v < point_of.size(); ++v) {
        if (first[point_of[v]] == none) first[point_of[v]] = v;
        if (!(mesh.points[first[point_of[v]]] == mesh.points[v]))
            throw Error(
                {where, "vertices of point " + with_commas(point_of[v]) + " are in different places", "one place", ""});
    }
    const auto take = [&](auto& values) {
        auto taken = values;
        taken.resize(count);
        for (u32 p = 0; p < count; ++p) taken[p] = values[first[p]];
        values = std::move(taken);
    };
    for (u32 p = 0; p < count; ++p)
        if (first[p] == none) throw Error({where, "no vertex is of point " + with_commas(p), "one at least", ""});
    take(mesh.points);
    for (Attribute& a : mesh.attributes) take(a.values);
    mesh.vertex_point = point_of;
}

class BodyReader {
  public:
    BodyReader(const GltfModel& model, const Json& document, const std::string& name, u64 limit)
        : model_(model), name_(name), limit_(limit) {
        const Json* nodes = document.find("nodes");
        for (size_t n = 0; nodes && n < nodes->items.size(); ++n) {
            JsonPlace place{name, "nodes." + std::to_string(n)};
            const Json* found = extension_of(nodes->items[n], pliant_body, place);
            if (!found || !nodes->items[n].find("mesh")) continue;  // what stands on bones and joints is read with them
            if (body_)
                throw Error({place.at(*found), "a second body", "one body in a file", "put it into a file of its own"});
            body_ = found;
            place_ = place;
            node_ = static_cast<int>(n);
        }
        if (body_) check_keys(*body_, place_, {"kind", "parameters", "points", "volume", "attachments", "model"});
    }

    bool found() const { return body_ != nullptr; }

    void read_mesh(Creature& creature) const {
        Mesh& mesh = creature.mesh;
        const int points = index_in(*body_, "points", place_);
        if (points >= 0) {
            const std::string where = name_ + ": PLIANT_body.points";
            const std::vector<u32> point_of = model_.indices(points, limit_, "PLIANT_body.points");
            if (point_of.size() != mesh.vertex_point.size())
                throw Error({where, with_commas(point_of.size()) + " numbers",
                             with_commas(mesh.vertex_point.size()) + ", one a vertex",
                             "the scene must hold no other mesh than the body's"});
            join_points(mesh, point_of, where);
        }
        if (const Json* volume = body_->find("volume"))
            read_volume(expect(*volume, Json::Type::object, place_.inside("volume")), creature);
    }

    void read_values(Creature& creature) const {
        if (const Json* parameters = body_->find("parameters"))
            creature.body = expect(*parameters, Json::Type::object, place_.inside("parameters"));
        if (creature.body.find("kind"))
            throw Error(
                {place_.inside("parameters").at(creature.body), "\"kind\" among the parameters", "it beside them", ""});
        if (const Json* kind = body_->find("kind"))
            creature.body.members.insert(creature.body.members.begin(),
                                         {"kind", expect(*kind, Json::Type::text, place_.inside("kind"))});
        if (const Json* attachments = body_->find("attachments"))
            creature.attachments = expect(*attachments, Json::Type::object, place_.inside("attachments"));
        if (const int view = index_in(*body_, "model", place_); view >= 0)
            read_model(model_.view_bytes(view, "PLIANT_body.model"), creature);
        creature.name = model_.structure().nodes[static_cast<size_t>(node_)].name;
    }

  private:
    // One that is damaged, or of another version, is cooked again.
    void read_model(std::string_view bytes, Creature& creature) const {
        try {
            creature.model = model_from_bytes(bytes, name_);
        } catch (const Error& e) {
            creature.model_trouble = e.what();
        }
    }

    void read_volume(const Json& volume, Creature& creature) const {
        const JsonPlace place = place_.inside("volume");
        check_keys(volume, place, {"points", "tets", "barycentric"});
        const int points = index_in(volume, "points", place), tets = index_in(volume, "tets", place);
        if (points < 0 || tets < 0)
            throw Error({place.at(volume), "a volume without points or tets", "\"points\" and \"tets\"", ""});
        const std::vector<float> p = model_.floats(points, 3, 3, limit_, "PLIANT_body.volume.points");
        const std::vector<u32> corners = model_.indices(tets, limit_, "PLIANT_body.volume.tets");
        TetMesh made;
        for (size_t i = 0; i + 2 < p.size(); i += 3) made.points.push_back({p[i], p[i + 1], p[i + 2]});
        for (size_t i = 0; i + 3 < corners.size(); i += 4)
            made.tets.push_back({corners[i], corners[i + 1], corners[i + 2], corners[i + 3]});
        if (corners.size() % 4)
            throw Error({place.at(volume), with_commas(corners.size()) + " corners of tets", "four a tet", ""});
        if (const Json* given = volume.find("barycentric"))
            read_places(expect(*given, Json::Type::object, place.inside("barycentric")), creature);
        set_volume(creature, std::move(made), name_ + ": PLIANT_body.volume");
    }

    void read_places(const Json& given, Creature& creature) const {
        const JsonPlace place = place_.inside("volume").inside("barycentric");
        check_keys(given, place, {"tets", "weights"});
        const std::vector<u32> tets =
            model_.indices(index_in(given, "tets", place), limit_, "PLIANT_body.volume.barycentric.tets");
        const std::vector<float> w =
            model_.floats(index_in(given, "weights", place), 3, 3, limit_, "PLIANT_body.volume.barycentric.weights");
        const size_t points = creature.mesh.points.size();
        if (tets.size() != points || w.size() != 3 * tets.size())
            throw Error({place.at(given),
                         with_commas(tets.size()) + " tets and " + with_commas(w.size() / 3) + " weights",
                         with_commas(points) + " of both, one a point of the mesh", ""});
        for (size_t i = 0; i < tets.size(); ++i)
            creature.places.push_back(place_in_tet(tets[i], {w[3 * i], w[3 * i + 1], w[3 * i + 2]}));
    }

    const GltfModel& model_;
    const std::string& name_;
    u64 limit_;
    const Json* body_ = nullptr;
    JsonPlace place_;
    int node_ = -1;
};

}  // namespace

bool read_body_mesh(const GltfModel& model, const std::string& name, u64 limit, FileMesh& file) {
    if (model.document().find(pliant_body) == std::string_view::npos) return false;
    const Json document = parse_json(model.document(), name);
    const BodyReader reader(model, document, name, limit);
    if (!reader.found()) return false;
    Creature creature;
    creature.mesh = std::move(file.mesh);
    reader.read_mesh(creature);
    file.mesh = std::move(creature.mesh);
    file.notes.insert(file.notes.end(), creature.notes.begin(), creature.notes.end());
    return true;
}

void read_pliant_body(const GltfModel& model, const Json& document, const std::string& name, u64 limit,
                      Creature& creature) {
    const BodyReader reader(model, document, name, limit);
    if (!reader.found()) return;
    reader.read_mesh(creature);
    reader.read_values(creature);
}

void read_bone_extras(const Json& extension, const JsonPlace& place, Bone& bone) {
    check_keys(extension, place, {"density", "motion"});
    if (extension.find("density")) bone.density = number_in(extension, "density", 0, place);
    const std::string motion = text_in(extension, "motion", place);
    if (!motion.empty() && motion != "static")
        throw Error({place.inside("motion").at(extension), "found " + in_quotes(motion), "\"static\"", ""});
    if (motion == "static") bone.motion = BoneMotion::fixed;
}

void read_joint_extras(const Json& extension, const JsonPlace& place, BoneJoint& joint) {
    check_keys(extension, place, {"strength", "break_force", "break_torque", "pulley"});
    joint.strength = number_in(extension, "strength", joint.strength, place);
    joint.break_force = number_in(extension, "break_force", unlimited, place);
    joint.break_torque = number_in(extension, "break_torque", unlimited, place);
    const Json* pulley = extension.find("pulley");
    if (!pulley) return;
    const JsonPlace inside = place.inside("pulley");
    check_keys(expect(*pulley, Json::Type::object, inside), inside, {"wheel_a", "wheel_b", "rope", "ratio"});
    const auto wheel = [&](const char* key, Vec3d& to) {
        const Json* list = pulley->find(key);
        if (!list || !list->is(Json::Type::array) || list->items.size() != 3)
            throw Error({inside.at(*pulley), std::string("no ") + key, "three numbers [x, y, z]", ""});
        for (int k = 0; k < 3; ++k)
            to[k] = expect(list->items[static_cast<size_t>(k)], Json::Type::number, inside).number;
    };
    wheel("wheel_a", joint.wheel_a);
    wheel("wheel_b", joint.wheel_b);
    joint.rope = number_in(*pulley, "rope", 0, inside);
    joint.ratio = number_in(*pulley, "ratio", 1, inside);
    joint.rows = BoneJoint::Rows::pulley;
}

// ---- out
// ---------------------------------------------------------------------------------------------------------------

static std::string in_braces(const std::string& members) { return members.empty() ? "" : "{ " + members + " }"; }
static void add_member(std::string& members, const std::string& key, const std::string& json) {
    members += (members.empty() ? "" : ", ") + quoted_json(key) + ": " + json;
}

static std::string volume_json(const Creature& c, GltfWriter& g) {
    const TetMesh& volume = *c.mesh.volume;
    const auto accessor = [&](const auto& list) { return std::to_string(g.add_numbers(list)); };
    std::string members;
    add_member(members, "points", std::to_string(g.add_vectors(volume.points, GltfWriter::Use::data, true)));
    std::vector<u32> corners, tets;
    for (const TetPoints& t : volume.tets) corners.insert(corners.end(), t.begin(), t.end());
    add_member(members, "tets", accessor(corners));
    if (c.places.empty()) return in_braces(members);
    std::vector<Vec3> weights;
    for (const TetPlace& p : c.places) {
        tets.push_back(p.tet);
        weights.push_back({p.weight[0], p.weight[1], p.weight[2]});
    }
    std::string places;
    add_member(places, "tets", accessor(tets));
    add_member(places, "weights", std::to_string(g.add_vectors(weights, GltfWriter::Use::data, false)));
    add_member(members, "barycentric", in_braces(places));
    return in_braces(members);
}

std::string body_extension(const Creature& creature, const std::vector<u32>& vertices, GltfWriter& g) {
    std::string members;
    Json parameters = creature.body;
    if (const Json* kind = parameters.find("kind")) add_member(members, "kind", json_text(*kind));
    std::erase_if(parameters.members, [](const auto& m) { return m.first == "kind"; });
    if (!parameters.members.empty()) add_member(members, "parameters", json_text(parameters));
    std::vector<u32> point_of;
    for (const u32 v : vertices) point_of.push_back(creature.mesh.vertex_point[v]);
    if (vertices.size() > creature.mesh.points.size())
        add_member(members, "points", std::to_string(g.add_numbers(point_of)));
    if (creature.mesh.volume) add_member(members, "volume", volume_json(creature, g));
    if (!creature.attachments.members.empty()) add_member(members, "attachments", json_text(creature.attachments));
    if (creature.model) {
        const std::string bytes = model_bytes(*creature.model);
        add_member(members, "model",
                   std::to_string(g.add_view(std::as_bytes(std::span(bytes)), GltfWriter::Use::data)));
    }
    return members.empty() ? "{}" : in_braces(members);
}

std::string bone_extension(const Bone& bone) {
    std::string members;
    if (bone.density) add_member(members, "density", number_json(*bone.density));
    if (bone.motion == BoneMotion::fixed) add_member(members, "motion", "\"static\"");
    return in_braces(members);
}

std::string joint_extension(const BoneJoint& j) {
    std::string members;
    if (j.strength != 1) add_member(members, "strength", number_json(j.strength));
    if (std::isfinite(j.break_force)) add_member(members, "break_force", number_json(j.break_force));
    if (std::isfinite(j.break_torque)) add_member(members, "break_torque", number_json(j.break_torque));
    const auto vector = [](const Vec3d& v) {
        return fmt::format("[{}, {}, {}]", number_json(v.x), number_json(v.y), number_json(v.z));
    };
    if (j.rows == BoneJoint::Rows::pulley)
        add_member(members, "pulley",
                   fmt::format("{{ \"wheel_a\": {}, \"wheel_b\": {}, \"rope\": {}, \"ratio\": {} }}", vector(j.wheel_a),
                               vector(j.wheel_b), number_json(j.rope), number_json(j.ratio)));
    return in_braces(members);
}

}  // namespace pliant
