#include "cook/map_maker.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"

namespace pliant {

namespace {

u32 scrambled(u32 x) {
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    x ^= x >> 16;
    return x;
}

// Random numbers at whole places, smoothly joined.
double cloud(const Vec3d& at, u32 seed) {
    const double floor[3] = {std::floor(at.x), std::floor(at.y), std::floor(at.z)};
    const auto corner = [&](int k) {
        u32 h = scrambled(seed + 0x9e3779b9u);
        for (int axis = 0; axis < 3; ++axis)
            h = scrambled(h ^
                          static_cast<u32>(static_cast<i64>(std::clamp(floor[axis], -1e15, 1e15)) + (k >> axis & 1)));
        return static_cast<double>(h) / 4294967295.0;
    };
    const auto eased = [](double t) { return t * t * t * (t * (6 * t - 15) + 10); };
    const double x = eased(at.x - floor[0]), y = eased(at.y - floor[1]), z = eased(at.z - floor[2]);
    const auto mix = [](double a, double b, double t) { return a + (b - a) * t; };
    return mix(mix(mix(corner(0), corner(1), x), mix(corner(2), corner(3), x), y),
               mix(mix(corner(4), corner(5), x), mix(corner(6), corner(7), x), y), z);
}

}  // namespace

std::vector<float> MapMaker::make(const MapSource& source) {
    switch (source.from) {
        case MapSource::From::attribute: return attribute(source.name);
        case MapSource::From::image: return image(source);
        case MapSource::From::bones: return bones(source.bones);
        case MapSource::From::height:
        case MapSource::From::distance: return along(source);
        case MapSource::From::noise:
            return each([&](const Vec3d& p) { return cloud(p / source.noise_size, source.seed); });
        case MapSource::From::multiply:
        case MapSource::From::min:
        case MapSource::From::max: break;
    }
    return combined(source);
}

template <class F>
std::vector<float> MapMaker::each(F&& f) const {
    std::vector<float> values(mesh_.points.size());
    for (size_t p = 0; p < values.size(); ++p) values[p] = static_cast<float>(f(mesh_.points[p].to<double>()));
    return values;
}

std::vector<float> MapMaker::attribute(const std::string& name) const {
    if (const Attribute* found = mesh_.attribute(name)) return found->values;
    std::vector<std::string> names;
    for (const Attribute& a : mesh_.attributes)
        if (!is_map_attribute(a.name)) names.push_back(a.name);
    throw_unknown_name("", "attribute", name, names, "a mesh with vertex attributes; it has none");
}

std::vector<float> MapMaker::along(const MapSource& source) const {
    const bool height = source.from == MapSource::From::height;
    const Vec3d& v = source.vector;
    const auto measure = [&](const Vec3d& p) { return height ? dot(p, v) : length(p - v); };
    double low = 1e300, high = -1e300;
    for (const Vec3& p : mesh_.points) {
        low = std::min(low, measure(p.to<double>()));
        high = std::max(high, measure(p.to<double>()));
    }
    const double from = source.low.value_or(height ? low : 0), to = source.high.value_or(high);
    return each([&](const Vec3d& p) {
        const double t = to == from ? (measure(p) > from ? 1.0 : 0.0) : (measure(p) - from) / (to - from);
        return std::clamp(t, 0.0, 1.0);
    });
}

std::vector<float> MapMaker::combined(const MapSource& source) {
    std::vector<float> values = make(source.parts[0]);
    for (size_t i = 1; i < source.parts.size(); ++i) {
        const std::vector<float> other = make(source.parts[i]);
        for (size_t p = 0; p < values.size(); ++p)
            values[p] = source.from == MapSource::From::multiply ? values[p] * other[p]
                        : source.from == MapSource::From::min    ? std::min(values[p], other[p])
                                                                 : std::max(values[p], other[p]);
    }
    return values;
}

// What several bones move is theirs together.
std::vector<float> MapMaker::bones(const std::vector<std::string>& names) const {
    if (!inputs_.bone)
        throw Error({"bone", "the mesh has no bones", "a body whose asset is the file of a character", ""});
    std::vector<float> values(mesh_.points.size());
    for (const std::string& name : names) {
        const std::vector<float> one = inputs_.bone(name);
        if (one.size() != values.size())
            throw Error({"bone", "the character's mesh has other points than the body's", "", "use an attribute"});
        for (size_t p = 0; p < values.size(); ++p) values[p] = std::min(values[p] + one[p], 1.0f);
    }
    return values;
}

UvSet map_uv_set(const MapSource& source, const Mesh& mesh) {
    switch (source.uv) {
        case MapSource::Uv::unset: break;
        case MapSource::Uv::first: return UvSet::first;
        case MapSource::Uv::second: return UvSet::second;
        case MapSource::Uv::generated: return UvSet::generated;
    }
    return usual_uv_set(mesh);
}

std::vector<float> MapMaker::image(const MapSource& source) {
    const MapImage& read = picture(source.name);
    if (source.channel < 3 && read.color_lost()) warn(source.name + ": " + color_lost_sentence);
    return read_points(unwrapped(source.name, map_uv_set(source, mesh_)), read, source.channel);
}

const UnwrappedMesh& MapMaker::unwrapped(const std::string& file, UvSet set) {
    try {
        const auto [found, is_new] = unwrapped_.try_emplace(set, mesh_, set);
        if (is_new)
            for (const std::string& sentence : check_uv(found->second.uv).sentences()) warn(file + ": " + sentence);
        return found->second;
    } catch (const Error& e) {
        throw e.inside(file);
    }
}

const MapImage& MapMaker::picture(const std::string& file) {
    const auto known = pictures_.find(file);
    if (known != pictures_.end()) return known->second;
    return pictures_.emplace(file, inputs_.image(file)).first->second;
}

void MapMaker::warn(const std::string& sentence) {
    if (std::find(warnings_.begin(), warnings_.end(), sentence) == warnings_.end()) warnings_.push_back(sentence);
}

}  // namespace pliant
