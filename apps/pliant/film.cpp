#include "pliant/film.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <filesystem>

#include "core/error.h"
#include "core/files.h"
#include "core/text.h"
#include "pliant/verbs.h"

namespace pliant::app {

namespace fs = std::filesystem;

namespace {

// What ffmpeg is told for an ending.
struct Packing {
    const char* ending;
    bool transparent;  // whether the format can be
    const char* opaque_arguments;
    const char* transparent_arguments;
};
constexpr Packing packings[] = {
    // yuv420p wants even sizes; a row or a column is added where they are not
    {".mp4", false,
     "-vf pad=ceil(iw/2)*2:ceil(ih/2)*2 -c:v libx264 -preset medium -crf 18 -pix_fmt yuv420p -movflags +faststart", ""},
    {".mov", false,
     "-vf pad=ceil(iw/2)*2:ceil(ih/2)*2 -c:v libx264 -preset medium -crf 18 -pix_fmt yuv420p -movflags +faststart", ""},
    {".webm", true, "-c:v libvpx-vp9 -b:v 0 -crf 28 -deadline good -cpu-used 4 -row-mt 1 -pix_fmt yuv420p",
     "-c:v libvpx-vp9 -b:v 0 -crf 28 -deadline good -cpu-used 4 -row-mt 1 -pix_fmt yuva420p"},
    {".gif", true,
     "-filter_complex split[a][b];[a]palettegen=max_colors=192[p];[b][p]paletteuse=dither=bayer:bayer_scale=4 -loop 0",
     "-filter_complex "
     "split[a][b];[a]palettegen=max_colors=192:reserve_transparent=1[p];[b][p]paletteuse=dither=bayer:bayer_scale=4:"
     "alpha_threshold=128 -loop 0"},
    {".webp", true, "-c:v libwebp_anim -quality 82 -loop 0 -pix_fmt yuv420p",
     "-c:v libwebp_anim -quality 82 -loop 0 -pix_fmt yuva420p"},
};

const Packing* packing_of(const std::string& path) {
    for (const Packing& p : packings)
        if (ends_with(path, p.ending)) return &p;
    return nullptr;
}

void make_folder_of(const std::string& path) {
    const fs::path folder = fs::path(path).parent_path();
    std::error_code error;
    if (!folder.empty()) fs::create_directories(folder, error);
    if (error) throw OutputError({folder.string(), "the folder cannot be made: " + error.message(), "", ""});
}

class OnePicture final : public Film {
  public:
    explicit OnePicture(const FilmSettings& s) : path_(s.path) {}
    void add(const render::Image& image) override { last_ = image; }
    void finish() override { render::save_png(last_, path_); }

  private:
    std::string path_;
    render::Image last_;
};

class NumberedPictures final : public Film {
  public:
    explicit NumberedPictures(const FilmSettings& s) {
        const size_t percent = s.path.find('%'), d = s.path.find('d', percent);
        before_ = s.path.substr(0, percent);
        after_ = s.path.substr(d + 1);
        digits_ = std::atoi(s.path.substr(percent + 1, d - percent - 1).c_str());
    }
    void add(const render::Image& image) override {
        render::save_png(image, fmt::format("{}{:0{}}{}", before_, number_++, digits_, after_));
    }
    void finish() override {}

  private:
    std::string before_, after_;
    int digits_ = 4;
    u64 number_ = 0;
};

// ffmpeg, fed with pixels through a pipe. It writes beside the film's name.
class PackedFilm final : public Film {
  public:
    explicit PackedFilm(const FilmSettings& s) : path_(s.path) {
        const Packing& packing = *packing_of(s.path);
        if (s.transparent && !packing.transparent)
            throw Usage("--transparent: " + std::string(packing.ending) +
                        " has no transparency; expected .webm, .webp, .gif or .png");
        const fs::path path(s.path);
        part_ = (path.parent_path() / (path.stem().string() + ".part" + path.extension().string())).string();
        log_ = part_ + ".log";
        std::vector<std::string> words{"ffmpeg",     "-y",
                                       "-loglevel",  "error",
                                       "-f",         "rawvideo",
                                       "-pix_fmt",   "rgba",
                                       "-s",         fmt::format("{}x{}", s.width, s.height),
                                       "-framerate", fmt::format("{}", s.fps),
                                       "-i",         "-"};
        for (std::string_view word :
             split(s.transparent ? packing.transparent_arguments : packing.opaque_arguments, ' '))
            words.emplace_back(word);
        words.push_back("file:" + part_);  // or a colon or a dash in the name would mean something to ffmpeg
        start(words);
    }
    ~PackedFilm() override {
        if (child_ > 0) stop();
        std::error_code error;
        fs::remove(part_, error);
        fs::remove(log_, error);
    }

    void add(const render::Image& image) override {
        const u8* bytes = image.rgba.data();
        for (size_t left = image.rgba.size(); left > 0;) {
            const ssize_t done = write(pipe_, bytes, left);
            if (done < 0 && errno == EINTR) continue;
            if (done <= 0) fail();
            bytes += done;
            left -= static_cast<size_t>(done);
        }
    }

    void finish() override {
        if (stop() != 0) fail();
        std::error_code error;
        fs::rename(part_, path_, error);
        if (error) throw OutputError({path_, "the film cannot be put there: " + error.message(), "", ""});
    }

  private:
    void start(const std::vector<std::string>& words) {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0) throw OutputError({path_, "a pipe cannot be made", "", ""});
        std::signal(SIGPIPE, SIG_IGN);  // a write then tells that ffmpeg is gone
        std::vector<char*> arguments;
        for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
        arguments.push_back(nullptr);
        child_ = fork();
        if (child_ == 0) {
            // Ctrl-C is for us: we then finish the film with what there is.
            setpgid(0, 0);
            const int log = open(log_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
            dup2(ends[0], 0);
            dup2(log, 1);
            dup2(log, 2);
            execvp("ffmpeg", arguments.data());
            _exit(errno == ENOENT ? 127 : 126);
        }
        close(ends[0]);
        pipe_ = ends[1];
        if (child_ < 0) throw OutputError({path_, "ffmpeg cannot be started", "", ""});
    }

    int stop() {
        close(pipe_);
        int status = 0;
        while (waitpid(child_, &status, 0) < 0 && errno == EINTR) {
        }
        child_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
    }

    [[noreturn]] void fail() {
        if (child_ > 0) stop();
        std::string words;
        try {
            words = read_file(log_);
        } catch (const Error&) {
        }
        throw OutputError({path_, "ffmpeg gave up: " + std::string(trimmed(words)), "", ""});
    }

    std::string path_, part_, log_;
    int pipe_ = -1;
    pid_t child_ = -1;
};

}  // namespace

FilmKind film_kind(const std::string& path) {
    if (packing_of(path)) return FilmKind::film;
    if (ends_with(path, ".png")) {
        const size_t percent = path.find('%');
        if (percent == std::string::npos) return FilmKind::picture;
        const size_t d = path.find('d', percent);
        bool good = d != std::string::npos && path.find('%', percent + 1) == std::string::npos && d - percent <= 3;
        for (size_t i = percent + 1; good && i < d; ++i) good = path[i] >= '0' && path[i] <= '9';
        if (!good) throw Usage("-o: " + in_quotes(path) + ": expected a number as %04d");
        return FilmKind::pictures;
    }
    std::string endings = ".png, %04d.png";
    for (const Packing& p : packings) endings += std::string(", ") + p.ending;
    throw Usage("-o: " + in_quotes(path) + " does not say what to make; expected a name that ends with one of " +
                endings);
}

bool on_path(const char* program) {
    const char* path = std::getenv("PATH");
    for (std::string_view folder : split(path ? path : "", ':')) {
        std::error_code error;
        if (fs::exists(fs::path(folder) / program, error)) return true;
    }
    return false;
}

static void no_ffmpeg(const std::string& path) {
    throw MissingError({path, "ffmpeg is not installed, and films are packed by it", "the program ffmpeg",
                        "install it (in Debian: the package ffmpeg), or write pictures: -o frames/%04d.png"});
}

void check_packer(const std::string& path) {
    if (film_kind(path) == FilmKind::film && !on_path("ffmpeg")) no_ffmpeg(path);
}

std::unique_ptr<Film> make_film(const FilmSettings& settings) {
    make_folder_of(settings.path);
    switch (film_kind(settings.path)) {
        case FilmKind::picture: return std::make_unique<OnePicture>(settings);
        case FilmKind::pictures: return std::make_unique<NumberedPictures>(settings);
        case FilmKind::film: return std::make_unique<PackedFilm>(settings);
    }
    return nullptr;
}

}  // namespace pliant::app
