#include "assets/tet_builder.h"

#include <algorithm>

#include "assets/file_mesh.h"
#include "core/error.h"
#include "core/text.h"
#include "geometry/tet_quality.h"

namespace pliant {

void TetBuilder::add_point(i64 number, const Vec3d& p) {
    sorted_ = sorted_ && (numbers_.empty() || numbers_.back().first < number);
    numbers_.emplace_back(number, static_cast<u32>(mesh_.points.size()));
    mesh_.points.push_back(p.to<float>());
    if (!is_finite(mesh_.points.back())) file_.fail("a coordinate is beyond what is finite", "less than 1e38");
}

u32 TetBuilder::point_called(i64 number) {
    if (!sorted_) {
        std::sort(numbers_.begin(), numbers_.end());
        for (size_t i = 1; i < numbers_.size(); ++i)
            if (numbers_[i].first == numbers_[i - 1].first)
                file_.fail("two points are called " + std::to_string(numbers_[i].first), "a number for each");
        sorted_ = true;
    }
    const auto found = std::lower_bound(numbers_.begin(), numbers_.end(), std::pair<i64, u32>{number, 0});
    if (found == numbers_.end() || found->first != number)
        file_.fail("a tet has a corner called " + std::to_string(number),
                   numbers_.empty() ? "points before it"
                                    : "a point from " + std::to_string(numbers_.front().first) + " to " +
                                          std::to_string(numbers_.back().first));
    return found->second;
}

void TetBuilder::add_tet(std::span<const i64> corners) {
    higher_order_ += corners.size() > 4;
    TetPoints tet;
    for (size_t k = 0; k < 4; ++k) tet[k] = point_called(corners[k]);
    mesh_.tets.push_back(tet);
}

void TetBuilder::add_other(u64 count, const std::string& plural, bool volume) {
    if (!volume || count == 0) return;
    other_volumes_ += count;
    other_name_ = plural;
}

void TetBuilder::drop_flat_and_turn(TetFile& result) const {
    u64 turned = 0, flat = 0;
    std::vector<TetPoints> kept;
    for (TetPoints tet : mesh_.tets) {
        const bool inverted = tet_volume(mesh_, tet) < 0;
        if (inverted) std::swap(tet[2], tet[3]);
        if (!(tet_volume(mesh_, tet) > 0)) {  // also where rounding leaves a doubt, which a turn may change
            ++flat;
            continue;
        }
        turned += inverted;
        kept.push_back(tet);
    }
    result.mesh = {mesh_.points, std::move(kept)};
    if (turned) result.notes.push_back(counted(turned, "tets") + " inside out; turned");
    if (flat) result.notes.push_back(counted(flat, "tets") + " without volume left out");
}

void TetBuilder::drop_unused_points(TetFile& result) {
    std::vector<u32> number(result.mesh.points.size(), 0);
    for (const TetPoints& tet : result.mesh.tets)
        for (const u32 p : tet) number[p] = 1;
    u32 used = 0;
    for (u32 p = 0; p < number.size(); ++p) {
        if (!number[p]) continue;
        result.mesh.points[used] = result.mesh.points[p];
        number[p] = used++;
    }
    if (used == number.size()) return;
    result.notes.push_back(counted(number.size() - used, "points") + " of no tet left out");
    result.mesh.points.resize(used);
    for (TetPoints& tet : result.mesh.tets)
        for (u32& p : tet) p = number[p];
}

TetFile TetBuilder::finish() {
    if (other_volumes_)
        throw Error({name_, "there are " + with_commas(other_volumes_) + " " + other_name_, "tetrahedra only",
                     "split them in the program that made the file"});
    if (mesh_.tets.empty()) throw Error({name_, "there are no tetrahedra in it", "a volume", ""});
    TetFile result;
    drop_flat_and_turn(result);
    if (result.mesh.tets.empty()) throw Error({name_, "no tetrahedron has a volume", "a volume", ""});
    drop_unused_points(result);
    if (higher_order_)
        result.notes.push_back(counted(higher_order_, "tets") + " of higher order; only their corners are used");
    return result;
}

}  // namespace pliant
