// What the verbs that record have in common.
#pragma once

#include <span>

#include "record/recorder.h"

namespace pliant::app {

constexpr const char* loop_help =
    "Of vat: blends its last seconds into its beginning, so that it repeats without a seam";
// Throws Usage.
void check_loop(double seconds, std::span<const RecordFormat* const> formats);

// Shows how far files are that are put together at the end.
RecordProgress finishing_progress(bool quiet);

}  // namespace pliant::app
