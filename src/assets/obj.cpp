#include "assets/obj.h"

#include <algorithm>
#include <map>

#include "assets/asset_file.h"
#include "assets/corners.h"
#include "assets/text_lines.h"
#include "core/error.h"
#include "core/text.h"

namespace pliant {
namespace {

// One kind of line that faces refer to by number: how many there were so far, and the furthest that a face looked
// ahead. Numbers may refer to lines further down, so they are checked at the end.
struct Numbered {
    const char* what;
    bool needed = false;  // a face without it is none; others are left out where they are missing
    u32 count = 0;
    u32 furthest = 0, furthest_line = 0;
    u64 missing = 0;  // how often a face looked back too far
};

class ObjReader {
  public:
    ObjReader(std::string_view text, const std::string& name, const FileResolver& resolve)
        : lines_(text), name_(name), resolve_(resolve) {
        result_.mesh.name = name;
    }

    FileMesh read() {
        while (lines_.next()) read_line();
        check_numbers(point_numbers_);
        leave_out_missing(uv_numbers_, &FaceCorner::uv);
        leave_out_missing(normal_numbers_, &FaceCorner::normal);
        if (std::none_of(objects_.begin(), objects_.end(), [](const FaceRun& r) { return !r.name.empty(); }))
            objects_ = std::move(groups_);
        faces_.runs = std::move(objects_);
        add_faces(result_, std::move(faces_));
        finish_attributes();
        finish_materials();
        add_notes();
        return std::move(result_);
    }

  private:
    [[noreturn]] void fail(const std::string& wrong, const std::string& expected,
                           const std::string& advice = "") const {
        throw Error({name_ + ":" + std::to_string(lines_.number()), wrong, expected, advice});
    }

    void read_line() {
        LineWords words(lines_.line());
        const std::string_view key = words.next();
        if (key.empty()) return;
        if (key == "v") return read_point(words);
        if (key == "vt") return read_uv(words);
        if (key == "vn") return read_normal(words);
        if (key == "f" || key == "fo") return read_face(words);
        if (key == "o") return objects_.push_back({faces_.face_count(), std::string(words.rest())});
        if (key == "g") return groups_.push_back({faces_.face_count(), std::string(words.rest())});
        if (key == "usemtl") return use_material(std::string(words.rest()));
        if (key == "mtllib") return read_materials(std::string(words.rest()));
        if (key == "l") return static_cast<void>(++line_count_);
        if (key == "p") return static_cast<void>(++point_element_count_);
        for (const std::string_view known :
             {"s", "vp", "mg", "lod", "bevel", "c_interp", "d_interp", "usemap", "maplib"})
            if (key == known) return;
        if (unknown_count_++ == 0) unknown_ = in_quotes(key) + " in line " + std::to_string(lines_.number());
    }

    // Up to `most` numbers; returns how many there were.
    int read_numbers(LineWords& words, double* out, int least, int most, const char* expected) const {
        int n = 0;
        for (std::string_view word = words.next(); !word.empty() && n < most; word = words.next()) {
            const std::optional<double> value = parse_coordinate(word);
            if (!value) fail(in_quotes(word) + " is not a number", expected);
            out[n++] = *value;
        }
        if (n < least)
            fail(in_quotes(trimmed(lines_.line())) + " has " + counted(static_cast<u64>(n), "numbers"), expected);
        return n;
    }

    void read_point(LineWords& words) {
        double v[7] = {};
        const int n = read_numbers(words, v, 2, 7, "v x y z, with w or r g b behind them");
        flat_point_count_ += n == 2;
        Mesh& mesh = result_.mesh;
        mesh.points.push_back(Vec3d{v[0], v[1], v[2]}.to<float>());
        ++point_numbers_.count;
        if (n < 6 && colors_.empty()) return;
        colors_.resize(mesh.points.size(), Vec3{1, 1, 1});
        const double* rgb = v + (n == 7 ? 4 : 3);
        if (n >= 6) colors_.back() = Vec3d{rgb[0], rgb[1], rgb[2]}.to<float>();
    }

    void read_uv(LineWords& words) {
        double v[3] = {};
        read_numbers(words, v, 1, 3, "vt u v");
        faces_.uv.push_back({static_cast<float>(v[0]), static_cast<float>(1 - v[1])});
        ++uv_numbers_.count;
    }

    void read_normal(LineWords& words) {
        double v[3];
        read_numbers(words, v, 3, 3, "vn x y z");
        faces_.normals.push_back(direction(Vec3d{v[0], v[1], v[2]}, Vec3d{0, 1, 0}).to<float>());
        ++normal_numbers_.count;
    }

    void read_face(LineWords& words) {
        const size_t before = faces_.corners.size();
        for (std::string_view word = words.next(); !word.empty(); word = words.next())
            faces_.corners.push_back(corner(word));
        if (faces_.corners.size() - before < 3) {
            faces_.corners.resize(before);
            ++small_face_count_;
            return;
        }
        faces_.face_start.push_back(static_cast<u32>(faces_.corners.size()));
        faces_.face_material.push_back(current_material());
    }

    // "7", "7/2", "7//3" or "7/2/3".
    FaceCorner corner(std::string_view word) {
        const std::string_view whole = word;
        FaceCorner c{};
        c.point = number(word, point_numbers_, whole);
        if (!word.empty() && word[0] == '/') {
            word.remove_prefix(1);
            if (!word.empty() && word[0] != '/') c.uv = number(word, uv_numbers_, whole);
            if (!word.empty() && word[0] == '/') {
                word.remove_prefix(1);
                if (!word.empty()) c.normal = number(word, normal_numbers_, whole);
            }
        }
        if (!word.empty()) fail_corner(whole);
        return c;
    }

    [[noreturn]] void fail_corner(std::string_view word) const {
        fail(in_quotes(word) + " is not a corner of a face", "7, 7/2, 7//3 or 7/2/3");
    }

    // Takes one number from the front of the word; negative ones count back from the last line so far.
    u32 number(std::string_view& word, Numbered& of, std::string_view whole) const {
        const bool negative = !word.empty() && word[0] == '-';
        if (negative) word.remove_prefix(1);
        u64 value = 0;
        size_t digits = 0;
        for (; digits < word.size() && word[digits] >= '0' && word[digits] <= '9'; ++digits)
            value = std::min<u64>(value * 10 + static_cast<u64>(word[digits] - '0'), 1ull << 40);
        if (!digits) fail_corner(whole);
        word.remove_prefix(digits);
        if (value == 0) fail("a face refers to " + std::string(of.what) + " 0", "numbers from 1 on");
        if (negative) {
            if (value > of.count && !of.needed) return ++of.missing, no_index;
            if (value > of.count)
                fail("a face refers " + with_commas(value) + " " + of.what + "s back",
                     "at most " + with_commas(of.count) + ", for so many came before");
            return static_cast<u32>(of.count - value);
        }
        if (value > no_index - 1)
            fail("there is no " + std::string(of.what) + " " + with_commas(value), "a smaller number");
        if (value > of.furthest) {
            of.furthest = static_cast<u32>(value);
            of.furthest_line = lines_.number();
        }
        return static_cast<u32>(value - 1);
    }

    void check_numbers(const Numbered& of) const {
        if (of.furthest <= of.count) return;
        throw Error({name_ + ":" + std::to_string(of.furthest_line),
                     "a face refers to " + std::string(of.what) + " " + with_commas(of.furthest),
                     of.count ? "1 to " + with_commas(of.count) + ", for the file has so many"
                              : "no number, for the file has none",
                     "the file may have been cut short"});
    }

    // Other readers take such files, and the shape is whole without: files of exporters that count wrongly are many.
    void leave_out_missing(const Numbered& of, u32 FaceCorner::*which) {
        u64 missing = of.missing;
        for (FaceCorner& corner : faces_.corners) {
            if (corner.*which == no_index || corner.*which < of.count) continue;
            corner.*which = no_index;
            ++missing;
        }
        if (missing)
            result_.notes.push_back(counted(missing, "corners") + (missing == 1 ? " names a " : " name ") + of.what +
                                    (missing == 1 ? "" : "s") + " that the file does not have; left out");
    }

    u32 material_named(const std::string& wanted) {
        const auto [at, is_new] = material_number_.try_emplace(wanted, static_cast<u32>(result_.mesh.materials.size()));
        if (is_new) result_.mesh.materials.emplace_back().name = wanted;
        return at->second;
    }
    u32 current_material() {
        if (material_ == no_index) material_ = material_named(material_name_);
        return material_;
    }
    void use_material(std::string wanted) {
        material_name_ = std::move(wanted);
        material_ = no_index;  // made when a face uses it
    }

    // One name that may hold spaces, or several with spaces between, those within a name behind a backslash.
    void read_materials(const std::string& names) {
        if (read_material_file(names)) return;
        std::vector<std::string> several(1);
        for (size_t i = 0; i < names.size(); ++i) {
            if (names[i] == '\\' && i + 1 < names.size() && names[i + 1] == ' ')
                several.back() += names[++i];
            else if (names[i] != ' ')
                several.back() += names[i];
            else if (!several.back().empty())
                several.emplace_back();
        }
        for (const std::string& one : several)
            if (!one.empty() && !read_material_file(one) && missing_libraries_.size() < 5)
                missing_libraries_.push_back(one);
    }
    bool read_material_file(const std::string& file) {
        if (file.empty() || !resolve_) return false;
        for (const std::string& done : libraries_)
            if (done == file) return true;
        const std::optional<std::string> text = resolve_(file);
        if (!text) return false;
        libraries_.push_back(file);
        for (Material& material : read_mtl(*text, file, result_.notes)) described_.push_back(std::move(material));
        return true;
    }

    void finish_attributes() {
        Mesh& mesh = result_.mesh;
        if (colors_.empty()) return;
        const char* names[] = {"color.r", "color.g", "color.b"};
        for (int channel = 0; channel < 3; ++channel) {
            Attribute& attribute = mesh.attributes.emplace_back();
            attribute.name = names[channel];
            for (const Vec3& c : colors_) attribute.values.push_back(c[channel]);
        }
    }

    void finish_materials() {
        std::vector<Material>& used = result_.mesh.materials;
        std::vector<u8> described(used.size(), 0);
        for (Material& material : described_) {
            const auto at = material_number_.find(material.name);
            if (at == material_number_.end()) continue;
            used[at->second] = std::move(material);
            described[at->second] = 1;
        }
        if (!missing_libraries_.empty()) return;  // which says it already
        for (size_t m = 0; m < used.size(); ++m) {
            if (described[m] || used[m].name.empty()) continue;
            result_.notes.push_back("no material file describes " + in_quotes(used[m].name) + "; it is plain grey");
            return;
        }
    }

    void add_notes() {
        std::vector<std::string>& notes = result_.notes;
        for (const std::string& file : missing_libraries_)
            notes.push_back("the material file " + in_quotes(file) + " " + why_not_read(file) +
                            "; its materials are plain grey");
        if (line_count_) notes.push_back(counted(line_count_, "lines") + " (l) left out");
        if (point_element_count_) notes.push_back(counted(point_element_count_, "point elements") + " (p) left out");
        if (flat_point_count_) notes.push_back(counted(flat_point_count_, "points") + " without z; it is taken as 0");
        if (small_face_count_)
            notes.push_back(counted(small_face_count_, "faces") + " with fewer than three corners left out");
        if (unknown_count_)
            notes.push_back(counted(unknown_count_, "lines") + " of unknown kind left out, the first is " + unknown_);
    }

    TextLines lines_;
    const std::string& name_;
    const FileResolver& resolve_;
    FileMesh result_;

    Numbered point_numbers_{"point", true}, uv_numbers_{"texture coordinate"}, normal_numbers_{"normal"};
    CornerMesh faces_;
    std::vector<Vec3> colors_;
    std::vector<FaceRun> objects_, groups_;

    std::map<std::string, u32> material_number_;
    std::string material_name_;
    u32 material_ = no_index;
    std::vector<Material> described_;
    std::vector<std::string> libraries_, missing_libraries_;

    u64 flat_point_count_ = 0, line_count_ = 0, point_element_count_ = 0, small_face_count_ = 0, unknown_count_ = 0;
    std::string unknown_;
};

}  // namespace

FileMesh read_obj(std::string_view text, const std::string& name, const FileResolver& resolve) {
    return ObjReader(text, name, resolve).read();
}

}  // namespace pliant
