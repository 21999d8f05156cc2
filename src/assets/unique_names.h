// Names of parts, made different from each other.
#pragma once

#include <map>
#include <set>
#include <string>

#include "core/types.h"

namespace pliant {

class UniqueNames {
  public:
    explicit UniqueNames(char separator = '.') : separator_(separator) {}
    // The name itself the first time, then "name.2", "name.3" and so on.
    std::string take(const std::string& name) {
        std::string result = name;
        u32& last = last_number_[name];  // so that a thousand equal names do not search a thousand times each
        while (!taken_.insert(result).second) result = name + separator_ + std::to_string(++last + 1);
        return result;
    }

  private:
    char separator_;
    std::set<std::string> taken_;
    std::map<std::string, u32> last_number_;
};

}  // namespace pliant
