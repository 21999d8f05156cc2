#include "assets/proportion_advice.h"

#include <algorithm>

#include "core/assert.h"
#include "core/text.h"
#include "geometry/triangle_tree.h"

namespace pliant {

namespace {

constexpr size_t sample_count = 600;
constexpr double much = 0.1;  // of the surface, from which on thin parts are worth a sentence

std::vector<TriangleCorners> triangles_of(const SurfaceModel& surface) {
    std::vector<TriangleCorners> triangles;
    for (size_t i = 0; i + 2 < surface.indices.size(); i += 3) {
        TriangleCorners t;
        for (size_t k = 0; k < 3; ++k) t[k] = surface.positions[surface.indices[i + k]].to<double>();
        if (area(t) > 0) triangles.push_back(t);
    }
    return triangles;
}

}  // namespace

ThinParts measure_thin_parts(const SurfaceModel& surface, double bound) {
    PL_ASSERT(bound > 0);
    const TriangleTree tree(triangles_of(surface));
    if (tree.empty()) return {bound, 0};
    double total = 0;
    for (const TriangleCorners& t : tree.triangles()) total += area(t);
    // One place in the middle of whatever triangle each of `sample_count` equal shares of the area ends in.
    std::vector<double> thickness;
    double passed = 0;
    for (const TriangleCorners& t : tree.triangles()) {
        passed += area(t);
        const Vec3d inwards = direction(cross(t[2] - t[0], t[1] - t[0]), {0, 1, 0});
        const Vec3d middle = (t[0] + t[1] + t[2]) * (1.0 / 3);
        while (static_cast<double>(thickness.size() + 1) * total <= passed * static_cast<double>(sample_count))
            thickness.push_back(tree.along(middle, inwards, 1e-6 * bound, bound));
    }
    if (thickness.empty()) return {bound, 0};
    std::sort(thickness.begin(), thickness.end());
    const auto thin = std::lower_bound(thickness.begin(), thickness.end(), bound) - thickness.begin();
    return {thickness[thickness.size() / 10], static_cast<double>(thin) / static_cast<double>(thickness.size())};
}

std::vector<std::string> proportion_advice(const SceneBody& body, const Model& model) {
    std::vector<std::string> lines;
    const double spacing = static_cast<double>(model.contact.spacing);
    const bool is_sheet = model.contact.is_two_sided();
    if (body.common.is_explicit(BodyP::thickness) && spacing > 0) {
        const double given = body.common.number(BodyP::thickness);
        const double most = is_sheet ? spacing / 2 : spacing;
        if (given > most)
            lines.push_back("thickness " + short_number(given) + " m is more than " + (is_sheet ? "half " : "") +
                            "the distance between its points, " + short_number(spacing) +
                            " m: it stays visibly away from what it touches, and neighbours in a fold push each " +
                            "other apart; a finer mesh or a thickness below " + short_number(most, 2) + " m fits");
    }
    if (!is_sheet && body.own.table().find("spacing") && spacing > 0) {
        const ThinParts thin = measure_thin_parts(model.surface, spacing);
        if (thin.thin_share > much)
            lines.push_back("its spacing of " + short_number(spacing) + " m is more than its parts are thick on " +
                            short_number(100 * thin.thin_share, 2) + " % of its surface: they are stiffer and touch " +
                            "less exactly than they look; a spacing of " +
                            short_number(thin.lower_decile / 1.5, 1) + " m would fit nearly all of them");
    }
    return lines;
}

}  // namespace pliant
