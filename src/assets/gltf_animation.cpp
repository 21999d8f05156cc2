#include "assets/gltf_animation.h"

#include "core/error.h"
#include "core/text.h"

namespace pliant {
namespace {

std::vector<double> numbers(const std::vector<float>& v) { return {v.begin(), v.end()}; }

// Returns whether the channel moves anything; `channel` has its node and path then, and its width.
bool find_target(const tinygltf::AnimationChannel& from, const std::vector<u32>& node_number, const Character& c,
                 RigChannel& channel) {
    const size_t node = static_cast<size_t>(from.target_node);
    if (node >= node_number.size() || node_number[node] == Node::none) return false;
    channel.node = node_number[node];
    channel.width = 3;
    if (from.target_path == "translation") {
        channel.path = ChannelPath::translation;
    } else if (from.target_path == "scale") {
        channel.path = ChannelPath::scale;
    } else if (from.target_path == "rotation") {
        channel.path = ChannelPath::rotation;
        channel.width = 4;
    } else if (from.target_path == "weights") {
        channel.path = ChannelPath::weights;
        channel.width = c.nodes[channel.node].morph_count;
    } else {
        return false;
    }
    return channel.width > 0;
}

KeyInterpolation interpolation_of(const std::string& word, const GltfModel& model, const std::string& where) {
    if (word == "STEP") return KeyInterpolation::step;
    if (word == "CUBICSPLINE") return KeyInterpolation::cubic;
    if (!word.empty() && word != "LINEAR")
        model.fail(where, "the interpolation is " + in_quotes(word), "LINEAR, STEP or CUBICSPLINE");
    return KeyInterpolation::linear;
}

}  // namespace

void read_gltf_animation(const GltfModel& model, u64 limit, int number, const std::vector<u32>& node_number,
                         Character& character, std::vector<std::string>& notes) {
    const tinygltf::Animation& from = model.structure().animations[static_cast<size_t>(number)];
    const std::string called = from.name.empty() ? "animation " + std::to_string(number) : from.name;
    RigClip clip;
    clip.name = called;
    u64 left_out = 0, read = 0;
    for (size_t c = 0; c < from.channels.size(); ++c) {
        const tinygltf::AnimationChannel& channel = from.channels[c];
        const std::string where = "animation " + in_quotes(called) + ", channel " + std::to_string(c);
        RigChannel to;
        if (!find_target(channel, node_number, character, to)) {
            ++left_out;
            continue;
        }
        if (static_cast<size_t>(channel.sampler) >= from.samplers.size())
            model.fail(where, "there is no sampler " + std::to_string(channel.sampler), "a sampler of the animation");
        const tinygltf::AnimationSampler& sampler = from.samplers[static_cast<size_t>(channel.sampler)];
        to.interpolation = interpolation_of(sampler.interpolation, model, where);
        const u32 components = to.path == ChannelPath::weights ? 1 : to.width;
        to.times = numbers(model.floats(sampler.input, 1, 1, limit, where + ", times"));
        to.values = numbers(model.floats(sampler.output, components, components, limit, where + ", values"));
        read += to.times.size() + to.values.size();
        if (read > 8 * limit)  // of honest files a share of their bytes
            model.fail(where, "the channels have more than " + with_commas(8 * limit) + " numbers", "fewer",
                       "the file may be damaged");
        try {
            check_channel(to, where);
        } catch (const Error& e) {
            model.fail(e.trouble().where, e.trouble().wrong, e.trouble().expected, e.trouble().advice);
        }
        clip.channels.push_back(std::move(to));
    }
    if (left_out)
        notes.push_back(counted(left_out, "channels") + " of animation " + in_quotes(called) +
                        " that move nothing of the character left out");
    find_length(clip);
    character.clips.push_back(std::move(clip));
}

}  // namespace pliant
