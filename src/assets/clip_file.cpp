#include "assets/clip_file.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "assets/file_mesh.h"
#include "assets/line_tuples.h"
#include "assets/text_lines.h"
#include "core/assert.h"
#include "core/error.h"
#include "core/text.h"

namespace pliant {

namespace {

class ClipFileReader {
  public:
    ClipFileReader(std::string_view text, const std::string& name)
        : name_(name), lines_(text), trouble_([this](const std::string& wrong, const std::string& expected) {
              throw Error({name_ + ":" + std::to_string(std::max(lines_.number(), 1u)), wrong, expected, ""});
          }) {}

    ClipFile read() {
        ClipFile file;
        keyword("particle", "particle, the type of the animation");
        file.fps = value("fps", "fps and frames a second above 0, as in fps 24");
        if (!(file.fps > 0)) trouble_(in_quotes(trimmed(lines_.line())) + " is not above 0", "frames a second");
        const char* const switched = "interpolate 1 or interpolate 0";
        const double interpolate = value("interpolate", switched);
        if (interpolate != 0 && interpolate != 1) trouble_(in_quotes(trimmed(lines_.line())), switched);
        file.interpolate = interpolate == 1;
        keyword("declaration", "declaration, before the sites of the particles");
        read_sites(file);
        keyword("frames", "frames, before the keyframes");
        while (next_line()) read_frame(file);
        if (file.frames.empty())
            trouble_("the file ends here", "a keyframe: its number and a place for every particle");
        return file;
    }

  private:
    // Lines without anything in them and comments are passed over.
    bool next_line() {
        while (lines_.next()) {
            const std::string_view line = trimmed(lines_.line());
            if (!line.empty() && line.front() != '#') return true;
        }
        return false;
    }
    void need_line(const char* expected) {
        if (!next_line()) trouble_("the file ends here", expected);
    }
    void keyword(std::string_view word, const char* expected) {
        need_line(expected);
        if (trimmed(lines_.line()) != word) trouble_("found " + in_quotes(trimmed(lines_.line())), expected);
    }
    double value(std::string_view word, const char* expected) {
        need_line(expected);
        LineWords words(lines_.line());
        if (words.next() != word) trouble_("found " + in_quotes(trimmed(lines_.line())), expected);
        const std::string_view rest = words.rest();
        LineTuples tuples(rest, trouble_);
        const double number = tuples.number(expected);
        tuples.end(expected);
        return number;
    }
    void read_sites(ClipFile& file) {
        const char* const expected = "sites of particles, x,y,z in whole numbers with blanks between them";
        need_line(expected);
        for (LineTuples tuples(lines_.line(), trouble_); !tuples.at_end();) file.sites.push_back(tuples.site(expected));
    }
    void read_frame(ClipFile& file) {
        LineTuples tuples(lines_.line(), trouble_);
        const i64 number = tuples.integer("the whole number of a frame");
        if (number < std::numeric_limits<i32>::min() || number > std::numeric_limits<i32>::max())
            trouble_("frame " + std::to_string(number) + " is too far out", "at most 2147483647");
        if (!file.frames.empty() && number <= file.frames.back())
            trouble_("frame " + std::to_string(number) + " comes after frame " + std::to_string(file.frames.back()),
                     "frames in ascending order, each once");
        file.frames.push_back(static_cast<i32>(number));
        const size_t count = file.sites.size();
        for (size_t p = 0; p < count; ++p) {
            if (tuples.at_end())
                trouble_("frame " + std::to_string(number) + " has " + counted(p, "places"),
                         std::to_string(count) + ", one for each declared particle");
            file.positions.push_back(tuples.vector("the place of a particle as x,y,z"));
        }
        tuples.end(std::to_string(count) + " places, one for each declared particle");
    }

    const std::string& name_;
    TextLines lines_;
    LineTrouble trouble_;
};

// Numbers of sites, by site, those of one site in their own order.
std::vector<u32> by_site(std::span<const Vec3i> sites) {
    std::vector<u32> order(sites.size());
    for (u32 i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(),
              [&](u32 a, u32 b) { return sites[a] == sites[b] ? a < b : comes_before(sites[a], sites[b]); });
    return order;
}

// What `shift` must be added to the lattice's own sites so that both begin in the same place.
Vec3i shift_between(std::span<const Vec3i> declared, std::span<const Vec3i> own) {
    Vec3i low = declared.front(), own_low = own.front();
    for (const Vec3i& s : declared) low = least(low, s);
    for (const Vec3i& s : own) own_low = least(own_low, s);
    return low - own_low;
}

[[noreturn]] void fail_to_bind(const std::string& name, const std::string& wrong, size_t count) {
    throw Error({name, wrong, "the sites of the lattice's " + with_commas(count) + " particles",
                 "was it made for another spacing, or another \"fuse\"? pliant solve --carry brings it here"});
}

}  // namespace

ClipFile read_clip_file(std::string_view text, const std::string& name) { return ClipFileReader(text, name).read(); }

std::string clip_file_text(const ClipFile& file) {
    PL_ASSERT(file.positions.size() == file.frames.size() * file.sites.size());
    fmt::memory_buffer text;
    const auto out = fmt::appender(text);
    fmt::format_to(out, "particle\nfps {}\ninterpolate {}\ndeclaration\n", file.fps, file.interpolate ? 1 : 0);
    for (size_t i = 0; i < file.sites.size(); ++i)
        fmt::format_to(out, "{}{},{},{}", i ? " " : "", file.sites[i].x, file.sites[i].y, file.sites[i].z);
    fmt::format_to(out, "\nframes\n");
    const Vec3* p = file.positions.data();
    for (i32 frame : file.frames) {
        fmt::format_to(out, "{}", frame);
        for (size_t i = 0; i < file.sites.size(); ++i, ++p)
            fmt::format_to(out, FMT_COMPILE(" {},{},{}"), p->x, p->y, p->z);
        fmt::format_to(out, "\n");
    }
    return fmt::to_string(text);
}

Clip bind_clip(const ClipFile& file, const ParticleGrid& grid, const std::string& name) {
    const std::span<const Vec3i> own = grid.site;
    const Vec3i shift = shift_between(file.sites, own);
    const std::vector<u32> declared_order = by_site(file.sites), own_order = by_site(own);
    std::vector<u32> particle(file.sites.size());
    for (size_t i = 0; i < std::max(own.size(), file.sites.size()); ++i) {
        const bool too_few = i >= file.sites.size(), too_many = i >= own.size();
        const Vec3i declared = too_few ? Vec3i{} : file.sites[declared_order[i]];
        const Vec3i wanted = too_many ? Vec3i{} : own[own_order[i]] + shift;
        if (!too_few && !too_many && declared == wanted) {
            particle[declared_order[i]] = own_order[i];
        } else if (too_few || (!too_many && comes_before(wanted, declared))) {
            fail_to_bind(name, "site " + site_text(wanted) + " is not declared", own.size());
        } else {
            fail_to_bind(name,
                         "the lattice has no particle, or no further one, at the declared site " + site_text(declared),
                         own.size());
        }
    }
    Clip clip;
    clip.name = name;
    clip.fps = file.fps;
    clip.interpolate = file.interpolate;
    clip.point_count = static_cast<u32>(own.size());
    clip.frames.assign(file.frames.begin(), file.frames.end());
    clip.points.resize(file.positions.size());
    const Vec3d corner =
        grid.origin.to<double>() - scaled(grid.spacing.to<double>(), shift.to<double>());  // site (0,0,0)
    for (size_t i = 0; i < file.positions.size(); ++i) {
        const size_t frame = i / own.size(), listed = i % own.size();
        clip.points[frame * own.size() + particle[listed]] = (file.positions[i].to<double>() + corner).to<float>();
    }
    return clip;
}

ClipFile clip_file_of(const Clip& clip, const LatticeFile& lattice, std::span<const u32> particle) {
    PL_ASSERT(clip.point_count == particle.size() && particle.size() == lattice.sites.size());
    ClipFile file{clip.fps, clip.interpolate, lattice.sites, {}, {}};
    for (double frame : clip.frames) {
        if (frame != std::floor(frame) || std::abs(frame) > std::numeric_limits<i32>::max())
            throw Error({clip.name, "a pose stands at frame " + short_number(frame, 6), "whole frames",
                         "a higher rate of frames may have a whole one there"});
        file.frames.push_back(static_cast<i32>(frame));
    }
    const Vec3d center = lattice.center.to<double>();
    file.positions.reserve(clip.points.size());
    for (size_t pose = 0; pose < clip.pose_count(); ++pose)
        for (u32 p : particle) file.positions.push_back((clip.pose(pose)[p].to<double>() + center).to<float>());
    return file;
}

ClipFile clip_file_of(const Clip& clip, const LatticeMesh& lattice) {
    std::vector<u32> in_order(lattice.particle_count());
    std::iota(in_order.begin(), in_order.end(), 0u);
    return clip_file_of(clip, lattice_file_of(lattice, {1, 1, 1}), in_order);
}

}  // namespace pliant
