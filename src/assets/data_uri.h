// The parts of URIs that glTF files use: %20 and the like, and data inside the URI itself.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pliant {

bool is_data_uri(std::string_view uri);

// The bytes of "data:application/octet-stream;base64,AAAA"; nothing if the text is broken.
std::optional<std::string> decode_data_uri(std::string_view uri);

std::string encode_base64(std::string_view bytes);

// "wood%20grain.png" -> "wood grain.png"; a % that starts no code stays.
std::string percent_decoded(std::string_view text);

}  // namespace pliant
