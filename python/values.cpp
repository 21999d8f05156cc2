#include "values.h"

bool are_names(const py::handle& value) {
    if (!py::isinstance<py::sequence>(value) || py::isinstance<py::str>(value)) return false;
    for (const py::handle item : value)
        if (!py::isinstance<py::str>(item)) return false;
    return true;
}

bool is_vector(const py::handle& value) {
    return py::isinstance<py::sequence>(value) || py::isinstance<py::array>(value);
}

Range range_of(const py::dict& map) {
    return {map["low"].cast<double>(), map["high"].cast<double>(),
            map.contains("scale") && map["scale"].cast<std::string>() == "log"};
}

namespace {

void set_keys(pliant_settings settings, const std::string& name, const py::dict& keys) {
    std::vector<double> times, values;
    for (const py::handle item : keys["keys"]) {
        const auto pair = item.cast<std::pair<double, py::object>>();
        times.push_back(pair.first);
        const Triple v = py::isinstance<py::sequence>(pair.second) ? pair.second.cast<Triple>()
                                                                   : Triple{pair.second.cast<double>(), 0, 0};
        values.insert(values.end(), v.begin(), v.end());
    }
    const std::string word = keys.contains("ease") ? keys["ease"].cast<std::string>() : "linear";
    if (word != "linear" && word != "smooth" && word != "step")
        throw py::value_error(name + ": ease is '" + word + "'; expected 'linear', 'smooth' or 'step'");
    const pliant_ease ease = word == "smooth" ? PLIANT_SMOOTH : word == "step" ? PLIANT_STEP : PLIANT_LINEAR;
    check(pliant_settings_set_keys(settings, name.c_str(), times.data(), values.data(), times.size(), ease,
                                   keys.contains("loop") && keys["loop"].cast<bool>()));
}

void set_value(pliant_settings settings, const std::string& name, const py::handle& value);

void set_members(pliant_settings settings, const std::string& prefix, const py::dict& members) {
    for (const auto& [key, value] : members) set_value(settings, prefix + key.cast<std::string>(), value);
}

void set_value(pliant_settings settings, const std::string& name, const py::handle& value) {
    if (py::isinstance<py::bool_>(value))
        return check(pliant_settings_set_flag(settings, name.c_str(), value.cast<bool>()));
    if (py::isinstance<py::str>(value)) {
        const std::string text = value.cast<std::string>();
        return check(name == "preset" ? pliant_settings_set_preset(settings, text.c_str())
                                      : pliant_settings_set_text(settings, name.c_str(), text.c_str()));
    }
    if (py::isinstance<py::dict>(value)) {
        const py::dict d = value.cast<py::dict>();
        if (d.contains("keys")) return set_keys(settings, name, d);
        if (d.contains("attribute")) {
            const Range r = range_of(d);
            return check(pliant_settings_set_map(settings, name.c_str(), d["attribute"].cast<std::string>().c_str(),
                                                 r.low, r.high, r.logarithmic));
        }
        return set_members(settings, name + ".", d);
    }
    if (are_names(value)) {
        const Texts texts(value.cast<std::vector<std::string>>());
        return check(pliant_settings_set_names(settings, name.c_str(), texts.data(), texts.size()));
    }
    if (is_vector(value)) {
        const Triple v = value.cast<Triple>();
        return check(pliant_settings_set_vector(settings, name.c_str(), v[0], v[1], v[2]));
    }
    check(pliant_settings_set_number(settings, name.c_str(), value.cast<double>()));
}

}  // namespace

pliant::Settings settings_of(const char* table, const py::kwargs& parameters) {
    pliant::Settings settings = pliant::make_settings(table);
    set_members(settings, "", parameters);
    return settings;
}

py::list parameters_of(const std::string& table) {
    py::list rows;
    const size_t count = pliant_parameter_count(table.c_str());
    if (count == 0) throw py::value_error("there is no table '" + table + "'");
    for (size_t i = 0; i < count; ++i) {
        pliant_parameter p;
        check(pliant_parameter_at(table.c_str(), i, &p));
        rows.append(py::dict("name"_a = p.name, "unit"_a = p.unit, "help"_a = p.help, "takes"_a = p.takes,
                             "choices"_a = p.choices, "low"_a = p.low, "high"_a = p.high, "keyed"_a = p.keyed,
                             "painted"_a = p.painted, "live"_a = p.live));
    }
    return rows;
}

py::object tables() { return py::module_::import("json").attr("loads")(pliant_parameter_reference("", "tables")); }

std::string with_parameters(std::string text, std::initializer_list<const char*> tables) {
    for (const char* table : tables) {
        text += std::string("\n\nParameters (") + table + "):\n";
        for (size_t i = 0; i < pliant_parameter_count(table); ++i) {
            pliant_parameter p;
            if (pliant_parameter_at(table, i, &p) != PLIANT_OK) continue;
            text += std::string("  ") + p.name + ": " + p.takes + ". " + p.help + "\n";
        }
    }
    return text;
}
