#include "core/map_source.h"

#include "core/hash.h"

namespace pliant {

static constexpr std::string_view prefix = "map:";

bool MapSource::operator==(const MapSource& o) const {
    return from == o.from && name == o.name && bones == o.bones && vector == o.vector && low == o.low &&
           high == o.high && noise_size == o.noise_size && seed == o.seed && channel == o.channel && uv == o.uv &&
           parts == o.parts;
}

static void hash_text(Hasher& hasher, const std::string& text) {
    hasher.value(u64{text.size()});
    hasher.text(text);
}

u64 MapSource::hash() const {
    Hasher hasher;
    hasher.value(from);
    hash_text(hasher, name);
    hasher.value(u64{bones.size()});
    for (const std::string& bone : bones) hash_text(hasher, bone);
    for (const double v : {vector.x, vector.y, vector.z}) hasher.value(v + 0.0);  // -0 equals 0
    for (const std::optional<double>& limit : {low, high}) {
        hasher.value(u8{limit.has_value()});
        hasher.value(limit.value_or(0) + 0.0);
    }
    hasher.value(noise_size);
    hasher.value(seed);
    hasher.value(channel);
    hasher.value(uv);
    hasher.value(u64{parts.size()});
    for (const MapSource& part : parts) hasher.value(part.hash());
    return hasher.result();
}

std::string MapSource::attribute_name() const {
    std::string text(prefix);
    const u64 h = hash();
    for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[h >> shift & 15];
    return text;
}

std::string MapSource::description() const {
    std::string text;
    switch (from) {
        case From::attribute:
        case From::image: return name;
        case From::height: return "height";
        case From::distance: return "distance";
        case From::noise: return "noise";
        case From::bones:
            for (const std::string& bone : bones) text += (text.empty() ? "bones " : ", ") + bone;
            return text;
        case From::multiply: text = "product of "; break;
        case From::min: text = "least of "; break;
        case From::max: text = "greatest of "; break;
    }
    for (size_t i = 0; i < parts.size(); ++i) text += (i ? ", " : "") + parts[i].description();
    return text;
}

bool is_map_attribute(std::string_view name) { return name.substr(0, prefix.size()) == prefix; }

}  // namespace pliant
