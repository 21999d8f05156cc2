#include "assets/cloth_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>

#include "assets/line_tuples.h"
#include "assets/text_lines.h"
#include "core/error.h"
#include "core/text.h"
#include "geometry/bvh.h"

namespace pliant {

namespace {

// As the paper spells them, first the one that is written. Its text and its listing differ by a letter.
constexpr std::string_view capsule_tags[] = {"_CIColliCyl", "_ClColliCyl"};
constexpr std::string_view mesh_tags[] = {"_MyPBDCloth", "_MyPBSCloth"};

bool only_digits(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// "more of the same", in the listing of the paper
bool only_dots(std::string_view word) {
    return !word.empty() && (word.find_first_not_of('.') == std::string_view::npos || word == "…");
}

std::string_view without_dots(std::string_view line) {
    for (;;) {
        line = trimmed(line);
        const size_t blank = line.find_last_of(" \t");
        const std::string_view last = blank == std::string_view::npos ? line : line.substr(blank + 1);
        if (!only_dots(last)) return line;
        line.remove_suffix(last.size());
    }
}

class ClothSettingsReader {
  public:
    ClothSettingsReader(std::string_view text, const std::string& name, std::vector<std::string>& warnings)
        : name_(name),
          warnings_(warnings),
          lines_(text),
          trouble_([this](const std::string& wrong, const std::string& expected) { fail(line(), wrong, expected); }) {}

    ClothSettings read() {
        while (lines_.next()) {
            const std::string_view text = without_dots(lines_.line());
            LineWords words(text);
            const std::string_view keyword = words.next();
            if (!keyword.empty()) read_statement(keyword, words.rest());
        }
        end_section();
        if (section_ == Section::none) fail(line(), "there is neither CAPS_DATA nor CLOTH_MESH", "one of them", "");
        tie_points();
        return std::move(settings_);
    }

  private:
    enum class Section { none, capsules, meshes };

    struct Count {  // what the file says there is
        i64 said = -1;
        u32 line = 0;
    };

    // ---- errors

    u32 line() const { return std::max(lines_.number(), 1u); }
    std::string at(u32 line) const { return name_ + ":" + std::to_string(line); }
    [[noreturn]] void fail(u32 line, const std::string& wrong, const std::string& expected,
                           const std::string& advice = "") const {
        throw Error({at(line), wrong, expected, advice});
    }
    void warn(u32 line, const std::string& sentence) { warnings_.push_back(at(line) + ": " + sentence); }
    void compare(const Count& count, size_t there, const char* keyword, const char* what) {
        if (count.said >= 0 && count.said != static_cast<i64>(there))
            warn(count.line, std::string(keyword) + " " + std::to_string(count.said) + ", but there are " +
                                 std::to_string(there) + " " + what + "; these count");
    }

    // ---- statements

    void read_statement(std::string_view keyword, std::string_view rest) {
        using Read = void (ClothSettingsReader::*)(LineTuples&);
        static const std::vector<std::pair<std::string, Read>> known = {
            {"CAPS_DATA", &ClothSettingsReader::read_section<Section::capsules>},
            {"CLOTH_MESH", &ClothSettingsReader::read_section<Section::meshes>},
            {"COUNT", &ClothSettingsReader::read_count},
            {"CAPSULE", &ClothSettingsReader::read_capsule},
            {"RADIUS", &ClothSettingsReader::read_radius},
            {"TOTAL_FRAMES", &ClothSettingsReader::read_total_frames},
            {"FRAME", &ClothSettingsReader::read_frame},
            {"POS_A", &ClothSettingsReader::read_end<false>},
            {"POS_B", &ClothSettingsReader::read_end<true>},
            {"MESH", &ClothSettingsReader::read_mesh},
            {"IS_ATTACHED", &ClothSettingsReader::read_is_attached},
            {"POS", &ClothSettingsReader::read_point},
        };
        if (keyword == "NAME") return read_name(rest);
        for (const auto& [word, read] : known) {
            if (word != keyword) continue;
            LineTuples tuples(rest, trouble_);
            (this->*read)(tuples);
            return tuples.end("nothing behind " + word + " and its numbers");
        }
        std::vector<std::string> words = {"NAME"};
        for (const auto& [word, read] : known) words.push_back(word);
        const std::string meant = nearest_name(keyword, words);
        fail(line(), "there is no statement " + in_quotes(keyword), "CAPS_DATA, CLOTH_MESH or one of theirs",
             meant.empty() ? "" : "did you mean " + in_quotes(meant) + "?");
    }

    template <Section section>
    void read_section(LineTuples&) {
        end_section();
        section_ = section;
    }

    void read_count(LineTuples& tuples) {
        if (section_ == Section::none)
            fail(line(), "COUNT stands before CAPS_DATA and CLOTH_MESH", "one of them first");
        Count& count = section_ == Section::capsules ? capsule_count_ : mesh_count_;
        count = {tuples.integer("COUNT and a whole number"), line()};
    }

    // In both sections: a capsule itself, and what points hang on.
    void read_capsule(LineTuples& tuples) {
        const i64 number = tuples.integer("CAPSULE and its number");
        if (section_ == Section::meshes) return end_group(number);
        if (section_ != Section::capsules) fail(line(), "CAPSULE stands before CAPS_DATA", "CAPS_DATA first");
        end_capsule();
        if (!capsule_of_number_.try_emplace(number, static_cast<u32>(settings_.capsules.size())).second)
            warn(line(), "CAPSULE " + std::to_string(number) + " is there already; points hang on the first");
        settings_.capsules.emplace_back();
        item_line_ = line();
        total_frames_ = {};
    }

    void read_mesh(LineTuples& tuples) {
        tuples.integer("MESH and its number");
        if (section_ != Section::meshes) fail(line(), "MESH stands before CLOTH_MESH", "CLOTH_MESH first");
        end_mesh();
        settings_.meshes.emplace_back();
        item_line_ = line();
        groups_ = 0;
    }

    ClothSettings::Capsule& capsule(const char* keyword) {
        if (section_ != Section::capsules || settings_.capsules.empty())
            fail(line(), std::string(keyword) + " stands outside of a capsule", "CAPSULE and its number first");
        return settings_.capsules.back();
    }
    ClothSettings::Mesh& mesh(const char* keyword) {
        if (section_ != Section::meshes || settings_.meshes.empty())
            fail(line(), std::string(keyword) + " stands outside of a mesh", "MESH and its number first");
        return settings_.meshes.back();
    }

    // Names may hold blanks.
    void read_name(std::string_view rest) {
        std::string& name = section_ == Section::meshes ? mesh("NAME").name : capsule("NAME").name;
        const std::string plain = plain_name(rest);
        if (plain.empty()) fail(line(), "NAME with nothing behind it", "the name of a capsule or a mesh");
        name = plain;
    }

    void read_radius(LineTuples& tuples) {
        const char* const expected = "RADIUS and a number above 0";
        const float radius = static_cast<float>(tuples.number(expected));
        if (!(radius > 0) || !std::isfinite(radius)) fail(line(), "the radius is not above 0, or too large", expected);
        capsule("RADIUS").radius = radius;
    }

    void read_total_frames(LineTuples& tuples) {
        capsule("TOTAL_FRAMES");
        total_frames_ = {tuples.integer("TOTAL_FRAMES and a whole number"), line()};
    }

    i32 number_of(LineTuples& tuples, const char* expected) {
        const i64 number = tuples.integer(expected);
        if (number < std::numeric_limits<i32>::min() || number > std::numeric_limits<i32>::max())
            fail(line(), "the number " + std::to_string(number) + " is too large", "at most 2147483647");
        return static_cast<i32>(number);
    }

    void read_frame(LineTuples& tuples) {
        ClothSettings::Capsule& c = capsule("FRAME");
        end_frame();
        const i32 number = number_of(tuples, "FRAME and its number");
        if (!c.frames.empty() && number <= c.frames.back().number)
            fail(line(),
                 "frame " + std::to_string(number) + " comes after frame " + std::to_string(c.frames.back().number),
                 "frames in ascending order, each once");
        c.frames.emplace_back().number = number;
        frame_line_ = line();
        has_end_[0] = has_end_[1] = false;
    }

    Vec3 place(LineTuples& tuples, const std::string& expected) {
        Vec3 p;
        for (int axis = 0; axis < 3; ++axis) {
            p[axis] = static_cast<float>(tuples.number(expected));
            if (!std::isfinite(p[axis])) fail(line(), "the number is too large", expected);
        }
        return p;
    }

    template <bool second>
    void read_end(LineTuples& tuples) {
        const std::string keyword = second ? "POS_B" : "POS_A";
        ClothSettings::Capsule& c = capsule(keyword.c_str());
        if (c.frames.empty()) fail(line(), keyword + " stands outside of a frame", "FRAME and its number first");
        (second ? c.frames.back().b : c.frames.back().a) = place(tuples, keyword + " and a place as x y z");
        has_end_[second] = true;
    }

    void read_is_attached(LineTuples& tuples) {
        const char* const expected = "IS_ATTACHED 0 or IS_ATTACHED 1";
        const i64 attached = tuples.integer(expected);
        if (attached != 0 && attached != 1) fail(line(), "IS_ATTACHED " + std::to_string(attached), expected);
        mesh("IS_ATTACHED").attached = attached == 1;
    }

    void read_point(LineTuples& tuples) {
        ClothSettings::Mesh& m = mesh("POS");
        ClothSettings::Point point;
        const char* const expected = "POS, a number and a place as x y z";
        point.number = number_of(tuples, expected);
        point.position = place(tuples, expected);
        point.line = line();
        m.points.push_back(point);
        waiting_.emplace_back();
    }

    // ---- ends

    // The points since the last such line hang on this capsule, which may come later in the file.
    void end_group(i64 number) {
        const size_t points = mesh("CAPSULE").points.size();
        size_t tied = 0;
        for (; tied < points && waiting_[waiting_.size() - 1 - tied].line == 0; ++tied)
            waiting_[waiting_.size() - 1 - tied] = {number, line()};
        if (tied == 0) warn(line(), "CAPSULE " + std::to_string(number) + " has no POS before it, and holds nothing");
        ++groups_;
    }

    void end_frame() {
        const ClothSettings::Capsule& c = settings_.capsules.back();
        if (c.frames.empty()) return;
        for (int end = 0; end < 2; ++end)
            if (!has_end_[end])
                fail(frame_line_,
                     "frame " + std::to_string(c.frames.back().number) + " has no " + (end ? "POS_B" : "POS_A"),
                     "both ends of the capsule");
    }

    void end_capsule() {
        if (settings_.capsules.empty()) return;
        const ClothSettings::Capsule& c = settings_.capsules.back();
        if (c.name.empty()) fail(item_line_, "the capsule has no NAME", "a name for each");
        if (!(c.radius > 0)) fail(item_line_, "the capsule " + in_quotes(c.name) + " has no RADIUS", "one for each");
        if (c.frames.empty())
            fail(item_line_, "the capsule " + in_quotes(c.name) + " has no FRAME", "at least one, with both ends");
        end_frame();
        compare(total_frames_, c.frames.size(), "TOTAL_FRAMES", "frames");
        total_frames_ = {};
    }

    void end_mesh() {
        if (settings_.meshes.empty()) return;
        const ClothSettings::Mesh& m = settings_.meshes.back();
        if (m.name.empty()) fail(item_line_, "the mesh has no NAME", "a name for each");
        size_t loose = 0;
        while (loose < m.points.size() && waiting_[waiting_.size() - 1 - loose].line == 0) ++loose;
        if (groups_ > 0 && loose > 0)
            warn(m.points[m.points.size() - loose].line, std::to_string(loose) +
                                                             " POS stand behind the last CAPSULE of " +
                                                             in_quotes(m.name) + "; these points stay where they are");
        if (m.attached != !m.points.empty())
            warn(item_line_, in_quotes(m.name) + " has IS_ATTACHED " + (m.attached ? "1" : "0") + " and " +
                                 std::to_string(m.points.size()) + " POS; the points count");
    }

    void end_section() {
        if (section_ == Section::capsules) end_capsule();
        if (section_ == Section::meshes) end_mesh();
        if (section_ == Section::capsules) compare(capsule_count_, settings_.capsules.size(), "COUNT", "capsules");
        if (section_ == Section::meshes) compare(mesh_count_, settings_.meshes.size(), "COUNT", "meshes");
    }

    void tie_points() {
        size_t i = 0;
        for (ClothSettings::Mesh& m : settings_.meshes) {
            u32 told = 0;  // a group is told once
            for (ClothSettings::Point& point : m.points) {
                const Count& wanted = waiting_[i++];
                if (wanted.line == 0) continue;
                const auto known = capsule_of_number_.find(wanted.said);
                if (known != capsule_of_number_.end())
                    point.capsule = known->second;
                else if (told != wanted.line)
                    warn(told = wanted.line, "there is no capsule " + std::to_string(wanted.said) +
                                                 "; the points before this line stay where they are");
            }
            m.attached = !m.points.empty();
        }
    }

    const std::string& name_;
    std::vector<std::string>& warnings_;
    TextLines lines_;
    LineTrouble trouble_;
    ClothSettings settings_;
    Section section_ = Section::none;
    Count capsule_count_, mesh_count_, total_frames_;
    u32 item_line_ = 0, frame_line_ = 0, groups_ = 0;
    bool has_end_[2] = {false, false};
    std::map<i64, u32> capsule_of_number_;
    std::vector<Count> waiting_;  // of each point of all meshes: the number of its capsule
};

}  // namespace

bool is_cloth_settings(std::string_view text) {
    for (TextLines lines(text); lines.next();) {
        const std::string_view word = LineWords(lines.line()).next();
        if (!word.empty()) return word == "CAPS_DATA" || word == "CLOTH_MESH";
    }
    return false;
}

ClothSettings read_cloth_settings(std::string_view text, const std::string& name, std::vector<std::string>& warnings) {
    return ClothSettingsReader(text, name, warnings).read();
}

std::string cloth_settings_text(const ClothSettings& s) {
    fmt::memory_buffer text;
    const auto out = fmt::appender(text);
    fmt::format_to(out, "CAPS_DATA\nCOUNT {}\n", s.capsules.size());
    for (size_t i = 0; i < s.capsules.size(); ++i) {
        const ClothSettings::Capsule& c = s.capsules[i];
        fmt::format_to(out, "CAPSULE {}\n    NAME {}{}\n    RADIUS {}\n    TOTAL_FRAMES {}\n", i, c.name,
                       capsule_tags[0], c.radius, c.frames.size());
        for (const ClothSettings::Frame& f : c.frames)
            fmt::format_to(out, "    FRAME {}\n        POS_A {} {} {}\n        POS_B {} {} {}\n", f.number, f.a.x,
                           f.a.y, f.a.z, f.b.x, f.b.y, f.b.z);
    }
    fmt::format_to(out, "\nCLOTH_MESH\nCOUNT {}\n", s.meshes.size());
    for (size_t i = 0; i < s.meshes.size(); ++i) {
        const ClothSettings::Mesh& m = s.meshes[i];
        fmt::format_to(out, "MESH {}\n    NAME {}{}\n    IS_ATTACHED {}\n", i, m.name, mesh_tags[0],
                       m.attached ? 1 : 0);
        // A line of its capsule ties all points before it: those that hang on nothing come last.
        std::vector<ClothSettings::Point> points;
        for (const bool hanging : {true, false})
            for (const ClothSettings::Point& p : m.points)
                if ((p.capsule != ClothSettings::none) == hanging) points.push_back(p);
        for (size_t p = 0; p < points.size(); ++p) {
            const auto& [number, at, capsule, line] = points[p];
            fmt::format_to(out, "    POS {} {} {} {}\n", number, at.x, at.y, at.z);
            const bool last = p + 1 == points.size() || points[p + 1].capsule != capsule;
            if (last && capsule != ClothSettings::none) fmt::format_to(out, "    CAPSULE {}\n", capsule);
        }
    }
    return fmt::to_string(text);
}

void scale_settings(ClothSettings& s, double factor) {
    const float f = static_cast<float>(factor);
    for (ClothSettings::Capsule& c : s.capsules) {
        c.radius *= f;
        for (ClothSettings::Frame& frame : c.frames) {
            frame.a *= f;
            frame.b *= f;
        }
    }
    for (ClothSettings::Mesh& m : s.meshes)
        for (ClothSettings::Point& p : m.points) p.position *= f;
}

std::string plain_name(std::string_view name) {
    name = trimmed(name);
    const auto strip = [&](std::string_view tag) -> std::optional<std::string> {
        const size_t found = name.rfind(tag);
        if (found == std::string_view::npos || found == 0) return std::nullopt;
        std::string_view behind = name.substr(found + tag.size());
        if (behind.substr(0, 5) == "Shape") behind.remove_prefix(5);
        if (!only_digits(behind)) return std::nullopt;
        return std::string(name.substr(0, found)) + std::string(behind);
    };
    for (const auto& tags :
         {std::span<const std::string_view>(capsule_tags), std::span<const std::string_view>(mesh_tags)})
        for (const std::string_view tag : tags)
            if (const std::optional<std::string> plain = strip(tag)) return *plain;
    return std::string(name);
}

std::vector<FoundPoint> find_points(std::span<const Vec3> mesh_points, const ClothSettings::Mesh& mesh,
                                    float tolerance) {
    std::vector<Box> boxes;
    std::vector<u32> number;
    Box around;
    for (u32 i = 0; i < mesh_points.size(); ++i)
        if (is_finite(mesh_points[i])) {
            boxes.push_back({mesh_points[i], mesh_points[i]});
            number.push_back(i);
            around.add(mesh_points[i]);
        }
    std::vector<FoundPoint> found(mesh.points.size());
    if (boxes.empty()) return found;
    if (!(tolerance > 0)) tolerance = 1e-4f * length(around.size());
    const Bvh tree(boxes);
    for (size_t i = 0; i < found.size(); ++i) {
        const Vec3& wanted = mesh.points[i].position;
        u32 nearest = 0;
        float least = 3e38f;
        tree.closest(wanted, least, [&](u32 item, float bound) {
            const float d = length_squared(boxes[item].low - wanted);
            // Of several in the same place the first counts.
            if (d < least || (d == least && item < nearest)) {
                least = d;
                nearest = item;
            }
            return std::min(bound, least);
        });
        found[i].distance = std::sqrt(least);
        if (!(found[i].distance <= tolerance)) continue;
        found[i].point = number[nearest];
        tree.overlap(Box{wanted, wanted}.grown(tolerance), [&](u32 item) {
            const Vec3& other = boxes[item].low;
            if (length(other - wanted) <= tolerance && !(other == boxes[nearest].low)) found[i].ambiguous = true;
        });
    }
    return found;
}

}  // namespace pliant
