#include "record/frame_file.h"

#include <cstring>
#include <filesystem>

#include "core/assert.h"
#include "core/error.h"
#include "core/text.h"

namespace pliant {

namespace fs = std::filesystem;

namespace {

constexpr char magic[8] = {'P', 'L', 'F', 'R', 'A', 'M', 'E', 'S'};

constexpr u64 format_version = 3;

struct Preamble {
    char word[8];
    u64 version, head_bytes, frame_bytes;
};

// The data that a format needs of one object: of a character, its pose or its surface.
Needs needs_of(const FrameFileHead& head, size_t body) {
    if (!head.scene.bodies[body].is_character()) {
        Needs needs = head.needs;
        needs.skeletons = false;
        return needs;
    }
    if (head.needs.skeletons) return {.skeletons = true};
    return {.surface = head.needs.surface, .normals = head.needs.normals};
}

// Calls f(pointer, bytes) for every array of a frame, in the order of the file. All arrays have their length already.
template <class Frame, class F>
void each_array_of_body(Frame& body, const Needs& needs, F&& f) {
    const auto array = [&](auto& a) { f(a.data(), a.size() * sizeof(a[0])); };
    if (needs.surface) array(body.positions);
    if (needs.normals) array(body.normals);
    if (needs.particles) {
        array(body.particle_positions);
        array(body.particle_velocities);
        array(body.particle_strain);
    }
    if (needs.skeletons) array(body.pose);
}
template <class Frame, class F>
void each_array(Frame& frame, const FrameFileHead& head, F&& f) {
    for (size_t b = 0; b < frame.bodies.size(); ++b) each_array_of_body(frame.bodies[b], needs_of(head, b), f);
    f(frame.colliders.data(), frame.colliders.size() * sizeof(Transform));
    f(frame.cameras.data(), frame.cameras.size() * sizeof(CameraFrame));
}

void set_lengths(RecordFrame& frame, const FrameFileHead& head) {
    frame.bodies.resize(head.scene.bodies.size());
    frame.colliders.resize(head.scene.colliders.size());
    frame.cameras.resize(head.scene.cameras.size());
    for (size_t b = 0; b < frame.bodies.size(); ++b) {
        const RecordedBody& body = head.scene.bodies[b];
        const size_t vertices = body.surface->vertex_count(), particles = body.particle_mass.size();
        const Needs needs = needs_of(head, b);
        BodyFrame& f = frame.bodies[b];
        f.positions.resize(needs.surface ? vertices : 0);
        f.normals.resize(needs.normals ? vertices : 0);
        f.particle_positions.resize(needs.particles ? particles : 0);
        f.particle_velocities.resize(f.particle_positions.size());
        f.particle_strain.resize(f.particle_positions.size());
        f.pose.resize(needs.skeletons ? body.skeleton->pose_size() : 0);
    }
}

u64 bytes_of_frame(const FrameFileHead& head) {
    RecordFrame frame;
    set_lengths(frame, head);
    u64 sum = 0;
    each_array(frame, head, [&](const void*, size_t size) { sum += size; });
    return sum;
}

// Preamble and head.
std::vector<std::byte> beginning(const FrameFileHead& head) {
    std::vector<std::byte> body, bytes;
    Writer w(body);
    w.text(head.format);
    for (bool need :
         {head.needs.surface, head.needs.normals, head.needs.particles, head.needs.pieces, head.needs.skeletons})
        w.value(static_cast<u8>(need));
    w.value(head.loop_seconds);
    w.value(head.glb.error);
    w.value(static_cast<u8>(head.glb.meshopt));
    head.scene.save(w);
    Preamble preamble{{}, format_version, body.size(), bytes_of_frame(head)};
    std::memcpy(preamble.word, magic, sizeof magic);
    Writer all(bytes);
    all.value(preamble);
    all.bytes(body.data(), body.size());
    return bytes;
}

FrameIndex index_frames(std::istream& file, u64 first, u64 size, const FrameFileHead& head) {
    FrameIndex index;
    index.start.push_back(first);
    const u64 frame_bytes = bytes_of_frame(head);
    for (u64 end = first + frame_bytes; frame_bytes > 0 && end <= size; end += frame_bytes) {
        std::vector<FrameIndex::TornBytes> torn(head.needs.pieces ? head.scene.bodies.size() : 0);
        const u64 bytes = torn.size() * sizeof torn[0];
        file.seekg(static_cast<std::streamoff>(end));
        if (bytes > size - end || !file.read(reinterpret_cast<char*>(torn.data()), static_cast<std::streamsize>(bytes)))
            break;
        end += bytes;
        for (const FrameIndex::TornBytes& t : torn)  // nonsense must not run over
            end = t.faces <= size && t.rest <= size && end <= size ? end + t.faces + t.rest : size + 1;
        if (end > size) break;
        index.start.push_back(end);
        index.torn.push_back(std::move(torn));
    }
    file.clear();
    return index;
}

// [bytes] that are kept of an earlier run's file.
u64 kept_bytes(const std::string& path, const std::vector<std::byte>& begin, const FrameFileHead& head, u64 frame) {
    if (frame == 0) return 0;
    std::vector<std::byte> there(begin.size());
    std::ifstream file(path, std::ios::binary);
    std::error_code error;
    const u64 size = fs::file_size(path, error);
    const Error fewer(
        {path, "there are fewer frames than the run has made", "", "start the run again without --resume"});
    if (!file || error || size < begin.size()) throw fewer;
    file.read(reinterpret_cast<char*>(there.data()), static_cast<std::streamsize>(there.size()));
    if (there != begin)
        throw Error({path, "the frames there are of another scene", "", "start the run again without --resume"});
    const FrameIndex index = index_frames(file, begin.size(), size, head);
    if (index.start.size() <= frame) throw fewer;
    return index.start[frame];
}

}  // namespace

FrameFile::FrameFile(const std::string& path, const FrameFileHead& head, u64 frame) : head_(head) {
    const std::vector<std::byte> begin = beginning(head);
    file_ = GrowingFile(path, kept_bytes(path, begin, head, frame));
    if (frame == 0) file_.write(begin.data(), begin.size());
    file_.flush();
}

void FrameFile::add(const RecordFrame& frame) {
    PL_ASSERT(frame.bodies.size() == head_.scene.bodies.size());
    each_array(frame, head_, [&](const void* data, size_t size) { file_.write(data, size); });
    if (head_.needs.pieces) add_torn(frame);
    file_.flush();
}

void FrameFile::add_torn(const RecordFrame& frame) {
    PL_ASSERT(head_.needs.pieces);
    faces_.resize(frame.bodies.size());
    std::vector<FrameIndex::TornBytes> sizes;
    std::vector<std::byte> bytes;
    Writer w(bytes);
    for (size_t b = 0; b < frame.bodies.size(); ++b) {
        sizes.push_back({0, 0});
        if (frame.bodies[b].pieces.empty()) continue;
        TornMesh mesh = torn_mesh(frame.bodies[b].pieces);
        const size_t begin = bytes.size();
        if (!(mesh.faces == faces_[b])) mesh.faces.save(w);
        sizes.back().faces = bytes.size() - begin;
        mesh.save_frame(w);
        sizes.back().rest = bytes.size() - begin - sizes.back().faces;
        faces_[b] = std::move(mesh.faces);
    }
    file_.write(sizes.data(), sizes.size() * sizeof sizes[0]);
    file_.write(bytes.data(), bytes.size());
}

bool is_frame_file(const std::string& path) {
    char word[8] = {};
    std::ifstream(path, std::ios::binary).read(word, sizeof word);
    return std::memcmp(word, magic, sizeof magic) == 0;
}

FrameReader::FrameReader(const std::string& path) : path_(path), file_(path, std::ios::binary) {
    Preamble preamble{};
    std::error_code error;
    const u64 size = fs::file_size(path, error);
    if (error || !file_.read(reinterpret_cast<char*>(&preamble), sizeof preamble) ||
        std::memcmp(preamble.word, magic, sizeof magic) != 0 || preamble.version != format_version)
        throw Error({path, "this is not a file of frames that a run left", "", ""});
    if (preamble.head_bytes > size - sizeof preamble)
        throw Error({path, "the file is cut off before its first frame", "", "run the scene again"});
    std::vector<std::byte> bytes(preamble.head_bytes);
    file_.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    Reader r(bytes, path);
    head_.format = r.text();
    for (bool* need : {&head_.needs.surface, &head_.needs.normals, &head_.needs.particles, &head_.needs.pieces,
                       &head_.needs.skeletons})
        *need = r.value<u8>() != 0;
    head_.loop_seconds = r.value<double>();
    head_.glb.error = r.value<double>();
    head_.glb.meshopt = r.value<u8>() != 0;
    head_.scene.load(r);
    frame_bytes_ = bytes_of_frame(head_);
    if (frame_bytes_ != preamble.frame_bytes) throw Error({path, "the file is damaged", "", "run the scene again"});
    index_ = index_frames(file_, sizeof preamble + preamble.head_bytes, size, head_);
    frame_count_ = index_.torn.size();
    set_lengths(part_, head_);
    u64 at = 0;
    for (size_t b = 0; b < part_.bodies.size(); ++b) {
        body_offset_.push_back(at);
        each_array_of_body(part_.bodies[b], needs_of(head_, b),
                           [&](const void*, size_t bytes_of_array) { at += bytes_of_array; });
    }
    body_offset_.push_back(at);
}

void FrameReader::read_at(u64 frame, u64 offset) {
    PL_ASSERT(frame < index_.start.size());
    file_.clear();
    file_.seekg(static_cast<std::streamoff>(index_.start[frame] + offset));
}

void FrameReader::read_array(void* data, size_t size) {
    if (!file_.read(static_cast<char*>(data), static_cast<std::streamsize>(size)))
        throw Error({path_, "the frames cannot be read", "", "was the file changed meanwhile?"});
}

void FrameReader::read(u64 frame, RecordFrame& out) {
    PL_ASSERT(frame < frame_count_);
    set_lengths(out, head_);
    out.number = frame;
    read_at(frame, 0);
    each_array(out, head_, [&](void* data, size_t size) { read_array(data, size); });
}

const BodyFrame& FrameReader::read_body(u64 frame, size_t body) {
    PL_ASSERT(frame < frame_count_ && body < part_.bodies.size());
    read_at(frame, body_offset_[body]);
    each_array_of_body(part_.bodies[body], needs_of(head_, body),
                       [&](void* data, size_t size) { read_array(data, size); });
    return part_.bodies[body];
}

const std::vector<Transform>& FrameReader::read_colliders(u64 frame) {
    PL_ASSERT(frame < frame_count_);
    read_at(frame, body_offset_.back());
    read_array(part_.colliders.data(), part_.colliders.size() * sizeof(Transform));
    return part_.colliders;
}

const RecordFrame& FrameReader::read_moving(u64 frame) {
    read_colliders(frame);
    read_array(part_.cameras.data(), part_.cameras.size() * sizeof(CameraFrame));
    return part_;
}

void FrameReader::read_vertices(u64 frame, size_t body, u32 first, u32 count, Vec3* positions, Vec3* normals) {
    PL_ASSERT(frame < frame_count_ && body < scene().bodies.size() && positions);
    PL_ASSERT(u64{first} + count <= scene().bodies[body].surface->vertex_count());
    const u64 all = scene().bodies[body].surface->vertex_count();
    read_at(frame, body_offset_[body] + first * sizeof(Vec3));
    read_array(positions, count * sizeof(Vec3));
    read_at(frame, body_offset_[body] + (all + first) * sizeof(Vec3));
    read_array(normals, count * sizeof(Vec3));
}

bool FrameReader::tears(size_t body) const {
    PL_ASSERT(body < scene().bodies.size());
    return head_.needs.pieces && frame_count_ > 0 && index_.torn[0][body].rest > 0;
}

const TornMesh& FrameReader::read_torn(u64 frame, size_t body) {
    PL_ASSERT(frame < frame_count_ && tears(body));
    const auto read = [&](u64 at, bool faces) {
        u64 offset = frame_bytes_ + index_.torn[at].size() * sizeof(FrameIndex::TornBytes);
        for (size_t b = 0; b < body; ++b) offset += index_.torn[at][b].faces + index_.torn[at][b].rest;
        const FrameIndex::TornBytes& sizes = index_.torn[at][body];
        read_at(at, faces ? offset : offset + sizes.faces);
        std::vector<std::byte> bytes(faces ? sizes.faces : sizes.rest);
        read_array(bytes.data(), bytes.size());
        return bytes;
    };
    u64 with_faces = frame;
    while (with_faces > 0 && index_.torn[with_faces][body].faces == 0) --with_faces;
    if (with_faces != faces_frame_ || body != faces_body_) {
        const std::vector<std::byte> bytes = read(with_faces, true);
        Reader r(bytes, path_);
        torn_.faces.load(r);
        faces_frame_ = with_faces;
        faces_body_ = body;
    }
    const std::vector<std::byte> bytes = read(frame, false);
    Reader r(bytes, path_);
    torn_.load_frame(r);
    return torn_;
}

Box FrameReader::bounds() {
    Box box;
    RecordFrame frame;
    for (u64 f = 0; f < frame_count_; ++f) {
        read(f, frame);
        for (const BodyFrame& body : frame.bodies)
            for (const Vec3& p : body.positions) box.add(p);
    }
    return box;
}

}  // namespace pliant
