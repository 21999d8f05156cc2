// The stages of a step, each of which reads as the list of what happens in it.
//
//   stage     positions                 velocities               topology
//   drive     -                         (pauses and resumes)     -
//   predict   solved by every body      integrated               -
//   collide   hard hits                 hard hits                -
//   project   follow velocities         solved at contacts       -
//   commit    separated                 restitution              -
//   settle    -                         (falls asleep)           tears
//   present   -                         -                        -
//
// Where matter and contacts are solved together, collide comes before predict, once for several small steps: it moves
// particles to the ends of their ways and back. At the end of these, commit looks at the whole way (guard).
#pragma once

namespace pliant {

struct Systems;

void drive(Systems&);    // time moves: parameters, guides, characters, attachments, levels of detail
void predict(Systems&);  // forces, then the internal constraints of every body
void collide(Systems&);  // pairs once a step, contacts every substep
void project(Systems&);  // contacts and attachments, as velocities
void commit(Systems&);   // overlaps, restitution, and what would still pass through something
void settle(Systems&);   // plasticity, events, sleep, tears
void present(Systems&);  // surfaces for drawing

}  // namespace pliant
