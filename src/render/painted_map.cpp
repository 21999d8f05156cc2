#include "render/painted_map.h"

#include <algorithm>
#include <numeric>

#include "core/assert.h"

namespace pliant::render {

const PaintLook::Part* PaintLook::of(BodyId body) const {
    const auto found = std::find_if(parts.begin(), parts.end(), [&](const Part& p) { return p.body == body; });
    return found == parts.end() ? nullptr : &*found;
}

void PaintedMap::send_map(const PaintLook& look) {
    PL_ASSERT(look.map && look.map->width > 0 && look.map->height > 0);
    if (look.version == version_) return;
    const GLsizei width = static_cast<GLsizei>(look.map->width), height = static_cast<GLsizei>(look.map->height);
    if (!texture_) texture_ = make_texture();
    glBindTexture(GL_TEXTURE_2D, texture_);
    GLint there[2] = {0, 0};
    glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &there[0]);
    glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_HEIGHT, &there[1]);
    const bool goes_on = look.version == version_ + 1 && there[0] == width && there[1] == height;
    version_ = look.version;
    glPixelStorei(GL_UNPACK_ALIGNMENT, 2);
    if (!goes_on) {
        glTexImage2D(GL_TEXTURE_2D, 0, GL_R16, width, height, 0, GL_RED, GL_UNSIGNED_SHORT, look.map->values.data());
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    } else {
        glPixelStorei(GL_UNPACK_ROW_LENGTH, width);
        for (const TexelBox& box : look.changed)
            glTexSubImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(box.left), static_cast<GLint>(box.top),
                            static_cast<GLsizei>(box.right - box.left), static_cast<GLsizei>(box.bottom - box.top),
                            GL_RED, GL_UNSIGNED_SHORT,
                            look.map->values.data() + size_t{box.top} * look.map->width + box.left);
        glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    }
}

// Corners have texture coordinates of their own, so no vertex is shared.
void PaintedMap::send(const PaintLook& look, const Moment& moment) {
    send_map(look);
    drawn_.resize(look.parts.size());
    const bool same_moment = moment_ == moment.number;
    moment_ = moment.number;
    for (size_t i = 0; i < drawn_.size(); ++i) {
        const auto shown = std::find_if(moment.bodies.begin(), moment.bodies.end(),
                                        [&](const ShownBody& b) { return b.id == look.parts[i].body; });
        const bool same_uv = drawn_[i].body == look.parts[i].body && drawn_[i].uv == look.parts[i].uv;
        if (shown == moment.bodies.end() || (same_moment && same_uv)) continue;
        const std::vector<u32>& indices = shown->surface->indices;
        if (!same_uv) {
            std::vector<u32> in_order(indices.size());
            std::iota(in_order.begin(), in_order.end(), 0u);
            const std::vector<UvTriangle>& uv = *look.parts[i].uv;
            drawn_[i].mesh.set_topology(in_order, {uv.empty() ? nullptr : uv[0].data(), 3 * uv.size()},
                                        static_cast<u32>(in_order.size()));
            drawn_[i].body = look.parts[i].body;
            drawn_[i].uv = look.parts[i].uv;
        }
        positions_.clear();
        normals_.clear();
        for (const u32 v : indices) {
            positions_.push_back(shown->positions[v]);
            normals_.push_back(shown->normals[v]);
        }
        drawn_[i].mesh.set_positions(positions_, normals_);
    }
}

void PaintedMap::draw(const PaintLook::Part& part) const {
    for (const Drawn& drawn : drawn_)
        if (drawn.body == part.body) return drawn.mesh.draw();
}

}  // namespace pliant::render
