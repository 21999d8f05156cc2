#include "record/frame_file.h"

#include <cstring>
#include <filesystem>

#include "core/error.h"
#include "core/text.h"

namespace pliant {

namespace fs = std::filesystem;

namespace {

constexpr char magic[8] = {'P', 'L', 'F', 'R', 'A', 'M', 'E', 'S'};

struct Preamble {
    char word[8];
    u64 version, head_bytes, frame_bytes;
};

// Calls f(pointer, bytes) for every array of a frame, in the order of the file. All arrays have their length already.
template <class Frame, class F>
void each_array_of_body(Frame& body, const Needs& needs, F&& f) {
    const auto array = [&](auto& a) { f(a.data(), a.size() * sizeof(a[0])); };
    if (needs.surface) array(body.positions);
    if (needs.normals) array(body.normals);
    if (needs.particles) array(body.particle_positions), array(body.particle_velocities), array(body.particle_strain);
}
template <class Frame, class F>
void each_array(Frame& frame, const Needs& needs, F&& f) {
    for (auto& body : frame.bodies) each_array_of_body(body, needs, f);
    f(frame.colliders.data(), frame.colliders.size() * sizeof(Transform));
}

void set_lengths(RecordFrame& frame, const FrameFileHead& head) {
    frame.bodies.resize(head.scene.bodies.size()), frame.colliders.resize(head.scene.colliders.size());
    for (size_t b = 0; b < frame.bodies.size(); ++b) {
        const size_t vertices = head.scene.bodies[b].surface->vertex_count(),
                     particles = head.scene.bodies[b].particle_mass.size();
        BodyFrame& f = frame.bodies[b];
        f.positions.resize(head.needs.surface ? vertices : 0), f.normals.resize(head.needs.normals ? vertices : 0);
        f.particle_positions.resize(head.needs.particles ? particles : 0);
        f.particle_velocities.resize(f.particle_positions.size()),
            f.particle_strain.resize(f.particle_positions.size());
    }
}

u64 bytes_of_frame(const FrameFileHead& head) {
    RecordFrame frame;
    set_lengths(frame, head);
    u64 sum = 0;
    each_array(frame, head.needs, [&](const void*, size_t size) { sum += size; });
    return sum;
}

// Preamble and head.
std::vector<std::byte> beginning(const FrameFileHead& head) {
    std::vector<std::byte> body, bytes;
    Writer w(body);
    w.text(head.format);
    for (bool need : {head.needs.surface, head.needs.normals, head.needs.particles}) w.value(static_cast<u8>(need));
    w.value(head.loop_seconds);
    head.scene.save(w);
    Preamble preamble{{}, 1, body.size(), bytes_of_frame(head)};
    std::memcpy(preamble.word, magic, sizeof magic);
    Writer all(bytes);
    all.value(preamble), all.bytes(body.data(), body.size());
    return bytes;
}

// [bytes] of what is kept of an earlier run's file.
u64 kept_bytes(const std::string& path, const std::vector<std::byte>& begin, u64 frame_bytes, u64 frame) {
    if (frame == 0) return 0;
    std::vector<std::byte> there(begin.size());
    std::ifstream file(path, std::ios::binary);
    const u64 size = begin.size() + frame * frame_bytes;
    std::error_code error;
    if (!file || fs::file_size(path, error) < size || error)
        throw Error({path, "there are fewer frames than the run has made", "", "start the run anew, without --resume"});
    file.read(reinterpret_cast<char*>(there.data()), static_cast<std::streamsize>(there.size()));
    if (there != begin)
        throw Error({path, "the frames there are of another scene", "", "start the run anew, without --resume"});
    return size;
}

}  // namespace

FrameFile::FrameFile(const std::string& path, const FrameFileHead& head, u64 frame) : needs_(head.needs) {
    const std::vector<std::byte> begin = beginning(head);
    file_ = GrowingFile(path, kept_bytes(path, begin, bytes_of_frame(head), frame));
    if (frame == 0) file_.write(begin.data(), begin.size());
    file_.flush();
}

void FrameFile::add(const RecordFrame& frame) {
    each_array(frame, needs_, [&](const void* data, size_t size) { file_.write(data, size); });
    file_.flush();
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
        std::memcmp(preamble.word, magic, sizeof magic) != 0 || preamble.version != 1)
        throw Error({path, "this is not a file of frames that a run left", "", ""});
    if (preamble.head_bytes > size - sizeof preamble)
        throw Error({path, "the file is cut off before its first frame", "", "run the scene again"});
    std::vector<std::byte> bytes(preamble.head_bytes);
    file_.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    Reader r(bytes, path);
    head_.format = r.text();
    for (bool* need : {&head_.needs.surface, &head_.needs.normals, &head_.needs.particles}) *need = r.value<u8>() != 0;
    head_.loop_seconds = r.value<double>();
    head_.scene.load(r);
    frame_bytes_ = bytes_of_frame(head_);
    if (frame_bytes_ != preamble.frame_bytes) throw Error({path, "the file is damaged", "", "run the scene again"});
    first_ = sizeof preamble + preamble.head_bytes;
    frame_count_ = frame_bytes_ ? (size - first_) / frame_bytes_ : 0;
    set_lengths(part_, head_);
    u64 at = 0;
    for (BodyFrame& body : part_.bodies) {
        body_offset_.push_back(at);
        each_array_of_body(body, head_.needs, [&](const void*, size_t bytes_of_array) { at += bytes_of_array; });
    }
    body_offset_.push_back(at);
}

void FrameReader::read_at(u64 frame, u64 offset) {
    file_.clear();
    file_.seekg(static_cast<std::streamoff>(first_ + frame * frame_bytes_ + offset));
}

void FrameReader::read_array(void* data, size_t size) {
    if (!file_.read(static_cast<char*>(data), static_cast<std::streamsize>(size)))
        throw Error({path_, "the frames cannot be read", "", "was the file changed meanwhile?"});
}

void FrameReader::read(u64 frame, RecordFrame& out) {
    set_lengths(out, head_);
    out.number = frame;
    read_at(frame, 0);
    each_array(out, head_.needs, [&](void* data, size_t size) { read_array(data, size); });
}

const BodyFrame& FrameReader::read_body(u64 frame, size_t body) {
    read_at(frame, body_offset_[body]);
    each_array_of_body(part_.bodies[body], head_.needs, [&](void* data, size_t size) { read_array(data, size); });
    return part_.bodies[body];
}

const std::vector<Transform>& FrameReader::read_colliders(u64 frame) {
    read_at(frame, body_offset_.back());
    read_array(part_.colliders.data(), part_.colliders.size() * sizeof(Transform));
    return part_.colliders;
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
