#include "assets/creature_rig.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "assets/gltf_character.h"
#include "assets/gltf_physics.h"
#include "assets/unique_names.h"
#include "core/error.h"
#include "core/text.h"

namespace pliant {
namespace {

constexpr size_t max_bones_of_point = 4;  // JOINTS_0: what every viewer has

class RigReader {
  public:
    RigReader(const FileCharacter& from, const std::vector<u32>& node_number, std::span<const size_t> bone_nodes,
              Creature& creature)
        : from_(from), c_(from.character), creature_(creature), bone_of_(c_.nodes.size(), no_bone) {
        for (u32 b = 0; b < bone_nodes.size(); ++b) bone_of_[node_number[bone_nodes[b]]] = b;
        for (const u32 v : creature.mesh.vertex_point)
            first_vertex_.resize(std::max<size_t>(first_vertex_.size(), v + 1), no_bone);
        for (u32 v = 0; v < creature.mesh.vertex_point.size(); ++v)
            if (u32& first = first_vertex_[creature.mesh.vertex_point[v]]; first == no_bone) first = v;
    }

    void read() {
        read_poses();
        if (bones_are_scaled()) return note("nodes of bones are scaled: skin and clips are left out");
        if (!c_.skins.empty()) read_skin();
        for (const RigClip& clip : c_.clips) read_clip(clip);
    }

  private:
    static constexpr u32 no_bone = 0xffffffffu;
    void note(const std::string& sentence) { creature_.notes.push_back(sentence); }

    bool bones_are_scaled() const {
        std::vector<u8> seen(c_.nodes.size(), 0);
        for (u32 n = 0; n < c_.nodes.size(); ++n)
            for (u32 up = bone_of_[n] == no_bone ? Node::none : n; up != Node::none && !seen[up];
                 up = c_.nodes[up].parent) {
                seen[up] = 1;
                if (length(c_.nodes[up].rest.scale - Vec3d{1, 1, 1}) > 1e-6) return true;
            }
        return false;
    }

    void read_poses() {
        UniqueNames names;
        for (const Morph& morph : c_.morphs) {
            ShapePose pose{names.take(morph.name), std::vector<Vec3>(first_vertex_.size())};
            for (size_t p = 0; p < first_vertex_.size(); ++p)
                if (const size_t v = size_t{first_vertex_[p]} - morph.first_vertex; v < morph.positions.size())
                    pose.moved[p] = morph.positions[v];
            if (morph.rest_weight != 0)
                note("the mesh has some of the pose " + in_quotes(morph.name) + " at rest; it begins without it here");
            creature_.poses.push_back(std::move(pose));
        }
    }

    void read_skin() {
        std::vector<std::vector<Influence>> skin(first_vertex_.size());
        u64 trimmed = 0;
        for (size_t p = 0; p < skin.size(); ++p) {
            std::vector<Influence> given = from_.influences[first_vertex_[p]];
            if (given.empty()) given = {{from_.fallback[first_vertex_[p]], 1}};  // as characters have it
            for (const Influence& i : given) {
                const u32 bone = bone_of_[c_.joints[i.joint].node];
                if (bone == no_bone) return note("the mesh follows nodes that are no bones: its skin is left out");
                if (!is_bound_at_rest(c_.joints[i.joint], bone))
                    return note("the skin is bound in another pose than the bones have at rest; it is left out");
                skin[p].push_back({bone, i.weight});
            }
            trimmed += keep_strongest(skin[p]);
            normalize(skin[p]);
        }
        if (trimmed) note(counted(trimmed, "points") + " follow more than four bones: the strongest four are kept");
        creature_.skin = std::move(skin);
    }

    // The nodes' own place: the mesh does not move when it is skinned at rest.
    bool is_bound_at_rest(const Joint& joint, u32 bone) const {
        const Transformd& pose = creature_.bones[bone].pose;
        const double size = length(creature_.mesh.bounds().size().to<double>());
        for (const Vec3d& p : {Vec3d{}, Vec3d{size, 0, 0}, Vec3d{0, size, 0}, Vec3d{0, 0, size}})
            if (!(length(from_frame(pose, {joint.inverse_bind * p, {}}).position - p) <= 1e-4 * size)) return false;
        return true;
    }

    static bool keep_strongest(std::vector<Influence>& of_point) {
        if (of_point.size() <= max_bones_of_point) return false;
        std::stable_sort(of_point.begin(), of_point.end(),
                         [](const Influence& a, const Influence& b) { return a.weight > b.weight; });
        of_point.resize(max_bones_of_point);
        return true;
    }
    // Weights that add up already stay as they are written.
    static void normalize(std::vector<Influence>& of_point) {
        double sum = 0;
        for (const Influence& i : of_point) sum += i.weight;
        if (std::fabs(sum - 1) < 1e-6 || !(sum > 0)) return;
        for (Influence& i : of_point) i.weight = static_cast<float>(i.weight / sum);
    }

    void read_clip(const RigClip& from) {
        RigClip clip{from.name, 0, 0, {}};
        u64 left_out = 0;
        for (const RigChannel& channel : from.channels) {
            RigChannel to = channel;
            const u32 bone = bone_of_[channel.node];
            if (channel.path == ChannelPath::weights && channel.width == creature_.poses.size())
                to.node = Creature::of_mesh;
            else if (bone != no_bone &&
                     (channel.path == ChannelPath::translation || channel.path == ChannelPath::rotation)) {
                to.node = bone;
                bring_to_parent(channel.node, to);
            } else {
                ++left_out;
                continue;
            }
            clip.channels.push_back(std::move(to));
        }
        if (left_out)
            note(counted(left_out, "channels") + " of the clip " + in_quotes(clip.name) +
                 " left out, which scale, or move what is no bone");
        find_length(clip);
        if (!clip.channels.empty()) creature_.clips.push_back(std::move(clip));
    }

    // Nodes between a bone and the bone above it do not move: their motion is made part of the keys.
    void bring_to_parent(u32 node, RigChannel& channel) const {
        Transformd between;
        for (u32 n = c_.nodes[node].parent; n != Node::none && bone_of_[n] == no_bone; n = c_.nodes[n].parent)
            between = from_frame({c_.nodes[n].rest.translation, c_.nodes[n].rest.rotation}, between);
        if (between == Transformd{}) return;
        const bool cubic = channel.interpolation == KeyInterpolation::cubic;
        for (size_t i = 0; i + channel.width <= channel.values.size(); i += channel.width) {
            double* v = channel.values.data() + i;
            const bool slope = cubic && i / channel.width % 3 != 1;
            if (channel.path == ChannelPath::translation) {
                const Vec3d t = between.rotation * Vec3d{v[0], v[1], v[2]} + (slope ? Vec3d{} : between.position);
                v[0] = t.x;
                v[1] = t.y;
                v[2] = t.z;
            } else {
                const Quatd q = between.rotation * Quatd{v[0], v[1], v[2], v[3]};
                v[0] = q.x;
                v[1] = q.y;
                v[2] = q.z;
                v[3] = q.w;
            }
        }
    }

    const FileCharacter& from_;
    const Character& c_;
    Creature& creature_;
    std::vector<u32> bone_of_;       // of a node of the character
    std::vector<u32> first_vertex_;  // of a point
};

}  // namespace

void read_creature_rig(const GltfModel& model, u64 limit, const std::string& name, std::span<const size_t> bone_nodes,
                       Creature& creature) {
    const tinygltf::Model& file = model.structure();
    const bool morphs = std::any_of(file.meshes.begin(), file.meshes.end(), [](const tinygltf::Mesh& m) {
        return std::any_of(m.primitives.begin(), m.primitives.end(), [](const auto& p) { return !p.targets.empty(); });
    });
    if (file.skins.empty() && file.animations.empty() && !morphs) return;
    std::vector<u32> node_number;
    const FileCharacter character = read_gltf_character(model, limit, name, node_number);
    if (character.influences.size() != creature.mesh.vertex_point.size())
        return creature.notes.push_back("the mesh was repaired: skin, poses and clips do not fit it and are left out");
    RigReader(character, node_number, bone_nodes, creature).read();
}

// ---- checks
// ------------------------------------------------------------------------------------------------------------

static void check_skin(const Creature& c, const std::string& where) {
    if (c.skin.size() != c.mesh.points.size())
        throw Error({where, "weights of " + counted(c.skin.size(), "points"), with_commas(c.mesh.points.size()), ""});
    for (size_t p = 0; p < c.skin.size(); ++p) {
        double sum = 0;
        for (const Influence& i : c.skin[p]) {
            if (i.joint >= c.bones.size() || !(i.weight >= 0 && i.weight <= 1))
                throw Error({where,
                             "point " + with_commas(p) + " follows bone " + with_commas(i.joint) +
                                 " with a weight of " + short_number(i.weight),
                             "a bone of the file, and 0 to 1", ""});
            sum += i.weight;
        }
        if (!(std::fabs(sum - 1) < 1e-3) || c.skin[p].size() > max_bones_of_point)
            throw Error({where, "weights of point " + with_commas(p) + " add up to " + short_number(sum, 6), "1",
                         "export it again with weights normalized"});
    }
}

static void check_clip(const Creature& c, const RigClip& clip, const std::string& where) {
    for (const RigChannel& channel : clip.channels) {
        const bool of_mesh = channel.node == Creature::of_mesh;
        if (of_mesh != (channel.path == ChannelPath::weights) || (!of_mesh && channel.node >= c.bones.size()) ||
            (of_mesh && channel.width != c.poses.size()))
            throw Error({where, "a channel of what is not there", "bones, or weights of all poses", ""});
        RigChannel copy = channel;
        check_channel(copy, where);
    }
}

void check_rig(const Creature& c, const std::string& name) {
    if (!c.skin.empty()) check_skin(c, name + ": skin");
    std::set<std::string> poses, clips;
    const auto check_name = [](std::set<std::string>& names, const std::string& called, const std::string& where) {
        if (called.empty() || !names.insert(called).second)
            throw Error(
                {where, called.empty() ? "it has no name" : "there are two of that name", "a name of its own", ""});
    };
    for (const ShapePose& pose : c.poses) {
        const std::string where = name + ": pose " + in_quotes(pose.name);
        check_name(poses, pose.name, where);
        if (pose.moved.size() != c.mesh.points.size())
            throw Error({where, counted(pose.moved.size(), "points"), with_commas(c.mesh.points.size()), ""});
        for (const Vec3& v : pose.moved)
            if (!is_finite(v)) throw Error({where, "a point goes nowhere finite", "metres", ""});
    }
    for (const RigClip& clip : c.clips) {
        const std::string where = name + ": clip " + in_quotes(clip.name);
        check_name(clips, clip.name, where);
        check_clip(c, clip, where);
    }
}

// ---- out
// ---------------------------------------------------------------------------------------------------------------

std::string skin_attributes(const Creature& c, std::span<const u32> vertices, GltfWriter& g) {
    if (c.skin.empty()) return "";
    std::vector<u16> joints;
    std::vector<float> weights;
    for (const u32 v : vertices) {
        const std::vector<Influence>& of_point = c.skin[c.mesh.vertex_point[v]];
        for (size_t k = 0; k < max_bones_of_point; ++k) {
            const bool used = k < of_point.size() && of_point[k].weight > 0;
            joints.push_back(used ? static_cast<u16>(of_point[k].joint) : u16{0});
            weights.push_back(used ? of_point[k].weight : 0.0f);
        }
    }
    return fmt::format(", \"JOINTS_0\": {}, \"WEIGHTS_0\": {}", g.add_joints(joints),
                       g.add_floats(weights, "VEC4", GltfWriter::Use::vertices));
}

std::string morph_targets(const Creature& c, std::span<const u32> vertices, GltfWriter& g) {
    std::string list;
    for (const ShapePose& pose : c.poses) {
        std::vector<Vec3> moved;
        for (const u32 v : vertices) moved.push_back(pose.moved[c.mesh.vertex_point[v]]);
        list += fmt::format("{}{{ \"POSITION\": {} }}", list.empty() ? "" : ", ", g.add_positions(moved));
    }
    return list.empty() ? "" : ", \"targets\": [ " + list + " ]";
}

std::string morph_names(const Creature& c) {
    std::string list;
    for (const ShapePose& pose : c.poses) list += (list.empty() ? "" : ", ") + quoted_json(pose.name);
    return list.empty() ? "" : ", \"extras\": { \"targetNames\": [" + list + "] }";
}

std::vector<float> inverse_bind_matrix(const Transformd& pose) {
    std::vector<float> m;
    const Transformd back = in_frame(pose, {});
    for (const Vec3d& axis : {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}}) {
        const Vec3d column = in_frame(pose, {axis, {}}).position - back.position;
        for (int k = 0; k < 3; ++k) m.push_back(static_cast<float>(column[k]));
        m.push_back(0);
    }
    for (int k = 0; k < 3; ++k) m.push_back(static_cast<float>(back.position[k]));
    m.push_back(1);
    return m;
}

// Readers make turns unit quaternions: numbers that come out the same when that is done to them and they are written
// again. All are on one grid: small ones with finer digits would creep. Of two million, all were found within 16
// rounds.
static void settle_turn(const double* turn, float* out) {
    Quatd q{turn[0], turn[1], turn[2], turn[3]};
    const auto rounded = [](double v) { return std::round(v * 0x1p24) * 0x1p-24; };
    for (int round = 0; round < 16; ++round) {
        q = normalized(q);
        q = {rounded(q.x), rounded(q.y), rounded(q.z), rounded(q.w)};
    }
    const Quat found = q.to<float>();
    out[0] = found.x;
    out[1] = found.y;
    out[2] = found.z;
    out[3] = found.w;
}

static std::vector<float> file_values(const RigChannel& channel) {
    std::vector<float> values(channel.values.begin(), channel.values.end());
    if (channel.path == ChannelPath::rotation && channel.interpolation != KeyInterpolation::cubic)
        for (size_t i = 0; i + 4 <= values.size(); i += 4) settle_turn(&channel.values[i], &values[i]);
    return values;
}

void round_channel(RigChannel& channel) {
    const std::vector<float> values = file_values(channel), times(channel.times.begin(), channel.times.end());
    channel.values.assign(values.begin(), values.end());
    channel.times.assign(times.begin(), times.end());
}

namespace {

class ClipWriter {
  public:
    ClipWriter(u32 mesh_node, std::span<const u32> bone_nodes, GltfWriter& g)
        : mesh_node_(mesh_node), bone_nodes_(bone_nodes), g_(g) {}

    void write(const RigClip& clip) {
        GltfWriter::List samplers, channels;
        for (const RigChannel& channel : clip.channels) {
            static constexpr const char* words[] = {"LINEAR", "STEP", "CUBICSPLINE"};
            static constexpr const char* paths[] = {"translation", "rotation", "scale", "weights"};
            const u32 sampler = samplers.add(
                fmt::format("{{ \"input\": {}, \"output\": {}, \"interpolation\": \"{}\" }}", add_times(channel.times),
                            add_values(channel), words[static_cast<size_t>(channel.interpolation)]));
            channels.add(fmt::format("{{ \"sampler\": {}, \"target\": {{ \"node\": {}, \"path\": \"{}\" }} }}", sampler,
                                     channel.node == Creature::of_mesh ? mesh_node_ : bone_nodes_[channel.node],
                                     paths[static_cast<size_t>(channel.path)]));
        }
        g_.animations.add(fmt::format("{{ \"name\": {}, \"samplers\": [\n{} ],\n\"channels\": [\n{} ] }}",
                                      quoted_json(clip.name), samplers.text(), channels.text()));
    }

  private:
    u32 add_times(const std::vector<double>& times) {
        for (const auto& [known, accessor] : times_)
            if (*known == times) return accessor;
        const std::vector<float> values(times.begin(), times.end());
        times_.emplace_back(&times, g_.add_floats(values, "SCALAR", GltfWriter::Use::data, true));
        return times_.back().second;
    }

    u32 add_values(const RigChannel& channel) {
        const std::vector<float> values = file_values(channel);
        const char* type = channel.path == ChannelPath::rotation  ? "VEC4"
                           : channel.path == ChannelPath::weights ? "SCALAR"
                                                                  : "VEC3";
        return g_.add_floats(values, type, GltfWriter::Use::data);
    }

    u32 mesh_node_;
    std::span<const u32> bone_nodes_;
    GltfWriter& g_;
    std::vector<std::pair<const std::vector<double>*, u32>> times_;
};

}  // namespace

void write_creature_rig(const Creature& c, u32 mesh_node, std::span<const u32> bone_nodes, GltfWriter& g) {
    if (!c.skin.empty()) {
        std::vector<float> binds;
        for (const Transformd& pose : poses_in_file(c)) {
            const std::vector<float> m = inverse_bind_matrix(pose);
            binds.insert(binds.end(), m.begin(), m.end());
        }
        std::string joints;
        for (const u32 node : bone_nodes) joints += (joints.empty() ? "" : ", ") + std::to_string(node);
        g.skins.add(fmt::format("{{ \"name\": {}, \"inverseBindMatrices\": {}, \"joints\": [{}] }}",
                                quoted_json(c.name), g.add_floats(binds, "MAT4", GltfWriter::Use::data), joints));
    }
    ClipWriter writer(mesh_node, bone_nodes, g);
    for (const RigClip& clip : c.clips) writer.write(clip);
}

}  // namespace pliant
