// Groups that are solved together: trees of joints, and colours of contacts.

#include <algorithm>
#include <bit>

#include "core/assert.h"
#include "core/lanes.h"
#include "rigid/system.h"

namespace pliant::rigid {

// A joint that ties two bodies which are not tied yet belongs to a tree; what does not move is all one piece of ground.
void System::build_trees() {
    const u32 count = bodies_.size();
    links_.clear();
    trees_.clear();
    if (joints_.empty()) return;
    sets_.reset(count);
    first_tree_joint_.assign(count + 1, 0);
    const auto ground = [&](u32 body) { return bodies_.moves(body) ? body : 0; };
    for (Joint& joint : joints_) {
        const u32 a = sets_.find(ground(joint.a)), b = sets_.find(ground(joint.b));
        joint.in_tree = joint.alive && !joint.broken && a != b;
        if (!joint.in_tree) continue;
        sets_.join(a, b);
        ++first_tree_joint_[joint.a + 1];
        ++first_tree_joint_[joint.b + 1];
    }
    for (u32 i = 0; i < count; ++i) first_tree_joint_[i + 1] += first_tree_joint_[i];
    tree_joints_.resize(first_tree_joint_[count]);
    for (u32 j = 0; j < joints_.size(); ++j)
        if (joints_[j].in_tree)
            for (const u32 body : {joints_[j].a, joints_[j].b}) tree_joints_[first_tree_joint_[body]++] = j;
    for (u32 i = count; i > 0; --i) first_tree_joint_[i] = first_tree_joint_[i - 1];
    first_tree_joint_[0] = 0;

    in_links_.assign(count, 0);
    for (u32 j = 0; j < joints_.size(); ++j) {
        const Joint& joint = joints_[j];
        if (!joint.in_tree) continue;
        if (!bodies_.moves(joint.a)) add_tree({joint.b, j, joint.a, true, 0});
        if (!bodies_.moves(joint.b)) add_tree({joint.a, j, joint.b, false, 0});
    }
    for (u32 i = 1; i < count; ++i)
        if (bodies_.moves(i) && !in_links_[i] && first_tree_joint_[i] < first_tree_joint_[i + 1])
            add_tree({i, TreeLink::no_joint, 0, true, 0});
    if (link_work_.size() < links_.size()) link_work_.resize(links_.size());
}

void System::add_tree(const TreeLink& root) {
    PL_ASSERT(root.body < bodies_.size() && bodies_.moves(root.body) && !in_links_[root.body]);
    const u32 first = static_cast<u32>(links_.size());
    links_.push_back(root);
    in_links_[root.body] = 1;
    for (u32 k = first; k < links_.size(); ++k) {
        const u32 body = links_[k].body;
        for (u32 at = first_tree_joint_[body]; at < first_tree_joint_[body + 1]; ++at) {
            const Joint& joint = joints_[tree_joints_[at]];
            const bool is_b = joint.a == body;
            const u32 other = is_b ? joint.b : joint.a;
            if (in_links_[other] || !bodies_.moves(other)) continue;
            in_links_[other] = 1;
            links_.push_back({other, tree_joints_[at], body, is_b, k - first});
        }
    }
    trees_.push_back({first, static_cast<u32>(links_.size()) - first});
}

// Contacts in colours: those of a colour share no body that moves, so that eight are solved at once, and by any thread.
// Each takes the first colour that is free at both of its bodies, in the order of keys.
void System::color_contacts() {
    constexpr u32 colors = last_color + 1, no_color = 0xff;
    used_colors_.assign(bodies_.size(), 0);
    contact_color_.resize(contacts_.size());
    u32 count[colors] = {};
    for (u32 i = 0; i < contacts_.size(); ++i) {
        contact_color_[i] = no_color;
        if (contacts_[i].count() == 0) continue;
        const PatchKey& key = contacts_[i].key;
        u64 &a = used_colors_[key.a], &b = used_colors_[key.b];
        const u32 color = std::min(static_cast<u32>(std::countr_one(a | b)), last_color);
        if (bodies_.moves(key.a)) a |= 1ull << color;
        if (bodies_.moves(key.b)) b |= 1ull << color;
        contact_color_[i] = static_cast<u8>(color);
        ++count[color];
    }
    color_start_.clear();
    u32 first[colors], batches = 0;
    for (u32 c = 0; c < colors; ++c) {
        first[c] = batches;
        if (!count[c]) continue;
        color_start_.push_back(batches);
        batches += c == last_color ? count[c] : (count[c] + lane_count - 1) / lane_count;
    }
    color_start_.push_back(batches);
    batches_.resize(batches);
    for (ContactBatch& batch : batches_) batch.patches = 0;
    for (u32 i = 0; i < contacts_.size(); ++i) {
        const u32 color = contact_color_[i];
        if (color == no_color) continue;
        ContactBatch* batch = &batches_[first[color]];
        if (batch->patches == (color == last_color ? 1 : lane_count)) batch = &batches_[++first[color]];
        const u32 k = batch->patches++;
        batch->a[k] = contacts_[i].key.a;
        batch->b[k] = contacts_[i].key.b;
        batch->patch[k] = i;
        batch->has_friction[k] = contacts_[i].key.is_guard() ? 0.0f : 1.0f;
        const PairException* rule = exception(contacts_[i].key.a, contacts_[i].key.b);
        batch->pair_friction[k] = rule ? rule->friction : -1.0f;
        batch->pair_restitution[k] = rule ? rule->restitution : -1.0f;
    }
    for (ContactBatch& batch : batches_)
        for (u32 k = batch.patches; k < lane_count; ++k) {
            batch.a[k] = batch.b[k] = batch.patch[k] = 0;
            batch.has_friction[k] = 0;
            batch.pair_friction[k] = batch.pair_restitution[k] = -1;
        }
    PL_ASSERT(colors_share_no_body());
}

}  // namespace pliant::rigid
