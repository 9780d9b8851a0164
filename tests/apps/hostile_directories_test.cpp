// What a directory or a file from elsewhere may hold besides data: pipes and devices where files are expected, names
// that lead out of it, tags; and what a shell may hand on: empty words, limits.

#include <doctest/doctest.h>
#include <hdf5.h>
#include <sys/stat.h>

#include "apps/program.hpp"
#include "contains_text.hpp"

namespace cchnn_test {
namespace {

namespace fs = std::filesystem;
using cchnn_test::bytes_of;
using cchnn_test::contains_text;
using cchnn_test::names_in;
using cchnn_test::write_text;

struct WithData : Shell {
    fs::path data = scratch / "data/chain_pendulum_1";
    WithData() {
        REQUIRE((*this)("generate chain_pendulum_1 -o data --train 2 --valid 0 --test 3 --steps 11 --bound off").code ==
                0);
    }
    Ran eval(const std::string& arguments) const { return run_program("cchnn-eval", arguments, scratch.path()); }
};

// An array below groups that are called "..", as no library makes them, and as HDF5 allows.
void add_array(const fs::path& path, const std::vector<const char*>& groups, const char* name) {
    hid_t at = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    const hid_t file = at;
    for (const char* group : groups) at = H5Gcreate2(at, group, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t space = H5Screate(H5S_SCALAR);
    const hid_t array = H5Dcreate2(at, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    REQUIRE(array >= 0);
    const double number = 1;
    REQUIRE(H5Dwrite(array, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, &number) >= 0);
    H5Fclose(file);
    REQUIRE(H5close() >= 0);  // all that was left open
}

}  // namespace

TEST_CASE("hostile directories: a pipe or a device in place of any file of a dataset is refused at once") {
    const WithData shell;
    for (const char* file : {"README.md", "manifest.json", "SHA256SUMS", "croissant.json", "test.h5"})
        for (const bool pipe : {true, false}) {
            CAPTURE(file);
            const fs::path kept = shell.scratch / "kept", there = shell.data / file;
            fs::rename(there, kept);
            if (pipe) REQUIRE(::mkfifo(there.c_str(), 0600) == 0);
            else fs::create_symlink("/dev/zero", there);
            for (const std::string command : {"verify data/chain_pendulum_1", "info data/chain_pendulum_1",
                                              "generate --lock data/chain_pendulum_1/manifest.json -o again"}) {
                CAPTURE(command);
                const Ran ran = run_program("", "timeout 120 " + cchnn_test::bin_dir() + "/cchnn-gen " + command,
                                            shell.scratch.path());
                CHECK(ran.code != 124);
                if (command.starts_with("verify")) {
                    CHECK((ran.code == 3 || ran.code == 4));
                    CHECK(contains_text(ran.err, file));
                }
            }
            fs::remove(there);
            fs::rename(kept, there);
            fs::remove_all(shell.scratch / "again");
        }
}

TEST_CASE("hostile directories: arrays whose names lead out of the output, or break a line, are not exported") {
    const WithData shell;
    fs::create_directories(shell.scratch / "deep/er");
    struct Case {
        std::vector<const char*> groups;
        const char* name;
    };
    for (const Case& one : {Case{{"..", ".."}, "precious"}, Case{{".."}, "evil"}, Case{{}, "a\nb"}, Case{{}, "\xff"},
                            Case{{}, "\u202e"}}) {
        CAPTURE(one.name);
        const fs::path file = shell.scratch / "deep/er/test.h5";
        fs::copy_file(shell.data / "test.h5", file, fs::copy_options::overwrite_existing);
        add_array(file, one.groups, one.name);
        for (const char* output : {"out.npz", "out --format npy"}) {
            const std::string said = shell.refused(std::string("export deep/er/test.h5 -o deep/er/") + output, 3);
            CHECK(contains_text(said, "cannot be exported: its name is not valid as a file name"));
            CHECK(std::count(said.begin(), said.end(), '\n') == 1);
        }
        CHECK(names_in(shell.scratch / "deep") == std::vector<std::string>{"er"});
    }
}

TEST_CASE("hostile directories: tags of a description are text in the card") {
    const Shell shell;
    write_text(shell.scratch / "a.json",
               R"({"name": "a", "dimension": 1, "title": "<script>", "description": "<img src=x> & more",
                   "bodies": [{"id": "p", "type": "Obj0D", "mass": 1}],
                   "initial_conditions": {"bodies": {"p": {"position": [0], "velocity": [1]}}},
                   "sampling": {"dt": 0.1, "steps": 11}})");
    REQUIRE(shell("generate a.json -o data --train 1 --valid 0 --test 0").code == 0);
    const std::string card = bytes_of(shell.scratch / "data/a/README.md");
    const std::string body = card.substr(card.find("\n# "));
    CHECK(contains_text(body, "&lt;img src=x> &amp; more"));
    CHECK_FALSE(contains_text(body, "<script>"));
}

TEST_CASE("a pipe in place of a split stays where it is, with --force too") {
    const WithData shell;
    fs::remove(shell.data / "test.h5");
    REQUIRE(::mkfifo((shell.data / "test.h5").c_str(), 0600) == 0);
    const std::string said = shell.refused(
        "generate chain_pendulum_1 -o data --train 1 --valid 0 --test 1 --steps 11 --bound off --force", 4);
    CHECK(contains_text(said, "test.h5: is a device or a pipe, which is never replaced"));
    CHECK(fs::is_fifo(shell.data / "test.h5"));
}

TEST_CASE("names of files are printed so that no terminal obeys them") {
    const WithData shell;
    const std::string name = "a\x1b[2J.h5";
    fs::copy_file(shell.data / "test.h5", shell.scratch / name);
    fs::create_directories(shell.scratch / "\x1b[31m");
    const std::string quoted = "'" + name + "'", test = "data/chain_pendulum_1/test.h5";
    for (const Ran& ran :
         {shell.eval("check " + test + " " + quoted), shell.eval("check " + quoted + " " + test),
          shell("export " + quoted + " -o '\x1b[31m/b.npz'"), shell("info " + quoted), shell("verify " + quoted),
          shell("export " + test + " -o '\x1b[31m/c.npz'"), shell.eval("diff " + test + " " + quoted),
          shell.eval("score " + test + " " + quoted), shell.eval("template " + quoted + " -o '\x1b[31m/t.h5'")}) {
        CAPTURE(ran.out);
        CHECK_FALSE(contains_text(ran.out + ran.err, "\x1b"));
        CHECK_FALSE((ran.out + ran.err).empty());
    }
}

TEST_CASE("options with an empty value are refused, and two outputs to standard output") {
    const WithData shell;
    CHECK(shell.refused("generate chain_pendulum_1 --states '' -o d", 2) ==
          "cchnn-gen: --states: is empty; give it a value, or remove it\n");
    const std::string test = "data/chain_pendulum_1/test.h5";
    const Ran both = shell.eval("score " + test + " " + test + " --json - --csv -");
    CHECK(both.code == 2);
    CHECK(both.err == "cchnn-eval: --csv: is standard output, like --json; name a file\n");
}

TEST_CASE("beyond the limit of file sizes writing fails as on a full disk, and nothing is left") {
    const WithData shell;
    const auto limited = [&](const std::string& program, const std::string& arguments) {
        return run_program(
            "", "bash -c \"ulimit -f 2; exec " + cchnn_test::bin_dir() + "/" + program + " " + arguments + "\"",
            shell.scratch.path());
    };
    const Ran generated = limited("cchnn-gen", "generate chain_pendulum_2 -o out --train 20 --valid 0 --test 0");
    CHECK(generated.code == 4);
    CHECK(contains_text(generated.err, "cchnn-gen: "));
    const std::string test = "data/chain_pendulum_1/test.h5";
    const Ran scored = limited("cchnn-eval", "score " + test + " " + test + " --json report.json");
    CHECK(scored.code == 4);
    CHECK(contains_text(bytes_of(shell.scratch / "report.json"), "\"verdict\": \"io\""));  // short enough
    for (const std::string& name : names_in(shell.scratch.path())) CHECK_MESSAGE(!name.ends_with(".part"), name);
}

}  // namespace cchnn_test
