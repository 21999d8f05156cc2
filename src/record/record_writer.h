// Writes frames on a thread of its own, so that a simulation does not wait for the disk. Frames wait in a queue of
// bounded memory; when it is full, the thread that steps waits.
//
// Where bodies may tear, frames go to a TearSpool first (tearing.part), and formats are written when the record is
// finished: then all tears are known, and the world need not be simulated twice.
#pragma once

#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>

#include "record/recorder.h"
#include "record/tear_spool.h"

namespace pliant {

class RecordWriter {
  public:
    // `frame` is the first to come. At most about `max_bytes` wait, and at least one frame. `tearable`: bodies that
    // may tear, as they are in frame 0.
    RecordWriter(std::span<const RecordFormat* const> formats, RecordSettings settings, RecordedScene scene, u64 frame,
                 std::vector<TearableBody> tearable = {}, size_t max_bytes = 128u << 20);
    ~RecordWriter();  // leaves files as they are, without their final names
    RecordWriter(const RecordWriter&) = delete;
    RecordWriter& operator=(const RecordWriter&) = delete;

    const Needs& needs() const { return needs_; }
    const RecordedScene& scene() const { return scene_; }
    std::span<const TearableBody> tearable() const { return tearable_; }

    // next(), flush() and finish() throw what went wrong on the writer's side.
    RecordFrame& next();  // a frame to fill; waits until one is free
    void push();          // hands over what next() gave
    void flush();         // waits until all frames are written
    void finish();        // and gives files their final names

  private:
    void work();
    void write(const RecordFrame& frame);
    void rethrow();
    void write_spooled();

    RecordSettings settings_;
    RecordedScene scene_;
    std::vector<TearableBody> tearable_;
    std::unique_ptr<TearSpool> spool_;  // where anything may tear
    Needs needs_;
    std::vector<std::unique_ptr<Recorder>> recorders_;
    size_t max_bytes_;

    std::vector<std::unique_ptr<RecordFrame>> ring_;
    u64 pushed_ = 0, written_ = 0;  // frames; those between wait
    std::mutex mutex_;
    std::condition_variable came_, went_;
    std::exception_ptr trouble_;
    bool stop_ = false;
    std::thread thread_;
};

}  // namespace pliant
