// The folder of a run, shown again without simulation: point caches, and the mesh of each body beside.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assets/point_cache.h"
#include "body/surface_shading.h"

namespace pliant {

class Recording {
  public:
    explicit Recording(const std::string& folder);  // throws Error with the names of the missing files

    u64 frame_count() const { return frame_count_; }  // that every body has
    double rate() const { return rate_; }             // frames a second
    // The scene or mesh it was made from, where it is found now, or empty; and the settings of --set.
    const std::string& source() const { return source_; }
    const std::vector<std::string>& settings() const { return settings_; }
    // How the mesh was read that it was made from, by the names of the command's options: "unit", "as", …
    const std::map<std::string, std::string>& mesh_options() const { return mesh_options_; }
    size_t body_count() const { return bodies_.size(); }
    const std::string& name(size_t body) const { return bodies_[body].name; }
    std::shared_ptr<const SurfaceModel> surface(size_t body) const { return bodies_[body].surface; }
    const std::optional<Vec3>& color(size_t body) const { return bodies_[body].color; }  // that the scene gave it
    // Positions, normals, tangents where there are texture coordinates, and bounds. By one thread at a time.
    void read(u64 frame, size_t body, SurfaceFrame& out) const;
    // The poses of recorded colliders in a frame, as beside the caches; empty where there is no such file, or one of
    // other numbers of colliders and cameras.
    std::vector<Transform> collider_poses(u64 frame, size_t colliders, size_t cameras) const;

  private:
    struct Body {
        std::string name;
        PointCache cache;
        std::shared_ptr<const SurfaceModel> surface;
        SurfaceShading shading;
        std::optional<Vec3> color;
    };
    void add_body(const std::string& folder, const std::string& name, const std::string& file);

    std::string folder_;
    std::vector<Body> bodies_;
    u64 frame_count_ = 0;
    double rate_ = 60;
    std::string source_;
    std::vector<std::string> settings_;
    std::map<std::string, std::string> mesh_options_;
    mutable std::vector<Vec3> points_;
};

// Whether a path is a folder that a run made, with something in it that can be shown.
bool is_recording(const std::string& path);

}  // namespace pliant
