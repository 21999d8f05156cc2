#include "render/textures.h"

#include <algorithm>

#include "core/error.h"
#include "render/image.h"

namespace pliant::render {

namespace {

Texture upload(const Image& image) {
    Texture texture = make_texture();
    glBindTexture(GL_TEXTURE_2D, texture);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, static_cast<GLsizei>(image.width), static_cast<GLsizei>(image.height), 0,
                 GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
    glGenerateMipmap(GL_TEXTURE_2D);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    if (epoxy_has_gl_extension("GL_EXT_texture_filter_anisotropic")) {
        float most = 1;
        glGetFloatv(GL_MAX_TEXTURE_MAX_ANISOTROPY_EXT, &most);
        glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_MAX_ANISOTROPY_EXT, std::min(most, 4.0f));
    }
    return texture;
}

}  // namespace

GLuint Textures::of(const std::shared_ptr<const SurfaceModel>& surface, u32 number) {
    if (number >= surface->materials.size() || surface->uv.empty()) return 0;
    const Material& material = surface->materials[number];
    if (material.texture_bytes.empty()) return 0;
    Entry& entry = entries_[surface.get()];
    if (entry.textures.empty()) {
        entry.owner = surface;
        entry.textures.resize(surface->materials.size());
        entry.tried.resize(surface->materials.size());
    }
    if (!entry.tried[number]) {
        entry.tried[number] = true;
        try {
            GLint largest = 0;
            glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
            const Image image = decode_image(material.texture_bytes, material.texture);
            if (std::max(image.width, image.height) <= static_cast<u32>(largest))
                entry.textures[number] = upload(image);
        } catch (const Error&) {  // an image that cannot be read must not end a film: the colour is shown
        }
    }
    return entry.textures[number];
}

void Textures::forget_unused() {
    std::erase_if(entries_, [](const auto& item) { return item.second.owner.expired(); });
}

}  // namespace pliant::render
