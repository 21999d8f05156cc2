#include "render/gl.h"

#include "core/error.h"

namespace pliant::render {

namespace {

GLuint compile(GLenum kind, const std::string& name, const std::string& text) {
    const GLuint shader = glCreateShader(kind);
    const char* source = text.c_str();
    glShaderSource(shader, 1, &source, nullptr);
    glCompileShader(shader);
    GLint good = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    if (!good) {
        char log[2048] = "";
        glGetShaderInfoLog(shader, sizeof log, nullptr, log);
        glDeleteShader(shader);
        throw Error({"OpenGL", "the driver does not compile the shader " + name + ": " + log, "", "report it, please"});
    }
    return shader;
}

}  // namespace

Program make_program(const std::string& name, const std::string& vertex, const std::string& fragment) {
    const std::string version = "#version 330 core\n";
    const GLuint v = compile(GL_VERTEX_SHADER, name, version + vertex);
    const GLuint f = compile(GL_FRAGMENT_SHADER, name, version + fragment);
    Program program(glCreateProgram());
    glAttachShader(program, v);
    glAttachShader(program, f);
    glLinkProgram(program);
    glDeleteShader(v);
    glDeleteShader(f);
    GLint good = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    if (!good) {
        char log[2048] = "";
        glGetProgramInfoLog(program, sizeof log, nullptr, log);
        throw Error({"OpenGL", "the driver does not link the shader " + name + ": " + log, "", "report it, please"});
    }
    return program;
}

}  // namespace pliant::render
