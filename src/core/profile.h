// Reports the stages of a step to a host's profiler, on every thread that works on them.
#pragma once

namespace pliant {

struct Profiler {
    void* context = nullptr;
    void (*begin)(void* context, const char* name) = nullptr;  // the name is never freed
    void (*end)(void* context, const char* name) = nullptr;
};

inline Profiler profiler;  // set before the first step, or never

// The length of a scope.
class Profiled {
  public:
    explicit Profiled(const char* name) : name_(profiler.begin ? name : nullptr) {
        if (name_) profiler.begin(profiler.context, name_);
    }
    ~Profiled() {
        if (name_) profiler.end(profiler.context, name_);
    }
    Profiled(const Profiled&) = delete;
    Profiled& operator=(const Profiled&) = delete;

  private:
    const char* name_;
};

}  // namespace pliant
