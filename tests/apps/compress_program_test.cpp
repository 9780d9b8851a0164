// cchnn-gen generate --compress as a user sees it.

#include <doctest/doctest.h>

#include <cstdlib>

#include "apps/program.hpp"

using namespace cchnn_test;
using cchnn_test::Ran;
using cchnn_test::Shell;

namespace {

const char* quick = " --train 60 --valid 0 --test 8 --protocol paper --bound off";

}  // namespace

TEST_CASE("cchnn-gen --compress: h5py reads the same numbers, and finds the filters that it has itself") {
    const Shell shell;
    const Ran plain = shell(std::string("generate chain_pendulum_3 -o plain") + quick);
    const Ran deflated = shell(std::string("generate chain_pendulum_3 -o deflated --compress 6 --threads 2") + quick);
    REQUIRE(plain.code == 0);
    REQUIRE(deflated.code == 0);
    CHECK(contains_text(bytes_of(shell.scratch / "deflated/chain_pendulum_3/README.md"),
                        "compressed (shuffle and gzip, level 6)"));
    CHECK(std::system(
              ("cd '" + (shell.scratch / "deflated/chain_pendulum_3").string() + "' && sha256sum --quiet -c SHA256SUMS")
                  .c_str()) == 0);
    if (std::system("/usr/bin/python3 -c 'import h5py' >/dev/null 2>&1") != 0) {
        MESSAGE("skipped: /usr/bin/python3 cannot import h5py");
        return;
    }
    write_text(shell.scratch / "compare.py", R"(
import h5py, numpy
for name in ("train", "test"):
    with h5py.File(f"plain/chain_pendulum_3/{name}.h5") as a, h5py.File(f"deflated/chain_pendulum_3/{name}.h5") as b:
        grown = []
        def compare(path, item):
            if isinstance(item, h5py.Dataset):
                assert item.dtype == b[path].dtype and numpy.array_equal(item[()], b[path][()]), path
                if item.chunks and item.shape[0] == a["x"].shape[0] and "system" not in path:
                    assert (b[path].compression, b[path].compression_opts, b[path].shuffle, b[path].fletcher32) == ("gzip", 6, True, False), path
                    grown.append(path)
        a.visititems(compare)
        assert {"x", "v", "q", "qdot", "energy", "outcome", "trajectory"} <= set(grown), grown
        assert a.attrs["content_digest"] == b.attrs["content_digest"]
)");
    CHECK(std::system(("cd '" + shell.scratch.path().string() + "' && /usr/bin/python3 compare.py").c_str()) == 0);
}

TEST_CASE("cchnn-gen --compress: a level that is none is a usage error, and nothing is made") {
    const Shell shell;
    const std::string command = std::string("generate chain_pendulum_1 -o data") + quick + " --compress ";
    CHECK(shell.refused(command + "0", 2) == "cchnn-gen: --compress: must be 1 .. 9, got 0\n");
    CHECK(shell.refused(command + "10", 2) == "cchnn-gen: --compress: must be 1 .. 9, got 10\n");
    CHECK(shell.refused(command + "-1", 2) == "cchnn-gen: --compress: must be 1 .. 9, got -1\n");
    CHECK(contains_text(shell.refused(command + "x", 2), "--compress"));
    CHECK(names_in(shell.scratch.path()).empty());
}
