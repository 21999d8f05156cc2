// Where pictures go: one PNG, a PNG each, or a film that ffmpeg packs. The ending of the name says which.
#pragma once

#include <memory>
#include <string>

#include "render/image.h"

namespace pliant::app {

struct FilmSettings {
    std::string path;  // film.mp4, film.gif, film.webp, film.webm, picture.png, frames/%04d.png
    u32 width = 1280, height = 720;
    double fps = 30;
    bool transparent = false;
};

enum class FilmKind { picture, pictures, film };
// By the ending; throws Usage for one that is not known.
FilmKind film_kind(const std::string& path);

// Before anything that takes time: throws MissingError where ffmpeg is needed and not there.
void check_packer(const std::string& path);
bool on_path(const char* program);  // whether the shell would find it

class Film {
  public:
    virtual ~Film() = default;
    virtual void add(const render::Image& image) = 0;
    virtual void finish() = 0;  // until then there is nothing under the film's name
};

std::unique_ptr<Film> make_film(const FilmSettings& settings);

}  // namespace pliant::app
