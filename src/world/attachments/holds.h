// Attachments take hold and let go: which target every grip takes, and how it hangs on it from then on.
#pragma once

#include "world/attachments/targets.h"
#include "world/sleep/waking.h"
#include "world/step_context.h"

namespace pliant {

class AttachmentHolds {
  public:
    AttachmentHolds(Contents& contents, StepContext& step, Waking& waking, AttachmentTargets& targets)
        : contents_(contents), step_(step), waking_(waking), targets_(targets) {}

    void release(BodyId body);
    void update();
    Vec3 tied_place(const GripHold& hold, float gap = 1) const;
    void reattach(Attachment& a);
    void tie_to_pieces(BodyId id, std::span<const BodyId> pieces, const ParticleView& before);
    void move_to_pieces(BodyId id, std::span<const BodyId> pieces);

  private:
    void drop_lost_targets(Attachment& a);
    void take(Attachment& a);
    void choose_targets(Attachment& a, const Body& body);
    void find_surface(const AttachmentTarget& target);
    void find_rest(GripHold& hold) const;
    void hang(Attachment& a, size_t g, const Vec3& at);
    void find_point(Attachment& a);
    void hang_around_point(Attachment& a, size_t g, const Vec3& around);
    static void list_ties(GripHold& hold, const ContactSurface& skin);
    void tie(GripHold& hold, const Vec3& at);
    void shift_hold(Attachment& a, size_t g, const Vec3& by);

    Contents& contents_;
    StepContext& step_;
    Waking& waking_;
    AttachmentTargets& targets_;
    std::vector<Vec3> hold_points_, hold_normals_;
    std::vector<float> hold_distances_;
    SkinningScratch hold_skinning_;
};

}  // namespace pliant
