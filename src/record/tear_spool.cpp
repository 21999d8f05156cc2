#include "record/tear_spool.h"

#include <cstring>
#include <filesystem>
#include <set>

#include "body/tearable.h"
#include "core/error.h"
#include "core/hash.h"

namespace pliant {

namespace {

constexpr char spool_magic[8] = {'P', 'L', 'S', 'P', 'O', 'O', 'L', '1'};

struct SpoolPreamble {
    char word[8];
    u64 hash;
};

struct FrameStart {
    u64 all, head;             // [bytes] behind this
    u64 head_hash, rest_hash;  // so that a file that was damaged on the disk is noticed
};

u64 hash_of(std::span<const TearableBody> bodies, const RecordedScene& scene, const Needs& needs) {
    Hasher hasher;
    for (const TearableBody& body : bodies) {
        hasher.text(body.name);
        hasher.value(u64{body.number});
        hasher.value(body.whole->content_hash);
    }
    for (const RecordedBody& body : scene.bodies) hasher.text(body.name);
    hasher.value(u64{scene.colliders.size()});
    hasher.value(u64{scene.cameras.size()});
    hasher.value(scene.rate);
    for (const bool need : {needs.surface, needs.normals, needs.particles, needs.numbers, needs.pieces,
                            needs.velocities, needs.skeletons})
        hasher.value(static_cast<u8>(need));
    return hasher.result();
}

// Calls f for every array of a body except those of its pieces.
template <class Frame, class F>
void each_array_of(Frame& body, F&& f) {
    f(body.positions);
    f(body.normals);
    f(body.particle_positions);
    f(body.particle_velocities);
    f(body.particle_strain);
    f(body.pose);
}

Error fewer(const std::string& path) {
    return Error({path, "there are fewer frames than the run has made", "", "start the run again without --resume"});
}

}  // namespace

std::string tear_spool_path(const std::string& folder) { return folder + "tearing.part"; }

TearSpool::TearSpool(const std::string& path, std::span<const TearableBody> bodies, const RecordedScene& scene,
                     const Needs& needs, u64 frame)
    : bodies_(bodies) {
    if (frame > 0) {
        TearSpoolReader there(path, bodies, scene, needs);
        if (there.frame_count() < frame) throw fewer(path);
        model_count_ = there.models_before(frame);
        file_ = GrowingFile(path, there.start(frame));
    } else {
        file_ = GrowingFile(path);
        SpoolPreamble preamble{{}, hash_of(bodies, scene, needs)};
        std::memcpy(preamble.word, spool_magic, sizeof spool_magic);
        file_.write(&preamble, sizeof preamble);
    }
    file_.flush();
}

// Pieces that were not in the frame before, by how they came about.
void TearSpool::add_models(const RecordFrame& frame, Writer& w) {
    auto before = std::move(numbers_);
    numbers_.clear();
    u32 count = 0;
    std::vector<std::byte> bytes;
    Writer models(bytes);
    for (u32 t = 0; t < bodies_.size(); ++t)
        for (const PieceParticles& piece : frame.bodies[bodies_[t].number].piece_particles) {
            const auto known = before.find(piece.model.get());
            const u32 number = known != before.end() ? known->second.second : model_count_ + count;
            if (!numbers_.try_emplace(piece.model.get(), piece.model, number).second || known != before.end()) continue;
            ++count;
            const bool is_whole = piece.model->whole == nullptr;
            models.value(t);
            models.value(static_cast<u8>(is_whole));
            if (!is_whole) piece.model->tearable()->save_tear(models);
        }
    model_count_ += count;
    w.value(count);
    w.bytes(bytes.data(), bytes.size());
}

void TearSpool::add(const RecordFrame& frame) {
    std::vector<std::byte> head, bytes;
    Writer h(head), w(bytes);
    for (const TearableBody& body : bodies_) h.array(frame.bodies[body.number].torn_links);
    add_models(frame, h);
    for (const BodyFrame& body : frame.bodies) {
        each_array_of(body, [&](const auto& array) { w.array(array); });
        w.value(body.numbers);
        w.value(static_cast<u32>(body.piece_particles.size()));
        w.value(static_cast<u32>(body.pieces.size()));
        for (const PieceParticles& piece : body.piece_particles) {
            w.value(numbers_.at(piece.model.get()).second);
            w.array(piece.position);
            w.array(piece.velocity);
        }
        for (const PieceFrame& piece : body.pieces) {
            w.array(piece.positions);
            w.array(piece.normals);
            w.array(piece.velocities);
        }
    }
    w.array(frame.colliders);
    w.array(frame.cameras);
    const FrameStart start{head.size() + bytes.size(), head.size(), hash_bytes(head.data(), head.size()),
                           hash_bytes(bytes.data(), bytes.size())};
    file_.write(&start, sizeof start);
    file_.write(head.data(), head.size());
    file_.write(bytes.data(), bytes.size());
    file_.flush();
}

TearSpoolReader::TearSpoolReader(const std::string& path, std::span<const TearableBody> bodies,
                                 const RecordedScene& scene, const Needs& needs)
    : path_(path), bodies_(bodies), body_count_(scene.bodies.size()), file_(path, std::ios::binary) {
    SpoolPreamble preamble{};
    std::error_code error;
    const u64 size = std::filesystem::file_size(path, error);
    if (error || !file_.read(reinterpret_cast<char*>(&preamble), sizeof preamble)) throw fewer(path);
    if (std::memcmp(preamble.word, spool_magic, sizeof spool_magic) != 0 ||
        preamble.hash != hash_of(bodies, scene, needs))
        throw Error({path, "the frames there are of another scene", "", "start the run again without --resume"});
    start_.push_back(sizeof preamble);
    for (FrameStart frame{}; file_.read(reinterpret_cast<char*>(&frame), sizeof frame);) {
        const u64 begin = start_.back() + sizeof frame;
        if (frame.all > size - begin || frame.head > frame.all) break;  // not whole
        start_.push_back(begin + frame.all);
        file_.seekg(static_cast<std::streamoff>(start_.back()));
    }
    file_.clear();
}

std::vector<std::byte> TearSpoolReader::bytes_of(u64 frame, bool head) {
    FrameStart start{};
    std::vector<std::byte> bytes;
    file_.clear();
    file_.seekg(static_cast<std::streamoff>(start_[frame]));
    bool right = static_cast<bool>(file_.read(reinterpret_cast<char*>(&start), sizeof start));
    bytes.resize(right ? (head ? start.head : start.all) : 0);
    right = right && file_.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size())) &&
            hash_bytes(bytes.data(), start.head) == start.head_hash &&
            (head || hash_bytes(bytes.data() + start.head, start.all - start.head) == start.rest_hash);
    if (right) return bytes;
    throw Error({path_, "frame " + std::to_string(frame) + " cannot be read or is damaged", "",
                 "start the run again without --resume"});
}

// A run that was taken up again knows only of its own: so those of all frames are put together.
Tears TearSpoolReader::tears() {
    std::vector<std::set<u32>> all(bodies_.size());
    for (u64 f = 0; f < frame_count(); ++f) {
        const std::vector<std::byte> bytes = bytes_of(f, true);
        Reader r(bytes, path_);
        std::vector<u32> links;
        for (std::set<u32>& of_body : all) {
            r.array(links);
            of_body.insert(links.begin(), links.end());
        }
    }
    Tears tears;
    for (size_t b = 0; b < all.size(); ++b)
        if (!all[b].empty()) tears[bodies_[b].name].assign(all[b].begin(), all[b].end());
    return tears;
}

u32 TearSpoolReader::models_before(u64 frame) {
    u32 count = 0;
    for (u64 f = 0; f < frame; ++f) {
        const std::vector<std::byte> bytes = bytes_of(f, true);
        Reader r(bytes, path_);
        std::vector<u32> links;
        for (size_t b = 0; b < bodies_.size(); ++b) r.array(links);
        count += r.value<u32>();
    }
    return count;
}

void TearSpoolReader::read_models(Reader& r) {
    for (u32 left = r.value<u32>(); left > 0; --left) {
        const u32 number = r.value<u32>();
        if (number >= bodies_.size()) throw Error({path_, "a piece of no body", "", "the file is damaged"});
        const TearableBody& body = bodies_[number];
        const bool is_whole = r.value<u8>() != 0;
        models_.push_back(is_whole ? body.whole : load_torn(*body.whole, r, body.inside));
    }
}

const std::shared_ptr<const Model>& TearSpoolReader::model(Reader& r) const {
    const u32 number = r.value<u32>();
    if (number >= models_.size() || !models_[number])
        throw Error({path_, "a piece that did not come about", "", "the file is damaged"});
    return models_[number];
}

void TearSpoolReader::read_body(Reader& r, BodyFrame& body) const {
    each_array_of(body, [&](auto& array) { r.array(array); });
    body.numbers = r.value<BodyNumbers>();
    const u32 particles = r.value<u32>(), surfaces = r.value<u32>();
    body.piece_particles.clear();
    body.pieces.clear();
    const auto need = [&](bool right) {
        if (!right) throw Error({path_, "pieces that make no sense", "", "the file is damaged"});
    };
    need(surfaces == 0 || surfaces == particles);
    for (u32 p = 0; p < particles; ++p) {
        PieceParticles& piece = body.piece_particles.emplace_back();
        piece.model = model(r);
        r.array(piece.position);
        r.array(piece.velocity);
        need(piece.position.size() == piece.model->particle_count && piece.velocity.size() == piece.position.size());
    }
    for (u32 p = 0; p < surfaces; ++p) {
        PieceFrame& piece = body.pieces.emplace_back();
        const std::shared_ptr<const Model>& model = body.piece_particles[p].model;
        piece.surface = {model, &model->render_surface()};
        r.array(piece.positions);
        r.array(piece.normals);
        r.array(piece.velocities);
        const size_t vertices = model->render_surface().vertex_count();
        need(piece.positions.size() == vertices && piece.normals.size() == vertices &&
             (piece.velocities.empty() || piece.velocities.size() == vertices));
    }
}

void TearSpoolReader::read_next(RecordFrame& frame) {
    const std::vector<std::byte> bytes = bytes_of(next_, false);
    Reader r(bytes, path_);
    std::vector<u32> links;
    for (size_t b = 0; b < bodies_.size(); ++b) r.array(links);
    read_models(r);
    frame.number = next_++;
    frame.bodies.resize(body_count_);
    for (BodyFrame& body : frame.bodies) read_body(r, body);
    r.array(frame.colliders);
    r.array(frame.cameras);
    forget_unused_models(frame);
}

// A piece that is not there in a frame never comes again.
void TearSpoolReader::forget_unused_models(const RecordFrame& frame) {
    std::set<const Model*> used;
    for (const BodyFrame& body : frame.bodies)
        for (const PieceParticles& piece : body.piece_particles) used.insert(piece.model.get());
    for (auto& model : models_)
        if (!used.count(model.get())) model = nullptr;
}

}  // namespace pliant
