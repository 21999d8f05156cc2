#include "cook/body_maps.h"

#include <algorithm>

#include "core/error.h"

namespace pliant {

// The names of frames of a sequence, as attributes: in their order.
static std::string frame_prefix(const Map& map) { return map.attribute + "#"; }

void find_frames(ParameterSet& set, std::span<const Attribute> attributes) {
    for (const Parameter& row : set.table().rows) {
        if (!set.map(row.id) || !(set.map(row.id)->fps > 0)) continue;
        Map map = *set.map(row.id);
        map.frames.clear();
        for (const Attribute& a : attributes)
            if (a.name.starts_with(frame_prefix(map))) map.frames.push_back(a.name);
        set.set(row.id, std::move(map));
    }
}

static void add_frames(Mesh& mesh, const Map& map, MapMaker& maker, const MapInputs& inputs) {
    MapSource source = *map.source;
    for (const MapInputs::Frame& frame : inputs.frames(map.source->name)) {
        source.name = frame.name;
        mesh.attributes.push_back({frame_prefix(map) + std::to_string(frame.number), maker.make(source)});
    }
}

void add_maps(Mesh& mesh, std::span<const ParameterSet* const> sets, const MapInputs& inputs,
              std::vector<std::string>& warnings) {
    MapMaker maker(mesh, inputs, warnings);
    for (const ParameterSet* set : sets)
        for (const Parameter& row : set->table().rows) {
            const Map* map = set->map(row.id);
            if (!map || !map->source || mesh.attribute(map->attribute)) continue;
            try {
                if (map->fps > 0) {
                    const auto is_ours = [&](const Attribute& a) { return a.name.starts_with(frame_prefix(*map)); };
                    if (std::none_of(mesh.attributes.begin(), mesh.attributes.end(), is_ours))
                        add_frames(mesh, *map, maker, inputs);
                    continue;
                }
                std::vector<float> values = maker.make(*map->source);
                mesh.attributes.push_back({map->attribute, std::move(values)});
            } catch (const Error& e) {
                throw e.inside(row.name);
            }
        }
}

static void add_images(const MapSource& source, std::vector<std::string>& files) {
    if (source.from == MapSource::From::image) files.push_back(source.name);
    for (const MapSource& part : source.parts) add_images(part, files);
}

std::vector<std::string> images_of_maps(const ParameterSet& set) {
    std::vector<std::string> files;
    for (const Parameter& row : set.table().rows)
        if (const Map* map = set.map(row.id); map && map->source) add_images(*map->source, files);
    return files;
}

}  // namespace pliant
