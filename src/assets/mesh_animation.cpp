#include "assets/mesh_animation.h"

#include <cmath>
#include <filesystem>

#include "assets/character_animation.h"
#include "assets/character_file.h"
#include "assets/mesh_scale.h"
#include "assets/mesh_sequence.h"
#include "assets/point_cache.h"
#include "assets/recording.h"
#include "core/assert.h"
#include "core/error.h"
#include "core/text.h"

namespace pliant {

namespace fs = std::filesystem;

namespace {

// A cache has no unit of its own; it is that of its mesh, which the settings tell.
class CacheAnimation final : public MeshAnimation {
  public:
    CacheAnimation(const std::string& path, const AssetSettings& settings) : cache_(path), settings_(settings) {
        if (!cache_.frame_count()) throw Error({path, "there is no frame in it", "at least one", ""});
        for (size_t f = 1; f < cache_.times().size(); ++f)
            numbered_ &= std::round(cache_.times()[f]) > std::round(cache_.times()[f - 1]);
        numbered_ &= !of_seconds() && std::abs(cache_.times().back()) < 1e9f;
    }
    u32 point_count() const override { return cache_.point_count(); }
    u64 frame_count() const override { return cache_.frame_count(); }
    i32 number(u64 frame) const override {
        return numbered_ ? static_cast<i32>(std::round(cache_.times()[frame])) : static_cast<i32>(frame);
    }
    // MDD has times; a cache in the folder of a run has its rate.
    double fps() const override {
        const std::vector<float>& times = cache_.times();
        if (of_seconds() && times.size() > 1 && times.back() > times.front()) {
            const double rate = static_cast<double>(times.size() - 1) / (times.back() - times.front());
            return std::abs(rate - std::round(rate)) < 1e-3 * rate ? std::round(rate) : rate;
        }
        const std::string folder = fs::path(cache_.path()).parent_path().string();
        const std::string where = folder.empty() ? "." : folder;
        return is_recording(where) ? Recording(where).rate() : 0;
    }
    std::optional<Mesh> rest() const override { return std::nullopt; }

  private:
    bool of_seconds() const { return !ends_with(cache_.path(), ".pc2") && !ends_with(cache_.path(), ".part"); }
    void fill(u64 frame, std::span<Vec3> out) const override {
        file_.mesh.points.resize(out.size());
        file_.unit = 1;
        file_.up = 'y';
        cache_.read(frame, file_.mesh.points);
        to_metres_and_y_up(file_, settings_, cache_.path());
        std::copy(file_.mesh.points.begin(), file_.mesh.points.end(), out.begin());
    }

    PointCache cache_;
    AssetSettings settings_;
    bool numbered_ = true;
    mutable FileMesh file_;
};

class SequenceAnimation final : public MeshAnimation {
  public:
    SequenceAnimation(std::vector<NumberedFile> files, const AssetSettings& settings)
        : files_(std::move(files)), settings_(settings), first_(load_mesh(files_.front().path, settings).mesh) {}
    u32 point_count() const override { return static_cast<u32>(first_.points.size()); }
    u64 frame_count() const override { return files_.size(); }
    i32 number(u64 frame) const override { return files_[frame].number; }
    std::optional<Mesh> rest() const override { return first_; }

  private:
    void fill(u64 frame, std::span<Vec3> out) const override {
        if (frame == 0) return static_cast<void>(std::copy(first_.points.begin(), first_.points.end(), out.begin()));
        const Mesh mesh = load_mesh(files_[frame].path, settings_).mesh;
        if (mesh.points.size() != out.size())
            throw Error({files_[frame].path, "it has " + counted(mesh.points.size(), "points"),
                         with_commas(out.size()) + ", as " + files_.front().path + " has",
                         "points may not be added or removed while a mesh moves"});
        std::copy(mesh.points.begin(), mesh.points.end(), out.begin());
    }

    std::vector<NumberedFile> files_;
    AssetSettings settings_;
    Mesh first_;
};

std::unique_ptr<MeshAnimation> open_any(const std::string& path, const AssetSettings& settings) {
    if (ends_with(path, ".pc2") || ends_with(path, ".mdd") || ends_with(path, ".part"))
        return std::make_unique<CacheAnimation>(path, settings);
    std::vector<NumberedFile> files = numbered_files(path);
    std::error_code trouble;
    if (files.empty() && (is_pattern(path) || fs::is_directory(path, trouble)))
        throw Error(
            {path, "there is no file of that pattern", "a numbered file for every frame, as walk_0001.obj", ""});
    if (files.empty() && may_hold_character(path)) {
        if (auto animation = open_character_animation(path, settings)) return animation;
    }
    if (files.empty()) files.push_back({0, path});
    return std::make_unique<SequenceAnimation>(std::move(files), settings);
}

}  // namespace

void MeshAnimation::read(u64 frame, std::span<Vec3> out) const {
    PL_ASSERT(frame < frame_count() && out.size() == point_count());
    fill(frame, out);
    for (size_t p = 0; p < out.size(); ++p)
        if (!is_finite(out[p]))
            throw Error(
                {name,
                 "point " + with_commas(p) + " of frame " + std::to_string(number(frame)) + " is not a finite number",
                 "the place of every point", ""});
}

std::unique_ptr<MeshAnimation> open_mesh_animation(const std::string& path, const AssetSettings& settings) {
    std::unique_ptr<MeshAnimation> animation = open_any(path, settings);
    animation->name = path;
    return animation;
}

}  // namespace pliant
