// From the source of a map to a number for every point of a mesh.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "cook/map_canvas.h"
#include "core/map_source.h"

namespace pliant {

// Sources outside of the mesh itself. All throw Error.
struct MapInputs {
    struct Frame {
        i32 number;
        std::string name;
    };
    std::function<MapImage(const std::string& name)> image = {};
    // Images called so ("skin_%04d.png"): one or more, without gaps, ascending.
    std::function<std::vector<Frame>(const std::string& pattern)> frames = {};
    std::function<std::vector<float>(const std::string& bone)> bone = {};  // weights by points; empty: there are none
};

// The texture coordinates of an image, or the default ones of the mesh.
UvSet map_uv_set(const MapSource& source, const Mesh& mesh);

// All maps of a mesh: images are read, and texture coordinates looked at, once.
class MapMaker {
  public:
    MapMaker(const Mesh& mesh, const MapInputs& inputs, std::vector<std::string>& warnings)
        : mesh_(mesh), inputs_(inputs), warnings_(warnings) {}
    std::vector<float> make(const MapSource& source);  // throws Error

  private:
    template <class F>
    std::vector<float> each(F&& f) const;
    std::vector<float> attribute(const std::string& name) const;
    std::vector<float> along(const MapSource& source) const;
    std::vector<float> combined(const MapSource& source);
    std::vector<float> bones(const std::vector<std::string>& names) const;
    std::vector<float> image(const MapSource& source);
    const UnwrappedMesh& unwrapped(const std::string& file, UvSet set);
    const MapImage& picture(const std::string& file);
    void warn(const std::string& sentence);

    const Mesh& mesh_;
    const MapInputs& inputs_;
    std::vector<std::string>& warnings_;
    std::map<std::string, MapImage> pictures_;
    std::map<UvSet, UnwrappedMesh> unwrapped_;
};

}  // namespace pliant
