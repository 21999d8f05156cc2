#include "core/value.h"

#include <algorithm>

#include "core/assert.h"
#include "core/trig.h"

namespace pliant {

Vec3d Keys::at(double time) const {
    PL_ASSERT(std::isfinite(time));
    PL_ASSERT(!times.empty() && times.size() == values.size());
    const double first = times.front(), last = times.back();
    if (loop && last > first) time -= std::floor((time - first) / (last - first)) * (last - first);
    if (!(time > first)) return values.front();
    if (time >= last) return values.back();
    const size_t i = static_cast<size_t>(std::upper_bound(times.begin(), times.end(), time) - times.begin());
    double t = (time - times[i - 1]) / (times[i] - times[i - 1]);
    if (ease == Ease::step) t = 0;
    if (ease == Ease::smooth) t = t * t * (3 - 2 * t);
    return values[i - 1] + (values[i] - values[i - 1]) * t;
}

size_t Map::frame_at(double time) const {
    PL_ASSERT(frames.empty() || fps > 0);
    if (frames.empty() || !(time > 0)) return 0;
    // A frame begins with the step that its time falls on, not with the one after it for a last bit.
    const double shown = std::floor(time * fps + 1e-6), count = static_cast<double>(frames.size());
    if (!loop) return static_cast<size_t>(std::min(shown, count - 1));
    return static_cast<size_t>(shown - std::floor(shown / count) * count);
}

Map Map::at(double time) const {
    return {frames.empty() ? attribute : frames[frame_at(time)], low_at(time), high_at(time), logarithmic, values};
}

bool Map::changes_between(double from, double to) const {
    return moves() && (low_at(from) != low_at(to) || high_at(from) != high_at(to) || frame_at(from) != frame_at(to));
}

double Map::apply(double paint) const {
    PL_ASSERT(!logarithmic || (low > 0 && high > 0));
    const double t = paint > 0 ? (paint < 1 ? paint : 1) : 0;
    if (logarithmic) return exponential(logarithm(low) + (logarithm(high) - logarithm(low)) * t);
    return low + (high - low) * t;
}

Map Map::of(MapSource source) {
    Map map;
    map.attribute = source.from == MapSource::From::attribute ? source.name : source.attribute_name();
    if (source.from != MapSource::From::attribute) map.source = std::make_shared<const MapSource>(std::move(source));
    return map;
}

bool Map::operator==(const Map& other) const {
    const bool same_values = values == other.values || (values && other.values && *values == *other.values);
    const bool same_source = !source || !other.source || *source == *other.source;
    return same_values && same_source && attribute == other.attribute && low == other.low && high == other.high &&
           logarithmic == other.logarithmic && low_keys == other.low_keys && high_keys == other.high_keys &&
           fps == other.fps && loop == other.loop && frames == other.frames;
}

static void save_keys(Writer& w, const Keys& k) {
    w.array(k.times);
    w.array(k.values);
    w.value(k.ease);
    w.value(static_cast<u8>(k.loop));
}

static Keys load_keys(Reader& r) {
    Keys k;
    r.array(k.times);
    r.array(k.values);
    const u8 ease = r.value<u8>();
    k.loop = r.value<u8>() != 0;
    if (k.times.size() != k.values.size() || ease > static_cast<u8>(Ease::step))
        throw Error({"value", "keys that make no sense", "", "the data is damaged"});
    k.ease = static_cast<Ease>(ease);
    return k;
}

static void save_names(Writer& w, const std::vector<std::string>& list) {
    w.value(static_cast<u64>(list.size()));
    for (const std::string& name : list) w.text(name);
}

static std::vector<std::string> load_names(Reader& r) {
    std::vector<std::string> list;
    for (u64 n = r.value<u64>(); n > 0; --n) list.push_back(r.text());
    return list;
}

void Value::save(Writer& w) const {
    w.value(static_cast<u8>(data.index()));
    if (const double* n = number()) w.value(*n);
    if (const Vec3d* v = vector()) w.value(*v);
    if (const std::string* t = text()) w.text(*t);
    if (const Keys* k = keys()) save_keys(w, *k);
    if (const Map* m = map()) {
        w.text(m->attribute);
        w.value(m->low);
        w.value(m->high);
        w.value(static_cast<u8>(m->logarithmic));
        w.value(static_cast<u8>(m->values != nullptr));
        if (m->values) w.array(*m->values);
        w.value(static_cast<u8>(m->moves()));
        if (m->moves()) {
            save_keys(w, m->low_keys);
            save_keys(w, m->high_keys);
            w.value(m->fps);
            w.value(static_cast<u8>(m->loop));
            save_names(w, m->frames);
        }
    }
    if (const std::vector<std::string>* list = names()) save_names(w, *list);
    if (const std::vector<Line>* list = lines()) {
        w.value(static_cast<u64>(list->size()));
        for (const Line& l : *list) {
            w.array(l.points);
            w.value(l.direction);
            w.value(l.width);
            w.value(l.strength);
        }
    }
}

Value Value::load(Reader& r) {
    switch (r.value<u8>()) {
        case 0: return {};
        case 1: return r.value<double>();
        case 2: return r.value<Vec3d>();
        case 3: return r.text();
        case 4: return load_names(r);
        case 5: return load_keys(r);
        case 6: {
            Map m;
            m.attribute = r.text();
            m.low = r.value<double>();
            m.high = r.value<double>();
            m.logarithmic = r.value<u8>() != 0;
            if (r.value<u8>() != 0) {
                std::vector<float> values;
                r.array(values);
                m.values = std::make_shared<const std::vector<float>>(std::move(values));
            }
            if (r.value<u8>() != 0) {
                m.low_keys = load_keys(r);
                m.high_keys = load_keys(r);
                m.fps = r.value<double>();
                m.loop = r.value<u8>() != 0;
                m.frames = load_names(r);
            }
            return m;
        }
        case 7: {
            std::vector<Line> list;
            for (u64 n = r.value<u64>(); n > 0; --n) {
                Line& l = list.emplace_back();
                r.array(l.points);
                l.direction = r.value<Vec3d>();
                l.width = r.value<double>();
                l.strength = r.value<double>();
            }
            return list;
        }
        default: throw Error({"value", "of an unknown sort", "", "the data is damaged"});
    }
}

}  // namespace pliant
