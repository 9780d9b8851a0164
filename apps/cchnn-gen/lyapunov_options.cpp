#include "lyapunov_options.hpp"

#include <CLI/CLI.hpp>

#include "../whole_number.hpp"

namespace cchnn {
namespace {

constexpr const char* lyapunov_footer = R"(
Lyapunov exponents, 1/s: how fast neighbouring trajectories diverge, from initial states drawn as for the test set. 1/lambda is the
Lyapunov time, in which an error grows by a factor e. The 95 % interval is over trajectories; it is extended towards 0 by what
regular motion could show in the given time.
Examples:
  cchnn-gen lyapunov chain_pendulum_2
  cchnn-gen lyapunov chain_pendulum_2 --spectrum --time 1000 --trajectories 8
  cchnn-gen lyapunov my_system.json --json exponents.json)";

}  // namespace

LyapunovParser::LyapunovParser(CLI::App& app, int threads)
    : app_(app.add_subcommand("lyapunov", "estimate Lyapunov exponents: is a system chaotic, and how fast?")) {
    command_.options.threads = threads;
    app_->add_option("SYSTEM", command_.system, "built-in name or path to a JSON file")
        ->type_name("NAME|FILE")
        ->required();
    app_->add_option("--time", command_.options.time, "length of each trajectory, s [100 times the system's own]");
    app_->add_option("--trajectories", command_.options.trajectories, "initial states, as of the test set")
        ->check(whole)
        ->capture_default_str();
    app_->add_option("--seed", command_.options.seed, "seed of states and tangent vectors")
        ->check(whole)
        ->capture_default_str();
    app_->add_flag("--spectrum", command_.options.spectrum, "all exponents, two a degree of freedom");
    app_->add_option("--tolerance", command_.options.tolerance, "tolerance of a step, relative and absolute")
        ->capture_default_str();
    app_->add_option("--json", command_.json,
                     "write every trajectory's exponents as JSON to this file; - for standard output");
    app_->add_flag("--force", command_.force, "let it replace a file that is not a JSON report of this program");
    app_->add_option("--threads", command_.options.threads, "number of threads [all]; changes no bit");
    app_->footer(lyapunov_footer);
}

bool LyapunovParser::parsed() const { return app_->parsed(); }

LyapunovCommand LyapunovParser::command() const { return command_; }

}  // namespace cchnn
