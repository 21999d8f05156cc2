// What the verbs that record have in common.
#pragma once

#include <span>

#include "pliant/verbs.h"
#include "record/recorder.h"

namespace pliant::app {

constexpr const char* loop_help =
    "Of vat: blends its last seconds into its beginning, so that it repeats without a seam";
// Throws Usage.
void check_loop(double seconds, std::span<const RecordFormat* const> formats);

// How a .glb is made.
struct GlbOptions {
    double error = unset;
    bool meshopt = false;
    static constexpr double unset = -1e300;
    GlbSettings settings() const { return {error == unset ? GlbSettings{}.error : error, meshopt}; }
};
void declare_glb_options(Options& options, GlbOptions& glb);
// Throws Usage.
void check_glb_options(const GlbOptions& glb, std::span<const RecordFormat* const> formats);

// Shows how far files are that are put together at the end.
RecordProgress finishing_progress(bool quiet);

}  // namespace pliant::app
