// PC2 point caches: positions of every point in every frame, for Blender's Mesh Cache modifier, Maya and 3ds Max.
//
//   "POINTCACHE2\0"  version 1  points  start frame  frames per sample  samples | points x 3 floats for each sample
//
// The header counts the samples, so the file grows beside its final name, as name.pc2.part, and is renamed at the end.

#include <cstdio>
#include <cstring>
#include <filesystem>

#include "core/error.h"
#include "record/recorder.h"

namespace pliant {

namespace fs = std::filesystem;

namespace {

#pragma pack(push, 1)
struct Header {
    char magic[12] = {'P', 'O', 'I', 'N', 'T', 'C', 'A', 'C', 'H', 'E', '2', 0};
    i32 version = 1;
    i32 points = 0;
    float start = 0;
    float sampling = 1;
    i32 samples = 0;
};
#pragma pack(pop)
static_assert(sizeof(Header) == 32);

class Pc2Recorder final : public Recorder {
  public:
    explicit Pc2Recorder(const RecordSettings& settings) : folder_(settings.folder) {}
    ~Pc2Recorder() override {
        for (File& f : files_)
            if (f.stream) std::fclose(f.stream);
    }

    void begin(std::span<const RecordedBody> bodies, u64 frame) override {
        for (const RecordedBody& body : bodies) {
            File f{folder_ + body.file_name + ".pc2",
                   {body.point_vertex.begin(), body.point_vertex.end()},
                   nullptr,
                   frame};
            open(f, frame);
            files_.push_back(std::move(f));
        }
    }

    void frame(u64, std::span<const FramePositions> positions) override {
        for (size_t b = 0; b < files_.size(); ++b) {
            points_.resize(files_[b].point_vertex.size());
            for (size_t p = 0; p < points_.size(); ++p) points_[p] = positions[b][files_[b].point_vertex[p]];
            write(files_[b], points_.data(), points_.size() * sizeof(Vec3));
            ++files_[b].samples;
            write_header(files_[b]);
        }
    }

    void finish() override {
        for (File& f : files_) {
            if (std::fclose(f.stream) != 0) fail(f);
            f.stream = nullptr;
            std::error_code error;
            fs::rename(f.path + ".part", f.path, error);
            if (error) fail(f);
        }
    }

  private:
    struct File {
        std::string path;
        std::vector<u32> point_vertex;
        std::FILE* stream;
        u64 samples;
    };
    [[noreturn]] static void fail(const File& f) {
        throw OutputError({f.path, "cannot be written completely", "", "is the disk full?"});
    }

    static void write(const File& f, const void* bytes, size_t size) {
        if (std::fwrite(bytes, 1, size, f.stream) != size) fail(f);
    }

    // The header always tells the truth about what is complete, so that a part file can be used as it is.
    static void write_header(const File& f) {
        Header header;
        header.points = static_cast<i32>(f.point_vertex.size());
        header.samples = static_cast<i32>(f.samples);
        if (std::fflush(f.stream) != 0 || std::fseek(f.stream, 0, SEEK_SET) != 0) fail(f);
        write(f, &header, sizeof header);
        if (std::fflush(f.stream) != 0 || std::fseek(f.stream, 0, SEEK_END) != 0) fail(f);
    }

    static void open(File& f, u64 frame) {
        const std::string part = f.path + ".part";
        const u64 size = sizeof(Header) + frame * f.point_vertex.size() * sizeof(Vec3);
        std::error_code error;
        if (frame > 0) {
            // A run that was complete is taken up again for more frames.
            if (!fs::exists(part) && fs::exists(f.path)) fs::rename(f.path, part, error);
            if (!fs::exists(part) || fs::file_size(part) < size)
                throw Error(
                    {part, "there are fewer frames than the run has made", "", "start the run anew, without --resume"});
            fs::resize_file(part, size, error);
        }
        f.stream = std::fopen(part.c_str(), frame > 0 ? "r+b" : "w+b");
        if (!f.stream || error) fail(f);
        write_header(f);
    }

    std::string folder_;
    std::vector<File> files_;
    std::vector<Vec3> points_;
};

}  // namespace

std::unique_ptr<Recorder> make_pc2_recorder(const RecordSettings& settings) {
    return std::make_unique<Pc2Recorder>(settings);
}

}  // namespace pliant
