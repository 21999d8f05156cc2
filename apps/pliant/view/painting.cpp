#include "pliant/view/painting.h"

#include <algorithm>
#include <filesystem>
#include <tuple>

#include "assets/map_image_file.h"
#include "assets/scene_build.h"
#include "cook/map_maker.h"
#include "core/files.h"
#include "core/text.h"
#include "record/png.h"

namespace pliant::view {

namespace fs = std::filesystem;

namespace {

const ParameterSet& set_of(const SceneBody& body, const Parameter& row) {
    return body_table.find(row.name) == &row ? body.common : body.own;
}
ParameterSet& set_of(SceneBody& body, const Parameter& row) {
    return body_table.find(row.name) == &row ? body.common : body.own;
}

// Null where the body is of another kind, too.
const Map* map_of(const SceneBody& body, const Parameter& row) {
    const ParameterSet& set = set_of(body, row);
    return set.table().find(row.name) == &row ? set.map(row.id) : nullptr;
}

// The image that a map is made of alone, if it is one that can be written; or null.
const MapSource* image_source(const Map* map) {
    const bool is_image = map && map->source && map->source->from == MapSource::From::image;
    return is_image && ends_with(map->source->name, ".png") ? map->source.get() : nullptr;
}

const SceneBody* find_body(const Scene& scene, const std::string& name) {
    for (const SceneBody& body : scene.bodies)
        if (body.name == name) return &body;
    return nullptr;
}

// The whole range of a ratio; otherwise up to twice the value, from nothing, or a tenth where there must be some.
std::pair<double, double> usual_range(const Parameter& row, double value) {
    if (row.low >= 0 && row.high <= 1) return {row.low, row.high};
    if (value < 0) return {std::max(row.low, 2 * value), 0};
    const double high = std::min(row.high, value > 0 ? 2 * value : 1.0);
    const bool may_be_zero = row.low < 0 || (row.low == 0 && !row.above_low);
    return {may_be_zero ? 0 : std::max(row.low, high / 20), high};
}

// One that is not there yet: what another has painted is not written over.
std::string free_file(const std::string& folder, std::string body, const std::string& parameter) {
    body = body.substr(0, body.find('/'));
    std::replace_if(
        body.begin(), body.end(), [](char c) { return c == '\\' || c == ':'; }, '-');
    const std::string name = "maps/" + body + "-" + parameter;
    std::string file = name + ".png";
    for (int n = 2; fs::exists(resolved_path(folder, file)); ++n) file = name + "-" + std::to_string(n) + ".png";
    return file;
}

}  // namespace

std::vector<const Parameter*> painted_rows(const SceneBody& body) {
    std::vector<const Parameter*> rows;
    for (const ParameterSet* set : {&body.own, &body.common})
        for (const Parameter& row : set->table().rows)
            if (row.painted) rows.push_back(&row);
    return rows;
}

Painting::Painting(const Scene& scene, const SceneBody& body, const Parameter& row, u32 size)
    : body_(body.name), folder_(scene.folder), asset_(body.asset), mesh_(body.mesh), row_(row) {
    SceneBuilder builder(scene);
    Mesh mesh = builder.painted_mesh(body);
    const std::vector<Attribute> made = std::exchange(mesh.attributes, {});
    const size_t points = mesh.points.size();
    const Map* map = map_of(body, row);
    const MapSource* image = image_source(map);
    const UvSet uv = map_uv_set(image ? *image : MapSource(), mesh);
    surface_ = std::make_shared<PaintSurface>(std::move(mesh), uv, body.common.vector(BodyP::scale));
    warnings = check_uv(surface_->unwrapped().uv).sentences();
    if (map) {
        low = map->low;
        high = map->high;
        logarithmic = map->logarithmic;
    }
    if (image) {
        file_ = image->name;
        channel_ = image->channel;
        reload();
        return;
    }
    file_ = free_file(folder_, body.name, row.name);
    if (!map) {
        const double value = set_of(body, row).number(row.id);
        std::tie(low, high) = usual_range(row, value);
        const u16 paint = static_cast<u16>(std::clamp((value - low) / (high - low), 0.0, 1.0) * 65535 + 0.5);
        painter_ = std::make_unique<MapPainter>(surface_,
                                                MapImage{size, size, 1, std::vector<u16>(size_t{size} * size, paint)});
        return;
    }
    std::vector<float> values(points);
    for (const Attribute& a : made)
        if (a.name == map->attribute) values = a.values;
    MapCanvas canvas(size, size);
    canvas.paint(surface_->unwrapped(), values);
    painter_ = std::make_unique<MapPainter>(surface_, canvas.image());
}

std::string Painting::path() const { return resolved_path(folder_, file_); }

std::string Painting::json() const {
    return "{ \"map\": " + quoted_json(file_) + ", \"low\": " + short_number(low, 6) +
           ", \"high\": " + short_number(high, 6) + (logarithmic ? ", \"scale\": \"log\" }" : " }");
}

std::vector<std::string> Painting::bodies(const Scene& scene) const {
    std::vector<std::string> names;
    const SceneBody* own = find_body(scene, body_);
    const Map* map = own ? map_of(*own, row_) : nullptr;
    const MapSource* image = image_source(map);
    if (!image || image->name != file_ || image->channel != channel_) return names;
    if (own->asset != asset_ || own->mesh != mesh_) return names;
    for (const SceneBody& body : scene.bodies) {
        const Map* other = map_of(body, row_);
        if (other && other->attribute == map->attribute && body.asset == asset_ && body.mesh == mesh_ &&
            body.faces == own->faces)
            names.push_back(body.name);
    }
    return names;
}

void Painting::insert_values(Scene& scene) {
    const auto values = std::make_shared<const std::vector<float>>(painter_->points());
    const std::vector<std::string> names = bodies(scene);
    for (SceneBody& body : scene.bodies) {
        if (std::find(names.begin(), names.end(), body.name) == names.end()) continue;
        Map map = *map_of(body, row_);
        map.values = values;
        if (body.name == body_) {
            low = map.low;
            high = map.high;
            logarithmic = map.logarithmic;
        }
        set_of(body, row_).set(row_.id, Value(std::move(map)));
    }
}

std::vector<LiveChange> Painting::changes(const Scene& scene) {
    const auto values = std::make_shared<const std::vector<float>>(painter_->points());
    std::vector<LiveChange> all;
    for (const std::string& name : bodies(scene)) {
        Map map = *map_of(*find_body(scene, name), row_);
        map.values = values;
        all.push_back({Target::body, name, row_.name, Value(std::move(map))});
    }
    if (all.empty())  // the scene learns of it when the first stroke ends
        all.push_back({Target::body, body_, row_.name, Value(Map{"", low, high, logarithmic, values})});
    return all;
}

void Painting::write() {
    std::error_code error;
    fs::create_directories(fs::path(path()).parent_path(), error);  // an error is reported when the file is written
    const MapImage image = painter_->image();
    write_png(path(), image.width, image.height, image.channels, image.values);
}

void Painting::reload() {
    painter_ = std::make_unique<MapPainter>(surface_, read_map_image(read_file(path()), file_), channel_);
}

}  // namespace pliant::view
