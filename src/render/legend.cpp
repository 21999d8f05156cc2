#include "render/legend.h"

#include <algorithm>
#include <cmath>

#include "core/assert.h"
#include "core/text.h"

namespace pliant::render {

namespace {

constexpr Color ink{40, 44, 52}, paper{250, 250, 250};

struct Writer {
    TextPainter& painter;
    float size, left, bottom;  // of a line, and where the next block ends

    float block(float lines, float width) {  // its upper edge
        const float height = (lines + 0.6f) * size * 1.3f;
        bottom -= height;
        painter.rectangle(left, bottom, width + 1.4f * size, height, paper, 0.82f);
        return bottom + 0.4f * size;
    }

    void entries(const Layer& layer) {
        float width = painter.width_of(layer.title);
        for (const LegendEntry& e : layer.legend) width = std::max(width, 1.6f * size + painter.width_of(e.text));
        float y = block(1 + static_cast<float>(layer.legend.size()), width);
        const float x = left + 0.7f * size;
        painter.text(layer.title, x, y, ink);
        for (const LegendEntry& e : layer.legend) {
            y += 1.3f * size;
            painter.rectangle(x, y + 0.12f * size, size, 0.8f * size, e.color);
            painter.text(e.text, x + 1.6f * size, y, ink);
        }
        bottom -= 0.6f * size;
    }

    void scale(const Layer& layer) {
        const float width = 16 * size;
        float y = block(3, width);
        const float x = left + 0.7f * size;
        painter.text(std::string(layer.title) + " [" + layer.unit + "]", x, y, ink);
        y += 1.4f * size;
        constexpr int steps = 64;
        for (int i = 0; i < steps; ++i)
            painter.rectangle(x + width * static_cast<float>(i) / steps, y, width / steps + 0.5f, size,
                              false_color((static_cast<float>(i) + 0.5f) / steps));
        y += 1.2f * size;
        for (int i = 0; i <= 4; ++i) {
            const std::string number =
                short_number(layer.low + (layer.high - layer.low) * static_cast<float>(i) / 4, 3);
            const float w = painter.width_of(number);
            const float at = std::clamp(x + width * static_cast<float>(i) / 4 - w / 2, x, x + width - w);
            painter.text(number, at, y, ink);
        }
        bottom -= 0.6f * size;
    }
};

}  // namespace

void write_legend(TextPainter& painter, LayerSet set, u32 height, float scale) {
    PL_ASSERT(height > 0 && scale > 0);
    const float size = std::round(std::max(11.0f, 16 * static_cast<float>(height) / 720) * scale);
    painter.set_size(size);
    Writer writer{painter, size, size, static_cast<float>(height) - size};
    const std::span<const Layer> all = layers();
    for (size_t l = 0; l < all.size(); ++l) {
        if (!set.has(l)) continue;
        if (all[l].high > all[l].low)
            writer.scale(all[l]);
        else if (!all[l].legend.empty())
            writer.entries(all[l]);
    }
}

}  // namespace pliant::render
