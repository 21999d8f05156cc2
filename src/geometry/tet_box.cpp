#include "geometry/tet_box.h"

#include "core/contract.h"
#include "geometry/tet_faces.h"

namespace pliant {

TetMesh tet_box(const Vec3& size, const Vec3i& cells) {
    PL_ASSERT(cells.x > 0 && cells.y > 0 && cells.z > 0 && size.x > 0 && size.y > 0 && size.z > 0);
    TetMesh mesh;
    const auto point = [&](const Vec3i& at) {
        return static_cast<u32>((at.z * (cells.y + 1) + at.y) * (cells.x + 1) + at.x);
    };
    for (i32 k = 0; k <= cells.z; ++k)
        for (i32 j = 0; j <= cells.y; ++j)
            for (i32 i = 0; i <= cells.x; ++i)
                mesh.points.push_back({size.x * (static_cast<float>(i) / static_cast<float>(cells.x) - 0.5f),
                                       size.y * (static_cast<float>(j) / static_cast<float>(cells.y) - 0.5f),
                                       size.z * (static_cast<float>(k) / static_cast<float>(cells.z) - 0.5f)});
    // From corner 000 to corner 111, one axis after another.
    static constexpr int ways[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    static constexpr bool turned[6] = {false, true, true, false, false, true};
    for (i32 k = 0; k < cells.z; ++k)
        for (i32 j = 0; j < cells.y; ++j)
            for (i32 i = 0; i < cells.x; ++i)
                for (int way = 0; way < 6; ++way) {
                    TetPoints tet;
                    Vec3i at{i, j, k};
                    tet[0] = point(at);
                    for (int step = 0; step < 3; ++step) {
                        ++at[ways[way][step]];
                        tet[static_cast<size_t>(step) + 1] = point(at);
                    }
                    if (turned[way]) std::swap(tet[2], tet[3]);
                    mesh.tets.push_back(tet);
                }
    return mesh;
}

Mesh with_outer_faces(TetMesh volume, const std::string& name) {
    PL_VALIDATE(volume);
    Mesh mesh;
    mesh.name = name;
    std::vector<u32> number(volume.points.size(), 0xffffffffu);
    for (const TetFace& f : tet_faces(volume.tets)) {
        if (f.tet[1] != TetFace::outside) continue;
        for (const u32 p : f.points) {
            if (number[p] == 0xffffffffu) {
                number[p] = static_cast<u32>(mesh.points.size());
                mesh.vertex_point.push_back(number[p]);
                mesh.points.push_back(volume.points[p]);
            }
            mesh.face_vertex.push_back(number[p]);
        }
        mesh.face_start.push_back(static_cast<u32>(mesh.face_vertex.size()));
        mesh.face_material.push_back(0);
    }
    mesh.materials.emplace_back();
    mesh.volume = std::make_shared<const TetMesh>(std::move(volume));
    return mesh;
}

}  // namespace pliant
