#include "assets/ply.h"

#include <algorithm>
#include <cstring>

#include "assets/ply_header.h"
#include "assets/text_lines.h"
#include "core/error.h"
#include "core/text.h"

namespace pliant {
namespace {

constexpr u32 skipped = 0xffffffffu;

// The numbers of the body, one after the other, whatever their format.
class PlyNumbers {
  public:
    PlyNumbers(std::string_view bytes, const PlyHeader& header, const std::string& name)
        : bytes_(bytes), at_(header.data_offset), format_(header.format), name_(name) {}

    u64 left() const { return bytes_.size() - at_; }

    double next(PlyType type) { return format_ == PlyFormat::ascii ? next_word() : next_bytes(type); }

    // How many entries a list has. None is longer than the file, so the number can be trusted with memory.
    u64 next_count(PlyType count_type, PlyType type) {
        const double count = next(count_type);
        const double least = format_ == PlyFormat::ascii ? 2 : static_cast<double>(size_of(type));
        if (!(count >= 0) || count != std::floor(count) || count * least > static_cast<double>(left()) + 1)
            fail("a list has " + short_number(count, 10) + " entries", "no more than the file holds",
                 "is the file cut short?");
        return static_cast<u64>(count);
    }

    void skip(const PlyProperty& property) {
        u64 n = property.is_list ? next_count(property.count_type, property.type) : 1;
        while (n--) next(property.type);
    }

    // Names the line in text; bytes have no lines.
    [[noreturn]] void fail(const std::string& wrong, const std::string& expected,
                           const std::string& advice = "") const {
        const std::string_view before = bytes_.substr(0, at_);
        const std::string place = format_ == PlyFormat::ascii
                                      ? ":" + std::to_string(1 + std::count(before.begin(), before.end(), '\n'))
                                      : ": byte " + with_commas(at_);
        throw Error({name_ + place, wrong, expected, advice});
    }

  private:
    double next_word() {
        while (at_ < bytes_.size() && is_space(bytes_[at_])) ++at_;
        size_t end = at_;
        while (end < bytes_.size() && !is_space(bytes_[end])) ++end;
        const std::string_view word = bytes_.substr(at_, end - at_);
        if (word.empty()) fail("the file ends", "more numbers, as its header says", "is the file cut short?");
        const std::optional<double> value = parse_coordinate(word);
        if (!value) fail(in_quotes(word) + " is not a number", "a number");
        at_ = end;
        return *value;
    }
    static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

    double next_bytes(PlyType type) {
        const size_t size = size_of(type);
        if (left() < size) fail("the file ends", "more numbers, as its header says", "is the file cut short?");
        char raw[8];
        std::memcpy(raw, bytes_.data() + at_, size);
        if (format_ == PlyFormat::big_endian) std::reverse(raw, raw + size);
        at_ += size;
        switch (type) {
            case PlyType::int8: return as<std::int8_t>(raw);
            case PlyType::uint8: return as<u8>(raw);
            case PlyType::int16: return as<i16>(raw);
            case PlyType::uint16: return as<u16>(raw);
            case PlyType::int32: return as<i32>(raw);
            case PlyType::uint32: return as<u32>(raw);
            case PlyType::float32: return as<float>(raw);
            case PlyType::float64: return as<double>(raw);
        }
        return 0;
    }
    template <class T>
    static double as(const char* raw) {
        T value;
        std::memcpy(&value, raw, sizeof value);
        return static_cast<double>(value);
    }

    std::string_view bytes_;
    size_t at_;
    PlyFormat format_;
    const std::string& name_;
};

// Where the properties of a vertex go: position, normal and texture coordinate first, then attributes.
enum Column : u32 { x, y, z, nx, ny, nz, u, v, first_attribute };

Column column_of(const std::string& property) {
    constexpr struct {
        const char* name;
        Column column;
    } known[] = {{"x", x}, {"y", y}, {"z", z}, {"nx", nx},       {"ny", ny},       {"nz", nz},       {"s", u},
                 {"t", v}, {"u", u}, {"v", v}, {"texture_u", u}, {"texture_v", v}, {"texture_s", u}, {"texture_t", v}};
    for (const auto& k : known)
        if (property == k.name) return k.column;
    return first_attribute;
}

std::string attribute_name(const std::string& property) {
    for (const char* prefix : {"", "diffuse_"}) {
        for (const char* color : {"red", "green", "blue", "alpha"})
            if (property == std::string(prefix) + color) return std::string("color.") + color[0];
    }
    return property;
}

double attribute_scale(const std::string& attribute, PlyType type) {
    if (attribute.substr(0, 6) != "color.") return 1;
    return type == PlyType::uint8 ? 1 / 255.0 : type == PlyType::uint16 ? 1 / 65535.0 : 1;
}

class PlyReader {
  public:
    PlyReader(std::string_view bytes, const std::string& name)
        : header_(read_ply_header(bytes, name)), name_(name), numbers_(bytes, header_, name) {
        result_.mesh.name = name;
    }

    FileMesh read() {
        for (const PlyElement& element : header_.elements)
            if (element.name == "vertex") vertex_count_ = element.count;
        for (const PlyElement& element : header_.elements) read_element(element);
        Mesh& mesh = result_.mesh;
        mesh.vertex_point.resize(mesh.points.size());
        for (u32 p = 0; p < mesh.points.size(); ++p) mesh.vertex_point[p] = p;
        if (mesh.face_count()) mesh.materials.resize(1);
        if (small_face_count_)
            result_.notes.push_back(counted(small_face_count_, "faces") + " with fewer than three corners left out");
        return std::move(result_);
    }

  private:
    void read_element(const PlyElement& element) {
        const u64 least = element.min_size(header_.format);
        if (element.count > (numbers_.left() + 1) / std::max<u64>(least, 1))
            throw Error({name_,
                         "the header announces " + with_commas(element.count) + " of element " +
                             in_quotes(element.name) + ", but only " + with_commas(numbers_.left()) +
                             " bytes are left for them",
                         "a whole file", "is it cut short?"});
        if (element.name == "vertex") return read_vertices(element);
        if (element.name == "face") return read_faces(element);
        if (element.count) result_.notes.push_back(counted(element.count, element.name + "s") + " left out");
        for (u64 i = 0; i < element.count; ++i)
            for (const PlyProperty& property : element.properties) numbers_.skip(property);
    }

    // The column of each property, and an attribute for each that has no column of its own.
    std::vector<u32> make_columns(const PlyElement& element) {
        std::vector<u32> columns;
        bool has[first_attribute] = {};
        for (const PlyProperty& property : element.properties) {
            u32 column = property.is_list ? skipped : column_of(property.name);
            if (column < first_attribute) {
                has[column] = true;
            } else if (column == first_attribute) {
                const std::string attribute = attribute_name(property.name);
                column = result_.mesh.attribute(attribute) ? skipped : column + static_cast<u32>(scales_.size());
                if (column != skipped) {
                    result_.mesh.attributes.push_back({attribute, {}});
                    scales_.push_back(attribute_scale(attribute, property.type));
                }
            }
            columns.push_back(column);
        }
        if (!has[x] || !has[y] || !has[z])
            throw Error({name_, "the vertices have no x, y and z", "properties of these names", ""});
        has_normals_ = has[nx] && has[ny] && has[nz];
        has_uv_ = has[u] && has[v];
        return columns;
    }

    void read_vertices(const PlyElement& element) {
        Mesh& mesh = result_.mesh;
        if (!mesh.points.empty()) throw Error({name_, "the header has element 'vertex' twice", "it once", ""});
        const std::vector<u32> columns = make_columns(element);
        std::vector<double> row(first_attribute + scales_.size());
        for (u64 i = 0; i < element.count; ++i) {
            for (size_t p = 0; p < columns.size(); ++p) {
                if (columns[p] == skipped)
                    numbers_.skip(element.properties[p]);
                else
                    row[columns[p]] = numbers_.next(element.properties[p].type);
            }
            mesh.points.push_back(Vec3d{row[x], row[y], row[z]}.to<float>());
            if (has_normals_)
                mesh.normals.push_back(direction(Vec3d{row[nx], row[ny], row[nz]}, Vec3d{0, 1, 0}).to<float>());
            if (has_uv_) mesh.uv.push_back({static_cast<float>(row[u]), static_cast<float>(1 - row[v])});
            for (size_t a = 0; a < scales_.size(); ++a)
                mesh.attributes[a].values.push_back(static_cast<float>(row[first_attribute + a] * scales_[a]));
        }
    }

    void read_faces(const PlyElement& element) {
        const auto is_corners = [](const PlyProperty& p) {
            return p.is_list && (p.name == "vertex_indices" || p.name == "vertex_index");
        };
        const auto corners = std::find_if(element.properties.begin(), element.properties.end(), is_corners);
        if (corners == element.properties.end())
            throw Error(
                {name_, "the faces have no list of corners", "a list called vertex_indices or vertex_index", ""});
        for (u64 i = 0; i < element.count; ++i) {
            for (const PlyProperty& property : element.properties) {
                if (&property == &*corners)
                    read_face(property);
                else
                    numbers_.skip(property);
            }
        }
    }

    void read_face(const PlyProperty& property) {
        Mesh& mesh = result_.mesh;
        const u64 corners = numbers_.next_count(property.count_type, property.type);
        for (u64 c = 0; c < corners; ++c) {
            const double point = numbers_.next(property.type);
            if (!(point >= 0 && point < static_cast<double>(vertex_count_)) || point != std::floor(point))
                numbers_.fail(
                    "a face refers to point " + short_number(point, 10),
                    vertex_count_ ? "0 to " + with_commas(vertex_count_ - 1) : "no face, for there are no points");
            mesh.face_vertex.push_back(static_cast<u32>(point));
        }
        if (corners < 3) {
            mesh.face_vertex.resize(mesh.face_start.back());
            ++small_face_count_;
            return;
        }
        mesh.face_start.push_back(static_cast<u32>(mesh.face_vertex.size()));
        mesh.face_material.push_back(0);
    }

    const PlyHeader header_;
    const std::string& name_;
    PlyNumbers numbers_;
    FileMesh result_;
    std::vector<double> scales_;  // per attribute
    u64 vertex_count_ = 0, small_face_count_ = 0;
    bool has_normals_ = false, has_uv_ = false;
};

}  // namespace

FileMesh read_ply(std::string_view bytes, const std::string& name) { return PlyReader(bytes, name).read(); }

}  // namespace pliant
