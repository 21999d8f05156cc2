// Plays captures: the calls of a file, one after another, on a world of its own.

#include "capi/replay.h"

#include <deque>
#include <map>

#include "capi/calls.h"
#include "capi/cpp_layer.h"
#include "core/files.h"
#include "core/hash.h"

namespace pliant::capi {
namespace {

// Reads arguments as a CallWriter wrote them. What they point to lives as long as this.
class CallReader {
  public:
    using Models = std::map<u64, cpp::Model>;
    using Meshes = std::map<u64, cpp::Asset>;
    CallReader(Reader& in, const Models& models, const Meshes& meshes) : in_(in), models_(models), meshes_(meshes) {}

    template <class T>
    T get() {
        if constexpr (is_array<T>) {
            length_.reset();
            return in_.value<u8>() ? elements<std::remove_const_t<std::remove_pointer_t<T>>>() : nullptr;
        } else if constexpr (std::is_pointer_v<T>) {
            return result<std::remove_pointer_t<T>>();
        } else if constexpr (std::is_same_v<T, size_t>) {
            return count();
        } else if constexpr (std::is_same_v<T, bool>) {
            return in_.value<u8>() != 0;
        } else {
            return value(static_cast<T*>(nullptr));
        }
    }
    // Whether ids that came out are those that did when the capture was made.
    bool ids_agree() const {
        for (const auto& [got, wanted, size] : ids_)
            if (std::memcmp(got, wanted, size) != 0) return false;
        return true;
    }

  private:
    template <class Things>
    auto made_of(const Things& things, u64 hash, const char* what) const {
        const auto found = things.find(hash);
        if (found == things.end())
            throw Error({in_.name(), std::string("a ") + what + " is not there", "", "the file is damaged"});
        return found->second.get();
    }
    // Of an array that has just been read, or of none.
    size_t count() {
        const u64 n = in_.value<u64>();
        require(!length_ || *length_ == n, "an array of another length");
        length_.reset();
        return n;
    }
    void require(bool holds, const char* what) const {
        if (!holds) throw Error({in_.name(), what, "", "the file is damaged"});
    }
    template <class T>
    T* elements() {
        if constexpr (std::is_same_v<T, char>) {
            return texts_.emplace_back(in_.text()).data();
        } else if constexpr (std::is_void_v<T>) {
            in_.array(blocks_.emplace_back());
            length_ = blocks_.back().size();
            return blocks_.back().data();
        } else {
            const u64 n = in_.value<u64>();
            require(n <= in_.left(), "an array is too long");  // each takes a byte at least
            T* first = room<T>(n);
            for (u64 i = 0; i < n; ++i) first[i] = get<T>();
            length_ = n;
            return first;
        }
    }
    template <class T>
    T* result() {
        T* got = room<T>(1);
        if constexpr (is_id<T>) {
            T* wanted = room<T>(1);
            *wanted = in_.value<T>();
            ids_.emplace_back(got, wanted, sizeof(T));
        }
        return got;
    }
    template <class T>
    T* room(u64 count) {
        return reinterpret_cast<T*>(blocks_.emplace_back(count * sizeof(T)).data());
    }
    template <class T>
    T value(T*) {
        return in_.value<T>();
    }
    pliant_settings value(pliant_settings*) {
        const std::string table = in_.text();
        if (table.empty()) return {};
        cpp::Settings made = cpp::make_settings(table.c_str());
        const auto object = settings_of(made);
        load_parameters(in_, object->own);
        if (object->common) load_parameters(in_, *object->common);
        settings_.push_back(std::move(made));
        return settings_.back();
    }
    pliant_body_def value(pliant_body_def*) {
        pliant_body_def def = pliant_default_body_def();
        def.name = get<const char*>();
        def.model = made_of(models_, in_.value<u64>(), "model");
        def.settings = get<pliant_settings>();
        def.placement = in_.value<pliant_transform>(), def.use_placement = in_.value<u8>() != 0;
        return def;
    }
    pliant_collider_def value(pliant_collider_def*) {
        pliant_collider_def def = pliant_default_collider_def();
        def.name = get<const char*>();
        def.settings = get<pliant_settings>();
        if (const u64 mesh = in_.value<u64>()) def.mesh = made_of(meshes_, mesh, "mesh");
        def.heights = get<const float*>();
        const u64 heights = length_.value_or(0);
        def.parts = get<const pliant_settings*>(), def.part_count = get<size_t>();
        def.columns = in_.value<u32>(), def.rows = in_.value<u32>();
        require(!def.heights || heights == u64{def.columns} * def.rows, "an array of another length");
        def.pose = in_.value<pliant_transform>(), def.use_pose = in_.value<u8>() != 0;
        return def;
    }
    pliant_attachment_def value(pliant_attachment_def*) {
        pliant_attachment_def def = pliant_default_attachment_def();
        def.name = get<const char*>();
        def.body = in_.value<pliant_body>();
        def.settings = get<pliant_settings>();
        def.point = in_.value<pliant_vec3>(), def.use_point = in_.value<u8>() != 0;
        return def;
    }
    pliant_line_def value(pliant_line_def*) {
        pliant_line_def def = pliant_default_line_def();
        def.points = get<const pliant_vec3*>(), def.point_count = get<size_t>();
        def.direction = in_.value<pliant_vec3>();
        def.width = in_.value<double>(), def.strength = in_.value<double>();
        return def;
    }
    Reader& in_;
    const Models& models_;
    const Meshes& meshes_;
    std::deque<std::string> texts_;
    std::deque<std::vector<std::byte>> blocks_;
    std::vector<cpp::Settings> settings_;
    std::vector<std::tuple<const void*, const void*, size_t>> ids_;
    std::optional<u64> length_;  // of the array that was read last
};

template <class... Args>
bool play(pliant_result (*function)(pliant_world, Args...), pliant_world world, CallReader& in) {
    const std::tuple<Args...> args{in.get<Args>()...};  // in braces: from left to right
    cpp::check(std::apply([&](Args... a) { return function(world, a...); }, args));
    return in.ids_agree();
}

struct CallPlayer {
    u16 number;
    const char* name;
    bool (*play)(pliant_world world, CallReader& in);
};
#define PLIANT_CALL_PLAYER(number, function, does) \
    {number, #function, [](pliant_world world, CallReader& in) { return play(function, world, in); }},
constexpr CallPlayer players[] = {PLIANT_CALLS(PLIANT_CALL_PLAYER)};
#undef PLIANT_CALL_PLAYER

class Replay {
  public:
    Replay(const std::string& path, const pliant_world_def* def) : path_(path), bytes_(read_file(path)), def_(def) {
        const size_t head = sizeof capture_magic + sizeof capture_format;
        if (bytes_.size() < head || std::memcmp(bytes_.data(), capture_magic, sizeof capture_magic) != 0)
            throw Error({path, "this is no capture", "a file of pliant_world_capture_begin", ""});
        u16 format;
        std::memcpy(&format, bytes_.data() + sizeof capture_magic, sizeof format);
        if (format != capture_format)
            throw Error({path, "format " + std::to_string(format), "format " + std::to_string(capture_format), ""});
        at_ = head;
    }

    // Plays until that many steps are done, the first difference, or the end.
    void play_until(u64 steps) {
        for (info_.whole = true; at_ < bytes_.size() && !info_.differs && (!world_ || info_.steps < steps);) {
            const std::optional<std::pair<Part, std::span<const std::byte>>> part = next();
            if (!part) {
                info_.whole = false;
                break;
            }
            Reader in(part->second, path_);
            take(part->first, in);
        }
        if (!world_) throw Error({path_, "it ends before the world begins", "", "the file is cut off"});
    }
    pliant_replay_info info() const { return info_; }
    std::shared_ptr<WorldObject> world() const { return world_; }
    // Parts with hashes from here on: one after each call that steps.
    u64 steps_left() {
        u64 count = 0;
        const size_t here = at_;
        while (const auto part = next()) count += part->first == Part::hashes;
        at_ = here;
        return count;
    }

  private:
    // The next part if it is whole.
    std::optional<std::pair<Part, std::span<const std::byte>>> next() {
        PartHeader header;
        if (bytes_.size() - at_ < sizeof header) return std::nullopt;
        std::memcpy(&header, bytes_.data() + at_, sizeof header);
        const size_t begin = at_ + sizeof header;
        if (header.size > bytes_.size() - begin) return std::nullopt;
        if (hash_bytes(bytes_.data() + begin, header.size) != header.hash) return std::nullopt;
        at_ = begin + header.size;
        return std::pair(header.kind,
                         std::span(reinterpret_cast<const std::byte*>(bytes_.data()) + begin, header.size));
    }

    void take(Part kind, Reader& in) {
        if (kind != Part::begin && kind != Part::file && !world_)
            throw Error({path_, "a call stands before the world begins", "", "the file is damaged"});
        switch (kind) {
            case Part::begin: return begin(in);
            case Part::file: {
                std::string name = in.text();
                files_[std::move(name)] = in.text();
                return;
            }
            case Part::model: {
                const u64 hash = in.value<u64>();
                const std::string bytes = in.text();
                cpp::check(pliant_model_load(bytes.data(), bytes.size(), models_[hash].out()));
                return;
            }
            case Part::mesh: return add_mesh(in);
            case Part::call: return call(in);
            case Part::hashes: return compare(in);
        }
        throw Error(
            {path_, "a part of kind " + std::to_string(static_cast<u32>(kind)), "1 … 6", "the file is damaged"});
    }

    void begin(Reader& in) {
        WorldSettings settings = world_settings(def_);
        if (in.value<u8>()) {
            SceneOrigin origin{in.text(), in.text(), in.text(), {}, {}};
            for (u32 left = in.value<u32>(); left > 0; --left) origin.settings.push_back(in.text());
            const FileScope files(&files_);
            const auto scene = open_scene(std::move(origin));
            world_ = world_of_scene(*scene, std::move(settings));
        } else {
            settings.parameters = ParameterSet(world_table);
            load_parameters(in, settings.parameters);
            world_ = std::make_shared<WorldObject>(std::move(settings));
        }
        std::vector<std::byte> snapshot;
        in.array(snapshot);
        world_->world.restore(snapshot);
        owner_ = cpp::World(world_table_of_ids().add(world_));
        info_.steps = world_->world.step_count();
    }

    void add_mesh(Reader& in) {
        auto object = std::make_shared<AssetObject>();
        Mesh& m = object->mesh;
        in.array(m.points), in.array(m.vertex_point), in.array(m.face_start), in.array(m.face_vertex);
        check_mesh(m);
        m.face_material.assign(m.face_count(), 0), m.materials.emplace_back();
        meshes_[in.value<u64>()] = cpp::Asset(asset_table_of_ids().add(std::move(object)));
    }
    void check_mesh(const Mesh& m) const {
        bool sound = !m.face_start.empty() && m.face_start.front() == 0 &&
                     m.face_start.back() == m.face_vertex.size() &&
                     std::is_sorted(m.face_start.begin(), m.face_start.end());
        for (const u32 p : m.vertex_point) sound = sound && p < m.points.size();
        for (const u32 v : m.face_vertex) sound = sound && v < m.vertex_point.size();
        if (!sound) throw Error({path_, "a mesh makes no sense", "", "the file is damaged"});
    }

    void call(Reader& in) {
        const u16 number = in.value<u16>();
        for (const CallPlayer& player : players) {
            if (player.number != number) continue;
            CallReader arguments(in, models_, meshes_);
            bool same;
            try {
                same = player.play(owner_, arguments);
            } catch (const cpp::Failure& e) {
                throw Error(
                    {path_, "call " + std::to_string(info_.calls + 1) + ", which went well once: " + e.what(), "", ""});
            }
            if (!same)
                throw Error({path_,
                             "call " + std::to_string(info_.calls + 1) + ", " + player.name + ", gives another id", "",
                             ""});
            ++info_.calls;
            return;
        }
        throw Error({path_, "call number " + std::to_string(number), "", "it is of a later version"});
    }

    // The world's own hash stands first and is the last to blame.
    void compare(Reader& in) {
        StepHashes wanted;
        wanted.step = in.value<u64>(), in.array(wanted.states);
        const StepHashes found = hashes_of(*world_);
        info_.steps = found.step;
        if (wanted.step == found.step && wanted.states == found.states) return;
        info_.differs = true, info_.step = found.step;
        for (size_t i = 1; i < wanted.states.size(); ++i) {
            const StateHash& s = wanted.states[i];
            if (i < found.states.size() && s == found.states[i]) continue;
            info_.object = to_c(s.object);
            return;
        }
    }

    const std::string path_;
    const std::string bytes_;
    const pliant_world_def* def_;
    size_t at_ = 0;
    std::map<std::string, std::string> files_;
    CallReader::Models models_;
    CallReader::Meshes meshes_;
    std::shared_ptr<WorldObject> world_;
    cpp::World owner_;  // its id, while it is played
    pliant_replay_info info_{};
};

}  // namespace

struct CapturePlayer::Parts {
    Parts(const std::string& path, const pliant_world_def* def) : replay(path, def), steps(replay.steps_left()) {}
    Replay replay;
    u64 steps;
};

CapturePlayer::CapturePlayer(const std::string& path, const pliant_world_def* def)
    : parts_(std::make_unique<Parts>(path, def)) {}
CapturePlayer::~CapturePlayer() = default;
void CapturePlayer::play_until(u64 steps) { parts_->replay.play_until(steps); }
pliant_replay_info CapturePlayer::info() const { return parts_->replay.info(); }
const World& CapturePlayer::world() const { return parts_->replay.world()->world; }
u64 CapturePlayer::step_calls() const { return parts_->steps; }

}  // namespace pliant::capi

using namespace pliant;
using namespace pliant::capi;

pliant_result pliant_replay(const char* path, const pliant_world_def* def, uint64_t until, pliant_replay_info* info,
                            pliant_world* out) {
    return guarded("pliant_replay", [&] {
        need(path, "path");
        Replay replay(path, def);
        replay.play_until(until);
        if (info) *info = replay.info();
        if (out) *out = world_table_of_ids().add(replay.world());
    });
}
