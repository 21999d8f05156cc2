// Bodies tear: links that bear more than they can part, in settle, where topology changes and nowhere else.
#pragma once

#include <map>
#include <set>
#include <string>

#include "world/attachments/holds.h"
#include "world/bodies/bodies.h"
#include "world/contact/contact_set.h"
#include "world/contact/warm_impulses.h"
#include "world/present/presentation.h"
#include "world/step_context.h"

namespace pliant {

class TearSystem {
  public:
    TearSystem(Contents& contents, StepContext& step, WarmImpulses& warm, ContactSet& contact_set,
               AttachmentHolds& holds, BodySystem& body_system, Presentation& presentation)
        : contents_(contents),
          step_(step),
          warm_(warm),
          contact_set_(contact_set),
          holds_(holds),
          body_system_(body_system),
          presentation_(presentation) {}

    void run();
    bool tear(Body& body);

  private:
    void find_overloads();
    bool fits(const Body& body, size_t pieces) const;
    bool open_cracks(Body& body, std::span<const u32> broken_links, const Tearable::Crack& crack);
    void forget_contacts(Body& body);
    bool take_pieces(Body& body, std::vector<std::shared_ptr<const Model>> pieces, const TearEvent& event);
    std::string name_of_piece(const Body& body);
    void remove_old_pieces();

    Contents& contents_;
    StepContext& step_;
    WarmImpulses& warm_;
    ContactSet& contact_set_;
    AttachmentHolds& holds_;
    BodySystem& body_system_;
    Presentation& presentation_;
    std::set<std::string> taken_names_;         // of bodies; filled when the first piece of a step needs a name
    std::map<std::string, u32> first_untried_;  // of pieces, by the body they came off: lower numbers are taken
};

}  // namespace pliant
