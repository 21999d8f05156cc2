#include "assets/file_mesh.h"

#include "core/text.h"

namespace pliant {

std::string counted(u64 n, const std::string& plural) {
    return with_commas(n) + " " + (n == 1 ? plural.substr(0, plural.size() - 1) : plural);
}

}  // namespace pliant
