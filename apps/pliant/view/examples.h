// The examples that come with Pliant.
#pragma once

#include <string>
#include <vector>

namespace pliant::view {

struct Example {
    std::string name, scene, picture, words;
};

std::string examples_folder();  // empty: not found
std::vector<Example> find_examples(const std::string& folder);

}  // namespace pliant::view
