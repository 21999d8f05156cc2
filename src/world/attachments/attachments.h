// Attachments are added, changed and removed between steps.
#pragma once

#include <functional>

#include "core/archive.h"
#include "core/hash.h"
#include "world/attachments/holds.h"
#include "world/attachments/targets.h"
#include "world/sleep/waking.h"
#include "world/step_context.h"

namespace pliant {

class AttachmentSystem {
  public:
    AttachmentSystem(Contents& contents, Waking& waking, AttachmentTargets& targets, AttachmentHolds& holds)
        : contents_(contents), waking_(waking), targets_(targets), holds_(holds) {}

    AttachmentId add(std::string name, BodyId body, const AttachmentWhere& where, ParameterSet parameters);
    bool remove(AttachmentId id);
    void remove_of(BodyId body);
    void set_parameter(AttachmentId id, std::string_view name, Value value);  // throws Error
    void move(AttachmentId id, const Vec3& target);                           // over the next step; ends its keys
    Vec3 held_at(AttachmentId id, size_t grip = 0) const;                     // [m] where a grip is
    Vec3 pulled_to(AttachmentId id, size_t grip = 0) const;                   // [m] where its target wants it
    std::string name_of(const AttachmentTarget& target) const { return targets_.name_of(target); }
    void shift(const Vec3& by);  // of the origin

    // ---- state
    using ModelOf = std::function<const Model*(BodyId)>;  // null: there is no such body
    void hash(Hasher& hasher) const;
    void save(Writer& writer) const;
    std::vector<Attachment> read(Reader& reader, const ModelOf& model_of) const;  // throws Error
    void put_back(std::vector<Attachment> saved);

  private:
    bool hangs_on_parts(const GripHold& h, const ModelOf& model_of) const;
    bool is_sound_target(const AttachmentTarget& t, const ModelOf& model_of) const;
    void find_overlap(Attachment& a, const Body& body) const;

    Contents& contents_;
    Waking& waking_;
    AttachmentTargets& targets_;
    AttachmentHolds& holds_;
};

}  // namespace pliant
