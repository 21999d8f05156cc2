#include "import/assimp_character.h"

#include <assimp/scene.h>

#include <algorithm>
#include <map>
#include <span>

#include "assets/unique_names.h"
#include "core/error.h"
#include "core/text.h"
#include "import/assimp_meshes.h"
#include "import/assimp_vector.h"
#include "import/file_archive.h"
#include "import/isolated.h"

namespace pliant {
namespace {

class AssimpCharacterReader {
  public:
    AssimpCharacterReader(const aiScene& scene, const FileUnits& units, const std::string& name, FileCharacter& result)
        : scene_(scene), name_(name), result_(result), character_(result.character) {
        result.applied = units.applied;
        placed_ = read_assimp_meshes(scene, units, name, result.file);
    }

    void read() {
        read_nodes();
        result_.influences.resize(result_.file.mesh.vertex_point.size());
        result_.fallback.resize(result_.influences.size());
        for (const AssimpPlaced& p : placed_) bind(p);
        read_morphs();
        UniqueNames names;
        for (unsigned a = 0; a < scene_.mNumAnimations; ++a) read_clip(*scene_.mAnimations[a], names);
    }

  private:
    void read_nodes() {
        std::vector<std::pair<const aiNode*, u32>> left;
        if (scene_.mRootNode) left.emplace_back(scene_.mRootNode, Node::none);
        while (!left.empty()) {
            const auto [from, parent] = left.back();
            left.pop_back();
            const u32 number = static_cast<u32>(character_.nodes.size());
            add_node(*from, parent);
            for (unsigned c = from->mNumChildren; c-- > 0;) left.emplace_back(from->mChildren[c], number);
        }
    }

    void add_node(const aiNode& from, u32 parent) {
        const u32 number = static_cast<u32>(character_.nodes.size());
        std::string called = from.mName.C_Str();
        by_name_.try_emplace(called, number);  // of equal names the first is meant
        if (called.empty() || called.rfind("$ColladaAutoName$", 0) == 0) called = "node " + std::to_string(number);
        Node node;
        node.name = names_.take(called);
        node.parent = parent;
        double sheared = 0;
        node.rest = pose_of(affine_of(from.mTransformation), &sheared);
        if (!is_finite(affine_of(node.rest)))
            throw Error({name_ + ": node " + in_quotes(called), "its place is not finite", "numbers", ""});
        if (sheared > 1e-4)
            result_.file.notes.push_back("the node " + in_quotes(called) + " is sheared; the shear is left out");
        by_node_[&from] = number;
        character_.nodes.push_back(std::move(node));
    }

    Affine inverse_of(const AssimpPlaced& p) {
        const std::optional<Affine> back = inverse(p.place);
        if (!back)
            result_.file.notes.push_back("the mesh " + in_quotes(p.mesh->mName.C_Str()) +
                                         " is flat at rest and stays so");
        return back.value_or(Affine{});
    }

    void bind(const AssimpPlaced& p) {
        const Affine back = inverse_of(p);
        const u32 first_joint = static_cast<u32>(character_.joints.size());
        if (p.mesh->HasBones()) {
            character_.skins.push_back({skin_names_.take(p.mesh->mName.length ? p.mesh->mName.C_Str() : "skin"),
                                        first_joint, p.mesh->mNumBones});
            for (unsigned b = 0; b < p.mesh->mNumBones; ++b) add_bone(*p.mesh->mBones[b], p, back);
        } else {
            character_.joints.push_back({by_node_.at(p.node), back});
        }
        for (u32 v = 0; v < p.mesh->mNumVertices; ++v) {
            result_.fallback[p.first_vertex + v] = first_joint;
            if (!p.mesh->HasBones()) result_.influences[p.first_vertex + v] = {{first_joint, 1}};
        }
    }

    void add_bone(const aiBone& bone, const AssimpPlaced& p, const Affine& back) {
        const std::string where = name_ + ": bone " + in_quotes(bone.mName.C_Str());
        const auto node = by_name_.find(bone.mName.C_Str());
        if (node == by_name_.end())
            throw Error({where, "there is no node of that name", "a node that moves it", "export it again"});
        const u32 joint = static_cast<u32>(character_.joints.size());
        character_.joints.push_back({node->second, affine_of(bone.mOffsetMatrix) * back});
        if (!is_finite(character_.joints.back().inverse_bind))
            throw Error({where, "its inverse bind matrix is not finite", "numbers", "export it again"});
        for (unsigned w = 0; w < bone.mNumWeights; ++w) {
            const aiVertexWeight& weight = bone.mWeights[w];
            if (weight.mVertexId >= p.mesh->mNumVertices)
                throw Error({where, "it moves vertex " + with_commas(weight.mVertexId),
                             "0 to " + with_commas(p.mesh->mNumVertices - 1), "export it again"});
            result_.influences[p.first_vertex + weight.mVertexId].push_back({joint, weight.mWeight});
        }
    }

    // Assimp gives a target as the places that its vertices would have.
    void read_morphs() {
        for (size_t begin = 0, end; begin < placed_.size(); begin = end) {
            end = begin;
            unsigned targets = 0;
            for (; end < placed_.size() && placed_[end].node == placed_[begin].node; ++end)
                targets = std::max(targets, placed_[end].mesh->mNumAnimMeshes);
            Node& node = character_.nodes[by_node_.at(placed_[begin].node)];
            node.first_morph = static_cast<u32>(character_.morphs.size());
            node.morph_count = targets;
            for (unsigned t = 0; t < targets; ++t)
                character_.morphs.push_back(morph_of({placed_.data() + begin, end - begin}, t, node.name));
        }
    }

    static Morph morph_of(std::span<const AssimpPlaced> meshes, unsigned target, const std::string& node) {
        Morph morph;
        morph.first_vertex = meshes[0].first_vertex;
        morph.positions.resize(meshes.back().first_vertex + meshes.back().mesh->mNumVertices - morph.first_vertex);
        for (const AssimpPlaced& p : meshes) {
            if (target >= p.mesh->mNumAnimMeshes) continue;
            const aiAnimMesh& to = *p.mesh->mAnimMeshes[target];
            if (morph.name.empty()) morph.name = to.mName.C_Str();
            if (!to.HasPositions() || to.mNumVertices != p.mesh->mNumVertices) continue;
            for (unsigned v = 0; v < to.mNumVertices; ++v) {
                const Vec3d by = p.place.linear * (vector_of(to.mVertices[v]) - vector_of(p.mesh->mVertices[v]));
                if (is_finite(by)) morph.positions[p.first_vertex - morph.first_vertex + v] = by.to<float>();
            }
        }
        if (morph.name.empty()) morph.name = node + "." + std::to_string(target);
        return morph;
    }

    void read_clip(const aiAnimation& from, UniqueNames& names) {
        RigClip clip;
        clip.name =
            names.take(from.mName.length ? from.mName.C_Str() : "animation " + std::to_string(character_.clips.size()));
        const double ticks = from.mTicksPerSecond > 0 ? from.mTicksPerSecond : 25;  // as Assimp's own viewer takes it
        u64 left_out = 0;
        for (unsigned c = 0; c < from.mNumChannels; ++c) {
            const aiNodeAnim& channel = *from.mChannels[c];
            const auto node = by_name_.find(channel.mNodeName.C_Str());
            if (node == by_name_.end()) {
                ++left_out;
                continue;
            }
            add_channels(clip, channel, node->second, ticks);
        }
        for (unsigned c = 0; c < from.mNumMorphMeshChannels; ++c)
            left_out += !add_weights(clip, *from.mMorphMeshChannels[c], ticks);
        if (left_out)
            result_.file.notes.push_back(counted(left_out, "channels") + " of animation " + in_quotes(clip.name) +
                                         " that move nothing of the character left out");
        find_length(clip);
        character_.clips.push_back(std::move(clip));
    }

    template <class Key, class Values>
    void add_channel(RigClip& clip, u32 node, ChannelPath path, u32 width, std::span<const Key> keys, double ticks,
                     Values&& values) const {
        if (keys.empty()) return;
        RigChannel channel{node, path, KeyInterpolation::linear, width, {}, {}};
        for (const Key& key : keys) {
            channel.times.push_back(key.mTime / ticks);
            values(key, channel.values);
        }
        check_channel(channel, name_ + ": animation " + in_quotes(clip.name) + ", node " +
                                   in_quotes(character_.nodes[node].name));
        clip.channels.push_back(std::move(channel));
    }

    void add_channels(RigClip& clip, const aiNodeAnim& from, u32 node, double ticks) const {
        const auto vector = [](const aiVectorKey& k, std::vector<double>& out) {
            out.insert(out.end(), {k.mValue.x, k.mValue.y, k.mValue.z});
        };
        const auto turn = [](const aiQuatKey& k, std::vector<double>& out) {
            out.insert(out.end(), {k.mValue.x, k.mValue.y, k.mValue.z, k.mValue.w});
        };
        add_channel(clip, node, ChannelPath::translation, 3,
                    std::span<const aiVectorKey>(from.mPositionKeys, from.mNumPositionKeys), ticks, vector);
        add_channel(clip, node, ChannelPath::rotation, 4,
                    std::span<const aiQuatKey>(from.mRotationKeys, from.mNumRotationKeys), ticks, turn);
        add_channel(clip, node, ChannelPath::scale, 3,
                    std::span<const aiVectorKey>(from.mScalingKeys, from.mNumScalingKeys), ticks, vector);
    }

    // Returns whether there is a node with morphs of that name; FBX puts "*" and a number behind it.
    bool add_weights(RigClip& clip, const aiMeshMorphAnim& from, double ticks) const {
        const std::string called = from.mName.C_Str();
        const auto node = by_name_.find(called.substr(0, called.find('*')));
        if (node == by_name_.end() || character_.nodes[node->second].morph_count == 0) return false;
        const u32 width = character_.nodes[node->second].morph_count;
        add_channel(clip, node->second, ChannelPath::weights, width,
                    std::span<const aiMeshMorphKey>(from.mKeys, from.mNumKeys), ticks,
                    [&](const aiMeshMorphKey& key, std::vector<double>& out) {
                        out.resize(out.size() + width);
                        for (unsigned i = 0; i < key.mNumValuesAndWeights; ++i)
                            if (key.mValues[i] < width) out[out.size() - width + key.mValues[i]] = key.mWeights[i];
                    });
        return true;
    }

    const aiScene& scene_;
    const std::string& name_;
    FileCharacter& result_;
    Character& character_;
    std::vector<AssimpPlaced> placed_;
    UniqueNames names_, skin_names_;
    std::map<std::string, u32> by_name_;
    std::map<const aiNode*, u32> by_node_;
};

}  // namespace

static FileCharacter read_character_here(std::string_view bytes, const std::string& name) {
    FileCharacter result;
    with_assimp_scene(bytes, name, true, result.file.notes, [&](const aiScene& scene, const FileUnits& units) {
        AssimpCharacterReader(scene, units, name, result).read();
        result.file.skinned = !result.character.skins.empty();
    });
    return result;
}

FileCharacter read_character_by_assimp(std::string_view bytes, const std::string& name) {
    const std::vector<std::byte> told =
        run_isolated(name, limits_for(bytes.size()), [&](Writer& w) { save(w, read_character_here(bytes, name)); });
    Reader r(told, name);
    return load_file_character(r);
}

}  // namespace pliant
