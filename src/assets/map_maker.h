// From what a scene says of maps to a number for every point of a mesh.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "assets/json.h"
#include "assets/map_canvas.h"

namespace pliant {

// What is not in the mesh itself.
struct MapSources {
    std::function<std::string(const std::string& name)> read;         // the bytes of a file
    std::function<std::vector<i32>(const std::string& name)> frames;  // numbers of images called so ("skin_%04d.png")
    std::function<std::vector<float>(const std::string& bone)> bone;  // its weights by points; empty: there are none
};

// Which of the ways an object says where a map comes from ("height"), or null.
const std::string* map_kind(const Json& object);

// What the source of an image says, which must have been checked, or what counts where it says nothing.
UvSet map_uv_set(const Json& source, const Mesh& mesh);
u32 map_channel(const Json& source);  // 0 red … 3 alpha

// All maps of a mesh: images are read, and texture coordinates looked at, once.
class MapMaker {
  public:
    MapMaker(const Mesh& mesh, const MapSources& sources, std::vector<std::string>& warnings)
        : mesh_(mesh), sources_(sources), warnings_(warnings) {}
    std::vector<float> make(const Json& source);  // which must have been checked (maps.h); throws Error

  private:
    template <class F>
    std::vector<float> each(F&& f) const;
    std::vector<float> attribute(const std::string& name) const;
    std::vector<float> along(const Vec3d& axis_or_place, bool height, const Json& source) const;
    std::vector<float> combined(const std::string& how, const std::vector<Json>& sources);
    std::vector<float> bones(const std::vector<Json>& names) const;
    std::vector<float> image(const std::string& file, const Json& source);
    const UnwrappedMesh& unwrapped(const std::string& file, UvSet set);
    const MapImage& picture(const std::string& file);
    void warn(const std::string& sentence);

    const Mesh& mesh_;
    const MapSources& sources_;
    std::vector<std::string>& warnings_;
    std::map<std::string, MapImage> pictures_;
    std::map<UvSet, UnwrappedMesh> unwrapped_;
};

}  // namespace pliant
