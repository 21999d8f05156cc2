#include "assets/vtk.h"

#include <fmt/format.h>

#include "assets/file_mesh.h"
#include "core/big_endian.h"
#include "core/text.h"

namespace pliant {

namespace {

// What VTK calls the types of its cells.
enum VtkCell : i64 { tetra = 10, voxel = 11, hexahedron = 12, wedge = 13, pyramid = 14, quadratic_tetra = 24 };

template <class T>
void append_big_endian(std::string& out, T value) {
    static_assert(sizeof(T) == 4);
    swap_words(&value, 1);
    out.append(reinterpret_cast<const char*>(&value), 4);
}

class VtkReader {
  public:
    VtkReader(std::string_view bytes, const std::string& name) : file_(bytes, name, 0), builder_(file_, name) {}

    TetFile read() {
        if (file_.rest().substr(0, 22) != "# vtk DataFile Version")
            file_.fail("the first line is another", "# vtk DataFile Version");
        file_.rest();  // the title
        const std::string kind = lower_case(file_.word());
        if (kind != "ascii" && kind != "binary") file_.fail(in_quotes(kind) + " is no kind of file", "ASCII or BINARY");
        binary_ = kind == "binary";
        if (lower_case(file_.word()) != "dataset") file_.fail("no data set begins", "DATASET UNSTRUCTURED_GRID");
        const std::string set = lower_case(file_.word());
        if (set != "unstructured_grid")
            file_.fail("the data set is " + in_quotes(set), "UNSTRUCTURED_GRID", "only that can hold tetrahedra");
        // Points and cells, in that order; their attributes follow.
        for (std::string key = next_key(); !key.empty() && !done_; key = next_key()) read_section(key);
        return builder_.finish();
    }

  private:
    std::string next_key() { return done_ ? "" : lower_case(file_.word()); }

    void read_section(const std::string& key) {
        if (key == "points") return read_points();
        if (key == "cells") return read_cells();
        if (key == "cell_types") return read_types();
        if (key == "metadata") {
            file_.rest();
            while (!file_.rest().empty()) {
            }
            return;
        }
        file_.fail(in_quotes(key) + " stands where a section begins", "POINTS, CELLS or CELL_TYPES");
    }

    enum class Type { float32, float64, int32, int64 };
    Type type_called(const std::string& name) const {
        if (name == "float") return Type::float32;
        if (name == "double") return Type::float64;
        if (name == "int" || name == "unsigned_int" || name == "vtktypeint32") return Type::int32;
        if (name == "long" || name == "vtktypeint64" || name == "vtkidtype") return Type::int64;
        file_.fail("numbers have the type " + in_quotes(name), "float, double, int, long or vtktypeint64");
    }
    void begin_data() {
        file_.rest();
        if (binary_) file_.be_binary(true);
    }
    double real(Type type) {
        if (!binary_) return file_.number("the coordinates of a point");
        switch (type) {
            case Type::float32: return static_cast<double>(file_.binary<float>("the coordinates of a point"));
            case Type::float64: return file_.binary<double>("the coordinates of a point");
            case Type::int32: return file_.binary<i32>("the coordinates of a point");
            case Type::int64: break;
        }
        return static_cast<double>(file_.binary<i64>("the coordinates of a point"));
    }
    i64 whole(Type type, const char* what) {
        if (!binary_) return file_.integer(what);
        return type == Type::int64 ? file_.binary<i64>(what) : file_.binary<i32>(what);
    }

    void read_points() {
        const u64 count = file_.count("the number of points", 6);
        const Type type = type_called(lower_case(file_.word()));
        begin_data();
        for (u64 i = 0; i < count; ++i) {
            Vec3d p;
            for (int axis = 0; axis < 3; ++axis) p[axis] = real(type);
            builder_.add_point(static_cast<i64>(i), p);
        }
    }

    void read_cells() {
        const u64 count = file_.count("the number of cells", 1), size = file_.count("the size of their list", 1);
        if (!start_.empty()) file_.fail("there are CELLS twice", "them once");
        begin_data();
        if (lower_case(file_.peek()) == "offsets") return read_offsets(count, size);
        numbers_.resize(size);
        for (i64& n : numbers_) n = whole(Type::int32, "the corners of cells");
        for (u64 at = 0, cell = 0; cell < count; ++cell) {
            if (at >= size || numbers_[at] < 0 || static_cast<u64>(numbers_[at]) >= size - at)
                file_.fail("the list of cells is too short for " + counted(count, "cells"), "a longer one");
            start_.push_back(at + 1);
            at += static_cast<u64>(numbers_[at]) + 1;
            end_.push_back(at);
        }
    }

    void read_offsets(u64 offsets, u64 size) {
        file_.word();
        const Type type = type_called(lower_case(file_.word()));
        begin_data();
        for (u64 i = 0; i < offsets; ++i) {
            const i64 offset = whole(type, "the offset of a cell");
            if (offset < 0 || static_cast<u64>(offset) > size || (i && static_cast<u64>(offset) < end_.back()))
                file_.fail("an offset is " + std::to_string(offset), "rising ones up to " + with_commas(size));
            if (i) start_.push_back(end_.back());
            end_.push_back(static_cast<u64>(offset));
        }
        if (!end_.empty()) end_.erase(end_.begin());
        if (lower_case(file_.word()) != "connectivity") file_.fail("there is no CONNECTIVITY behind OFFSETS", "it");
        const Type corner = type_called(lower_case(file_.word()));
        begin_data();
        numbers_.resize(size);
        for (i64& n : numbers_) n = whole(corner, "the corners of cells");
    }

    void read_types() {
        const u64 count = file_.count("the number of cell types", 1);
        if (count != start_.size())
            file_.fail("there are types of " + counted(count, "cells"),
                       with_commas(start_.size()) + ", as many as cells");
        begin_data();
        for (u64 i = 0; i < count; ++i) add(i, whole(Type::int32, "the type of a cell"));
        done_ = true;
    }

    void add(u64 cell, i64 type) {
        const std::span<const i64> corners(numbers_.data() + start_[cell], end_[cell] - start_[cell]);
        if (type == tetra || type == quadratic_tetra) {
            const u64 expected = type == tetra ? 4 : 10;
            if (corners.size() != expected)
                file_.fail("a tet has " + counted(corners.size(), "corners"), std::to_string(expected));
            return builder_.add_tet(corners);
        }
        const bool volume = (type >= voxel && type <= pyramid) || (type >= quadratic_tetra && type <= 33) || type > 41;
        builder_.add_other(1, "cells of other volumes (hexahedra, wedges, pyramids)", volume);
    }

    FileCursor file_;
    TetBuilder builder_;
    bool binary_ = false, done_ = false;
    std::vector<i64> numbers_;      // corners, and in older versions their numbers between them
    std::vector<u64> start_, end_;  // of each cell in them
};

}  // namespace

TetFile read_vtk(std::string_view bytes, const std::string& name) { return VtkReader(bytes, name).read(); }

std::string vtk_bytes(const TetMesh& mesh, bool binary) {
    const size_t points = mesh.points.size(), tets = mesh.tets.size();
    std::string out =
        fmt::format("# vtk DataFile Version 3.0\ntetrahedra\n{}\nDATASET UNSTRUCTURED_GRID\nPOINTS {} float\n",
                    binary ? "BINARY" : "ASCII", points);
    for (const Vec3& p : mesh.points) {
        if (binary)
            for (int axis = 0; axis < 3; ++axis) append_big_endian(out, p[axis]);
        else
            out += fmt::format("{} {} {}\n", p.x, p.y, p.z);
    }
    out += fmt::format("{}CELLS {} {}\n", binary ? "\n" : "", tets, 5 * tets);
    for (const TetPoints& t : mesh.tets) {
        if (binary) {
            append_big_endian(out, i32{4});
            for (const u32 p : t) append_big_endian(out, static_cast<i32>(p));
        } else {
            out += fmt::format("4 {} {} {} {}\n", t[0], t[1], t[2], t[3]);
        }
    }
    out += fmt::format("{}CELL_TYPES {}\n", binary ? "\n" : "", tets);
    for (size_t i = 0; i < tets; ++i) {
        if (binary)
            append_big_endian(out, i32{10});
        else
            out += "10\n";
    }
    if (binary) out += '\n';
    return out;
}

}  // namespace pliant
