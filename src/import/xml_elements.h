// Elements of XML, of which every attribute and child is checked: unknown, missing or malformed ones are an Error
// with file and line.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/text.h"
#include "core/vec.h"

namespace pliant {

class XmlElements {
  public:
    using Node = pugi::xml_node;
    using Ids = std::map<i64, u32>;  // the id of an object in the file, and its number here

    XmlElements(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  protected:
    std::string at(std::ptrdiff_t offset) const {
        const std::string_view before = text_.substr(0, static_cast<size_t>(std::max<std::ptrdiff_t>(offset, 0)));
        return name_ + ":" + std::to_string(1 + std::count(before.begin(), before.end(), '\n'));
    }
    [[noreturn]] void fail(const Node& node, const std::string& wrong, const std::string& expected,
                           const std::string& advice = "") const {
        throw Error({at(node.offset_debug()), wrong, expected, advice});
    }
    [[noreturn]] void unknown(const Node& node, const Node& in, const std::string& what,
                              const std::vector<std::string>& known) const {
        const std::string meant = nearest_name(what, known);
        std::string list;
        for (const std::string& k : known) list += (list.empty() ? "" : ", ") + k;
        fail(node, "unknown " + in_quotes(what) + " in <" + std::string(in.name()) + ">",
             known.empty() ? "nothing there" : "one of: " + list,
             meant.empty() ? "" : "did you mean \"" + meant + "\"?");
    }

    // Its elements, of which all must be known; text between them is not allowed.
    std::vector<Node> children(const Node& node, const std::vector<std::string>& known) const {
        std::vector<Node> list;
        for (const Node child : node.children()) {
            if (child.type() == pugi::node_comment) continue;
            if (child.type() != pugi::node_element)
                fail(node, "text " + in_quotes(trimmed(child.value())) + " in <" + std::string(node.name()) + ">",
                     "elements alone");
            if (std::find(known.begin(), known.end(), child.name()) == known.end())
                unknown(child, node, child.name(), known);
            list.push_back(child);
        }
        return list;
    }
    // The same of an element that has no attributes.
    std::vector<Node> plain(const Node& node, const std::vector<std::string>& known) const {
        attributes_are(node, {});
        return children(node, known);
    }
    void attributes_are(const Node& node, const std::vector<std::string>& known) const {
        for (const pugi::xml_attribute a : node.attributes())
            if (std::find(known.begin(), known.end(), a.name()) == known.end()) unknown(node, node, a.name(), known);
    }

    double number(const Node& node, std::string_view text, const std::string& what) const {
        const std::optional<double> v = parse_number(trimmed(text));
        if (!v || !std::isfinite(*v)) fail(node, what + " is " + in_quotes(text), "a number");
        return *v;
    }
    double number(const Node& node, const char* attribute) const {
        const pugi::xml_attribute a = node.attribute(attribute);
        if (!a) fail(node, "<" + std::string(node.name()) + "> has no " + attribute, "a number");
        return number(node, a.value(), attribute);
    }
    double number_or(const Node& node, const char* attribute, double fallback) const {
        return node.attribute(attribute) ? number(node, attribute) : fallback;
    }
    float small(const Node& node, const char* attribute) const { return static_cast<float>(number(node, attribute)); }
    i64 id(const Node& node, const char* attribute) const {
        const pugi::xml_attribute a = node.attribute(attribute);
        const std::optional<i64> v = a ? parse_integer(trimmed(a.value())) : std::nullopt;
        if (!v)
            fail(node,
                 "<" + std::string(node.name()) + "> has " +
                     (a ? attribute + (" " + in_quotes(a.value())) : "no " + std::string(attribute)),
                 "a whole number");
        return *v;
    }
    u32 find(const Node& node, const char* attribute, const Ids& ids, const char* what) const {
        const auto found = ids.find(id(node, attribute));
        if (found == ids.end())
            fail(node, std::string("there is no ") + what + " " + node.attribute(attribute).value(), "the id of one");
        return found->second;
    }
    void enter(const Node& node, Ids& ids, u32 index) const {
        if (!ids.try_emplace(id(node, "id"), index).second)
            fail(node, "a second id " + std::string(node.attribute("id").value()), "an id of its own");
    }
    bool flag(const Node& node, const char* attribute) const {
        const std::string_view v = node.attribute(attribute).value();
        if (!v.empty() && v != "true" && v != "false")
            fail(node, std::string(attribute) + " is " + in_quotes(v), "true or false");
        return v == "true";
    }
    std::vector<float> numbers(const Node& node, std::string_view text, const std::string& what) const {
        std::vector<float> list;
        for (size_t i = 0; i < text.size();) {
            const size_t start = text.find_first_not_of(" \t\r\n", i);
            if (start == std::string_view::npos) break;
            i = std::min(text.size(), text.find_first_of(" \t\r\n", start));
            list.push_back(static_cast<float>(number(node, text.substr(start, i - start), what)));
        }
        return list;
    }
    Vec3 place(const Node& node) const { return {small(node, "x"), small(node, "y"), small(node, "z")}; }

    const std::string_view text_;
    const std::string& name_;
};

}  // namespace pliant
