#include "record/materials.h"

#include <filesystem>
#include <set>

#include "core/assert.h"
#include "core/files.h"
#include "core/hash.h"

namespace pliant {

namespace {

// `name`, or that with a number behind it, so that it is new.
std::string made_new(std::set<std::string>& taken, const std::string& name, const std::string& ending = "") {
    std::string candidate = name + ending;
    for (int n = 2; !taken.insert(candidate).second; ++n) candidate = name + "_" + std::to_string(n) + ending;
    return candidate;
}

std::string file_ending(const std::string& name, const std::vector<u8>& bytes) {
    const std::string type = image_type(bytes);
    if (!type.empty()) return type == "jpeg" ? ".jpg" : "." + type;
    const std::string ending = std::filesystem::path(name).extension().string();
    return ending.size() > 1 && ending.size() < 6 ? "." + file_name_of(ending.substr(1)) : ".bin";
}

}  // namespace

std::vector<std::string> material_names(const SurfaceModel& surface) {
    std::vector<std::string> names;
    std::set<std::string> taken;
    for (const Material& m : surface.materials) {
        std::string name = m.name.empty() ? "material" : m.name;
        for (char& c : name)
            if (static_cast<unsigned char>(c) < 32) c = ' ';
        names.push_back(made_new(taken, name));
    }
    return names;
}

SceneTextures::SceneTextures(const RecordedScene& scene) {
    std::set<std::string> names;
    std::map<u64, u32> known;  // by content
    for (const RecordedBody& body : scene.bodies) {
        std::vector<u32>& numbers = of_material_.emplace_back();
        for (const Material& m : body.surface->materials) {
            numbers.push_back(none);
            if (m.texture_bytes.empty()) continue;
            const u64 content = hash_bytes(m.texture_bytes.data(), m.texture_bytes.size());
            const auto [at, is_new] = known.try_emplace(content, static_cast<u32>(textures_.size()));
            numbers.back() = at->second;
            if (!is_new) continue;
            const std::string given = std::filesystem::path(m.texture).stem().string();
            const std::string stem = file_name_of(given.empty() ? body.file_name + "_texture" : given);
            textures_.push_back({made_new(names, stem, file_ending(m.texture, m.texture_bytes)), &m.texture_bytes});
        }
    }
}

void SceneTextures::write(const std::string& folder) const {
    for (const Texture& t : textures_)
        write_file(folder + t.file, {reinterpret_cast<const char*>(t.bytes->data()), t.bytes->size()});
}

void SceneTextures::write(const std::string& folder, size_t body) const {
    PL_ASSERT(body < of_material_.size());
    for (const u32 number : std::set<u32>(of_material_[body].begin(), of_material_[body].end())) {
        if (number == none) continue;
        const Texture& t = textures_[number];
        write_file(folder + t.file, {reinterpret_cast<const char*>(t.bytes->data()), t.bytes->size()});
    }
}

GltfTextures::GltfTextures(const SceneTextures& textures, GltfWriter& document) : textures_(textures) {
    for (const SceneTextures::Texture& t : textures.all()) numbers_.push_back(document.add_image(t.file, *t.bytes));
}

int GltfTextures::of(size_t body, size_t material) const {
    PL_ASSERT(numbers_.size() == textures_.all().size());
    const u32 texture = textures_.of(body, material);
    return texture == SceneTextures::none ? -1 : numbers_[texture];
}

}  // namespace pliant
