#include "body/registry.h"

#include "body/cloth/cloth.h"
#include "body/flesh/flesh.h"
#include "body/jiggle/jiggle.h"
#include "body/lattice/lattice.h"

namespace pliant {

std::span<const Kind* const> kinds() {
    static const Kind* const all[] = {
        &lattice::kind,
        &cloth::kind,
        &flesh::kind,
        &jiggle::kind,
    };
    return all;
}

const Kind* find_kind(std::string_view name) {
    for (const Kind* k : kinds())
        if (name == k->name) return k;
    return nullptr;
}

const Kind& default_kind(MeshForm form) { return form == MeshForm::solid ? lattice::kind : cloth::kind; }

std::string kind_names() {
    std::string names;
    for (const Kind* k : kinds()) names += (names.empty() ? "" : ", ") + std::string(k->name);
    return names;
}

}  // namespace pliant
