#include "files/jail/reader_process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <doctest/doctest.h>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string>
#include <thread>
#include <utility>

#include "contains_text.hpp"
#include "core/errors.hpp"
#include "files/hdf5_file.hpp"
#include "files/jail/jail_state.hpp"
#include "files/numpy/npz_file.hpp"
#include "places.hpp"
#include "scratch_directory.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

// CCHNN_READ for a scope.
class Reader {
  public:
    explicit Reader(const std::string& program) { ::setenv("CCHNN_READ", program.c_str(), 1); }
    ~Reader() { ::unsetenv("CCHNN_READ"); }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;
};

// How long readers are waited for in a scope.
class Patience {
  public:
    explicit Patience(double seconds) { set_patience(seconds); }
    ~Patience() { set_patience(usual_patience); }
    Patience(const Patience&) = delete;
    Patience& operator=(const Patience&) = delete;
};

template <class Error, class Action>
std::string text_of(const Action& action) {
    try {
        action();
    } catch (const Error& error) {
        return error.what();
    } catch (const std::exception& error) {
        return std::string("another kind of error: ") + error.what();
    }
    return "no error";
}

// What opening a file and listing it says, with a reader that does what `task` says.
template <class Error = DataError>
std::string told(const std::string& task) {
    const ScratchDirectory scratch;
    const std::filesystem::path file = scratch.file("f.h5", "\x89HDF\r\n\x1a\n" + task);
    const Reader reader(cchnn_test::bin_dir() + "/false_reader");
    const std::string text = text_of<Error>([&] { Hdf5File::open(file).entries(); });
    return text.starts_with(file.string() + ": ") ? text.substr(file.string().size() + 2) : text;
}

// Exit code of try_calls, or minus the signal that ended it.
int tried(const std::string& attempt) {
    const std::string command =
        "exec '" + cchnn_test::bin_dir() + "/try_calls' '" + attempt + "' </dev/null >/dev/null 2>&1";
    const int status = std::system(command.c_str());
    return WIFSIGNALED(status)          ? -WTERMSIG(status)
           : WEXITSTATUS(status) >= 128 ? 128 - WEXITSTATUS(status)
                                        : WEXITSTATUS(status);
}

const std::string hostile = "could not be read: damaged or hostile (";

}  // namespace

TEST_CASE("a reader that dies, leaves, babbles or takes too long is the file's fault, and says how") {
    CHECK(told("die") == hostile + "reader ended by signal 11)");
    CHECK(told("forbidden") == hostile + "reader ended by signal 31, a forbidden system call)");
    CHECK(
        told("spin").ends_with("could not be read in 1 s of processor time, enough for a file of its size: it is "
                               "damaged or hostile, or its arrays "
                               "have too many small blocks; write it again with blocks of 64 KiB or more"));
    CHECK(told("no memory") == hostile + "reader needed more than 384 MiB of memory)");
    CHECK(told("babble") == hostile + "the reader process sent a malformed answer)");
    CHECK(told("many problems") == hostile + "the reader process sent a malformed answer)");
}

TEST_CASE("a reader that was killed, or that cannot work, is the machine's fault") {
    CHECK(told<IoError>("killed") ==
          "could not be read: its reader process was killed; is the machine short of memory?");
    CHECK(contains_text(told<IoError>("leave"), "false_reader: ended with exit code 9 and no message"));
    const Reader reader("/nowhere/cchnn-read");
    const ScratchDirectory scratch;
    const auto file = scratch.file("f.h5", "\x89HDF\r\n\x1a\n");
    CHECK(text_of<IoError>([&] { Hdf5File::open(file); }) ==
          "/nowhere/cchnn-read: cannot be started: No such file or directory");
}

TEST_CASE("what a reader says is looked at before it is used") {
    for (const char* task : {"nothing", "wrong kind", "no path", "zero in a path", "no chunk", "wrong chunk",
                             "wrong element", "wrong attribute", "many axes", "truncated", "too long", "ready again"}) {
        CAPTURE(task);
        CHECK(told(task) == hostile + "the reader process sent a malformed answer)");
    }
    CHECK(told("endless") == hostile + "the reader process sent more than requested)");
}

TEST_CASE("a description of which any number is too large is refused, or the number is none that counts what follows") {
    int refusals = 0;
    std::string text;
    for (int at = 0; at < 1000; ++at) {
        CAPTURE(at);
        text = told("lies at " + std::to_string(at));
        if (text != "no error" && !text.starts_with(hostile)) break;
        refusals += text.starts_with(hostile);
    }
    CHECK(contains_text(text, "ended with exit code 0"));  // behind the last number
    CHECK(refusals >= 30);                                 // counts, kinds, and flags
}

TEST_CASE("an answer to a request has as many numbers or texts as were asked for, whatever the reader does") {
    const Patience one_second(1);
    const auto reads = [](const std::string& task, const auto& read) {
        const ScratchDirectory scratch;
        const std::filesystem::path path = scratch.file("f.h5", "\x89HDF\r\n\x1a\n" + task);
        const Reader reader(cchnn_test::bin_dir() + "/false_reader");
        return text_of<DataError>([&] {
            const Hdf5File file = Hdf5File::open(path);
            read(file);
        });
    };
    const auto numbers = [](const Hdf5File& file) {
        std::vector<double> values;
        file.read_doubles("/x", {0}, file.array("/x").shape, values);
    };
    const auto texts = [](const Hdf5File& file) { file.read_texts("/text"); };
    const auto text = [](const Hdf5File& file) { file.attribute_bytes("/", file.attributes("/").at(0)); };
    for (const std::string jail : {"", "jailed: "})
        for (const auto& [what, reason] : std::initializer_list<std::pair<const char*, const char*>>{
                 {"too few", "the reader process sent fewer numbers than requested"},
                 {"none", "the reader process sent fewer numbers than requested"},
                 {"too many", "the reader process sent more than requested"},
                 {"one part too many", "the reader process sent more than requested"},
                 {"longer than the rest", "the reader process sent more than requested"},
                 {"dies within", "reader ended by signal 11"},
                 {"hangs within", "took too long to read: its reader process had 1 s in all"},
                 {"false problems", "the reader process sent a malformed answer"},
                 {"no problems", "the reader process sent a malformed answer"},
                 {"long problems", "the reader process sent a malformed answer"}}) {
            const std::string task = what;  // a structured binding cannot be captured
            CAPTURE(jail);
            CAPTURE(task);
            CHECK(contains_text(reads(jail + task, numbers), reason));
        }
    for (const char* task : {"one text", "three texts", "long text", "no text"}) {
        CAPTURE(task);
        const std::string said = reads(task, texts);
        CHECK_MESSAGE((contains_text(said, "damaged") && contains_text(said, "f.h5")), said);
    }
    for (const char* task : {"three texts", "long text", "no text"}) {
        CAPTURE(task);
        const std::string said = reads(task, text);
        CHECK_MESSAGE((contains_text(said, "damaged") && contains_text(said, "f.h5")), said);
    }
    // What is sent twice answers the next request, and has to be right for it.
    CHECK(reads("two answers", numbers) == "no error");
    CHECK(contains_text(reads("problems after all",
                              [&](const Hdf5File& file) {
                                  numbers(file);
                                  numbers(file);
                              }),
                        "the reader process sent a malformed answer"));
    CHECK(contains_text(reads("half a word", numbers), "closed its connection, but did not end"));
    CHECK(contains_text(reads("two answers",
                              [&](const Hdf5File& file) {
                                  numbers(file);
                                  numbers(file);
                                  file.read_texts("/text");
                              }),
                        "damaged or hostile"));
}

TEST_CASE("a reader that holds its asker up is waited for as long as patience says, in the jail and outside") {
    const Patience one_second(1);
    for (const std::string jail : {"", "jailed: "}) {
        CAPTURE(jail);
        // Each byte that comes was patience anew once.
        for (const char* task : {"say nothing", "say it slowly"}) {
            CAPTURE(task);
            CHECK(told(jail + task).starts_with("took too long to read: its reader process had 1 s in all; "));
        }
    }
}

TEST_CASE("a reader that floods its asker, or hangs up and stays, is refused before patience ends") {
    const Patience very_long(1e6);
    for (const std::string jail : {"", "jailed: "})
        for (const auto& [what, reason] : std::initializer_list<std::pair<const char*, const char*>>{
                 {"empty parts", "the reader process sent a malformed answer)"},
                 {"small parts", "the reader process sent a malformed answer)"},
                 {"bytes", "the reader process sent a malformed answer)"},
                 {"large parts", "the reader process sent more than requested)"}}) {
            const std::string task = what;  // a structured binding cannot be captured
            CAPTURE(jail);
            CAPTURE(task);
            CHECK(told(jail + task) == hostile + reason);
        }
    CHECK(told("hang up") == hostile + "the reader process closed its connection, but did not end)");
}

TEST_CASE("a reader that answers without reading what it is asked is refused, and not waited for") {
    const Patience very_long(1e6);
    const ScratchDirectory scratch;
    const Reader false_reader(cchnn_test::bin_dir() + "/false_reader");
    const auto path = scratch.file("f.h5", "\x89HDF\r\n\x1a\ndoes not read");
    const Hdf5File file = Hdf5File::open(path);
    std::vector<double> numbers;
    const auto read_often = [&] {
        for (int i = 0; i < 100'000; ++i) file.read_doubles("/x", {0}, file.array("/x").shape, numbers);
    };
    CHECK(contains_text(text_of<DataError>(read_often), "the reader process does not take requests"));
}

TEST_CASE("what is waited for a file is never given back, and time between questions does not count") {
    const Patience little(0.5);
    const ScratchDirectory scratch;
    const std::string path = (scratch / "a.h5").string();
    Hdf5File::create(path, path).close();
    const Hdf5File file = Hdf5File::open(path);
    std::this_thread::sleep_for(std::chrono::milliseconds(800));  // a long scoring
    CHECK_FALSE(file.has("/other"));
    CHECK_FALSE(contains_text(text_of<DataError>([&] { file.array("/other"); }), "took too long"));
}

TEST_CASE("a reader ends with the process that started it") {
    const ScratchDirectory scratch;
    const auto file = scratch.file("f.h5", "\x89HDF\r\n\x1a\njailed: say nothing");
    const Reader false_reader(cchnn_test::bin_dir() + "/false_reader");
    REQUIRE(::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0);  // the reader becomes a child of this process then
    const pid_t asker = ::fork();
    if (asker == 0) {
        try {
            Hdf5File::open(file);
        } catch (const std::exception&) {
        }
        ::_exit(0);
    }
    const std::string children = "/proc/" + std::to_string(asker) + "/task/" + std::to_string(asker) + "/children";
    pid_t reader = 0;
    // Until it has entered its jail: a reader that is ended before it runs ends as well.
    for (int look = 0; look < 1000 && reader == 0; ++look) {
        std::ifstream(children) >> reader;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    ::kill(asker, SIGKILL);
    ::waitpid(asker, nullptr, 0);
    if (reader == 0) {
        MESSAGE("the kernel does not list children here");
        return;
    }
    int status = 0;
    pid_t ended = 0;
    for (int look = 0; look < 1000 && ended == 0; ++look) {
        ended = ::waitpid(reader, &status, WNOHANG);
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    if (ended == 0) ::kill(reader, SIGKILL);
    CHECK(ended == reader);
    ::prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0);
}

TEST_CASE("the reader is named by an absolute path or not at all") {
    const ScratchDirectory scratch;
    const auto file = scratch.file("f.h5", "\x89HDF\r\n\x1a\n");
    const Reader reader("./cchnn-read");
    CHECK(text_of<IoError>([&] { Hdf5File::open(file); }) ==
          "CCHNN_READ: must name the reader of files by its absolute path, got './cchnn-read'");
}

TEST_CASE("in the jail nothing but memory and the given descriptors can be had") {
    const int nothing = tried("nothing");
    if (nothing == 77) {
        MESSAGE("the kernel takes no list of system calls here, or sanitizers need others");
        return;
    }
    REQUIRE(nothing == 0);
    for (const char* attempt :
         {"open", "socket", "execve", "fork", "read another", "write another", "executable memory",
          "settings of the process", "kill", "unlink", "advise anything else"}) {
        CAPTURE(attempt);
        CHECK(tried(attempt) == -SIGSYS);
    }
    CHECK(tried("little memory") == 0);
    CHECK(tried("give memory back") == 0);
    CHECK(tried("much memory") == 7);
    CHECK(tried("spin") == -SIGKILL);  // RLIMIT_CPU at its hard limit
}

TEST_CASE("numbers of every size come through the blocks as they were written, in parts and in chunks of their own") {
    const ScratchDirectory scratch;
    // More than two blocks of 1 MiB, in chunks that are smaller and larger than one.
    const std::uint64_t rows = 700, columns = 512;
    std::vector<double> values(rows * columns);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = 0.5 * static_cast<double>(i);
    {
        Hdf5File file = Hdf5File::create((scratch / "a.h5"), (scratch / "a.h5"));
        for (const auto& [name, chunk] :
             {std::pair<std::string, Shape>{"/whole", {}}, {"/small", {7, 512}}, {"/large", {600, 512}}})
            for (const int deflate : {0, 4})
                if (!chunk.empty() || deflate == 0) {
                    const std::string path = name + std::to_string(deflate);
                    file.make_array(path, float64, {rows, columns}, chunk, deflate);
                    file.write(path, {0, 0}, {rows, columns}, values.data());
                }
        file.close();
    }
    const Hdf5File file = Hdf5File::open((scratch / "a.h5"));
    for (const char* path : {"/whole0", "/small0", "/small4", "/large0", "/large4"}) {
        CAPTURE(path);
        std::vector<double> read(values.size());
        file.read_doubles(path, {0, 0}, {rows, columns}, read.data());
        CHECK(read == values);
        read.assign(300 * 100, 0);
        file.read_doubles(path, {13, 5}, {300, 100}, read.data());
        CHECK(read[0] == values[13 * columns + 5]);
        CHECK(read.back() == values[312 * columns + 104]);
        CHECK(file.read_bytes(path, {0, 0}, {rows, columns}).size() == values.size() * sizeof(double));
    }
    CHECK(file.file_bytes() == std::filesystem::file_size((scratch / "a.h5")));
    CHECK_FALSE(file.has("/other"));
}

TEST_CASE("a file with more objects than any of ours is refused when it is opened, with fewer all are described") {
    const ScratchDirectory scratch;
    const auto with_groups = [&](int groups) {
        Hdf5File file = Hdf5File::create((scratch / "many.h5"), (scratch / "many.h5"));
        for (int i = 0; i < groups; ++i) file.make_group("/g" + std::to_string(i));
        file.close();
        return Hdf5File::open((scratch / "many.h5"));
    };
    const Hdf5File file = with_groups(999);
    CHECK(file.entries().size() == 999);
    CHECK(file.has("/g998"));
    CHECK_FALSE(file.has("/g999"));
    CHECK(contains_text(text_of<DataError>([&] { with_groups(1000); }),
                        "many.h5: holds 1000 objects or more; this is not a trajectory file"));
}

TEST_CASE("files that are no files, or none of theirs, are told apart before a reader starts") {
    const ScratchDirectory scratch;
    CHECK(text_of<IoError>([&] {
              Hdf5File::open((scratch / "no.h5"));
          }).ends_with("cannot be read: No such file or directory"));
    CHECK(text_of<IoError>([&] { Hdf5File::open("/dev/zero"); }) ==
          "/dev/zero: is a device or a pipe, expected an HDF5 file or an .npz archive");
    CHECK(text_of<IoError>([&] { NpzFile("/dev/zero"); }) ==
          "/dev/zero: is a device or a pipe, expected an HDF5 file or an .npz archive");
    CHECK(text_of<IoError>([&] { Hdf5File::open(scratch.path()); }) ==
          scratch.path().string() + ": is a directory, expected an HDF5 file or an .npz archive");
    scratch.file("test.h5", "text");
    CHECK(text_of<IoError>([&] {
              Hdf5File::open(scratch.path());
          }).ends_with("expected an HDF5 file or an .npz archive, such as " + (scratch / "test.h5").string()));
    REQUIRE(::mkfifo((scratch / "pipe").c_str(), 0600) == 0);
    CHECK(text_of<IoError>([&] {
              Hdf5File::open((scratch / "pipe"));
          }).ends_with("is a device or a pipe, expected an HDF5 file or an .npz archive"));
    CHECK(text_of<DataError>([&] { Hdf5File::open(scratch.file("t.h5", "text")); }).ends_with("is not an HDF5 file"));
    const std::string damaged =
        text_of<DataError>([&] { Hdf5File::open(scratch.file("d.h5", "\x89HDF\r\n\x1a\n\x02")); });
    CHECK(contains_text(damaged, "is a damaged HDF5 file: "));
    CHECK_FALSE(contains_text(damaged, "gives no reason"));
}

TEST_CASE("an HDF5 file that was cut off is told with its size and that of its header") {
    const ScratchDirectory scratch;
    const std::string path = (scratch / "cut.h5").string();
    Hdf5File::create(path, path).close();
    const auto whole = std::filesystem::file_size(path);
    std::filesystem::resize_file(path, whole - 10);
    CHECK(text_of<DataError>([&] { Hdf5File::open(path); }) ==
          path + ": is a damaged HDF5 file: it may be truncated: " + std::to_string(whole - 10) +
              " bytes, its header says " + std::to_string(whole));
}

TEST_CASE("what the kernel refuses a reader is said, and required where it is asked for") {
    const auto said_by = [](const std::string& task) {
        const ScratchDirectory scratch;
        const auto file = scratch.file("f.h5", "\x89HDF\r\n\x1a\n" + task);
        const Reader reader(cchnn_test::bin_dir() + "/false_reader");
        const int status = [&] {
            const pid_t process = ::fork();  // what was refused once stays known to a process
            if (process == 0) {
                try {
                    Hdf5File::open(file);
                } catch (const std::exception&) {
                }
                ::_exit(refused_by_kernel() == "the system call filter (seccomp)" ? 7
                        : refused_by_kernel().empty()                             ? 0
                                                                                  : 8);
            }
            int ended = 0;
            ::waitpid(process, &ended, 0);
            return ended;
        }();
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    };
    CHECK(said_by("open jail") == 7);
    CHECK(said_by("babble") == 0);
}
