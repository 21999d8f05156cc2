// Benchmarks. Configurations that are compared are timed alternately in one run, and the median of usually seven rounds
// is reported: a typical time, and neither the best nor the worst.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/types.h"

namespace pliant::bench {

// One line of results: parameters and figures by name. Texts are given as JSON values.
using Row = std::vector<std::pair<std::string, std::string>>;

class Report {
  public:
    Report(std::string name, bool json) : name_(std::move(name)), json_(json) {}
    void row(const Row& row);
    void note(const std::string& text);  // a sentence for people; left out of JSON

  private:
    std::string name_;
    bool json_;
    std::string heading_;
};

std::string number(double v, int digits = 4);
std::string text(const std::string& s);

// The value in the middle; the lower of two.
double median(std::vector<double> values);

// Seconds that each function takes, the median of `rounds`, alternately. Each is called until it has taken about
// `min_seconds` a round.
std::vector<double> median_seconds(const std::vector<std::function<void()>>& functions, int rounds = 7,
                                   double min_seconds = 0.05);

struct Options {
    bool json = false;
    bool quick = false;  // small sizes only: for a first look and for tests
    std::string only;    // of `contact`: only scenes whose names contain this
};

struct Bench {
    const char* name;
    const char* help;
    void (*run)(const Options&);
};
const std::vector<Bench>& all();

void lattice(const Options&);
void snapshot(const Options&);
void animation(const Options&);
void authoring(const Options&);
void tetrahedralize(const Options&);
void tear(const Options&);
void cloth(const Options&);
void flesh(const Options&);
void jiggle(const Options&);
void detail(const Options&);
void skinning(const Options&);
void record(const Options&);
void render(const Options&);
void paint(const Options&);
void limits(const Options&);
void contact(const Options&);
void rigid_bodies(const Options&);
void octopus_rows(Report&, bool quick);  // of `contact`: an octopus with everything on

// What this machine can do at most with so many threads: bytes a second of a triad beyond the caches, and
// single-precision operations a second with vectors of eight. Two cores share the way to the memory: what both move
// together is measured, and not twice what one does.
struct Limits {
    double bytes_per_second, flops_per_second;
};
Limits measure_limits(u32 threads = 1);

}  // namespace pliant::bench
