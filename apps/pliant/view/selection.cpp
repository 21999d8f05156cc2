#include "pliant/view/selection.h"

namespace pliant::view {

std::vector<const ParameterSet*> parameter_sets(const Scene& scene, const Selection& thing) {
    using What = Selection::What;
    const auto of = [&](const auto& things, auto&&... sets) -> std::vector<const ParameterSet*> {
        for (const auto& t : things)
            if (t.name == thing.name) return {&(t.*sets)...};
        return {};
    };
    switch (thing.what) {
        case What::none: return {};
        case What::world: return {&scene.world};
        case What::body: return of(scene.bodies, &SceneBody::own, &SceneBody::common);
        case What::collider: return of(scene.colliders, &SceneCollider::parameters);
        case What::attachment: return of(scene.attachments, &SceneAttachment::parameters);
        case What::camera: return of(scene.cameras, &SceneCamera::parameters);
        case What::character: return of(scene.characters, &SceneCharacter::parameters);
    }
    return {};
}

}  // namespace pliant::view
