// What is drawn of a body tears with it: kinds need not know that there is more to see than their surface.

#include "body/kind.h"
#include "core/contract.h"

namespace pliant {

static std::shared_ptr<const Model> dressed(std::shared_ptr<const Model> piece, const Model& whole) {
    if (whole.drawn) const_cast<Model&>(*piece).drawn = whole.drawn->of_piece(whole.surface, piece->surface);
    PL_VALIDATE(*piece);
    return piece;
}

std::vector<std::shared_ptr<const Model>> torn_models(const Model& model, std::span<const u32> parted,
                                                      const Material& inside) {
    PL_ASSERT(is_ascending(parted));
    std::vector<std::shared_ptr<const Model>> pieces = model.tear(parted, inside);
    for (auto& piece : pieces) piece = dressed(piece, model.whole ? *model.whole : model);
    return pieces;
}

std::shared_ptr<const Model> torn_together(const Model& whole, std::span<const u32> parted, const Material& inside) {
    PL_ASSERT(!whole.whole);
    return dressed(whole.together(parted, inside), whole);
}

std::shared_ptr<const Model> load_torn(const Model& whole, Reader& r, const Material& inside) {
    PL_ASSERT(!whole.whole);
    return dressed(whole.load_tear(r, inside), whole);
}

void carry_to_look(const Model& model, const Matter& matter, std::span<const float> particles, std::span<float> out) {
    PL_ASSERT(particles.size() == model.particle_count && out.size() == model.look().vertex_count());
    if (!model.drawn) return matter.carry_to_surface(particles, out);
    std::vector<float> of_surface(model.surface.vertex_count());
    matter.carry_to_surface(particles, of_surface);
    model.drawn->carry(of_surface, out);
}

}  // namespace pliant
