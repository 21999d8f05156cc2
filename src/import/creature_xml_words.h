// The words of the XML format that its reader and its writer share.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "assets/creature.h"

namespace pliant {

// The paper's attributes of a soft body, and our parameters for them; its mass is our density times the volume.
struct SoftBodyWord {
    const char *paper, *ours;
};
constexpr SoftBodyWord soft_body_words[] = {{"volume_stiffness", "volume_stiffness"},
                                            {"stretching_stiffness", "stretching_stiffness"},
                                            {"friction", "friction"},
                                            {"particle_radius", "thickness"},
                                            {"solver_iterations", "small_steps"}};
// Rounded to nine digits, so that a mass written with twelve gives the density that it was made of.
double density_of(double mass, const TetMesh& volume);
double mass_of(double density, const TetMesh& volume);  // rounded to twelve digits

// A kind of joint, and its definition before limits are read.
struct JointWord {
    const char* kind;
    void (*start)(BoneJoint&);
};
extern const std::array<JointWord, 10> joint_words;

std::vector<std::string> limit_words(const std::string& kind);  // what <limit target="…"/> of that kind may be
std::vector<JointRange*> limited_by(BoneJoint& joint, const std::string& target);

Quatd turn_from_x(const Vec3d& direction);  // that takes the x axis there

}  // namespace pliant
