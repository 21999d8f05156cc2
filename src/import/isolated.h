// Work that may crash, never end or take all memory, done in a process of its own. Assimp 5.2 does all of that for
// files that are damaged or crafted: what comes back of such a file is a sentence.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/archive.h"

namespace pliant {

struct IsolationLimits {
    double cpu_seconds = 10;
    u64 memory = u64{2} << 30;  // [bytes] more than the process has when it begins
};

// More for large files, which take longer without any ill will.
IsolationLimits limits_for(size_t file_bytes);

// Calls `work` in a child process and returns its output. An Error that it throws is thrown here; a crash, too much
// time or too much memory becomes an Error about `name`. The bytes come from a process that may have overwritten its
// own memory: the caller must check them.
std::vector<std::byte> run_isolated(const std::string& name, const IsolationLimits& limits,
                                    const std::function<void(Writer&)>& work);

}  // namespace pliant
