// cchnn-gen generate --lock and verify, as a user runs them.

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "apps/program.hpp"

using namespace cchnn_test;
using cchnn_test::Ran;
using cchnn_test::Shell;

namespace {

const std::string make = "generate chain_pendulum_2 --train 3 --valid 0 --test 2 --steps 11 --protocol paper -o d";

void spoil(const fs::path& manifest) {
    std::string text = bytes_of(manifest);
    const std::size_t at = text.rfind("\"/x\": \"") + 7;
    text[at] = text[at] == '0' ? '1' : '0';
    write_text(manifest, text);
}

}  // namespace

TEST_CASE("generate --lock: the same dataset from its manifest, exit code 1 and the array when it is not") {
    const Shell shell;
    REQUIRE(shell(make).code == 0);
    const fs::path manifest = shell.scratch / "d/chain_pendulum_2/manifest.json";
    const Ran again = shell("generate --lock d/chain_pendulum_2/manifest.json -o e --threads 2 --train 3");
    CHECK(again.code == 0);
    CHECK(contains_text(again.out, "  the same as d/chain_pendulum_2/manifest.json\n"));
    CHECK((content_of(shell.scratch / "d") == content_of(shell.scratch / "e")));
    spoil(manifest);
    const Ran other = shell("generate --lock d/chain_pendulum_2/manifest.json -o f");
    CHECK(other.code == 1);
    CHECK(contains_text(other.out, "  test.h5:/x: digest "));
    CHECK(contains_text(other.out, "  DIFFERS from d/chain_pendulum_2/manifest.json\n"));
}

TEST_CASE("generate --lock: options that contradict the lock file are refused, and nothing is written") {
    const Shell shell;
    REQUIRE(shell(make).code == 0);
    CHECK(shell.refused("generate --lock d/chain_pendulum_2/manifest.json -o e --seed 1 --protocol default", 2) ==
          "cchnn-gen: --seed: is 1, but d/chain_pendulum_2/manifest.json says 0; leave it out\n"
          "cchnn-gen: --protocol: is --protocol default, but d/chain_pendulum_2/manifest.json says --protocol paper; "
          "leave it out\n");
    CHECK(contains_text(shell.refused("generate chain_pendulum_3 --lock d/chain_pendulum_2/manifest.json -o e", 3),
                        "is not the system of"));
    CHECK(contains_text(shell.refused("generate -o e", 2), "SYSTEM: is missing"));
    CHECK(!fs::exists(shell.scratch / "e"));
}

TEST_CASE("verify: exit codes 0, 1 and 3, as text and as JSON") {
    const Shell shell;
    REQUIRE(shell(make).code == 0);
    CHECK(shell("verify d").code == 0);
    CHECK(shell("verify d/chain_pendulum_2/manifest.json").code == 0);
    const Ran json = shell("verify d d/chain_pendulum_2/manifest.json --json -");
    CHECK(nlohmann::json::parse(json.out)["targets"].size() == 2);
    spoil(shell.scratch / "d/chain_pendulum_2/manifest.json");
    const Ran failed = shell("verify d --json verified.json");
    CHECK(failed.code == 1);
    CHECK(contains_text(failed.out, "FAILED"));
    CHECK(nlohmann::json::parse(bytes_of(shell.scratch / "verified.json"))["verdict"] == "failed");
    write_text(shell.scratch / "d/chain_pendulum_2/manifest.json", "{}");
    CHECK(contains_text(shell("verify d").err, "key 'format_version' is missing"));
    CHECK(shell("verify d").code == 3);
    CHECK(shell("verify nowhere").code == 4);
}
