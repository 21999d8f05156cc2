#include "import/isolated.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <new>

#include "core/assert.h"
#include "core/text.h"

namespace pliant {

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool is_sanitized = true;  // its shadow takes terabytes of addresses, and everything takes longer
#else
constexpr bool is_sanitized = false;
#endif

constexpr char succeeded = 'r', failed = 'e';  // what stands before the result, or before the parts of an Error

constexpr u64 largest_result = u64{4} << 30;  // [bytes]

// [bytes] of addresses that this process uses now.
u64 address_space() {
    unsigned long pages = 0;
    if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
        if (std::fscanf(file, "%lu", &pages) != 1) pages = 0;
        std::fclose(file);
    }
    return u64{pages} * static_cast<u64>(sysconf(_SC_PAGESIZE));
}

void limit_this_process(const IsolationLimits& limits, u64 addresses) {
    const auto set = [](auto resource, u64 value) {
        const rlimit limit{value, value};
        setrlimit(resource, &limit);
    };
    set(RLIMIT_CORE, 0);
    set(RLIMIT_CPU, static_cast<u64>(limits.cpu_seconds));
    if (is_sanitized) return;
    if (addresses) set(RLIMIT_AS, addresses + limits.memory);
    // Of a heap that is found broken the C library complains there.
    if (const int nowhere = open("/dev/null", O_WRONLY); nowhere >= 0) dup2(nowhere, 2);
}

bool write_all(int to, const void* data, size_t size) {
    for (const char* at = static_cast<const char*>(data); size > 0;) {
        const ssize_t written = write(to, at, size);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        at += written;
        size -= static_cast<size_t>(written);
    }
    return true;
}

void write_error(std::vector<std::byte>& out, const Trouble& trouble) {
    out.clear();
    Writer w(out);
    w.value(failed);
    w.text(trouble.where);
    w.text(trouble.wrong);
    w.text(trouble.expected);
    w.text(trouble.advice);
}

// Never returns: what the program would do at its end is the parent's.
[[noreturn]] void be_the_child(int to, const std::string& name, const IsolationLimits& limits, u64 addresses,
                               const std::function<void(Writer&)>& work) {
    for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGPIPE, SIGXCPU}) std::signal(signal, SIG_DFL);
    limit_this_process(limits, addresses);
    std::vector<std::byte> out;
    try {
        Writer w(out);
        w.value(succeeded);
        work(w);
    } catch (const Error& e) {
        write_error(out, e.trouble());
    } catch (const std::bad_alloc&) {
        write_error(out, {name, "it cannot be read: more memory is asked for than its size can need", "a whole file",
                          "it may be damaged; export it again"});
    } catch (...) {
        _exit(1);
    }
    _exit(write_all(to, out.data(), out.size()) ? 0 : 1);
}

// All that comes, until the other side ends or the time is over: false.
bool read_all(int from, double seconds, std::vector<std::byte>& out) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    std::vector<std::byte> buffer(1 << 16);
    for (;;) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
        if (left.count() <= 0 || out.size() > largest_result) return false;
        pollfd ready{from, POLLIN, 0};
        if (poll(&ready, 1, static_cast<int>(std::min<i64>(left.count(), 1000))) <= 0) continue;
        const ssize_t n = read(from, buffer.data(), buffer.size());
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return n == 0;
        out.insert(out.end(), buffer.begin(), buffer.begin() + n);
    }
}

int wait_for(pid_t child) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return -1;  // a host that takes the ends of all children for itself
    return status;
}

}  // namespace

IsolationLimits limits_for(size_t file_bytes) {
    IsolationLimits limits;
    limits.cpu_seconds += static_cast<double>(file_bytes) / 4e6;
    if (is_sanitized) limits.cpu_seconds *= 10;
    limits.memory += u64{64} * file_bytes;
    return limits;
}

std::vector<std::byte> run_isolated(const std::string& name, const IsolationLimits& limits,
                                    const std::function<void(Writer&)>& work) {
    PL_ASSERT(work && limits.cpu_seconds > 0);
    int ends[2];
    const u64 addresses = address_space();
    if (pipe2(ends, O_CLOEXEC) != 0) throw Error({name, "it cannot be read: there are too many open files", "", ""});
    const pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        be_the_child(ends[1], name, limits, addresses, work);
    }
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        throw Error({name, "it cannot be read: no process can be started for it", "", "is there memory left?"});
    }
    std::vector<std::byte> bytes;
    const bool whole = read_all(ends[0], 30 + 5 * limits.cpu_seconds, bytes);
    close(ends[0]);
    if (!whole) kill(child, SIGKILL);
    const int status = wait_for(child);
    const bool out_of_time =
        !whole || (status > 0 && WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL));
    if (out_of_time)
        throw Error({name, "it cannot be read: it takes more than " + short_number(limits.cpu_seconds) + " s",
                     "a whole file", "it may be damaged; export it again, or convert it to .glb"});
    if (status > 0 || bytes.empty())
        throw Error({name, "it cannot be read: the importer crashed on it", "a whole file",
                     "it may be damaged; export it again, or convert it to .glb"});
    Reader r(bytes, name);
    if (r.value<char>() == failed) {
        Trouble trouble;
        for (std::string* text : {&trouble.where, &trouble.wrong, &trouble.expected, &trouble.advice}) *text = r.text();
        throw Error(std::move(trouble));
    }
    bytes.erase(bytes.begin());
    return bytes;
}

}  // namespace pliant
