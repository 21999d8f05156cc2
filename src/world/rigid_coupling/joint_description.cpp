// From the parameters of a joint to the joint of rigid/joint.h.

#include <algorithm>

#include "core/text.h"
#include "core/trig.h"
#include "world/rigid_coupling/joint.h"

namespace pliant {

namespace {

enum class Named : u32 {  // in the order of the choices
    fixed,
    spherical,
    revolute,
    prismatic,
    cylindrical,
    point_on_line,
    point_in_plane,
    distance,
    pulley,
    six_dof,
    reach
};

constexpr rigid::Axis is_free{rigid::AxisMode::free, 0, 0};

float radians(double degrees) { return static_cast<float>(degrees * (pi / 180)); }

// Free, unless a limit is given; the other one is then endless.
rigid::Axis ranged(const ParameterSet& p, u16 low, u16 high, double unit) {
    if (!p.is_explicit(low) && !p.is_explicit(high)) return is_free;
    constexpr double far = 1e6;
    return {rigid::AxisMode::limited, static_cast<float>(p.is_explicit(low) ? p.number(low) * unit : -far),
            static_cast<float>(p.is_explicit(high) ? p.number(high) * unit : far)};
}

rigid::Axis leaning(const ParameterSet& p, u16 row) {
    if (!p.is_explicit(row)) return is_free;
    return {rigid::AxisMode::limited, -radians(p.number(row)), radians(p.number(row))};
}

void take_axes(const ParameterSet& p, u16 row, u16 low, u16 high, double unit, rigid::AxisMode otherwise,
               rigid::Axis (&axes)[3]) {
    const std::span<const std::string> names = p.names(row);
    for (int k = 0; k < 3; ++k) {
        axes[k] = {otherwise, static_cast<float>(p.vector(low)[k] * unit),
                   static_cast<float>(p.vector(high)[k] * unit)};
        if (names.empty()) continue;
        const std::string& name = names[static_cast<size_t>(k)];
        axes[k].mode = name == "locked"    ? rigid::AxisMode::locked
                       : name == "limited" ? rigid::AxisMode::limited
                                           : rigid::AxisMode::free;
    }
}

void check_axes(const ParameterSet& p, u16 row) {
    const std::span<const std::string> names = p.names(row);
    const char* const name = joint_table.rows[row].name;
    if (!p.is_explicit(row)) return;
    if (names.size() != 3)
        throw Error({name, "a list of " + std::to_string(names.size()), "three words, for x, y and z", ""});
    for (const std::string& word : names)
        if (word != "locked" && word != "limited" && word != "free")
            throw Error({name, "the word " + in_quotes(word), "\"locked\", \"limited\" or \"free\"", ""});
}

}  // namespace

void check_joint(const ParameterSet& p) {
    const Named kind = static_cast<Named>(p.choice(JointP::kind));
    check_axes(p, JointP::move_modes), check_axes(p, JointP::turn_modes);
    const auto only_for = [&](std::initializer_list<u16> rows, std::initializer_list<Named> kinds, const char* words) {
        for (const Named k : kinds)
            if (k == kind) return;
        for (const u16 row : rows)
            if (p.is_explicit(row))
                throw Error({joint_table.rows[row].name, "given for a " + p.text(JointP::kind) + " joint",
                             std::string("it only for ") + words, "leave it out"});
    };
    only_for({JointP::swing_y, JointP::swing_z}, {Named::spherical}, "spherical");
    only_for({JointP::twist_low, JointP::twist_high}, {Named::spherical, Named::cylindrical},
             "spherical and cylindrical");
    only_for({JointP::low, JointP::high},
             {Named::revolute, Named::prismatic, Named::cylindrical, Named::point_on_line, Named::distance},
             "revolute, prismatic, cylindrical, point_on_line and distance");
    only_for({JointP::move_modes, JointP::move_low, JointP::move_high, JointP::turn_modes, JointP::turn_low,
              JointP::turn_high, JointP::target_position},
             {Named::six_dof}, "six_dof");
    only_for({JointP::wheel_a, JointP::wheel_b, JointP::ratio}, {Named::pulley}, "pulley");
    only_for({JointP::position_b}, {Named::distance, Named::pulley}, "distance and pulley");
    only_for({JointP::follow}, {Named::spherical, Named::revolute, Named::six_dof, Named::reach},
             "spherical, revolute, six_dof and reach");
    if (p.is_explicit(JointP::follow) && p.is_explicit(JointP::target))
        throw Error({"follow", "given beside a target", "one of the two", "the bone is the target"});
    if (kind == Named::pulley && !p.is_explicit(JointP::wheel_a))
        throw Error({"wheel_a", "a pulley without wheel_a", "where its rope runs over, in the world", ""});
}

void describe(const ParameterSet& p, double time, float reach, rigid::JointDef& def) {
    const Named kind = static_cast<Named>(p.choice(JointP::kind));
    constexpr double degree = pi / 180;
    switch (kind) {
        case Named::fixed: def = rigid::fixed(def); break;
        case Named::spherical:
            def = rigid::spherical(def);
            def.turn[0] = ranged(p, JointP::twist_low, JointP::twist_high, degree);
            def.turn[1] = leaning(p, JointP::swing_y);
            def.turn[2] = leaning(p, p.is_explicit(JointP::swing_z) ? JointP::swing_z : JointP::swing_y);
            break;
        case Named::revolute:
            def = rigid::revolute(def);
            def.turn[0] = ranged(p, JointP::low, JointP::high, degree);
            break;
        case Named::prismatic:
            def = rigid::prismatic(def);
            def.move[0] = ranged(p, JointP::low, JointP::high, 1);
            break;
        case Named::cylindrical:
            def = rigid::cylindrical(def);
            def.move[0] = ranged(p, JointP::low, JointP::high, 1);
            def.turn[0] = ranged(p, JointP::twist_low, JointP::twist_high, degree);
            break;
        case Named::point_on_line:
            def = rigid::point_on_line(def);
            def.move[0] = ranged(p, JointP::low, JointP::high, 1);
            break;
        case Named::point_in_plane: def = rigid::point_in_plane(def); break;
        case Named::distance: {
            const bool low = p.is_explicit(JointP::low), high = p.is_explicit(JointP::high);
            const float least = low ? static_cast<float>(p.number(JointP::low)) : high ? 0 : reach;
            def = rigid::distance(def, least, high ? static_cast<float>(p.number(JointP::high)) : low ? 1e6f : reach);
            break;
        }
        case Named::pulley: {
            const Vec3 a = p.vector(JointP::wheel_a).to<float>(),
                       b = p.is_explicit(JointP::wheel_b) ? p.vector(JointP::wheel_b).to<float>() : a;
            def = rigid::pulley(def, a, b, reach, static_cast<float>(p.number(JointP::ratio)));
            break;
        }
        case Named::six_dof:
            def.kind = rigid::JointKind::axes;
            take_axes(p, JointP::move_modes, JointP::move_low, JointP::move_high, 1, rigid::AxisMode::locked, def.move);
            take_axes(p, JointP::turn_modes, JointP::turn_low, JointP::turn_high, degree, rigid::AxisMode::free,
                      def.turn);
            break;
        case Named::reach:
            def.kind = rigid::JointKind::axes;
            std::fill(def.move, def.move + 3, is_free), std::fill(def.turn, def.turn + 3, is_free);
            break;
    }
    const auto number = [&](u16 row) { return static_cast<float>(p.number(row, time)); };
    rigid::Drive drive;
    drive.stiffness = number(JointP::stiffness), drive.damping = number(JointP::damping);
    constexpr float hard = 1e6f;  // [N s/m] of a motor of which nothing but its speed is said
    if (p.is_explicit(JointP::target_speed) && !p.is_explicit(JointP::damping) && drive.stiffness == 0)
        drive.damping = hard;
    if (p.is_explicit(JointP::max_force)) drive.max_force = number(JointP::max_force);
    const bool turns = kind == Named::spherical || kind == Named::revolute ||
                       (kind == Named::six_dof && std::any_of(def.turn, def.turn + 3, [](const rigid::Axis& axis) {
                            return axis.mode != rigid::AxisMode::locked;
                        }));
    const bool hinge = kind == Named::revolute;
    const Vec3d target = p.vector(JointP::target, time), speed = p.vector(JointP::target_speed, time);
    def.turn_drive = turns ? drive : rigid::Drive{};
    for (rigid::Drive& move : def.move_drive) move = turns && kind != Named::six_dof ? rigid::Drive{} : drive;
    def.spring = kind == Named::distance ? drive : rigid::Drive{};
    def.target = {};
    def.target.strength = number(JointP::strength);
    if (turns) {
        def.target.rotation = rotation_from_degrees(hinge ? Vec3d{target.x, 0, 0} : target).to<float>();
        def.target.angular_velocity = ((hinge ? Vec3d{speed.x, 0, 0} : speed) * degree).to<float>();
        def.target.position = p.vector(JointP::target_position, time).to<float>();
    } else {
        def.target.position = target.to<float>(), def.target.velocity = speed.to<float>();
    }
    if (p.is_explicit(JointP::break_force)) def.break_force = static_cast<float>(p.number(JointP::break_force));
    if (p.is_explicit(JointP::break_torque)) def.break_torque = static_cast<float>(p.number(JointP::break_torque));
    def.bodies_collide = p.flag(JointP::collide);
}

}  // namespace pliant
