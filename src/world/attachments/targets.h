// What attachments hang on: bodies, colliders, bones.
#pragma once

#include "world/step_context.h"

namespace pliant {

class AttachmentTargets {
  public:
    explicit AttachmentTargets(const Contents& contents) : contents_(contents) {}

    std::vector<AttachmentTarget> find(const Attachment& a) const;
    bool is_there(const AttachmentTarget& t) const;
    std::string name_of(const AttachmentTarget& t) const;  // as scenes call it; empty for what is not there
    Transform frame_of(const AttachmentTarget& t) const;
    Transform goal_frame_of(const AttachmentTarget& t) const;
    void find_corners(const GripHold& hold, Vec3 (&corner)[3]) const;
    Vec3 place_on_surface(const GripHold& hold, const Vec3& offset) const;
    float distance_to(const AttachmentTarget& t, const Vec3& point) const;

  private:
    void add(const Attachment& a, const std::string& to, std::vector<AttachmentTarget>& targets) const;
    static u32 node_of(const Attachment& a, const CharacterInstance& c, const std::string& to);

    const Contents& contents_;
};

}  // namespace pliant
