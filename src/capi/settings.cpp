#include "body/registry.h"
#include "capi/tables.h"

using namespace pliant;
using namespace pliant::capi;

pliant_result pliant_settings_create(const char* table, pliant_settings* out) {
    return guarded("pliant_settings_create", [&] {
        need(table, "table"), need(out, "out");
        const std::string_view name = table;
        std::shared_ptr<SettingsObject> object;
        if (name == "world") object = std::make_shared<SettingsObject>(world_table);
        if (name == "collider") object = std::make_shared<SettingsObject>(collider_table);
        if (name == "attachment") object = std::make_shared<SettingsObject>(attachment_table);
        if (name == "field") object = std::make_shared<SettingsObject>(field_table);
        if (name == "joint") object = std::make_shared<SettingsObject>(joint_table);
        if (const Kind* kind = find_kind(name)) {
            object = std::make_shared<SettingsObject>(kind->parameters);
            object->kind = kind;
            object->common = std::make_unique<ParameterSet>(body_table);
        }
        if (!object)
            fail(PLIANT_BAD_ARGUMENT,
                 "there is no table '" + std::string(name) +
                     "'; expected world, collider, attachment, field, joint or a kind: " + kind_names());
        *out = settings_table().add(std::move(object));
    });
}

void pliant_settings_destroy(pliant_settings settings) { settings_table().remove(settings); }

template <class MakeValue>
static pliant_result set_value(const char* function, pliant_settings settings, const char* name,
                               MakeValue&& make_value) {
    return guarded(function, [&] {
        need(name, "name");
        auto object = settings_of(settings);
        if (!object) fail(PLIANT_NO_SUCH_ID, "the settings are null");
        ParameterSet& holder = object->holder_of(name);
        try {
            holder.set(name, make_value());
        } catch (const Error& e) {
            throw e.inside(name);
        }
    });
}

pliant_result pliant_settings_set_number(pliant_settings settings, const char* name, double value) {
    return set_value("pliant_settings_set_number", settings, name, [&] { return Value(value); });
}
pliant_result pliant_settings_set_flag(pliant_settings settings, const char* name, bool value) {
    return set_value("pliant_settings_set_flag", settings, name, [&] { return Value(value ? 1.0 : 0.0); });
}
pliant_result pliant_settings_set_vector(pliant_settings settings, const char* name, double x, double y, double z) {
    return set_value("pliant_settings_set_vector", settings, name, [&] { return Value(Vec3d{x, y, z}); });
}
pliant_result pliant_settings_set_text(pliant_settings settings, const char* name, const char* value) {
    return set_value("pliant_settings_set_text", settings, name, [&] {
        need(value, "value");
        return Value(value);
    });
}
pliant_result pliant_settings_set_names(pliant_settings settings, const char* name, const char* const* names,
                                        size_t count) {
    return set_value("pliant_settings_set_names", settings, name, [&] { return Value(list_of_names(names, count)); });
}
pliant_result pliant_settings_set_keys(pliant_settings settings, const char* name, const double* times,
                                       const double* values, size_t count, pliant_ease ease, bool loop) {
    return set_value("pliant_settings_set_keys", settings, name, [&] {
        need(times, "times"), need(values, "values");
        Keys keys;
        for (size_t i = 0; i < count; ++i)
            keys.times.push_back(times[i]),
                keys.values.push_back({values[3 * i], values[3 * i + 1], values[3 * i + 2]});
        keys.ease = ease == PLIANT_SMOOTH ? Ease::smooth : ease == PLIANT_STEP ? Ease::step : Ease::linear;
        keys.loop = loop;
        return Value(std::move(keys));
    });
}
pliant_result pliant_settings_set_map(pliant_settings settings, const char* name, const char* attribute, double low,
                                      double high, bool logarithmic) {
    return set_value("pliant_settings_set_map", settings, name, [&] {
        need(attribute, "attribute");
        return Value(Map{attribute, low, high, logarithmic});
    });
}
pliant_line_def pliant_default_line_def(void) {
    pliant_line_def def{};
    def.cookie = line_cookie;
    def.strength = Line{}.strength;
    return def;
}
std::vector<Line> capi::list_of_lines(const pliant_line_def* lines, size_t count) {
    if (count) need(lines, "lines");
    std::vector<Line> list;
    for (size_t i = 0; i < count; ++i) {
        need_cookie(lines[i].cookie, line_cookie, "pliant_default_line_def");
        if (lines[i].point_count) need(lines[i].points, "points");
        Line& line = list.emplace_back();
        for (size_t p = 0; p < lines[i].point_count; ++p)
            line.points.push_back(place_of(lines[i].points[p], "a point").to<double>());
        line.direction = vector_of(lines[i].direction, "direction").to<double>();
        line.width = lines[i].width, line.strength = lines[i].strength;
    }
    return list;
}
pliant_result pliant_settings_set_lines(pliant_settings settings, const char* name, const pliant_line_def* lines,
                                        size_t count) {
    return set_value("pliant_settings_set_lines", settings, name, [&] { return Value(list_of_lines(lines, count)); });
}
pliant_result pliant_settings_set_preset(pliant_settings settings, const char* preset) {
    return guarded("pliant_settings_set_preset", [&] {
        need(preset, "preset");
        auto object = settings_of(settings);
        if (!object) fail(PLIANT_NO_SUCH_ID, "the settings are null");
        object->own.set_preset(preset);
    });
}
