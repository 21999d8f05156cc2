// A thin C++20 layer over pliant.h: ids that clean up after themselves, and exceptions with the library's sentences.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "pliant/pliant.h"

namespace pliant_cpp {

class Failure : public std::runtime_error {
  public:
    Failure(pliant_result result, const char* sentence) : std::runtime_error(sentence), result_(result) {}
    pliant_result result() const { return result_; }

  private:
    pliant_result result_;
};

inline void check(pliant_result result) {
    if (result != PLIANT_OK) throw Failure(result, pliant_last_error());
}

// Owns what an id names.
template <class Id, void (*destroy)(Id)>
class Owned {
  public:
    Owned() = default;
    explicit Owned(Id id) : id_(id) {}
    Owned(Owned&& other) noexcept : id_(std::exchange(other.id_, Id{})) {}
    Owned& operator=(Owned&& other) noexcept {
        std::swap(id_, other.id_);
        return *this;
    }
    ~Owned() {
        if (id_.slot) destroy(id_);
    }
    operator Id() const { return id_; }
    Id get() const { return id_; }
    Id* out() { return &id_; }

  private:
    Id id_{};
};

using Settings = Owned<pliant_settings, pliant_settings_destroy>;
using Asset = Owned<pliant_asset, pliant_asset_destroy>;
using Model = Owned<pliant_model, pliant_model_destroy>;
using Scene = Owned<pliant_scene, pliant_scene_destroy>;
using World = Owned<pliant_world, pliant_world_destroy>;

inline Settings make_settings(const char* table) {
    Settings s;
    check(pliant_settings_create(table, s.out()));
    return s;
}
inline Asset load_asset(const std::string& path, const pliant_asset_def& def = pliant_default_asset_def()) {
    Asset a;
    check(pliant_asset_load(path.c_str(), &def, a.out()));
    return a;
}
inline Model cook(pliant_asset asset, pliant_settings settings = {}) {
    Model m;
    check(pliant_model_cook(asset, settings, m.out()));
    return m;
}
inline World make_world(const pliant_world_def& def = pliant_default_world_def()) {
    World w;
    check(pliant_world_create(&def, w.out()));
    return w;
}
inline Scene load_scene(const std::string& path, const std::vector<std::string>& settings = {}) {
    std::vector<const char*> texts;
    for (const std::string& s : settings) texts.push_back(s.c_str());
    Scene scene;
    check(pliant_scene_load(path.c_str(), texts.data(), texts.size(), scene.out()));
    return scene;
}
inline std::vector<pliant_body> bodies(pliant_world world) {
    std::vector<pliant_body> all(pliant_world_bodies(world, nullptr, 0));
    pliant_world_bodies(world, all.data(), all.size());
    return all;
}

}  // namespace pliant_cpp
