// An embedded render surface tears with its body: kinds need not know of it.

#include "body/kind.h"
#include "body/tearable.h"
#include "core/contract.h"
#include "core/error.h"

namespace pliant {

static std::shared_ptr<const Model> with_render_surface(std::shared_ptr<const Model> piece, const Model& whole) {
    if (whole.embedded) const_cast<Model&>(*piece).embedded = whole.embedded->of_piece(whole.surface, piece->surface);
    PL_VALIDATE(*piece);
    return piece;
}

std::vector<std::shared_ptr<const Model>> torn_models(const Model& model, std::span<const u32> broken_links,
                                                      const Material& inside) {
    PL_ASSERT(model.tearable() && is_ascending(broken_links));
    std::vector<std::shared_ptr<const Model>> pieces = model.tearable()->tear(broken_links, inside);
    for (auto& piece : pieces) piece = with_render_surface(piece, model.whole ? *model.whole : model);
    return pieces;
}

std::optional<Tearable::Opened> open_own_cracks(Tearable& matter, std::span<const u32> broken_links,
                                                const Material& inside, const ParameterSet& own) {
    PL_ASSERT(is_ascending(broken_links));
    std::optional<Tearable::Opened> opened = matter.open_cracks(broken_links, inside, own);
    if (opened) with_render_surface(opened->model, *opened->model->whole);
    return opened;
}

std::shared_ptr<const Model> make_merged_model(const Model& whole, std::span<const u32> broken_links,
                                               const Material& inside) {
    PL_ASSERT(whole.tearable() && !whole.whole);
    return with_render_surface(whole.tearable()->merged_model(broken_links, inside), whole);
}

std::shared_ptr<const Model> load_torn(const Model& whole, Reader& r, const Material& inside) {
    PL_ASSERT(!whole.whole);
    if (!whole.tearable())
        throw Error({r.name(),
                     std::string("a piece of a body of the kind ") + whole.kind().name + ", which does not tear",
                     "a body in one piece", "the data is damaged"});
    return with_render_surface(whole.tearable()->load_tear(r, inside), whole);
}

void carry_to_render_surface(const Model& model, std::span<const float> particles, std::span<float> out) {
    PL_ASSERT(particles.size() == model.particle_count && out.size() == model.render_surface().vertex_count());
    if (!model.embedded) return model.carry_to_surface(particles, out);
    std::vector<float> of_surface(model.surface.vertex_count());
    model.carry_to_surface(particles, of_surface);
    model.embedded->carry(of_surface, out);
}

}  // namespace pliant
