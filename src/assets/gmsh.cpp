#include "assets/gmsh.h"

#include <cmath>

#include "assets/gmsh_elements.h"
#include "core/text.h"

namespace pliant {

namespace {

class GmshReader {
  public:
    GmshReader(std::string_view bytes, const std::string& name) : file_(bytes, name, 0), builder_(file_, name) {}

    TetFile read() {
        for (std::string_view key = file_.word(); !key.empty(); key = file_.word()) read_section(key);
        return builder_.finish();
    }

  private:
    void read_section(std::string_view key) {
        if (key[0] != '$') file_.fail(in_quotes(key) + " stands where a section begins", "$MeshFormat, $Nodes, …");
        const std::string section(key.substr(1));
        if (section == "MeshFormat")
            read_format();
        else if (section == "NOD" || section == "Nodes")
            section == "Nodes" && version_ == 4 ? read_node_blocks() : read_nodes();
        else if (section == "ELM")
            read_first_elements();
        else if (section == "Elements")
            version_ == 4 ? read_element_blocks() : binary_ ? read_element_runs() : read_elements();
        const std::string end = section == "NOD" ? "$ENDNOD" : section == "ELM" ? "$ENDELM" : "$End" + section;
        if (!file_.skip_to(end)) file_.fail("the section " + in_quotes(section) + " does not end", end);
        file_.word();
    }

    void read_format() {
        const double version = file_.number("the version");
        const bool known = (version >= 2 && version < 3) || std::fabs(version - 4.1) < 1e-9;
        if (!known)
            file_.fail("the version is " + short_number(version), "1, 2.2 or 4.1",
                       "gmsh -save -format msh41 converts it");
        version_ = version < 3 ? 2 : 4;
        const i64 kind = file_.integer("0 for text or 1 for bytes");
        if (kind != 0 && kind != 1)
            file_.fail("the kind of file is " + std::to_string(kind), "0 for text or 1 for bytes");
        const i64 size = file_.integer("the size of a number, 8");
        if (size != 8) file_.fail("numbers have " + std::to_string(size) + " bytes", "8");
        binary_ = kind == 1;
        if (!binary_) return;
        file_.rest();
        file_.be_binary(false);
        const i32 one = file_.binary<i32>("1, which tells the order of bytes");
        if (one != 1 && one != 0x01000000) file_.fail("the number that tells the order of bytes is not 1", "1");
        file_.be_binary(one != 1);
    }

    // Behind a number of things in text, bytes begin on the next line.
    u64 count_line(const char* what, u64 least) {
        const u64 count = file_.count(what, least);
        if (binary_) file_.rest();
        return count;
    }
    i64 whole(const char* what) { return binary_ ? static_cast<i64>(file_.binary<u64>(what)) : file_.integer(what); }
    i64 small(const char* what) { return binary_ ? file_.binary<i32>(what) : file_.integer(what); }
    u64 many(const char* what, u64 least) {
        return binary_ ? file_.binary_count<u64>(what, least) : file_.count(what, least);
    }
    double coordinate() {
        return binary_ ? file_.binary_number("the coordinates of a node") : file_.number("the coordinates of a node");
    }
    Vec3d place() {
        Vec3d p;
        for (int axis = 0; axis < 3; ++axis) p[axis] = coordinate();
        return p;
    }

    void read_nodes() {
        const u64 count = count_line("the number of nodes", 8);
        for (u64 i = 0; i < count; ++i) {
            const i64 number = small("the number of a node");
            builder_.add_point(number, place());
        }
    }

    void begin_blocks() {
        if (binary_) file_.rest();
        for (int i = 0; i < 4; ++i) {
            const i64 value = whole("the numbers of blocks, of all in them, and the least and greatest of their tags");
            if (i == 0) blocks_ = value;
        }
        if (blocks_ < 0 || static_cast<u64>(blocks_) > file_.left())
            file_.fail("there should be " + std::to_string(blocks_) + " blocks", "no more than the file holds");
    }

    void read_node_blocks() {
        begin_blocks();
        std::vector<i64> numbers;
        for (i64 block = 0; block < blocks_; ++block) {
            const i64 dimension = small("the dimension of an entity");
            small("the tag of an entity");
            const bool parametric = small("whether nodes have parameters") != 0;
            numbers.resize(many("the number of nodes of a block", 8));
            for (i64& n : numbers) n = whole("the number of a node");
            for (const i64 n : numbers) {
                builder_.add_point(n, place());
                for (i64 k = 0; parametric && k < dimension; ++k) coordinate();
            }
        }
    }

    const GmshElement& element(i64 type) const {
        for (const GmshElement& e : gmsh_elements)
            if (e.type == type) return e;
        file_.fail("an element has the type " + std::to_string(type), "1 to 31");
    }

    void add(const GmshElement& e) {
        if (e.shape == GmshElement::tet)
            builder_.add_tet({node_, e.nodes});
        else
            builder_.add_other(1, e.plural, e.shape == GmshElement::volume);
    }

    void read_first_elements() {
        const u64 count = file_.count("the number of elements", 10);
        for (u64 i = 0; i < count; ++i) {
            file_.integer("the number of an element");
            const GmshElement& e = element(file_.integer("the type of an element"));
            file_.integer("the physical region of an element");
            file_.integer("the region of an element");
            const i64 nodes = file_.integer("how many nodes an element has");
            if (nodes != e.nodes)
                file_.fail("an element of type " + std::to_string(e.type) + " has " + std::to_string(nodes) + " nodes",
                           std::to_string(e.nodes));
            for (u32 k = 0; k < e.nodes; ++k) node_[k] = file_.integer("the nodes of an element");
            add(e);
        }
    }

    void read_elements() {
        const u64 count = file_.count("the number of elements", 6);
        for (u64 i = 0; i < count; ++i) {
            file_.integer("the number of an element");
            const GmshElement& e = element(file_.integer("the type of an element"));
            const u64 tags = file_.count("the number of tags of an element", 2);
            for (u64 t = 0; t < tags; ++t) file_.integer("the tags of an element");
            for (u32 k = 0; k < e.nodes; ++k) node_[k] = file_.integer("the nodes of an element");
            add(e);
        }
    }

    void read_element_runs() {
        u64 count = count_line("the number of elements", 4);
        while (count > 0) {
            const GmshElement& e = element(file_.binary<i32>("the type of elements"));
            const u64 run = file_.binary_count<i32>("how many elements of a type follow", 4);
            const u64 tags = file_.binary_count<i32>("the number of tags of an element", 4);
            if (run == 0 || run > count)
                file_.fail("a run has " + with_commas(run) + " elements", "1 to " + with_commas(count));
            for (u64 i = 0; i < run; ++i) {
                for (u64 t = 0; t <= tags; ++t) file_.binary<i32>("the number and tags of an element");
                for (u32 k = 0; k < e.nodes; ++k) node_[k] = file_.binary<i32>("the nodes of an element");
                add(e);
            }
            count -= run;
        }
    }

    void read_element_blocks() {
        begin_blocks();
        for (i64 block = 0; block < blocks_; ++block) {
            small("the dimension of an entity");
            small("the tag of an entity");
            const GmshElement& e = element(small("the type of elements"));
            const u64 count = many("the number of elements of a block", 4);
            for (u64 i = 0; i < count; ++i) {
                whole("the number of an element");
                for (u32 k = 0; k < e.nodes; ++k) node_[k] = whole("the nodes of an element");
                add(e);
            }
        }
    }

    FileCursor file_;
    TetBuilder builder_;
    int version_ = 1;
    bool binary_ = false;
    i64 blocks_ = 0;
    i64 node_[max_gmsh_nodes];
};

}  // namespace

TetFile read_gmsh(std::string_view bytes, const std::string& name) { return GmshReader(bytes, name).read(); }

}  // namespace pliant
