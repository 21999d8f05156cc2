// Contents with two soft blocks, one above the other, and the systems around them: without a world.
#pragma once

#include "body/registry.h"
#include "geometry/repair.h"
#include "geometry/shapes.h"
#include "world/systems.h"

namespace pliant::testing {

inline std::shared_ptr<const Model> block_model() {
    static const std::shared_ptr<const Model> model = [] {
        ShapeSettings shape;
        shape.name = "box";
        shape.size = {0.5f, 0.5f, 0.5f};
        const Mesh mesh = make_shape(shape);
        const Kind& kind = *find_kind("lattice");
        ParameterSet own(kind.parameters);
        own.set("spacing", 0.125);
        RepairReport repaired;
        Report report;
        const Triangulation triangulation = triangulate(mesh);
        const SimulationMesh simulation = repair(mesh, triangulation, repaired);
        return kind.cook({mesh, triangulation, simulation, repaired, own, report});
    }();
    return model;
}

struct TwoBlocks {
    TwoBlocks() : contents(ParameterSet(world_table)), step(contents, std::nullopt, 1), systems(contents, step) {
        low = add("low", 0.3);
        high = add("high", 0.9);
        step.h = 1.0f / 240;
        step.substeps = 4;
        step.list_bodies();
        for (Body* body : step.all_bodies) {
            systems.bodies.update_common_parameters(*body);
            body->motion.bounds = {};
            for (u32 p = 0; p < body->view.count; ++p) body->motion.bounds.add(body->view.position[p].xyz());
        }
    }

    BodyId add(const std::string& name, double height) {
        ParameterSet common(body_table);
        common.set("position", Vec3d{0, height, 0});
        return systems.bodies.add(name, block_model(), std::move(common),
                                  ParameterSet(block_model()->kind().parameters));
    }

    Body& body(BodyId id) { return *contents.bodies.find(id); }

    Contents contents;
    StepContext step;
    Systems systems;
    BodyId low, high;
};

}  // namespace pliant::testing
