#include "record/torn_bodies.h"
#include "world/tear/tear_settings.h"

#include "body/tearable.h"
#include "record/picture_look.h"
#include "world/world.h"

namespace pliant {

std::vector<TearableBody> tearable_bodies(const World& world) {
    std::vector<TearableBody> bodies;
    size_t number = 0;
    world.contents().bodies.each([&](BodyId, const Body& body) {
        if (body.torn_from) return;
        if (can_tear(body.common)) {
            TearableBody b{body.name,    body.model->whole ? body.model->whole : body.model,
                           body.own,     inside_of(body),
                           std::nullopt, number};
            if (body.common.is_explicit(BodyP::color)) b.color = body.common.vector(BodyP::color).to<float>();
            bodies.push_back(std::move(b));
        }
        ++number;
    });
    return bodies;
}

TornBody::TornBody(const TearableBody& body, const std::vector<u32>& broken)
    : body_(body),
      model_(make_merged_model(*body.whole, broken, body.inside)),
      matter_(model_->kind().make_matter(model_, body.own)),
      position_(model_->particle_count + 8),
      previous_(position_.size()),
      velocity_(position_.size()),
      view_{position_.data(), previous_.data(), velocity_.data(), model_->particle_count} {}

RecordedBody TornBody::recorded() const {
    return recorded_body(body_.name, model_, *matter_, body_.color, body_.number);
}

void TornBody::follow(std::span<const PieceParticles> pieces) {
    Maps used;
    for (const PieceParticles& piece : pieces) {
        auto known = maps_.extract(piece.model.get());
        if (known.empty()) {
            used[piece.model.get()] = {piece.model, model_->tearable()->particle_map(*piece.model)};
        } else {
            used.insert(std::move(known));
        }
        const std::vector<u32>& number = used[piece.model.get()].second;
        for (u32 p = 0; p < view_.count; ++p) {
            if (number[p] == 0xffffffffu) continue;
            view_.position[p] = view_.previous[p] = piece.position[number[p]];
            view_.velocity[p] = piece.velocity[number[p]];
        }
    }
    maps_ = std::move(used);
}

const SurfaceFrame& TornBody::surface() {
    Team alone;
    matter_->present(view_, frame_, alone);
    if (!model_->embedded) return frame_;
    model_->embedded->present(frame_, drawn_);
    return drawn_;
}

void TornBody::complete(BodyFrame& frame, const Needs& needs) {
    follow(frame.piece_particles);
    take_body({*matter_, view_, surface()}, needs, frame);
}

TornBodies::TornBodies(std::span<const TearableBody> bodies, const Tears& tears) {
    for (const TearableBody& body : bodies) {
        const auto torn = tears.find(body.name);
        if (torn == tears.end() || torn->second.empty())
            others_.push_back(body.number);
        else
            bodies_.emplace(std::piecewise_construct, std::forward_as_tuple(body.number),
                            std::forward_as_tuple(body, torn->second));
    }
}

RecordedScene TornBodies::in_place(RecordedScene scene) const {
    for (const auto& [number, torn] : bodies_) {
        RecordedBody body = torn.recorded();
        body.file_name = scene.bodies[number].file_name;
        scene.bodies[number] = std::move(body);
    }
    return scene;
}

void TornBodies::complete(RecordFrame& frame, const Needs& needs) {
    for (auto& [number, torn] : bodies_) torn.complete(frame.bodies[number], needs);
    for (const size_t number : others_) frame.bodies[number].pieces.clear();
}

}  // namespace pliant
