#include "render/context.h"

#include <dlfcn.h>
#include <epoxy/egl.h>
#include <epoxy/gl.h>

#include "core/error.h"

namespace pliant::render {

struct OffscreenContext::Egl {
    EGLDisplay display = EGL_NO_DISPLAY;
    EGLContext context = EGL_NO_CONTEXT;
};

namespace {

[[noreturn]] void fail(const std::string& what) {
    throw MissingError(
        {"OpenGL", what, "OpenGL 3.3 through EGL",
         "install a driver; without a graphics card Mesa's will do (in Debian: libegl1 libgl1-mesa-dri)"});
}

// Mesa needs no display for this one; other drivers give their first device.
EGLDisplay open_display() {
    void* library = dlopen("libEGL.so.1", RTLD_LAZY);  // epoxy would end the program where it is not there
    if (!library) fail("there is no libEGL.so.1");
    dlclose(library);
    EGLDisplay display = EGL_NO_DISPLAY;
    if (epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless"))
        display = eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    if (display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr)) return display;
    if (epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_device")) {
        EGLDeviceEXT device = nullptr;
        EGLint count = 0;
        if (eglQueryDevicesEXT(1, &device, &count) && count > 0)
            display = eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, device, nullptr);
        if (display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr)) return display;
    }
    display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    if (display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr)) return display;
    fail("there is no display that EGL could open");
}

}  // namespace

OffscreenContext::OffscreenContext() : egl_(std::make_unique<Egl>()) {
    egl_->display = open_display();
    if (!eglBindAPI(EGL_OPENGL_API)) fail("the driver has no desktop OpenGL");
    const EGLint wanted[] = {EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (!eglChooseConfig(egl_->display, wanted, &config, 1, &count) || count == 0) config = EGL_NO_CONFIG_KHR;
    const EGLint version[] = {
        EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
    egl_->context = eglCreateContext(egl_->display, config, EGL_NO_CONTEXT, version);
    if (egl_->context == EGL_NO_CONTEXT) fail("the driver cannot make a context of version 3.3");
    if (!eglMakeCurrent(egl_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, egl_->context))
        fail("the driver cannot draw without a window");
}

std::string driver_name() {
    const auto text = [](GLenum what) {
        const auto* words = reinterpret_cast<const char*>(glGetString(what));
        return std::string(words ? words : "?");
    };
    return text(GL_RENDERER) + ", OpenGL " + text(GL_VERSION);
}

OffscreenContext::~OffscreenContext() {
    eglMakeCurrent(egl_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(egl_->display, egl_->context);
    eglTerminate(egl_->display);
}

}  // namespace pliant::render
