// A contract that is broken (core/assert.h) fails the test in which it happened, instead of ending the program. Every
// test program does so from its start; a test that listens itself calls this when it is done.
#pragma once

namespace pliant::testing {

void fail_tests_by_broken_contracts();

}  // namespace pliant::testing
