#include "render/shadow_map.h"

#include <algorithm>

#include "core/contract.h"

namespace pliant::render {

ShadowMap::ShadowMap() : framebuffer_(make_framebuffer()), depth_(make_texture()) {
    glBindTexture(GL_TEXTURE_2D, depth_);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, size, size, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth_, 0);
    glDrawBuffer(GL_NONE);
    glReadBuffer(GL_NONE);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

void ShadowMap::begin(const Box& box, const Vec3& to_sun) {
    PL_ASSERT(is_unit(to_sun));
    const Vec3 center = (box.low + box.high) * 0.5f;
    half_ = std::max(length(box.high - box.low) / 2, 1e-3f) * 1.02f;
    const Vec3 forward = -to_sun, right = perpendicular(forward), up = cross(right, forward);
    to_picture_ = orthographic(half_, half_, 0, 4 * half_) * look_at(center + to_sun * (2 * half_), right, up, forward);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glViewport(0, 0, size, size);
    glClear(GL_DEPTH_BUFFER_BIT);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(2.0f, 4.0f);
}

void ShadowMap::finish(float soft) {
    glDisable(GL_POLYGON_OFFSET_FILL);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    radius_ = std::clamp(soft / (2 * half_), 1.5f / static_cast<float>(size), 0.02f);
}

}  // namespace pliant::render
