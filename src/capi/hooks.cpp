#include "capi/tables.h"
#include "core/array.h"
#include "core/assert.h"
#include "core/files.h"
#include "core/profile.h"
#include "core/text.h"

using namespace pliant;
using namespace pliant::capi;

static void (*log_hook)(void* context, pliant_log_level level, const char* sentence) = nullptr;
static void* log_context = nullptr;

void capi::log(pliant_log_level level, const std::string& sentence) {
    if (log_hook) log_hook(log_context, level, sentence.c_str());
}

void capi::log_report(const std::string& lines) {
    if (!log_hook) return;
    constexpr std::string_view mark = "warning: ";
    for (size_t at = 0; at < lines.size();) {
        const size_t end = std::min(lines.find('\n', at), lines.size());
        const bool warning = lines.compare(at, mark.size(), mark) == 0;
        const size_t from = warning ? at + mark.size() : at;
        log(warning ? PLIANT_LOG_WARNING : PLIANT_LOG_NOTE, lines.substr(from, end - from));
        at = end + 1;
    }
}

void pliant_set_log(void (*hook)(void* context, pliant_log_level level, const char* sentence), void* context) {
    log_hook = hook, log_context = context;
}

void pliant_set_assert(void (*failed)(void* context, const char* condition, const char* file, int line),
                       void* context) {
    set_assertion_listener(failed, context);
}

pliant_result pliant_set_allocator(const pliant_allocator* a) {
    return guarded("pliant_set_allocator", [&] {
        if (a) need(reinterpret_cast<const void*>(a->allocate), "allocate");
        if (a) need(reinterpret_cast<const void*>(a->free), "free");
        if (!set_allocator(a ? Allocator{a->context, a->allocate, a->free} : Allocator{}))
            fail(PLIANT_WORLD_LOCKED, "worlds or models are in use, whose memory must go back to where it came from");
    });
}

pliant_result pliant_set_files(const pliant_files* f) {
    return guarded("pliant_set_files", [&] {
        if (f) need(reinterpret_cast<const void*>(f->read), "read");
        set_host_files(f ? HostFiles{f->context, f->read} : HostFiles{});
    });
}

pliant_result pliant_set_profiler(const pliant_profiler* p) {
    return guarded("pliant_set_profiler", [&] {
        if (p) need(reinterpret_cast<const void*>(p->begin), "begin");
        if (p) need(reinterpret_cast<const void*>(p->end), "end");
        profiler = p ? Profiler{p->context, p->begin, p->end} : Profiler{};
    });
}
