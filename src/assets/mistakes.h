// All that is wrong with a file, told at once: a reader goes on after a mistake, as far as what follows makes sense.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "core/error.h"

namespace pliant {

class Mistakes {
  public:
    // Runs f and keeps the Error that it throws.
    template <class F>
    void collect(F&& f) {
        try {
            f();
        } catch (const Error& e) {
            add(e.trouble());
        }
    }
    // The same for an object with a name. If it fails, references to it are no further errors; and where one of its
    // values was wrong already, the final Error is only a consequence.
    template <class F>
    void collect_thing(const std::string& name, F&& f) {
        const size_t before = all_.size();
        try {
            f();
        } catch (const Error& e) {
            if (all_.size() == before) add(e.trouble());
            failed_.insert(name);
        }
    }
    bool empty() const { return all_.empty(); }
    // One Error with a line for each; does nothing where there are none.
    void throw_all() const;

  private:
    void add(const Trouble& trouble);

    std::vector<Trouble> all_;
    std::set<std::string> failed_;  // names of things that could not be read
};

}  // namespace pliant
