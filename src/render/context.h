// A GL context without a window or a display, by EGL; Mesa's software renderer will do.
#pragma once

#include <memory>
#include <string>

namespace pliant::render {

class OffscreenContext {
  public:
    OffscreenContext();  // current from now on; throws Error, which names the missing part
    ~OffscreenContext();
    OffscreenContext(const OffscreenContext&) = delete;
    OffscreenContext& operator=(const OffscreenContext&) = delete;

  private:
    struct Egl;
    std::unique_ptr<Egl> egl_;
};

std::string driver_name();  // of the context that is current: "Mesa llvmpipe, OpenGL 4.5"

}  // namespace pliant::render
