// pliant paint: makes and edits maps, the images that parameters are painted with, without an image editor.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <optional>

#include "assets/character_file.h"
#include "assets/map_image_file.h"
#include "assets/maps.h"
#include "cook/bone_weights.h"
#include "cook/map_canvas.h"
#include "cook/map_maker.h"
#include "cook/map_shape.h"
#include "core/error.h"
#include "core/files.h"
#include "core/text.h"
#include "pliant/paint_preview.h"
#include "pliant/verbs.h"
#include "record/png.h"

namespace pliant::app {

namespace {

constexpr double unset = std::numeric_limits<double>::quiet_NaN();
constexpr const char* channels[] = {"mass", "stiffness", "damping", "weight"};  // red, green, blue, alpha

struct PaintOptions {
    std::string what, mesh, other, out, map, onto, how = "set", uv, axis, source, side = "+";
    std::string channel = "r", unit, up, part;
    std::string packed[4];
    std::vector<std::string> bones;
    double value = 1, from = unset, to = unset, grain = 0.1, at = 0, strength = 1, scale = 1;
    long size = 512, seed = 0, rounds = 10;
    bool quiet = false;
};

u32 channel_number(const std::string& name) {
    const size_t found = name.size() == 1 ? std::string("rgba").find(name) : std::string::npos;
    if (found == std::string::npos) throw Usage("--channel: expected r, g, b or a");
    return static_cast<u32>(found);
}

class Paint {
  public:
    explicit Paint(const PaintOptions& o) : o_(o) {}

    int run() {
        check();
        if (o_.what == "pack") return pack();
        if (o_.what == "unpack") return unpack();
        if (o_.what == "preview") return preview();
        if (o_.what == "transfer") return transfer();
        if (o_.what == "mirror") return mirror();
        const Mesh mesh = load(o_.mesh);
        const UnwrappedMesh unwrapped = unwrap(mesh);
        MapCanvas canvas = blank();
        canvas.paint(unwrapped, o_.what == "smooth" ? smooth(unwrapped) : points_of(mesh));
        if (!o_.onto.empty()) lay_onto(canvas);
        return write(canvas.image());
    }

  private:
    void check() const {
        static const std::vector<std::string> all = {"fill",      "gradient", "noise",  "bone",
                                                     "curvature", "source",   "smooth", "mirror",
                                                     "transfer",  "preview",  "pack",   "unpack"};
        if (std::find(all.begin(), all.end(), o_.what) == all.end()) {
            std::string list;
            for (const std::string& name : all) list += (list.empty() ? "" : ", ") + name;
            const std::string meant = nearest_name(o_.what, all);
            throw Usage("there is no " + in_quotes(o_.what) + (meant.empty() ? "" : "; did you mean " + meant + "?") +
                        "; expected one of " + list);
        }
        const bool packs = o_.what == "pack";
        if (o_.mesh.empty() && !packs)
            throw Usage(o_.what == "unpack" ? "expected the image to unpack" : "expected the mesh that is painted");
        if (o_.what == "transfer" && o_.other.empty()) throw Usage("expected two meshes: from which, and to which");
        for (const char* edit : {"smooth", "mirror", "transfer", "preview"})
            if (o_.what == edit && o_.map.empty()) throw Usage("--map: expected the image to " + o_.what);
        if (!ends_with(o_.out, ".png")) throw Usage("-o: expected the name of a .png");
        if (o_.size < 1 || o_.size > 16384) throw Usage("--size: expected 1 to 16384 texels");
        if (!(o_.value >= 0 && o_.value <= 1)) throw Usage("--value: expected a number from 0 to 1");
        if (!(o_.strength >= 0 && o_.strength <= 1)) throw Usage("--strength: expected a number from 0 to 1");
        if (o_.rounds < 0 || o_.rounds > 100000) throw Usage("--rounds: expected 0 to 100000");
        if (!(o_.scale > 0 && o_.scale < 1e6)) throw Usage("--scale: expected a factor above 0");
        if (o_.side != "+" && o_.side != "-") throw Usage("--side: expected + or -");
        channel_number(o_.channel);
        axis_number();
        uv_set();
    }

    void say(const std::string& line) const {
        if (!o_.quiet) std::fprintf(stderr, "%s\n", line.c_str());
    }
    static void warn(const std::string& line) { std::fprintf(stderr, "warning: %s\n", line.c_str()); }

    int axis_number() const {
        const std::string axis = !o_.axis.empty() ? o_.axis : o_.what == "mirror" ? "x" : "y";
        if (axis != "x" && axis != "y" && axis != "z") throw Usage("--axis: expected x, y or z");
        return axis[0] - 'x';
    }

    std::optional<UvSet> uv_set() const {
        if (o_.uv.empty()) return std::nullopt;
        if (o_.uv == "0") return UvSet::first;
        if (o_.uv == "1") return UvSet::second;
        if (o_.uv == "generated") return UvSet::generated;
        throw Usage("--uv: expected 0, 1 or generated");
    }

    AssetSettings settings() const {
        AssetSettings settings;
        settings.unit = o_.unit;
        settings.up = o_.up;
        settings.mesh = o_.part;
        settings.scale = o_.scale;
        return settings;
    }

    Mesh load(const std::string& path) const {
        LoadedMesh loaded = load_mesh(path, settings());
        say(loaded.summary);
        for (const std::string& note : loaded.notes) say(note);
        loaded.mesh.name = path;
        return std::move(loaded.mesh);
    }

    UnwrappedMesh unwrap(const Mesh& mesh) const {
        const UvSet set = uv_set().value_or(usual_uv_set(mesh));
        if (o_.uv.empty() && set == UvSet::generated)
            say(mesh.name + " has no texture coordinates; generated ones are taken, as scenes do");
        UnwrappedMesh unwrapped(mesh, set);
        for (const std::string& sentence : check_uv(unwrapped.uv).sentences()) warn(mesh.name + ": " + sentence);
        return unwrapped;
    }

    MapImage read(const std::string& path) const {
        MapImage image = read_map_image(read_file(path), path);
        if (image.color_lost()) warn(path + ": " + color_lost_sentence);
        return image;
    }

    MapCanvas blank() const { return {static_cast<u32>(o_.size), static_cast<u32>(o_.size)}; }

    // ---- what the mesh, a bone or chance says

    std::vector<float> points_of(const Mesh& mesh) const {
        if (o_.what == "fill") return std::vector<float>(mesh.points.size(), static_cast<float>(o_.value));
        if (o_.what == "curvature") return curvature(mesh);
        const MapInputs inputs{.image = [](const std::string& name) { return read_map_image(read_file(name), name); },
                               .bone = [&](const std::string& bone) { return weights(bone); }};
        std::vector<std::string> warnings;
        std::vector<float> values = MapMaker(mesh, inputs, warnings).make(source());
        for (const std::string& warning : warnings) warn(warning);
        return values;
    }

    MapSource source() const {
        if (o_.what == "source") {
            if (o_.source.empty()) throw Usage("--source: expected a map as scenes have it, { \"height\": \"y\" }");
            return parse_map_source(o_.source, "--source");
        }
        if (o_.what == "noise") return noise();
        if (o_.what == "bone" && o_.bones.empty()) throw Usage("--bone: expected the name of a bone");
        if (o_.what == "bone") return {.from = MapSource::From::bones, .bones = o_.bones};
        MapSource height{.from = MapSource::From::height};
        height.vector[axis_number()] = 1;
        if (!std::isnan(o_.from)) height.low = o_.from;
        if (!std::isnan(o_.to)) height.high = o_.to;
        return height;
    }

    MapSource noise() const {
        if (!(o_.grain >= 1e-6 && o_.grain <= 1e6))
            throw Usage("--grain: expected a size from 1e-6 to 1e6 [m], above 0");
        if (o_.seed < 0 || o_.seed > 1'000'000'000) throw Usage("--seed: expected a number from 0 to 1e9");
        return {.from = MapSource::From::noise, .noise_size = o_.grain, .seed = static_cast<u32>(o_.seed)};
    }

    std::vector<float> weights(const std::string& bone) const {
        AssetSettings whole = settings();
        whole.mesh = "";
        const Character character = load_character(o_.mesh, whole).character;
        Mesh mesh = character.mesh;
        mesh.attributes.push_back({"weights", bone_weights(character, bone)});
        if (!o_.part.empty()) mesh = take_part(mesh, o_.part);
        return mesh.attributes.back().values;
    }

    // Flat is a half. Left out, the limits are where all but a twentieth of the points are.
    std::vector<float> curvature(const Mesh& mesh) const {
        std::vector<float> values = curvature_of_points(mesh), sizes;
        for (const float v : values) sizes.push_back(std::fabs(v));
        if (sizes.empty()) return values;
        const auto most = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() * 19 / 20);
        std::nth_element(sizes.begin(), most, sizes.end());
        const double limit = std::max(static_cast<double>(*most), 1e-12), low = std::isnan(o_.from) ? -limit : o_.from,
                     high = std::isnan(o_.to) ? limit : o_.to;
        if (!(low < high)) throw Usage("--from and --to: expected two curvatures, the lower first");
        say("from " + short_number(low) + " to " + short_number(high) + " 1/m");
        for (float& v : values)
            v = static_cast<float>(std::clamp((static_cast<double>(v) - low) / (high - low), 0.0, 1.0));
        return values;
    }

    // ---- edits

    std::vector<float> smooth(const UnwrappedMesh& mesh) const {
        return smoothed(mesh.mesh, read_points(mesh, read(o_.map), channel_number(o_.channel)),
                        static_cast<u32>(o_.rounds));
    }

    int mirror() const {
        const Mesh mesh = load(o_.mesh);
        const UnwrappedMesh unwrapped = unwrap(mesh);
        const int axis = axis_number();
        const auto place = [&](Vec3d p) {
            const double beyond = p[axis] - o_.at;
            if (o_.side == "+" ? beyond < 0 : beyond > 0) p[axis] = o_.at - beyond;
            return p;
        };
        const MapImage image = read(o_.map);
        return write(
            transferred(unwrapped, image, channel_number(o_.channel), unwrapped, image.width, image.height, place)
                .image());
    }

    int transfer() const {
        const Mesh from = load(o_.mesh), to = load(o_.other);
        return write(transferred(unwrap(from), read(o_.map), channel_number(o_.channel), unwrap(to),
                                 static_cast<u32>(o_.size), static_cast<u32>(o_.size), [](const Vec3d& p) { return p; })
                         .image());
    }

    void lay_onto(MapCanvas& canvas) const {
        const MapImage before = read(o_.onto);
        const auto joined = [&](float a, float b) {
            if (o_.how == "set") return b;
            if (o_.how == "add") return a + b;
            if (o_.how == "subtract") return a - b;
            if (o_.how == "multiply") return a * b;
            if (o_.how == "min") return std::min(a, b);
            if (o_.how == "max") return std::max(a, b);
            throw Usage("--how: expected set, add, subtract, multiply, min or max");
        };
        const u32 channel = channel_number(o_.channel);
        size_t at = 0;
        for (u32 y = 0; y < canvas.height(); ++y)
            for (u32 x = 0; x < canvas.width(); ++x, ++at) {
                const Vec2 uv{(static_cast<float>(x) + 0.5f) / static_cast<float>(canvas.width()),
                              (static_cast<float>(y) + 0.5f) / static_cast<float>(canvas.height())};
                const float a = before.sample(uv, channel), b = joined(a, canvas.values()[at]);
                canvas.values()[at] = std::clamp(a + (b - a) * static_cast<float>(o_.strength), 0.0f, 1.0f);
            }
    }

    int preview() const {
        const Mesh mesh = load(o_.mesh);
        write_preview(mesh, read_points(unwrap(mesh), read(o_.map), channel_number(o_.channel)), o_.out);
        say(o_.out);
        return Exit::done;
    }

    // ---- four maps in one image

    int pack() const {
        std::vector<MapImage> images;
        u32 width = 0, height = 0;
        for (size_t c = 0; c < 3; ++c)
            if (o_.packed[c].empty())
                throw Usage("--" + std::string(channels[c]) + ": expected an image; --weight alone may be left out");
        for (size_t c = 0; c < 4; ++c) {
            images.push_back(o_.packed[c].empty() ? MapImage{1, 1, 1, {65535}} : read(o_.packed[c]));
            width = std::max(width, images[c].width);
            height = std::max(height, images[c].height);
        }
        const bool alpha = !o_.packed[3].empty();
        MapImage all{width, height, alpha ? 4u : 3u, {}};
        for (u32 y = 0; y < height; ++y)
            for (u32 x = 0; x < width; ++x)
                for (size_t c = 0; c < all.channels; ++c) {
                    const Vec2 uv{(static_cast<float>(x) + 0.5f) / static_cast<float>(width),
                                  (static_cast<float>(y) + 0.5f) / static_cast<float>(height)};
                    all.values.push_back(static_cast<u16>(images[c].sample(uv, 0) * 65535.0f + 0.5f));
                }
        return write(all);
    }

    int unpack() const {
        const MapImage image = read(o_.mesh);
        const std::string stem = o_.out.substr(0, o_.out.size() - 4);
        for (u32 c = 0; c < (image.has_alpha() ? 4u : 3u); ++c) {
            MapImage one{image.width, image.height, 1, {}};
            for (u32 y = 0; y < image.height; ++y)
                for (u32 x = 0; x < image.width; ++x)
                    one.values.push_back(static_cast<u16>(image.at(x, y, c) * 65535.0f + 0.5f));
            write_to(stem + "-" + channels[c] + ".png", one);
        }
        if (!image.has_alpha()) say("without alpha: the weight is 1 everywhere");
        return Exit::done;
    }

    int write(const MapImage& image) const {
        write_to(o_.out, image);
        return Exit::done;
    }
    void write_to(const std::string& path, const MapImage& image) const {
        const std::filesystem::path folder = std::filesystem::path(path).parent_path();
        if (!folder.empty()) make_folder(folder.string());
        write_png(path, image.width, image.height, image.channels, image.values);
        say(path + ": " + std::to_string(image.width) + " × " + std::to_string(image.height));
    }

    const PaintOptions& o_;
};

}  // namespace

Verb paint_verb() {
    const auto o = std::make_shared<PaintOptions>();
    return {"paint", "Make and edit the images that parameters are painted with",
            [o](Options& options) {
                options.positional("what", o->what,
                                   "fill, gradient, noise, bone, curvature, source, smooth, mirror, transfer, preview, "
                                   "pack or unpack",
                                   true);
                options.positional("mesh", o->mesh, "The mesh that is painted; of unpack: the image", false);
                options.positional("other", o->other, "Of transfer: the mesh that the map is taken over to", false);
                options.text("-o,--output", o->out, "The .png to write, 16 bits");
                options.text("--map", o->map, "The image that smooth, mirror, transfer and preview begin with");
                options.text("--channel", o->channel, "Of images that are read: r, g, b or a (r)");
                options.text("--uv", o->uv,
                             "Texture coordinates: 0, 1 or generated (0, or generated where there are none)");
                options.integer("--size", o->size, "Texels along each side of a new image (512)");
                options.number("--value", o->value, "Of fill: 0 … 1 (1)");
                options.text("--axis", o->axis, "Of gradient: x, y or z (y); of mirror: across which (x)");
                options.number("--from", o->from, "Where a gradient is 0 [m], or a curvature [1/m]");
                options.number("--to", o->to, "Where it is 1");
                options.number("--grain", o->grain, "Size of the clouds of noise [m] (0.1)");
                options.integer("--seed", o->seed, "Other clouds (0)");
                options.list("--bone", o->bones, "A bone whose weights are painted; several are added up");
                options.text("--source", o->source,
                             "Of source: any map as scenes have it, { \"distance\": [0, 1, 0] }");
                options.integer("--rounds", o->rounds, "How often smooth goes over the mesh (10)");
                options.number("--at", o->at, "Where the plane of mirror lies along its axis [m] (0)");
                options.text("--side", o->side, "Which side mirror copies to the other: + or - (+)");
                options.text("--onto", o->onto, "An image to lay the new one onto");
                options.text("--how", o->how, "How: set, add, subtract, multiply, min or max (set)");
                options.number("--strength", o->strength, "How much of that, 0 … 1 (1)");
                options.text("--mass", o->packed[0], "Of pack: the image that becomes red");
                options.text("--stiffness", o->packed[1], "The one that becomes green");
                options.text("--damping", o->packed[2], "The one that becomes blue");
                options.text("--weight", o->packed[3], "The one that becomes alpha (none)");
                options.text("--mesh", o->part, "Only this part of the file");
                options.text("--unit", o->unit, "Unit of the mesh's numbers: cm, mm, in, …");
                options.text("--up", o->up, "Axis of the mesh that points up: x, y, z");
                options.number("--scale", o->scale, "Factor on its size (1)");
                options.flag("--quiet", o->quiet, "Only warnings and errors");
            },
            [o] { return Paint(*o).run(); }};
}

}  // namespace pliant::app
