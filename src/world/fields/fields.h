// Fields accelerate bodies inside a region.
#pragma once

#include "core/archive.h"
#include "world/sleep/waking.h"
#include "world/step_context.h"

namespace pliant {

class FieldSystem {
  public:
    FieldSystem(Contents& contents, StepContext& step, Waking& waking)
        : contents_(contents), step_(step), waking_(waking) {}

    FieldId add(std::string name, ParameterSet parameters);  // throws Error
    bool remove(FieldId id);
    void set_parameter(FieldId id, std::string_view name, Value value);  // throws Error
    void shift(const Vec3& by);                                          // of the origin

    // ---- in a step
    void wake();  // bodies in fields that change
    void push();

    // ---- state
    void save(Writer& writer) const;
    std::vector<Field> read(Reader& reader) const;  // throws Error
    void put_back(const std::vector<Field>& saved);

  private:
    void resolve_names(Field& field);
    void wake_in(const Field& field);

    Contents& contents_;
    StepContext& step_;
    Waking& waking_;
};

}  // namespace pliant
