// The rigid bodies that a soft body hangs on, and those joined to them: they are moved with the body.
#pragma once

#include "world/step_context.h"

namespace pliant {

class Skeletons {
  public:
    explicit Skeletons(Contents& contents) : contents_(contents) {}

    std::vector<Collider*> of(const Body& body);
    void add_joined(std::vector<Collider*>& rigid);
    void move(const Body& body, const Transform& by);
    void move_joined(const std::vector<Collider*>& rigid, const Transform& by);

  private:
    Contents& contents_;
};

}  // namespace pliant
