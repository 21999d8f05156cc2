#include "core/parameter.h"

#include <algorithm>
#include <cmath>

#include "core/assert.h"
#include "core/text.h"

namespace pliant {

const Parameter* ParameterTable::find(std::string_view wanted) const {
    for (const Parameter& row : rows)
        if (wanted == row.name) return &row;
    constexpr std::string_view its_switch = ".enabled";
    for (const Parameter& row : rows) {
        const std::string_view full = row.name;
        if (full.size() == wanted.size() + its_switch.size() && full.substr(0, wanted.size()) == wanted &&
            full.substr(wanted.size()) == its_switch)
            return &row;
    }
    return nullptr;
}

const Preset* ParameterTable::find_preset(std::string_view wanted) const {
    for (const Preset& preset : presets)
        if (wanted == preset.name) return &preset;
    return nullptr;
}

std::vector<std::string> ParameterTable::names() const {
    std::vector<std::string> all;
    for (const Parameter& row : rows) all.emplace_back(row.name);
    return all;
}

void ParameterTable::verify() const {
    PL_ASSERT(name && name[0]);
    for (size_t i = 0; i < rows.size(); ++i) {
        const Parameter& row = rows[i];
        if (row.id != i)
            throw Error({std::string(name) + "." + row.name,
                         "row " + std::to_string(i) + " has id " + std::to_string(row.id),
                         "rows in the order of their ids", ""});
        if (row.help[0] == 0) throw Error({std::string(name) + "." + row.name, "no help", "one sentence", ""});
        const bool has_default = row.if_unset[0] == 0;
        if (has_default && (row.type == ParameterType::number || row.type == ParameterType::integer))
            check(row, Value(row.initial.x));
        if (has_default && row.type == ParameterType::choice) check(row, Value(row.initial_text));
    }
    for (const Preset& preset : presets)
        for (const PresetValue& v : preset.values) check(rows[v.id], Value(v.value));
}

const char* validate(const ParameterTable& table) {
    static thread_local std::string sentence;
    try {
        table.verify();
        return nullptr;
    } catch (const Error& e) {
        sentence = e.what();
        return sentence.c_str();
    }
}

std::vector<std::string> choices(const Parameter& p) {
    std::vector<std::string> all;
    for (std::string_view part : split(p.choices, '|')) all.emplace_back(part);
    return all;
}

static std::string range_words(const Parameter& p) {
    const bool has_low = p.low > -1e30, has_high = p.high < 1e30;
    const std::string low = short_number(p.low, 6), high = short_number(p.high, 6);
    if (has_low && has_high)
        return p.above_low ? " above " + low + " and at most " + high : " from " + low + " to " + high;
    if (has_low) return (p.above_low ? " above " : " of at least ") + low;
    if (has_high) return " of at most " + high;
    return "";
}

// Of each number, as of the red, green and blue of a colour.
static bool is_share(const Parameter& p) { return p.low == 0 && p.high == 1; }

std::string expectation(const Parameter& p) {
    const std::string unit = p.unit[0] ? std::string(" [") + p.unit + "]" : "";
    switch (p.type) {
        case ParameterType::number: return "a number" + range_words(p) + unit;
        case ParameterType::integer: return "a whole number" + range_words(p) + unit;
        case ParameterType::boolean: return "true or false";
        case ParameterType::vector:
            return "a vector [x, y, z]" + (is_share(p) ? " of numbers from 0 to 1" : std::string()) + unit;
        case ParameterType::number_or_vector: return "a number" + range_words(p) + " or a vector [x, y, z]" + unit;
        case ParameterType::text: return "text";
        case ParameterType::text_or_vector: return "a name or a vector [x, y, z]" + unit;
        case ParameterType::names: return "a list of names";
        case ParameterType::name_or_names: return "a name or a list of names";
        case ParameterType::lines: return "a list of lines, each { \"points\": [[x, y, z], …] }";
        case ParameterType::choice: {
            std::string words;
            const auto all = choices(p);
            for (size_t i = 0; i < all.size(); ++i)
                words += (i == 0 ? "" : i + 1 == all.size() ? " or " : ", ") + ("\"" + all[i] + "\"");
            return words;
        }
    }
    return "";
}

static Error unsuitable(const Parameter& p, std::string found, std::string advice = {}) {
    return Error({"", std::move(found), expectation(p), std::move(advice)});
}

// "'high' is not a number", or without the word where it is something else than a text.
static std::string is_not(const Value& value, const std::string& wanted) {
    return (value.text() ? in_quotes(*value.text()) + " is " : "") + "not " + wanted;
}

static void check_component(const Parameter& p, double v) {
    if (!std::isfinite(v)) throw unsuitable(p, "the number is not finite");
    if (v < p.low || v > p.high || (p.above_low && v <= p.low)) {
        const bool is_byte = p.type == ParameterType::vector && is_share(p) && v > 1 && v <= 255;
        throw unsuitable(p, "found " + short_number(v, 9), is_byte ? "what is 255 elsewhere is 1 here" : "");
    }
    if (p.type == ParameterType::integer && v != std::floor(v)) throw unsuitable(p, "found " + short_number(v, 9));
}

static bool has_components(const Parameter& p) {
    return p.type == ParameterType::vector || p.type == ParameterType::number_or_vector ||
           p.type == ParameterType::text_or_vector;
}

static void check_vector(const Parameter& p, const Vec3d& v) {
    check_component(p, v.x);
    if (has_components(p)) {
        check_component(p, v.y);
        check_component(p, v.z);
    }
}

static void check_choice(const Parameter& p, const std::string& found) {
    const auto all = choices(p);
    for (const std::string& c : all)
        if (c == found) return;
    const std::string meant = nearest_name(found, all);
    throw unsuitable(p, "found " + in_quotes(found), meant.empty() ? "" : "did you mean \"" + meant + "\"?");
}

static void check_times(const Parameter& p, const Keys& keys) {
    for (size_t i = 0; i < keys.times.size(); ++i) {
        if (!std::isfinite(keys.times[i]))
            throw Error({"", "key " + std::to_string(i) + " has a time that is not finite", "seconds", ""});
        if (i > 0 && keys.times[i] <= keys.times[i - 1])
            throw Error({"",
                         "key " + std::to_string(i) + " at " + short_number(keys.times[i], 9) +
                             " s is not after the one before it",
                         "increasing times", ""});
        check_vector(p, keys.values[i]);
    }
}

// The least that one end of a map comes to; between keys it is between them.
static double least(const Keys& keys, double constant) {
    if (keys.times.empty()) return constant;
    double low = keys.values[0].x;
    for (const Vec3d& v : keys.values) low = std::min(low, v.x);
    return low;
}

static void check_map(const Parameter& p, const Map& map) {
    if (!p.painted) throw unsuitable(p, "a map was given, but this parameter cannot be painted");
    if (map.moves() && p.effect != Effect::next_step)
        throw unsuitable(p, "a map that moves was given, but this parameter cannot change in time");
    check_component(p, map.low);
    check_component(p, map.high);
    check_times(p, map.low_keys);
    check_times(p, map.high_keys);
    if (!std::isfinite(map.fps) || map.fps < 0 || map.fps > 1e4)
        throw Error({"", "found " + short_number(map.fps, 9) + " frames a second", "fps above 0, at most 10,000", ""});
    for (size_t i = 0; map.values && i < map.values->size(); ++i)
        if (!std::isfinite((*map.values)[i]))
            throw Error({"", "value " + std::to_string(i) + " of the map is not finite", "numbers from 0 to 1", ""});
    const double low = least(map.low_keys, map.low), high = least(map.high_keys, map.high);
    if (map.logarithmic && !(low > 0 && high > 0))
        throw Error({"", "a logarithmic map from " + short_number(low) + " to " + short_number(high),
                     "low and high above 0", ""});
}

static void check_keys(const Parameter& p, const Keys& keys) {
    if (!p.keyed) throw unsuitable(p, "keys were given, but this parameter cannot change in time");
    if (keys.times.empty()) throw Error({"", "an empty list of keys", "at least one [time, value]", ""});
    check_times(p, keys);
}

static void check_line(const Line& line, size_t number) {
    const auto wrong = [&](std::string found, std::string wanted) {
        return Error({"", "line " + std::to_string(number) + ": " + found, std::move(wanted), ""});
    };
    const auto far = [](const Vec3d& v) { return !(std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)}) < 1e7); };
    if (line.points.size() < 2)
        throw wrong(line.points.empty() ? "it has no points" : "a single point", "two points or more");
    double longest = 0;
    for (const Vec3d& p : line.points) {
        if (far(p)) throw wrong("a point that is not finite, or too far away", "places on the body [m]");
        longest = std::max(longest, length(p - line.points[0]));
    }
    if (!(longest > 0)) throw wrong("all its points are in one place", "a line with some length");
    if (far(line.direction)) throw wrong("its direction is not finite, or too long", "a vector [x, y, z]");
    if (!(line.width >= 0 && line.width < 1e7))
        throw wrong("its width is " + short_number(line.width, 9), "a number of at least 0 [m]");
    if (!(line.strength >= 0 && line.strength <= 1))
        throw wrong("its strength is " + short_number(line.strength, 9), "a number from 0 to 1");
}

void check(const Parameter& p, const Value& value) {
    PL_ASSERT(p.low <= p.high);
    if (const Keys* keys = value.keys()) return check_keys(p, *keys);
    if (const Map* map = value.map()) return check_map(p, *map);
    switch (p.type) {
        case ParameterType::choice:
            if (!value.text()) throw unsuitable(p, "not a word");
            return check_choice(p, *value.text());
        case ParameterType::text:
            if (!value.text()) throw unsuitable(p, "not a text");
            return;
        case ParameterType::text_or_vector:
            if (value.text()) return;
            if (!value.vector()) throw unsuitable(p, "not a name");
            return check_vector(p, *value.vector());
        case ParameterType::names:
            if (!value.names())
                throw unsuitable(p, is_not(value, "a list of names"),
                                 value.text() ? "write [\"" + *value.text() + "\"]" : "");
            return;
        case ParameterType::name_or_names:
            if (!value.text() && !value.names()) throw unsuitable(p, "not a name");
            return;
        case ParameterType::lines:
            if (!value.lines()) throw unsuitable(p, "not a list of lines");
            for (size_t i = 0; i < value.lines()->size(); ++i) check_line((*value.lines())[i], i);
            return;
        case ParameterType::vector:
            if (!value.vector())
                throw unsuitable(p, value.number() ? "a single number" : is_not(value, "a vector"),
                                 is_share(p) ? "of red, green and blue, as [0.8, 0.1, 0.1]" : "");
            return check_vector(p, *value.vector());
        case ParameterType::number_or_vector:
            if (!value.vector() && !value.number()) throw unsuitable(p, is_not(value, "a number"));
            return check_vector(
                p, value.vector() ? *value.vector() : Vec3d{*value.number(), *value.number(), *value.number()});
        default:
            if (!value.number() && p.type == ParameterType::boolean && value.text())
                throw unsuitable(p, "found " + in_quotes(*value.text()), "without quotes");
            if (!value.number()) throw unsuitable(p, value.vector() ? "a vector" : is_not(value, "a number"));
            return check_component(p, *value.number());
    }
}

void ParameterSet::set(u16 id, Value value) {
    PL_ASSERT(id < explicit_.size());
    const Parameter& row = table_->rows[id];
    check(row, value);
    if (const double* n = value.number(); n && row.type == ParameterType::number_or_vector)
        value = Value(Vec3d{*n, *n, *n});
    // Between yes and no there is nothing: a switch keeps what its last key says.
    if (Keys* keys = std::get_if<Keys>(&value.data); keys && row.type == ParameterType::boolean)
        keys->ease = Ease::step;
    explicit_[id] = std::move(value);
}

void ParameterSet::set(std::string_view name, Value value) {
    const Parameter* row = table_->find(name);
    if (!row) {
        const std::string meant = nearest_name(name, table_->names());
        throw Error({std::string(table_->name), "there is no parameter " + in_quotes(name), "",
                     meant.empty() ? "see `pliant params " + std::string(table_->name) + "`"
                                   : "did you mean \"" + meant + "\"?"});
    }
    set(row->id, std::move(value));
}

void ParameterSet::set_preset(std::string_view name) {
    PL_ASSERT(table_->presets.empty() || preset_.size() == table_->rows.size());
    const Preset* preset = table_->find_preset(name);
    if (!preset) {
        std::vector<std::string> known;
        std::string list;
        for (const Preset& p : table_->presets) {
            known.emplace_back(p.name);
            list += (list.empty() ? "\"" : ", \"") + std::string(p.name) + "\"";
        }
        const std::string meant = nearest_name(name, known);
        throw Error({"", "there is no preset " + in_quotes(name), "one of " + list,
                     meant.empty() ? "" : "did you mean \"" + meant + "\"?"});
    }
    for (Value& v : preset_) v = {};
    for (const PresetValue& v : preset->values) preset_[v.id] = Value(v.value);
    preset_name_ = preset->name;
}

bool ParameterSet::any_keys() const {
    for (size_t i = 0; i < explicit_.size(); ++i)
        if (explicit_[i].keys()) return true;
    return false;
}

void ParameterSet::save_live(Writer& w) const {
    for (const Parameter& row : table_->rows)
        if (row.effect == Effect::next_step) explicit_[row.id].save(w);
}

void ParameterSet::load_live(Reader& r) {
    for (const Parameter& row : table_->rows) {
        if (row.effect != Effect::next_step) continue;
        Value v = Value::load(r);
        if (v == explicit_[row.id]) continue;
        if (v.has_value()) {
            set(row.id, std::move(v));
        } else {
            reset(row.id);
        }
    }
}

bool ParameterSet::same_live(const ParameterSet& other) const {
    PL_ASSERT(table_ == other.table_);
    for (const Parameter& row : table_->rows)
        if (row.effect == Effect::next_step && !(explicit_[row.id] == other.explicit_[row.id])) return false;
    return true;
}

bool ParameterSet::maps_change_between(double from, double to) const {
    for (const Value& v : explicit_)
        if (const Map* map = v.map(); map && map->changes_between(from, to)) return true;
    return false;
}

bool ParameterSet::changes_between(double from, double to, u16 but) const {
    if (maps_change_between(from, to)) return true;
    for (size_t i = 0; i < explicit_.size(); ++i)
        if (const Keys* keys = explicit_[i].keys(); i != but && keys && !(keys->at(from) == keys->at(to))) return true;
    return false;
}

Vec3d ParameterSet::vector(u16 id, double time) const {
    PL_ASSERT(id < explicit_.size() && std::isfinite(time));
    const Value& v = value(id);
    if (const Vec3d* constant = v.vector()) return *constant;
    if (const double* n = v.number()) return {*n, 0, 0};
    if (const Keys* keys = v.keys()) return keys->at(time);
    if (const Map* map = v.map()) return {map->low_at(time), 0, 0};
    return table_->rows[id].initial;
}

const std::string& ParameterSet::text(u16 id) const {
    PL_ASSERT(id < explicit_.size());
    if (const std::string* t = value(id).text()) return *t;
    static thread_local std::string initial;
    initial = table_->rows[id].initial_text;
    return initial;
}

u32 ParameterSet::choice(u16 id) const {
    PL_ASSERT(id < explicit_.size() && table_->rows[id].type == ParameterType::choice);
    // Without a list in between: steps ask too, and they may not allocate.
    const std::string_view chosen = text(id), all = table_->rows[id].choices;
    u32 i = 0;
    for (size_t begin = 0; begin <= all.size(); ++i) {
        const size_t end = std::min(all.find('|', begin), all.size());
        if (all.substr(begin, end - begin) == chosen) return i;
        begin = end + 1;
    }
    PL_ASSERT(false);
    return 0;
}

std::span<const std::string> ParameterSet::names(u16 id) const {
    if (const auto* n = value(id).names()) return *n;
    if (const std::string* t = value(id).text()) return {t, 1};
    return {};
}

std::span<const Line> ParameterSet::lines(u16 id) const {
    if (const auto* l = value(id).lines()) return *l;
    return {};
}

}  // namespace pliant
