// What the sun sees: how far its light comes.
#pragma once

#include "render/gl.h"
#include "render/matrix.h"

namespace pliant::render {

class ShadowMap {
  public:
    ShadowMap();
    // Everything within `box` throws a shadow and gets one. Drawn on from now on.
    void begin(const Box& box, const Vec3& to_sun);
    void finish(float soft);  // soft: width of the shadow's edge [m]
    const Mat4& to_picture() const { return to_picture_; }
    float radius() const { return radius_; }                              // of the edge, as a share of the map
    float texel() const { return 2 * half_ / static_cast<float>(size); }  // [m]
    float soft() const { return radius_ * 2 * half_; }                    // [m]
    GLuint texture() const { return depth_; }

  private:
    static constexpr GLsizei size = 3072;
    Framebuffer framebuffer_;
    Texture depth_;
    Mat4 to_picture_;
    float half_ = 1, radius_ = 0;
};

}  // namespace pliant::render
