#include "import/collada_check.h"

#include <algorithm>
#include <map>
#include <pugixml.hpp>

#include "core/error.h"
#include "core/text.h"

namespace pliant {
namespace {

u64 count_in(const pugi::xml_node& node, const char* attribute, u64 fallback) {
    return node.attribute(attribute).as_ullong(fallback);
}

bool is_array(const pugi::xml_node& node) { return ends_with(node.name(), "_array"); }

// One past the last number that an accessor reads; huge where the sum does not fit.
u64 numbers_read(const pugi::xml_node& accessor) {
    const u64 count = count_in(accessor, "count", 0), stride = count_in(accessor, "stride", 1),
              offset = count_in(accessor, "offset", 0);
    if (count == 0) return 0;
    if (std::max({count, stride, offset}) > 0xffffffffu) return ~u64{0};
    const auto parameters = accessor.children("param");
    const u64 of_each = static_cast<u64>(std::distance(parameters.begin(), parameters.end()));
    return offset + (count - 1) * stride + std::max(stride, of_each);
}

}  // namespace

void check_collada(std::string_view text, const std::string& name) {
    pugi::xml_document document;
    if (!document.load_buffer(text.data(), text.size())) return;
    std::map<std::string, u64> array_size;
    for (const pugi::xpath_node& found : document.select_nodes("//*[@id]"))
        if (is_array(found.node()))
            array_size[found.node().attribute("id").value()] = count_in(found.node(), "count", 0);
    for (const pugi::xpath_node& found : document.select_nodes("//*[local-name()='accessor']")) {
        const pugi::xml_node accessor = found.node();
        const std::string source = accessor.attribute("source").value();
        const auto array = array_size.find(source.empty() ? source : source.substr(1));  // "#id"
        const u64 wanted = numbers_read(accessor);
        if (array == array_size.end() || wanted <= array->second) continue;
        const std::string_view before =
            text.substr(0, static_cast<size_t>(std::max<std::ptrdiff_t>(accessor.offset_debug(), 0)));
        throw Error({name + ":" + std::to_string(1 + std::count(before.begin(), before.end(), '\n')),
                     "more numbers are taken from " + in_quotes(source) + " than its " + with_commas(array->second),
                     "a whole file", "it may be damaged; export it again"});
    }
}

}  // namespace pliant
