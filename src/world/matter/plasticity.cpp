#include "world/matter/plasticity.h"

#include "body/plastic.h"

namespace pliant {

void apply_plasticity(StepContext& step) {
    step.team.run(static_cast<u32>(step.moving_bodies.size()), [&](u32 i, u32) {
        Body& body = *step.moving_bodies[i];
        Plastic* plastic = body.matter->plastic();
        if (!plastic || body.quarantined) return;
        const ParameterSet& p = body.common;
        PlasticFlow flow;
        flow.seconds = step.contents.step_length();
        flow.yield_map = body.yield_strain;
        if (p.has_value(BodyP::plasticity_yield_strain)) {
            flow.rule.yield_strain = static_cast<float>(p.number(BodyP::plasticity_yield_strain, step.contents.time));
            flow.rule.creep = static_cast<float>(p.number(BodyP::plasticity_creep, step.contents.time));
            flow.rule.hardening = static_cast<float>(p.number(BodyP::plasticity_hardening));
            if (p.has_value(BodyP::plasticity_max))
                flow.rule.max_strain = static_cast<float>(p.number(BodyP::plasticity_max));
        }
        plastic->apply_plasticity(body.view, flow);
    });
}

}  // namespace pliant
