#include "core/value.h"

#include <algorithm>

#include "core/assert.h"
#include "core/trig.h"

namespace pliant {

Vec3d Keys::at(double time) const {
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

double Map::apply(double paint) const {
    const double t = paint > 0 ? (paint < 1 ? paint : 1) : 0;
    if (logarithmic) return exponential(logarithm(low) + (logarithm(high) - logarithm(low)) * t);
    return low + (high - low) * t;
}

bool Map::operator==(const Map& other) const {
    const bool same_values = values == other.values || (values && other.values && *values == *other.values);
    return same_values && attribute == other.attribute && low == other.low && high == other.high &&
           logarithmic == other.logarithmic;
}

void Value::save(Writer& w) const {
    w.value(static_cast<u8>(data.index()));
    if (const double* n = number()) w.value(*n);
    if (const Vec3d* v = vector()) w.value(*v);
    if (const std::string* t = text()) w.text(*t);
    if (const Keys* k = keys())
        w.array(k->times), w.array(k->values), w.value(k->ease), w.value(static_cast<u8>(k->loop));
    if (const Map* m = map()) {
        w.text(m->attribute), w.value(m->low), w.value(m->high), w.value(static_cast<u8>(m->logarithmic));
        w.value(static_cast<u8>(m->values != nullptr));
        if (m->values) w.array(*m->values);
    }
    if (const std::vector<std::string>* list = names()) {
        w.value(static_cast<u64>(list->size()));
        for (const std::string& name : *list) w.text(name);
    }
    if (const std::vector<Line>* list = lines()) {
        w.value(static_cast<u64>(list->size()));
        for (const Line& l : *list) w.array(l.points), w.value(l.direction), w.value(l.width), w.value(l.strength);
    }
}

Value Value::load(Reader& r) {
    switch (r.value<u8>()) {
        case 0: return {};
        case 1: return r.value<double>();
        case 2: return r.value<Vec3d>();
        case 3: return r.text();
        case 4: {
            std::vector<std::string> list;
            for (u64 n = r.value<u64>(); n > 0; --n) list.push_back(r.text());
            return list;
        }
        case 5: {
            Keys k;
            r.array(k.times), r.array(k.values);
            const u8 ease = r.value<u8>();
            k.loop = r.value<u8>() != 0;
            if (k.times.size() != k.values.size() || ease > static_cast<u8>(Ease::step))
                throw Error({"value", "keys that make no sense", "", "the data is damaged"});
            k.ease = static_cast<Ease>(ease);
            return k;
        }
        case 6: {
            Map m;
            m.attribute = r.text(), m.low = r.value<double>(), m.high = r.value<double>();
            m.logarithmic = r.value<u8>() != 0;
            if (r.value<u8>() != 0) {
                std::vector<float> values;
                r.array(values);
                m.values = std::make_shared<const std::vector<float>>(std::move(values));
            }
            return m;
        }
        case 7: {
            std::vector<Line> list;
            for (u64 n = r.value<u64>(); n > 0; --n) {
                Line& l = list.emplace_back();
                r.array(l.points);
                l.direction = r.value<Vec3d>(), l.width = r.value<double>(), l.strength = r.value<double>();
            }
            return list;
        }
        default: throw Error({"value", "of an unknown sort", "", "the data is damaged"});
    }
}

}  // namespace pliant
