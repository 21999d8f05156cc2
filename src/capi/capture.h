// What goes into a world, written as it goes in, so that it can all be done again elsewhere.
//
//   "PLCAP" format | part | part | …        part: kind | size | hash | bytes
//
//   begin    how the world was made: settings, or the text of a scene; and a snapshot
//   file     one that the scene read
//   model    cooked bytes, by hash, before the first call that names it; likewise mesh
//   call     a function of pliant.h by its number in calls.h, and its arguments
//   hashes   after every call that steps: of the world, and of each body and rigid body
//
// A file that was cut off, by a program that came to grief for example, is good up to its last whole part. So a call
// that steps is written, and the file flushed, before the step.
#pragma once

#include <cstdio>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "body/kind.h"
#include "core/archive.h"
#include "geometry/mesh.h"
#include "world/object_id.h"

namespace pliant::capi {

struct WorldObject;

enum class Part : u32 { begin = 1, file, model, mesh, call, hashes };
constexpr char capture_magic[6] = {'P', 'L', 'C', 'A', 'P', 0};
constexpr u16 capture_format = 2;
struct PartHeader {
    Part kind;
    u32 unused;
    u64 size, hash;
};

// Where the world of a scene came from.
struct SceneOrigin {
    std::string text, name, folder;
    std::vector<std::string> settings, files;
};

class Capture {
  public:
    explicit Capture(const std::string& path);  // throws OutputError
    void begin(const WorldObject&);
    void part(Part kind, std::span<const std::byte> bytes);
    u64 model(const Model&);  // its hash; bytes are written once
    u64 mesh(const Mesh&);
    void hashes(const WorldObject&);
    void flush();
    void finish();                // throws OutputError if anything could not be written
    std::vector<std::byte> call;  // that is being written

  private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    void write(const void* bytes, size_t size);
    std::string path_;
    std::unique_ptr<std::FILE, Close> file_;
    std::set<u64> written_;
    bool failed_ = false;
};

// One state to compare: of the world, which is the null object, of a body or of a rigid body.
struct StateHash {
    ObjectId object;
    u32 unused;  // so that no byte of a file is undefined
    u64 hash;
    bool operator==(const StateHash&) const = default;
};
struct StepHashes {
    u64 step;
    std::vector<StateHash> states;
};
StepHashes hashes_of(const WorldObject&);

void save_parameters(Writer&, const ParameterSet&);
void load_parameters(Reader&, ParameterSet&);  // throws Error

}  // namespace pliant::capi
