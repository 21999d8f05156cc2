// Texts that go beside a vertex-animation texture.
#pragma once

namespace pliant {

struct VatText {
    const char* file;
    const char* text;
};
extern const VatText vat_texts[4];  // three.js, Godot, Unity, Unreal

}  // namespace pliant
