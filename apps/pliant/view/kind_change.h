// Another kind for a body of the scene: what its text says that the new kind does not know has to go.
#pragma once

#include <string>
#include <vector>

#include "pliant/view/document.h"

namespace pliant {
struct Kind;
}

namespace pliant::view {

struct KindChange {
    std::vector<std::string> dropped;  // "spacing", "bob.spacing" of a body that is like this one
};

// Edits the text. Bodies that are `like` this one and name no kind change with it; those that name a kind get copies
// of the values they would lose. Values that are valid for the new kind under the same name are kept.
KindChange change_kind(Editor& editor, const Json& scene, const std::string& body, const Kind& kind);

}  // namespace pliant::view
