#include "world/contact/supports.h"

namespace pliant {

void add_supports(std::vector<Support>& supports, size_t first, const Body& body, const SkinPlace& place, float sign) {
    const ContactSurface& skin = body.model->contact;
    if (place.count == SkinPlace::at_particle) {
        supports.push_back({body.first_particle + place.point[0], sign, 0});
        return;
    }
    if (place.count == SkinPlace::in_matter) {
        const std::span<const u32> corners = skin.volume.corners(place.point[0]);
        const Vec3 at{place.weight[0], place.weight[1], place.weight[2]};
        for (size_t c = 0; c < corners.size(); ++c)
            supports.push_back(
                {body.first_particle + corners[c], sign * skin.volume.weight(at, static_cast<int>(c)), 0});
        return;
    }
    for (u32 k = 0; k < place.count; ++k)
        for (u32 s = 0; s < skin.supports; ++s) {
            const float weight = sign * place.weight[k] * skin.weight[place.point[k] * skin.supports + s];
            if (weight == 0) continue;
            const u32 particle = body.first_particle + skin.particle[place.point[k] * skin.supports + s];
            size_t at = supports.size();
            if (place.count > 1)
                for (at = first; at < supports.size() && supports[at].particle != particle;) ++at;
            if (at < supports.size()) {
                supports[at].weight += weight;
            } else {
                supports.push_back({particle, weight, 0});
            }
        }
}

}  // namespace pliant
