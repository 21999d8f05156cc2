#include "world/snapshot/compare.h"

#include "rigid/system.h"

namespace pliant {

namespace {

template <class Part>
std::vector<std::byte> saved(const Part& part) {
    std::vector<std::byte> bytes;
    Writer w(bytes);
    part.save(w);
    return bytes;
}

template <class Part>
bool same_saved(const Part* a, const Part* b) {
    if (!a || !b) return a == b;
    return saved(*a) == saved(*b);
}

bool same_particles(const Float4* a, const Float4* b, u32 count) {
    return std::memcmp(a, b, count * sizeof(Float4)) == 0;
}

const char* difference(const Body& a, const Body& b) {
    if (a.name != b.name) return "name";
    if (a.model->content_hash != b.model->content_hash || a.view.count != b.view.count) return "model";
    if (const char* field = first_difference<PieceOrigin>(a, b)) return field;
    if (const char* field = first_difference<BodyState>(a, b)) return field;
    if (const char* field = first_difference(a.detail, b.detail)) return field;
    if (!same_particles(a.view.position, b.view.position, a.view.count)) return "positions";
    if (!same_particles(a.view.velocity, b.view.velocity, a.view.count)) return "velocities";
    if (!same_saved(a.matter.get(), b.matter.get())) return "matter";
    if (!same_saved(a.guide.get(), b.guide.get())) return "guide";
    if (!a.character_guide || !b.character_guide) return a.character_guide == b.character_guide ? nullptr : "character";
    if (!same_bits(a.character_guide->places, b.character_guide->places)) return "places on the character";
    return same_bits(a.character_guide->normals, b.character_guide->normals) ? nullptr : "normals on the character";
}

const char* difference(const Collider& a, const Collider& b) { return first_difference<ColliderState>(a, b); }
const char* difference(const RigidJoint& a, const RigidJoint& b) { return first_difference<RigidJointState>(a, b); }
const char* difference(const Attachment& a, const Attachment& b) { return first_difference<AttachmentState>(a, b); }
const char* difference(const CharacterInstance& a, const CharacterInstance& b) {
    return first_difference<CharacterState>(a, b);
}

template <class T, class Tag>
std::string difference_of_all(const char* kind, const Pool<T, Tag>& a, const Pool<T, Tag>& b) {
    if (a.size() != b.size()) return std::string("number of ") + kind;
    std::string found;
    a.each([&](Id<Tag> id, const T& item) {
        if (!found.empty()) return;
        const T* other = b.find(id);
        const char* field = other ? difference(item, *other) : "id";
        if (field) found = item.name + ": " + field;
    });
    return found;
}

}  // namespace

std::string first_difference(const Contents& a, const Contents& b) {
    if (const char* field = first_difference<ClockState>(a, b)) return std::string("clock: ") + field;
    std::string found = difference_of_all("bodies", a.bodies, b.bodies);
    if (found.empty()) found = difference_of_all("colliders", a.colliders, b.colliders);
    if (found.empty()) found = difference_of_all("joints", a.joints, b.joints);
    if (found.empty() && !same_saved(a.rigid.get(), b.rigid.get())) found = "rigid bodies";
    if (found.empty()) found = difference_of_all("characters", a.characters, b.characters);
    if (found.empty()) found = difference_of_all("attachments", a.attachments, b.attachments);
    return found;
}

}  // namespace pliant
