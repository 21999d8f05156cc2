#include "record/torn_bodies.h"
#include "world/tear/tear_settings.h"

#include <algorithm>

namespace pliant {

Tears tears_of(const World& world) {
    Tears tears;
    world.contents().bodies.each([&](BodyId, const Body& body) {
        if (body.came_off || body.torn_links.empty()) return;
        std::vector<u32>& links = tears[body.name];
        links = body.torn_links;
        std::sort(links.begin(), links.end());
        links.erase(std::unique(links.begin(), links.end()), links.end());
    });
    return tears;
}

bool anything_tears(const World& world) {
    bool any = false;
    world.contents().bodies.each([&](BodyId, const Body& body) { any = any || can_tear(body.common); });
    return any;
}

TornBody::TornBody(const Body& body, const std::vector<u32>& parted)
    : model_(torn_together(body.whole_model(), parted, inside_of(body))),
      matter_(model_->kind().make_matter(model_, body.own)),
      position_(model_->particle_count + 8),
      previous_(position_.size()),
      velocity_(position_.size()),
      view_{position_.data(), previous_.data(), velocity_.data(), model_->particle_count} {}

const ParticleView& TornBody::follow(const World& world, BodyId id) {
    Maps used;
    world.contents().bodies.each([&](BodyId other, const Body& body) {
        if (other != id && body.came_off != id) return;
        auto known = maps_.extract(body.model.get());
        if (known.empty()) {
            used[body.model.get()] = {body.model, model_->particles_in(*body.model)};
        } else {
            used.insert(std::move(known));
        }
        const std::vector<u32>& number = used[body.model.get()].second;
        for (u32 p = 0; p < view_.count; ++p) {
            if (number[p] == 0xffffffffu) continue;
            view_.position[p] = view_.previous[p] = body.view.position[number[p]];
            view_.velocity[p] = body.view.velocity[number[p]];
        }
    });
    maps_ = std::move(used);
    return view_;
}

const SurfaceFrame& TornBody::surface() {
    Team alone;
    matter_->present(view_, frame_, alone);
    if (!model_->drawn) return frame_;
    model_->drawn->present(frame_, drawn_);
    return drawn_;
}

TornBodies::TornBodies(const World& world, const Tears& tears) {
    world.contents().bodies.each([&](BodyId, const Body& body) {
        const auto torn = tears.find(body.name);
        if (torn != tears.end() && !body.came_off)
            bodies_.emplace(std::piecewise_construct, std::forward_as_tuple(body.name),
                            std::forward_as_tuple(body, torn->second));
    });
}

TornBody* TornBodies::find(const std::string& body) {
    const auto found = bodies_.find(body);
    return found == bodies_.end() ? nullptr : &found->second;
}

}  // namespace pliant
