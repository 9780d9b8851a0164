#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "apps/program.hpp"
#include "places.hpp"

// schemas/foreign_data.md: its commands run as they stand.

using namespace cchnn_test;

namespace {

// The next "```language" block of the page after `at`, which is moved behind it.
std::string block_after(std::size_t& at, const std::string& language) {
    static const std::string page = bytes_of(fs::path(cchnn_test::source_dir()) / "schemas/foreign_data.md");
    const std::string fence = "```" + language + "\n";
    const std::size_t from = page.find(fence, at) + fence.size(), to = page.find("```", from);
    at = to + 3;
    return page.substr(from, to - from);
}

// Debian's Python, which has NumPy; another one may be in front of it.
std::string printed_by(const ScratchDirectory& scratch, const std::string& commands) {
    write_text(scratch / "commands",
               "set -e\nPATH=" + cchnn_test::bin_dir() + ":$PATH\npython3() { /usr/bin/python3 \"$@\"; }\n" + commands);
    const std::string shell = "cd '" + scratch.path().string() + "' && sh commands >out 2>err";
    REQUIRE_MESSAGE(std::system(shell.c_str()) == 0, bytes_of(scratch / "err"));
    return bytes_of(scratch / "out");
}

// Of every judged trajectory, the error of each sample.
std::vector<std::vector<double>> errors_in(const fs::path& report, std::size_t samples = 100) {
    const auto system = nlohmann::ordered_json::parse(bytes_of(report))["systems"][0];
    CHECK(system["times"].size() == samples);
    std::vector<std::vector<double>> errors;
    for (const auto& trajectory : system["trajectories"])
        if (trajectory["judged"]) errors.push_back(trajectory["errors"]);
    return errors;
}

}  // namespace

TEST_CASE("the commands of schemas/foreign_data.md say how far 32-bit data at tolerance 1e-7 is from the motion") {
    const ScratchDirectory scratch;
    std::size_t at = 0;
    const std::string commands = block_after(at, "sh");
    CHECK(contains_text(printed_by(scratch, commands), block_after(at, "text")));
    for (const std::vector<double>& errors : errors_in(scratch / "audit.json")) {
        REQUIRE(errors.size() == 100);
        CHECK(errors[0] == 0);
        // 32 bits have 6e-8 of relative rounding, to be seen in every sample; what grows is less than all
        CHECK(errors[1] > 1e-9);
        CHECK(errors[1] < 1e-6);
        CHECK(errors[99] < 1e-2);
    }
}

// Their accelerations and our Links share no line: a wrong factor in either is 1e-3 after the first sample.
TEST_CASE("the equations that LNN types out for a double pendulum are those of its system here, to 32 bits and to 64") {
    const ScratchDirectory scratch;
    std::size_t at = 0;
    std::string program = block_after(at, "python");
    const std::string commands = block_after(at, "sh");
    write_text(scratch / "lnn.py", program);
    CHECK(contains_text(printed_by(scratch, commands), "over 20 decided trajectories"));
    std::vector<double> last;
    for (const std::vector<double>& errors : errors_in(scratch / "lnn.json")) {
        CHECK(errors[1] < 1e-5);  // 40 steps, each of which may round by 6e-8; at most 9e-7 was seen
        last.push_back(errors[99]);
    }
    REQUIRE(last.size() == 20);
    std::nth_element(last.begin(), last.begin() + 10, last.end());
    CHECK(last[10] > 1e-4);  // the page says: another motion for many, by the end

    program.replace(program.find("np.float32"), 10, "np.float64");
    write_text(scratch / "lnn.py", program);
    printed_by(scratch, "rm -r lnn lnn.json\n" + commands);
    for (const std::vector<double>& errors : errors_in(scratch / "lnn.json")) {
        CHECK(errors[1] < 1e-9);  // (0.1 s / 40)^4 is 4e-11
        CHECK(errors[25] < 1e-6);
    }
}

// A wrong charge or sign would be off by 1e-2 after the first sample; steps of order 1 are off by 1e-5.
TEST_CASE("charged particles that take the published steps are off their motions, and some of them far") {
    const ScratchDirectory scratch;
    std::size_t at = 0;
    block_after(at, "python");
    write_text(scratch / "charged.py", block_after(at, "python"));
    const std::string said = printed_by(scratch, block_after(at, "sh"));
    CHECK(contains_text(said, "113 of 200 trajectories meet the limit"));
    std::vector<double> first, last;
    for (const std::vector<double>& errors : errors_in(scratch / "charged.json", 50)) {
        first.push_back(errors[1]);
        last.push_back(errors[49]);
    }
    REQUIRE(first.size() > 30);
    std::sort(first.begin(), first.end());
    std::sort(last.begin(), last.end());
    CHECK(first[first.size() / 2] > 1e-6);
    CHECK(first[first.size() / 2] < 1e-4);
    CHECK(last[last.size() / 4] < 1e-2);
    CHECK(last.back() > 0.1);
}
