// Part of every test program: a contract that is broken (core/assert.h) fails the test in which it happened, instead of
// ending the program. In builds without asserts this does nothing.
#include <gtest/gtest.h>

#include <map>
#include <mutex>
#include <utility>

#include "broken_contracts.h"
#include "core/assert.h"

namespace pliant {
namespace {

void fail_test(void*, const char* condition, const char* file, int line) {
    static std::mutex mutex;
    static std::map<std::pair<const char*, int>, int> times;
    const std::lock_guard lock(mutex);
    if (++times[{file, line}] <= 20)
        ADD_FAILURE_AT(file, line) << "contract broken: " << condition;  // it may be a loop
}

const bool listening = (testing::fail_tests_by_broken_contracts(), true);

}  // namespace

void testing::fail_tests_by_broken_contracts() { set_assertion_listener(fail_test, nullptr); }

}  // namespace pliant
