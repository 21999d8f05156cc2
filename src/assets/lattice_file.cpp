#include "assets/lattice_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "assets/line_tuples.h"
#include "assets/text_lines.h"
#include "core/error.h"
#include "core/text.h"

namespace pliant {

namespace {

// The grid around the sites is looked up by rows; more than this is no body.
constexpr u64 max_rows = 50'000'000;

class LatticeFileReader {
  public:
    LatticeFileReader(std::string_view text, const std::string& name)
        : name_(name), lines_(text), trouble_([this](const std::string& wrong, const std::string& expected) {
              throw Error({name_ + ":" + std::to_string(std::max(lines_.number(), 1u)), wrong, expected, ""});
          }) {}

    LatticeFile read() {
        LatticeFile file;
        file.center = line("the centre of the mesh as x,y,z", &LineTuples::vector);
        file.spacing = positive("the spacing of the lattice as x,y,z, each above 0");
        file.scale = positive("the scale of the mesh as x,y,z, each above 0");
        const std::string site = "the site of a particle as x,y,z in whole numbers";
        while (next_line()) {
            LineTuples tuples(lines_.line(), trouble_);
            file.sites.push_back(tuples.site(site));
            tuples.end("one site a line");
        }
        if (file.sites.empty()) trouble_("the file ends here", site);
        return file;
    }

  private:
    // Lines without anything in them are passed over.
    bool next_line() {
        while (lines_.next())
            if (!trimmed(lines_.line()).empty()) return true;
        return false;
    }
    Vec3 line(const std::string& what, Vec3 (LineTuples::*take)(const std::string&)) {
        if (!next_line()) trouble_("the file ends here", what);
        LineTuples tuples(lines_.line(), trouble_);
        const Vec3 v = (tuples.*take)(what);
        tuples.end(what);
        return v;
    }
    Vec3 positive(const std::string& what) {
        const Vec3 v = line(what, &LineTuples::factors);
        if (!(v.x > 0 && v.y > 0 && v.z > 0)) trouble_(in_quotes(trimmed(lines_.line())) + " is not above 0", what);
        return v;
    }

    const std::string& name_;
    TextLines lines_;
    LineTrouble trouble_;
};

void check_extent(const LatticeFile& file, const std::string& name) {
    Vec3i low = file.sites.front(), high = low;
    for (const Vec3i& s : file.sites) {
        low = least(low, s);
        high = greatest(high, s);
    }
    const Vec3i size = high - low + Vec3i{1, 1, 1};
    if (static_cast<u64>(size.y) * static_cast<u64>(size.z) > max_rows)
        throw Error({name,
                     "the sites span " + with_commas(static_cast<u64>(size.x)) + " × " +
                         with_commas(static_cast<u64>(size.y)) + " × " + with_commas(static_cast<u64>(size.z)),
                     "a body whose particles stand together", ""});
    for (const Vec3i& corner : {low, high})
        if (!is_finite(scaled(file.spacing, corner.to<float>()) - file.center))
            throw Error({name, "particle " + site_text(corner) + " stands farther out than numbers reach",
                         "a smaller spacing and a nearer centre", ""});
}

// The cells all of whose corners are among the sorted sites.
std::vector<Vec3i> cells_among(const std::vector<Vec3i>& sites) {
    std::vector<Vec3i> cells;
    for (const Vec3i& s : sites) {
        bool whole = true;
        for (int c = 1; c < 8 && whole; ++c)
            whole = std::binary_search(sites.begin(), sites.end(), s + Vec3i{c & 1, c >> 1 & 1, c >> 2}, comes_before);
        if (whole) cells.push_back(s);
    }
    return cells;
}

}  // namespace

LatticeFile read_lattice_file(std::string_view text, const std::string& name) {
    return LatticeFileReader(text, name).read();
}

std::string lattice_file_text(const LatticeFile& file) {
    fmt::memory_buffer text;
    const auto out = fmt::appender(text);
    for (const Vec3& v : {file.center, file.spacing, file.scale}) fmt::format_to(out, "{},{},{}\n", v.x, v.y, v.z);
    for (const Vec3i& s : file.sites) fmt::format_to(out, "{},{},{}\n", s.x, s.y, s.z);
    return fmt::to_string(text);
}

LatticeFile lattice_file_of(const LatticeMesh& lattice, const Vec3& scale) {
    return {Vec3{} - lattice.origin, lattice.spacing, scale, lattice.particle_site};
}

ListedLattice listed_lattice(const LatticeFile& file, const std::string& name) {
    check_extent(file, name);
    std::vector<u32> sorted(file.sites.size());
    std::iota(sorted.begin(), sorted.end(), 0u);
    std::sort(sorted.begin(), sorted.end(), [&](u32 a, u32 b) {
        return file.sites[a] == file.sites[b] ? a < b : comes_before(file.sites[a], file.sites[b]);
    });
    std::vector<Vec3i> sites;
    for (u32 i : sorted) {
        if (!sites.empty() && sites.back() == file.sites[i])
            throw Error({name, "site " + site_text(file.sites[i]) + " is there twice", "every particle once",
                         "where parts of a body share sites, cells cannot be told from them: give the mesh instead of "
                         "the .rmb"});
        sites.push_back(file.sites[i]);
    }
    const std::vector<Vec3i> cells = cells_among(sites);
    if (cells.empty())
        throw Error({name, "no eight of its particles are the corners of a cell", "at least one cell", ""});
    ListedLattice listed;
    listed.lattice = make_lattice(cells, file.spacing, Vec3{} - file.center);
    const LatticeMesh& lattice = listed.lattice;
    Vec3i low = cells.front();
    for (const Vec3i& c : cells) low = least(low, c);
    listed.particle.resize(sites.size());
    listed.listed_order.resize(sites.size());
    for (u32 i = 0; i < sites.size(); ++i) {  // both are sorted alike
        if (i >= lattice.particle_count() || !(lattice.particle_site[i] + low == sites[i]))
            throw Error({name, "particle " + site_text(sites[i]) + " is not a corner of any cell",
                         "eight particles around every cell", ""});
        listed.particle[sorted[i]] = i;
        listed.listed_order[i] = sorted[i];
    }
    return listed;
}

std::string site_text(const Vec3i& s) { return fmt::format("{},{},{}", s.x, s.y, s.z); }

}  // namespace pliant
