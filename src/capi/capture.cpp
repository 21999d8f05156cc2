#include "capi/capture.h"

#include <cerrno>

#include "capi/tables.h"
#include "cook/model_bytes.h"
#include "core/contract.h"
#include "core/files.h"
#include "core/hash.h"

namespace pliant::capi {

Capture::Capture(const std::string& path) : path_(path), file_(std::fopen(path.c_str(), "wb")) {
    if (!file_) throw OutputError({path, std::string("cannot be written: ") + std::strerror(errno), "", ""});
    write(capture_magic, sizeof capture_magic);
    write(&capture_format, sizeof capture_format);
}

void Capture::write(const void* bytes, size_t size) {
    PL_ASSERT(file_ && (bytes || size == 0));
    if (size && std::fwrite(bytes, 1, size, file_.get()) != size) failed_ = true;
}

void Capture::part(Part kind, std::span<const std::byte> bytes) {
    const PartHeader header{kind, 0, bytes.size(), hash_bytes(bytes.data(), bytes.size())};
    write(&header, sizeof header);
    write(bytes.data(), bytes.size());
}

void Capture::flush() {
    PL_ASSERT(file_);
    if (std::fflush(file_.get()) != 0) failed_ = true;
}

void Capture::finish() {
    flush();
    if (failed_) throw OutputError({path_, "the capture could not be written completely", "", "is the disk full?"});
}

void save_parameters(Writer& w, const ParameterSet& set) {
    w.text(set.preset());
    std::vector<const Parameter*> given;
    for (const Parameter& row : set.table().rows)
        if (set.is_explicit(row.id)) given.push_back(&row);
    w.value(static_cast<u32>(given.size()));
    for (const Parameter* row : given) w.text(row->name), set.value(row->id).save(w);
}

void load_parameters(Reader& r, ParameterSet& set) {
    if (const std::string preset = r.text(); !preset.empty()) set.set_preset(preset);
    for (u32 left = r.value<u32>(); left > 0; --left) {
        const std::string name = r.text();
        set.set(name, Value::load(r));
    }
}

void Capture::begin(const WorldObject& w) {
    std::vector<std::byte> bytes;
    Writer out(bytes);
    out.value<u8>(w.scene != nullptr);
    if (w.scene) {
        out.text(w.scene->text), out.text(w.scene->name), out.text(w.scene->folder);
        out.value(static_cast<u32>(w.scene->settings.size()));
        for (const std::string& s : w.scene->settings) out.text(s);
        for (const std::string& path : w.scene->files) {
            if (!written_.insert(hash_bytes(path.data(), path.size())).second || !file_exists(path)) continue;
            std::vector<std::byte> file;
            Writer of_file(file);
            of_file.text(path), of_file.text(read_file(path));
            part(Part::file, file);
        }
    } else {
        save_parameters(out, w.world.parameters());
    }
    out.array(w.world.save());
    part(Part::begin, bytes);
    flush();
}

u64 Capture::model(const Model& model) {
    PL_ASSERT(model.content_hash != 0);
    if (!written_.insert(model.content_hash).second) return model.content_hash;
    std::vector<std::byte> bytes;
    Writer out(bytes);
    out.value(model.content_hash), out.text(model_bytes(model));
    part(Part::model, bytes);
    return model.content_hash;
}

u64 Capture::mesh(const Mesh& mesh) {
    PL_VALIDATE(mesh);
    std::vector<std::byte> bytes;
    Writer out(bytes);
    out.array(mesh.points), out.array(mesh.vertex_point), out.array(mesh.face_start), out.array(mesh.face_vertex);
    const u64 hash = hash_bytes(bytes.data(), bytes.size());
    out.value(hash);
    if (written_.insert(hash).second) part(Part::mesh, bytes);
    return hash;
}

StepHashes hashes_of(const WorldObject& w) {
    PL_ASSERT(!w.stepping);
    StepHashes all{w.world.step_count(), {{{}, 0, w.world.hash()}}};
    w.world.contents().bodies.each([&](BodyId id, const Body&) {
        all.states.push_back({object_id(id), 0, w.world.bodies().hash(id)});
    });
    w.world.contents().colliders.each([&](ColliderId id, const Collider& c) {
        if (!c.dynamic) return;
        Hasher hash;
        hash.value(c.pose), hash.value(w.world.colliders().velocity(id));
        all.states.push_back({object_id(id), 0, hash.result()});
    });
    return all;
}

void Capture::hashes(const WorldObject& w) {
    const StepHashes all = hashes_of(w);
    std::vector<std::byte> bytes;
    Writer out(bytes);
    out.value(all.step), out.array(all.states);
    part(Part::hashes, bytes);
    flush();
}

}  // namespace pliant::capi

using namespace pliant;
using namespace pliant::capi;

pliant_result pliant_world_capture_begin(pliant_world world, const char* path) {
    return guarded("pliant_world_capture_begin", [&] {
        need(path, "path");
        const auto w = resting_world(world);
        if (w->capture) fail(PLIANT_BAD_ARGUMENT, "the world is captured already");
        if (w->calls_back)
            fail(PLIANT_BAD_ARGUMENT, "the host is called in every substep, and what it does there is not captured");
        if (w->made_by_calls)
            fail(PLIANT_BAD_ARGUMENT,
                 "calls have added or removed things before; begin when the world has just been made");
        auto capture = std::make_unique<Capture>(path);
        capture->begin(*w);
        w->capture = std::move(capture);
    });
}

pliant_result pliant_world_capture_end(pliant_world world) {
    return guarded("pliant_world_capture_end", [&] {
        const auto w = resting_world(world);
        if (!w->capture) fail(PLIANT_BAD_ARGUMENT, "the world is not captured");
        const auto capture = std::move(w->capture);
        capture->finish();
    });
}
