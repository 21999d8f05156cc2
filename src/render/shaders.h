// The texts of the shaders.
#pragma once

namespace pliant::render {

extern const char* const surface_vertex_shader;
extern const char* const surface_fragment_shader;
extern const char* const floor_vertex_shader;
extern const char* const floor_fragment_shader;
extern const char* const shadow_vertex_shader;
extern const char* const shadow_fragment_shader;
extern const char* const background_vertex_shader;
extern const char* const background_fragment_shader;
extern const char* const dot_vertex_shader;
extern const char* const dot_fragment_shader;
extern const char* const line_vertex_shader;
extern const char* const line_fragment_shader;
extern const char* const text_vertex_shader;
extern const char* const text_fragment_shader;
extern const char* const lighting;  // goes before the fragment shaders of surfaces and floors

}  // namespace pliant::render
