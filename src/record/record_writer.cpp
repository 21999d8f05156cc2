#include "record/record_writer.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "core/assert.h"

namespace pliant {

RecordWriter::RecordWriter(std::span<const RecordFormat* const> formats, RecordSettings settings, RecordedScene scene,
                           u64 frame, std::vector<TearableBody> tearable, size_t max_bytes)
    : settings_(std::move(settings)), scene_(std::move(scene)), tearable_(std::move(tearable)), max_bytes_(max_bytes) {
    PL_ASSERT(std::none_of(formats.begin(), formats.end(), [](const RecordFormat* f) { return f == nullptr; }));
    for (const RecordFormat* format : formats) {
        recorders_.push_back(format->make(settings_));
        needs_ = needs_ | format->needs;
    }
    if (tearable_.empty() || recorders_.empty()) {
        for (const auto& r : recorders_) r->begin(scene_, frame);
    } else {
        for (const auto& r : recorders_) r->check(scene_);
        spool_ = std::make_unique<TearSpool>(tear_spool_path(settings_.folder), tearable_, scene_, needs_, frame);
    }
    ring_.push_back(std::make_unique<RecordFrame>());
    if (recorders_.empty()) return;
    try {
        thread_ = std::thread([this] { work(); });
    } catch (const std::system_error&) {  // no threads here, as on the web: frames are written at once
    }
}

RecordWriter::~RecordWriter() {
    if (!thread_.joinable()) return;
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    came_.notify_one();
    thread_.join();
}

void RecordWriter::rethrow() {
    if (trouble_) std::rethrow_exception(trouble_);
}

RecordFrame& RecordWriter::next() {
    std::unique_lock lock(mutex_);
    went_.wait(lock, [&] { return trouble_ || pushed_ - written_ < ring_.size(); });
    rethrow();
    return *ring_[pushed_ % ring_.size()];
}

// How many frames may wait is known when the first one is there; the ring is empty before it, so it can grow then.
void RecordWriter::push() {
    PL_ASSERT(!ring_.empty());
    if (!thread_.joinable()) {
        write(*ring_[0]);
        return;
    }
    {
        const std::lock_guard lock(mutex_);
        if (pushed_ == 0) {
            const size_t frames = std::clamp<size_t>(max_bytes_ / std::max<size_t>(ring_[0]->bytes(), 1), 1, 16);
            while (ring_.size() < frames) ring_.push_back(std::make_unique<RecordFrame>());
        }
        ++pushed_;
    }
    came_.notify_one();
}

void RecordWriter::flush() {
    std::unique_lock lock(mutex_);
    if (thread_.joinable()) went_.wait(lock, [&] { return trouble_ || written_ == pushed_; });
    rethrow();
}

void RecordWriter::finish() {
    flush();
    if (spool_) write_spooled();
    for (const auto& r : recorders_) r->finish();
    if (spool_) std::filesystem::remove(tear_spool_path(settings_.folder));
}

// All frames once more, now that all tears are known.
void RecordWriter::write_spooled() {
    spool_->close();
    TearSpoolReader frames(tear_spool_path(settings_.folder), tearable_, scene_, needs_);
    TornBodies torn(tearable_, frames.tears());
    scene_ = torn.in_place(std::move(scene_));
    for (const auto& r : recorders_) r->begin(scene_, 0);
    RecordFrame frame;
    for (u64 f = 0; f < frames.frame_count(); ++f) {
        frames.read_next(frame);
        torn.complete(frame, needs_);
        for (const auto& r : recorders_) r->frame(frame);
        if (settings_.progress) settings_.progress("writing what tore", f + 1, frames.frame_count());
    }
}

void RecordWriter::write(const RecordFrame& frame) {
    if (spool_) return spool_->add(frame);
    for (const auto& r : recorders_) r->frame(frame);
}

void RecordWriter::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        came_.wait(lock, [&] { return stop_ || written_ < pushed_; });
        if (stop_) return;
        const RecordFrame& frame = *ring_[written_ % ring_.size()];
        lock.unlock();
        std::exception_ptr trouble;
        try {
            write(frame);
        } catch (...) {
            trouble = std::current_exception();
        }
        lock.lock();
        ++written_;
        if (trouble) {
            trouble_ = trouble;
            stop_ = true;
        }
        went_.notify_all();
        if (trouble) return;
    }
}

}  // namespace pliant
