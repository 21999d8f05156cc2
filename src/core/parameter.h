// Parameter tables: each parameter is declared once, beside the code that uses it. The scene reader and its errors, the
// JSON Schema, `pliant params`, the properties of the C API and the reference pages are all made from these rows.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/assert.h"
#include "core/error.h"
#include "core/value.h"

namespace pliant {

enum class ParameterType : u8 {
    number,
    integer,
    boolean,
    choice,
    vector,
    number_or_vector,
    text,
    text_or_vector,
    names,
    name_or_names,
    lines
};
// The objects that have a value of their own.
enum class ParameterScope : u8 {
    world,
    body,
    particle,
    collider,
    camera,
    asset,
    pair,
    attachment,
    character,
    field,
    joint
};
enum class Effect : u8 { next_step, recook, start };  // when a change is felt; start: only when the thing is made

struct Parameter {
    u16 id;            // its row number, so that code can say lattice::spacing
    const char* name;  // "spacing"; "sleep.speed" stands inside an object "sleep"
    ParameterType type = ParameterType::number;
    const char* unit = "";  // "m", "Pa"; empty: a pure number
    double low = -1e30, high = 1e30;
    bool above_low = false;         // low itself is not allowed
    Vec3d initial = {};             // the default, where there is one
    const char* initial_text = "";  // the default of text and choice
    const char* if_unset = "";      // no default: what happens when it is left out
    const char* choices = "";       // "auto|surface|solid"
    ParameterScope scope = ParameterScope::body;
    bool keyed = false;    // may be given as keys over time
    bool painted = false;  // may be given as a map
    Effect effect = Effect::next_step;
    const char* help = "";  // one sentence
};

struct PresetValue {
    u16 id;
    double value;
};
struct Preset {
    const char* name;
    const char* help;
    std::span<const PresetValue> values;
};

struct ParameterTable {
    const char* name;  // "lattice", "world", "collider"
    std::span<const Parameter> rows;
    std::span<const Preset> presets = {};

    // A group that has a switch can be meant by its name: "sleep" is "sleep.enabled".
    const Parameter* find(std::string_view name) const;
    const Preset* find_preset(std::string_view name) const;
    std::vector<std::string> names() const;
    void verify() const;  // throws Error: rows out of order, defaults out of range
};
const char* validate(const ParameterTable&);  // the same, as PL_VALIDATE wants it: whenever a set of values is made

// "a number from 0 to 1", "a vector [x, y, z]": the words used by errors, by `pliant params` and by the schema.
std::string expectation(const Parameter&);
std::vector<std::string> choices(const Parameter&);
// Throws Error (with an empty `where`) when the value does not suit the parameter.
void check(const Parameter&, const Value&);

// The values given for one table: explicit ones over a preset over defaults.
class ParameterSet {
  public:
    explicit ParameterSet(const ParameterTable& table)
        : table_(&table), explicit_(table.rows.size()), preset_(table.rows.size()) {
        PL_VALIDATE(table);
    }

    const ParameterTable& table() const { return *table_; }
    void set(u16 id, Value value);                 // checks; throws Error
    void set(std::string_view name, Value value);  // also throws when there is no such parameter
    void set_preset(std::string_view name);
    void reset(u16 id) {
        PL_ASSERT(id < explicit_.size());
        explicit_[id] = {};
    }

    bool is_explicit(u16 id) const {
        PL_ASSERT(id < explicit_.size());
        return explicit_[id].has_value();
    }
    // Whether the user or the preset gives a value; otherwise the default counts.
    bool has_value(u16 id) const { return is_explicit(id) || preset_[id].has_value(); }
    const Value& value(u16 id) const { return is_explicit(id) ? explicit_[id] : preset_[id]; }
    bool keyed(u16 id) const { return value(id).keys() != nullptr; }
    const Map* map(u16 id) const { return value(id).map(); }
    bool any_keys() const;
    bool maps_change_between(double from, double to) const;
    // Whether keys or maps have another value then; one parameter may be left out of account.
    bool changes_between(double from, double to, u16 but = 0xffff) const;

    double number(u16 id, double time = 0) const { return vector(id, time).x; }  // of a map: its low value
    bool flag(u16 id, double time = 0) const { return number(id, time) != 0; }
    Vec3d vector(u16 id, double time = 0) const;
    const std::string& text(u16 id) const;
    u32 choice(u16 id) const;                          // the position among the choices
    std::span<const std::string> names(u16 id) const;  // a single name is a list of one
    std::span<const Line> lines(u16 id) const;
    const std::string& preset() const { return preset_name_; }

    // Those that can be changed while a world runs. Loading checks them as `set` does.
    void save_live(Writer&) const;
    void load_live(Reader&);
    bool same_live(const ParameterSet& other) const;

  private:
    const ParameterTable* table_;
    std::vector<Value> explicit_, preset_;
    std::string preset_name_;
};

}  // namespace pliant
