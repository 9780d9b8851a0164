#include "serve_options.hpp"

#include <CLI/CLI.hpp>

#include "../json_option.hpp"
#include "core/errors.hpp"
#include "report/report_file.hpp"

namespace cchnn {
namespace {

constexpr const char* serve_footer = R"(
Reads frames of requests from standard input and writes a frame of answers for each to standard output, until the input ends
(exit code 0): schemas/serve.md. Calls are info, acceleration, acceleration_jacobian, energy, phi, phi_jacobian, multipliers,
mass_matrix, project, to_coordinates, from_coordinates, initial_states, rollout and rollout_tangents, for batches of states. The
answers are the numbers that generate stores. A request with mistakes gets an answer that lists them. In Python, cchnn.System(...) does all this.
Example:
  cchnn-gen serve cart_pole < requests.bin > answers.bin)";

}  // namespace

ServeParser::ServeParser(CLI::App& app)
    : app_(app.add_subcommand("serve", "answer requests on standard input: accelerations, energies, trajectories")) {
    app_->add_option("SYSTEM", command_.options.system, "built-in name or path to a JSON file")
        ->type_name("NAME|FILE")
        ->required();
    app_->add_option("--json", command_.json,
                     "also write how many requests were answered, as JSON (schemas/commands.md), to this file");
    app_->add_flag("--force", command_.force, json_force_help);
    app_->footer(serve_footer);
}

bool ServeParser::parsed() const { return app_->parsed(); }

ServeCommand ServeParser::command() const {
    if (is_standard_output(command_.json))
        throw UsageError("--json", "is standard output, where answers go; name a file");
    return command_;
}

}  // namespace cchnn
