// What commands print on a terminal of 80 columns: no line is wider, but for one with a word that is, as a signature.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <regex>
#include <sstream>
#include <string_view>

#include "apps/program.hpp"
#include "apps/terminal.hpp"
#include "contains_text.hpp"

namespace cchnn_test {
namespace {

using cchnn_test::write_text;

constexpr std::size_t columns = 80;

std::size_t letters(const std::string& text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

bool has_wide_word(const std::string& line) {
    std::istringstream words(line);
    for (std::string word; words >> word;)
        if (letters(word) > columns) return true;
    return false;
}

// Lines that stay on the terminal: what progress drew, from a return on to the last one that empties the line, is gone.
std::vector<std::string> lines_on_terminal(const std::string& command, const std::filesystem::path& directory) {
    constexpr std::string_view emptied = "\r\x1b[K";
    std::istringstream in(on_terminal(command, directory, columns));
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) {
        if (line.ends_with('\r')) line.pop_back();
        if (const std::size_t last = line.rfind(emptied); last != std::string::npos)
            line.erase(line.find('\r'), last + emptied.size() - line.find('\r'));
        line = std::regex_replace(line, std::regex("\x1b\\[[0-9]*m"), "");  // colours take no room
        lines.push_back(line);
    }
    return lines;
}

void check_widths(const std::string& command, const std::filesystem::path& directory) {
    const std::vector<std::string> lines = lines_on_terminal(command, directory);
    CAPTURE(command);
    CHECK(lines.size() > 0);
    for (const std::string& line : lines) {
        CAPTURE(line);
        CHECK((letters(line) <= columns || has_wide_word(line)));
    }
}

const char* bad = R"({ "name": "bad", "dimension": 2,
  "bodies": [ {"id": "hook", "type": "Origin"}, {"id": "bob", "type": "Obj0D", "mass": "heavy"} ],
  "constraints": [ {"type": "Link", "between": ["hook", "bob"], "length": 1} ],
  "initial_conditions": { "bodies": { "bob": {"from": "hook", "angle": 0, "position": [0, 0]} } } })";

TEST_CASE("commands fit a terminal of 80 columns") {
    const Shell shell;
    const std::filesystem::path& here = shell.scratch.path();
    write_text(here / "bad.json", bad);
    const std::string d = "d/chain_pendulum_2", test = d + "/test.h5";
    for (const std::string& command : std::vector<std::string>{
             "generate chain_pendulum_2 dm_mass_spring_colors_friction -o d --train 4 --valid 2 --test 4",
             "generate chain_pendulum_2 -o d",
             "rollout chain_pendulum_2 --from d/chain_pendulum_2/test.h5 --epsilon 1e-5 --model noisy -o r.h5",
             "rollout chain_pendulum_2 --from d/chain_pendulum_2/test.h5 --protocol paper -o p.h5",
             "list",
             "show chain_pendulum_3",
             "show a04_bricard",
             "show roller_coaster",
             "show outer_solar_system",
             "check bad.json",
             "check chain_pendulum_2 a02_fourbar_5",
             "check nosuch",
             "lyapunov chain_pendulum_2 --time 5 --trajectories 2 --spectrum",
             "audit d/chain_pendulum_2 --sample 2",
             "verify d/chain_pendulum_2",
             "info d/chain_pendulum_2 d/chain_pendulum_2/test.h5 r.h5 bad.json",
             "observe d/chain_pendulum_2 -o seen --noise 0.01",
             "info seen",
             "export d/chain_pendulum_2 -o npz",
             "import chain_pendulum_2 --test npz/test.npz -o i",
             "audit i/chain_pendulum_2 --foreign --sample 2",
             "generate chain_pendulum_2 -o parts --train 4 --valid 0 --test 2 --shard 1/1",
             "merge parts",
             "suite pendulums -o s --most 2",
         })
        check_widths("cchnn-gen " + command, here);
    for (const std::string& command : std::vector<std::string>{
             "template " + test + " -o t.h5",
             "check " + test + " t.h5 r.h5 d/dm_mass_spring_colors_friction/test.h5 bad.json",
             "score " + test + " r.h5 p.h5 t.h5",
             "score " + test + " r.h5 --start-error --published",
             "score seen/test.h5 r.h5",
             "gate " + test + " r.h5 --max relative_error=1e-9 --max diverged=0",
             "diff r.h5 p.h5",
             "diff " + d + "/train.h5 " + test,
         })
        check_widths("cchnn-eval " + command, here);
}

TEST_CASE("a score of one submission fits a terminal of 24 lines, with the verdict first and last") {
    const Shell shell;
    const std::filesystem::path& here = shell.scratch.path();
    lines_on_terminal("cchnn-gen generate chain_pendulum_2 -o d --train 0 --valid 0 --test 6", here);
    lines_on_terminal("cchnn-gen rollout chain_pendulum_2 --from d/chain_pendulum_2/test.h5 --epsilon 1e-3 -o r.h5",
                      here);
    const std::string score = "cchnn-eval score d/chain_pendulum_2/test.h5 r.h5 --start-error";
    const std::vector<std::string> lines = lines_on_terminal(score, here);
    std::size_t height = 1;  // what is typed next
    for (const std::string& line : lines) height += line.empty() ? 1 : (letters(line) + columns - 1) / columns;
    CHECK(height <= 24);
    REQUIRE(lines.size() > 4);
    CHECK(lines[0].starts_with("Only reference rollouts were submitted"));
    CHECK(std::count(lines.end() - 4, lines.end(), lines[0]) == 1);  // a sentence of up to four lines
    CHECK(lines_on_terminal(score + " --all", here).size() > 24);
}

// As a shell sets them, while this exists; nullptr: not set.
class Environment {
  public:
    Environment(const char* name, const char* value) : name_(name) {
        if (const char* before = std::getenv(name)) before_ = before;
        set(value);
    }
    ~Environment() { set(before_ ? before_->c_str() : nullptr); }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;

  private:
    void set(const char* value) const { value ? setenv(name_, value, 1) : unsetenv(name_); }
    const char* name_;
    std::optional<std::string> before_;
};

TEST_CASE("help is as wide as the terminal, up to 100 columns") {
    const Shell shell;
    const Environment terminal("TERM", "dumb");
    const auto widest = [&](unsigned short wide) {
        std::istringstream lines(on_terminal("cchnn-gen help verify", shell.scratch.path(), wide));
        std::size_t most = 0;
        for (std::string line; std::getline(lines, line);) most = std::max(most, letters(line) - 1);  // less its return
        return most;
    };
    CHECK(widest(50) <= 50);
    CHECK(widest(95) > 80);
    CHECK(widest(95) <= 95);
    CHECK(widest(300) > 95);
    CHECK(widest(300) <= 100);
}

TEST_CASE(
    "a terminal that has colours gets them in help, results and errors, unless NO_COLOR is set, and a pipe never "
    "does") {
    const Shell shell;
    const std::filesystem::path& here = shell.scratch.path();
    const Environment terminal("TERM", "xterm"), wanted("NO_COLOR", nullptr);
    const std::string help = on_terminal("cchnn-gen help show", here, columns);
    CHECK(contains_text(help, "\x1b[1mUsage:\x1b[0m cchnn-gen show"));
    CHECK(contains_text(help, "\x1b[1mOptions:\x1b[0m"));
    CHECK(contains_text(help, "\n  \x1b[36m--html\x1b[0m FILE  "));
    const std::string missing = "cchnn-gen check nosuch.json";
    CHECK(contains_text(on_terminal(missing, here, columns), "\x1b[31mcchnn-gen:\x1b[0m nosuch.json: "));
    CHECK_FALSE(contains_text(shell("help show").out, "\x1b"));
    CHECK_FALSE(contains_text(shell("check nosuch.json").err, "\x1b"));
    const Environment none("NO_COLOR", "1");
    CHECK_FALSE(contains_text(on_terminal("cchnn-gen help show", here, columns), "\x1b"));
    CHECK_FALSE(contains_text(on_terminal(missing, here, columns), "\x1b"));
}

TEST_CASE("names and digests are whole on a narrow terminal, and lines that go to a file are not broken") {
    const Shell shell;
    std::string all;
    for (const std::string& line : lines_on_terminal("cchnn-gen list", shell.scratch.path())) all += line + "\n";
    CHECK(contains_text(all, "\ndm_mass_spring_colors_friction "));
    write_text(shell.scratch / "bad.json", bad);
    const std::string told = shell.refused("check bad.json", 3);
    CHECK(told.find("must be a number or a formula, got \"heavy\": column 1: unknown name 'heavy'; known: deg") !=
          std::string::npos);
}

}  // namespace
}  // namespace cchnn_test
