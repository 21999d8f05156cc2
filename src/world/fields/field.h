// Fields: places in the world where particles of any kind are pushed, drawn, whirled or slowed down.
#pragma once

#include <vector>

#include "core/id.h"
#include "core/parameter.h"

namespace pliant {

struct FieldP {
    enum : u16 {
        type,
        region,
        position,
        rotation,
        size,
        radius,
        falloff,
        strength,
        direction,
        velocity,
        bodies,
        count
    };
};
extern const ParameterTable field_table;
void check_field(const ParameterSet& field);  // what no single row can tell; throws Error

struct Field {
    Field(std::string field_name, ParameterSet values) : name(std::move(field_name)), parameters(std::move(values)) {}
    FieldId id;
    std::string name;
    ParameterSet parameters;
    bool for_all = true;      // bodies; else only for these
    std::vector<u32> bodies;  // ids of names
};

// A field at one moment, as particles feel it.
class FieldNow {
  public:
    FieldNow(const Field&, double time);
    bool idle() const { return strength_ == 0; }
    Box bounds() const;  // [m] where it is felt
    // The velocity of a particle after a time h in the field [s]; [m], [m/s].
    Vec3 velocity_after(float h, const Vec3& at, const Vec3& velocity) const;

  private:
    float share_at(const Vec3& local) const;  // 0 … 1 of the strength, in the field's own frame

    enum class Type : u8 { directional, radial, vortex, drag } type_;
    enum class Region : u8 { everywhere, ball, box } region_;
    Transform frame_;
    Vec3 half_;  // [m]
    float radius_, falloff_, strength_;
    Vec3 direction_;  // of unit length, in the world
    Vec3 velocity_;   // [m/s] in the world
};

}  // namespace pliant
