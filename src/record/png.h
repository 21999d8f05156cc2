// PNG images, row by row, with 8 or 16 bits a channel: grey, or red, green and blue, with alpha or without.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "record/growing_file.h"

namespace pliant {

class PngFile {
  public:
    // Without compression where the library for it is missing, as on the web, or is not wanted.
    // Channels: 1 grey, 2 with alpha, 3 colour, 4 with alpha.
    PngFile(const std::string& path, u32 width, u32 height, u32 bits, bool compressed = true, u32 channels = 3);
    ~PngFile();
    void row(std::span<const u16>
                 values);  // all channels of a pixel together, 0 … 65535 or 0 … 255; as often as there are rows
    void finish();         // only now the file has its name

  private:
    class Deflate;
    void chunk(const char* type, std::span<const u8> data);
    void write_data(bool all);
    std::string path_;
    GrowingFile file_;
    u32 bits_;
    std::vector<u8> row_, row_before_, filtered_, packed_;
    std::unique_ptr<Deflate> deflate_;
};

// Whole, with 16 bits a channel, rows from the top.
void write_png(const std::string& path, u32 width, u32 height, u32 channels, std::span<const u16> values);

}  // namespace pliant
