// Writes frames on a thread of its own, so that a simulation does not wait for the disk. Frames wait in a queue of
// bounded memory; when it is full, whoever steps waits.
#pragma once

#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>

#include "record/recorder.h"

namespace pliant {

class RecordWriter {
  public:
    // `frame` is the first to come. At most about `most_bytes` wait, and at least one frame.
    RecordWriter(std::span<const RecordFormat* const> formats, const RecordSettings& settings, RecordedScene scene,
                 u64 frame, size_t most_bytes = 128u << 20);
    ~RecordWriter();  // leaves files as they are, without their final names
    RecordWriter(const RecordWriter&) = delete;
    RecordWriter& operator=(const RecordWriter&) = delete;

    const Needs& needs() const { return needs_; }
    const RecordedScene& scene() const { return scene_; }

    // next(), flush() and finish() throw what went wrong on the writer's side.
    RecordFrame& next();  // a frame to fill; waits until one is free
    void push();          // hands over what next() gave
    void flush();         // waits until all frames are written
    void finish();        // and gives files their final names

  private:
    void work();
    void write(const RecordFrame& frame);
    void rethrow();

    RecordedScene scene_;
    Needs needs_;
    std::vector<std::unique_ptr<Recorder>> recorders_;
    size_t most_bytes_;

    std::vector<std::unique_ptr<RecordFrame>> ring_;
    u64 pushed_ = 0, written_ = 0;  // frames; those between wait
    std::mutex mutex_;
    std::condition_variable came_, went_;
    std::exception_ptr trouble_;
    bool stop_ = false;
    std::thread thread_;
};

}  // namespace pliant
