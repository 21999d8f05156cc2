#include <fmt/format.h>

#include "assets/gmsh.h"

namespace pliant {

namespace {

// Appends numbers as text, parted by blanks, or as bytes in the order of this machine, which the file names.
class GmshText {
  public:
    explicit GmshText(bool binary) : binary_(binary) {}
    std::string text;

    void header(const char* version) {
        text += fmt::format("$MeshFormat\n{} {} 8\n", version, static_cast<int>(binary_));
        if (binary_) {
            bytes(i32{1});
            text += '\n';
        }
        text += "$EndMeshFormat\n";
    }
    GmshText& small(i32 v) { return add(v); }
    GmshText& whole(u64 v) { return add(v); }
    GmshText& place(const Vec3& p) {
        const Vec3d at = p.to<double>();
        if (binary_) return add(at.x).add(at.y).add(at.z);
        text += fmt::format("{} {} {} ", p.x, p.y, p.z);  // no more digits than it has
        return *this;
    }
    void end_line() {
        if (!binary_) text.back() = '\n';
    }
    void end_section(const char* name) { text += fmt::format("{}{}\n", binary_ ? "\n" : "", name); }

  private:
    template <class T>
    GmshText& add(T v) {
        if (binary_)
            bytes(v);
        else
            text += fmt::format("{} ", v);
        return *this;
    }
    template <class T>
    void bytes(T v) {
        text.append(reinterpret_cast<const char*>(&v), sizeof v);
    }
    const bool binary_;
};

std::string version_1(const TetMesh& mesh) {
    std::string text = fmt::format("$NOD\n{}\n", mesh.points.size());
    for (size_t i = 0; i < mesh.points.size(); ++i) {
        const Vec3& p = mesh.points[i];
        text += fmt::format("{} {} {} {}\n", i + 1, p.x, p.y, p.z);
    }
    text += fmt::format("$ENDNOD\n$ELM\n{}\n", mesh.tets.size());
    for (size_t i = 0; i < mesh.tets.size(); ++i) {
        const TetPoints& t = mesh.tets[i];
        text += fmt::format("{} 4 1 1 4 {} {} {} {}\n", i + 1, t[0] + 1, t[1] + 1, t[2] + 1, t[3] + 1);
    }
    return text + "$ENDELM\n";
}

std::string version_2(const TetMesh& mesh, bool binary) {
    GmshText out(binary);
    out.header("2.2");
    out.text += fmt::format("$Nodes\n{}\n", mesh.points.size());
    for (size_t i = 0; i < mesh.points.size(); ++i) out.small(static_cast<i32>(i + 1)).place(mesh.points[i]).end_line();
    out.end_section("$EndNodes");
    out.text += fmt::format("$Elements\n{}\n", mesh.tets.size());
    if (binary) out.small(4).small(static_cast<i32>(mesh.tets.size())).small(2);
    for (size_t i = 0; i < mesh.tets.size(); ++i) {
        out.small(static_cast<i32>(i + 1));
        if (!binary) out.small(4).small(2);
        out.small(1).small(1);
        for (const u32 p : mesh.tets[i]) out.small(static_cast<i32>(p + 1));
        out.end_line();
    }
    out.end_section("$EndElements");
    return out.text;
}

std::string version_4(const TetMesh& mesh, bool binary) {
    GmshText out(binary);
    const u64 points = mesh.points.size(), tets = mesh.tets.size();
    out.header("4.1");
    out.text += "$Nodes\n";
    out.whole(1).whole(points).whole(1).whole(points).end_line();
    out.small(3).small(1).small(0).whole(points).end_line();
    for (u64 i = 0; i < points; ++i) out.whole(i + 1).end_line();
    for (const Vec3& p : mesh.points) out.place(p).end_line();
    out.end_section("$EndNodes");
    out.text += "$Elements\n";
    out.whole(1).whole(tets).whole(1).whole(tets).end_line();
    out.small(3).small(1).small(4).whole(tets).end_line();
    for (u64 i = 0; i < tets; ++i) {
        out.whole(i + 1);
        for (const u32 p : mesh.tets[i]) out.whole(p + 1);
        out.end_line();
    }
    out.end_section("$EndElements");
    return out.text;
}

}  // namespace

std::string gmsh_bytes(const TetMesh& mesh, GmshVersion version, bool binary) {
    switch (version) {
        case GmshVersion::v1: return version_1(mesh);
        case GmshVersion::v2: return version_2(mesh, binary);
        case GmshVersion::v4: break;
    }
    return version_4(mesh, binary);
}

}  // namespace pliant
