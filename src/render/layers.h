// Layers: additional data that a picture can show. A layer is a row of the table in layers.cpp: a kind of
// body or a part of the world that has something of its own to show adds a row.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/vec.h"

namespace pliant {
class World;
}

namespace pliant::render {

struct Moment;

// Red, green and blue as they are shown (sRGB), 0 … 255.
struct Color {
    u8 r = 0, g = 0, b = 0;
    bool operator==(const Color&) const = default;
};

// What layers draw.
struct Marks {
    static constexpr u32 no_body = ~0u;
    struct Dot {
        Vec3 at;
        float radius;  // [pixels at a height of 720]
        Color color;
        u32 body = no_body;  // the body it belongs to, as a number in the moment: hidden with that body
    };
    struct Line {
        Vec3 from, to;
        Color color;
        u32 body = no_body;
    };
    std::vector<Dot> dots;
    std::vector<Line> lines;
    void clear() {
        dots.clear();
        lines.clear();
    }
};

struct LegendEntry {
    const char* text;
    Color color;
};

struct Layer {
    const char* name;   // on the command line and in scripts: "particles"
    const char* title;  // in panels: "Particles by contact"
    const char* help;   // one sentence
    bool at_first = false;
    // Between steps. Null: the renderer draws it from the data that every moment has.
    void (*collect)(const World&, Moment&) = nullptr;
    std::span<const LegendEntry> legend = {};
    // Of a layer that colours surfaces by a number.
    const char* unit = "";
    float low = 0, high = 0;  // fixed, so that pictures can be compared
};

std::span<const Layer> layers();

// Which layers are on.
class LayerSet {
  public:
    static LayerSet usual();
    // "strain,particles": besides the usual ones; "-grid" takes one away; "none" takes all away. Throws Error with the
    // names there are.
    static LayerSet from_text(std::string_view text);
    bool has(std::string_view name) const;
    bool has(size_t number) const { return bits_ >> number & 1; }
    void set(size_t number, bool on) { bits_ = on ? bits_ | u64{1} << number : bits_ & ~(u64{1} << number); }
    bool operator==(const LayerSet&) const = default;

  private:
    u64 bits_ = 0;
};

// A scale of colours that grows in lightness and is told apart by the colour-blind. t: 0 … 1.
Color false_color(float t);

}  // namespace pliant::render
