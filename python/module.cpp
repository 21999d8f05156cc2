// import pliant: the C interface as Python has it. Arrays are views of the engine's memory; what fails raises
// pliant.Error with the library's sentence.
#include "things.h"

PYBIND11_MODULE(pliant, m) {
    check(pliant_check());
    m.doc() =
        "Artist-directed deformable bodies. Units are metres, kilograms and seconds; +y is up.\n\n"
        "`positions` and `velocities` of bodies are views of the engine's memory, read-only: they show the new state "
        "after a step, and are to be asked for again when bodies were added, removed or have torn.";
    m.attr("__version__") = std::to_string(PLIANT_VERSION_MAJOR) + "." + std::to_string(PLIANT_VERSION_MINOR) + "." +
                            std::to_string(PLIANT_VERSION_PATCH);
    py::register_exception<pliant::Failure>(m, "Error", PyExc_RuntimeError);

    m.def("parameters", parameters_of,
          "The rows of a table: \"world\", \"body\", \"collider\", \"attachment\", a kind.", "table"_a);
    m.def(
        "tables", tables,
        "All parameter tables by name: whether one is a kind, its parameters with type, unit, range, default, choices "
        "and help, and its presets. What panels are made of.");
    add_assets(m);
    add_objects(m);
    add_bodies(m);  // before worlds, so that what these give has a name in Python's signatures
    add_things(m);
    add_world(m);
    add_records(m);
}
