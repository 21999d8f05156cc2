// From Young's modulus to the share of the way to its goal that a particle goes in one substep, and back.
//
// A plane wave exp(ikx) in a lattice of spacing s with regions of half-width w is drawn to its goal by the share
// alpha s² w(w+1) k² / 3 of its displacement in each substep h: that is the acceleration (E/rho) k² u of an elastic rod
// when  E = rho alpha s² w(w+1) / (3 h²).  The material has no cross-contraction (Poisson's ratio 0, shear modulus
// E/2). Near its ends a body is softer, because regions are cut off there and particles are lighter: a chain of n cells
// is longer under load by the factor 1 + 1.4 w²/n (solved for chains of w = 1 … 12; exact to 3 %, whether its weight or
// its ends are pulled). The longest side of the body is made right by that factor. A substep cannot go more than the
// whole way: alpha <= 1 bounds the stiffness that can be attained.
#pragma once

#include "body/kind.h"

namespace pliant::lattice {

class LatticeModel;

double uniform_density(const ParameterSet&);  // [kg/m³] with mass_scale; of what is painted, the low end

class StiffnessRule {
  public:
    // `at_once`: so many substeps of the world are one of this length.
    StiffnessRule(const LatticeModel&, const ParameterSet&, float substep_length, u32 at_once = 1);

    struct Share {
        float stiffness, damping;  // of the way to the goal, and to the region's motion, in one substep
    };
    // What was given for stiffness at a time: a modulus, or alpha where that spelling is used.
    double given(const ParameterSet&, double time) const;
    Share share(double given, double density, double damping_time) const;
    Stiffness outcome(double given, double density) const;
    double longest_substep(double given, double density) const;  // [s]
    // How strongly crushed matter grows back: as much as the substep can take beyond the plain stiffness.
    float crush_resistance(double given, double density) const;

  private:
    double modulus(double given, double density) const;  // [Pa]
    double h_;
    u32 substep_stride_;
    double shape_;        // s² w(w+1) / 3 [m²], less what the ends take
    double alpha_shape_;  // the same for alpha: with `reach`, what it would be for a fine lattice
    bool by_alpha_, automatic_;
    double height_;  // [m]
};

}  // namespace pliant::lattice
