#include "audit_options.hpp"

#include <CLI/CLI.hpp>

#include "../json_option.hpp"
#include "../whole_number.hpp"
#include "core/errors.hpp"

namespace cchnn {
namespace {

constexpr const char* audit_footer = R"(
An independent solver integrates stored trajectories from their initial states. It shares no formula, constant or step with
cchnn-gen, and uses up to 34 digits, until two of its solutions agree to a tenth of the estimated bound. The report gives the true
errors, the share within error_bound, and whether mass matrix, energies and constraints are those of the system. Stored derivatives
of motions (generate --with sensitivities) of every third trajectory are compared with differences of such solutions. Exit code
1 when less than 99.9 % of the samples of a system are within, less than 90 % of its trajectories can be decided, or stored
values contradict the system; 6 when no fault was found but --budget ended before 90 % were decided; that of the error when a set
or file cannot be read, after the table of the others. A trajectory takes milliseconds to minutes, recomputed ones longest. --json
replaces an empty file or a JSON report, other files only with --force, and never a file of the datasets.
Examples:
  cchnn-gen audit data/chain_pendulum_3
  cchnn-gen audit data --sample 100 --split test --budget 600 --json audit.json
  cchnn-gen audit data/large --sample 2 --intervals 20
  cchnn-gen audit imported --foreign --sample 20       data made elsewhere: schemas/foreign_data.md)";

std::optional<Split> split_of(const std::string& text) {
    if (text.empty()) return std::nullopt;
    for (Split split : {Split::train, Split::valid, Split::test})
        if (text == name(split)) return split;
    throw UsageError("--split", "must be train, valid or test, got '" + text + "'");
}

}  // namespace

AuditParser::AuditParser(CLI::App& app, int threads)
    : app_(app.add_subcommand("audit", "compare a dataset with an independent solution")) {
    AuditOptions& o = command_.options;
    o.threads = threads;
    app_->add_option("DIR", command_.directories, "directories of datasets, or directories of such directories")
        ->required();
    app_->add_option("--sample", o.sample, "trajectories of each system, drawn at random")
        ->check(whole)
        ->capture_default_str();
    app_->add_option("--intervals", o.intervals,
                     "check this many intervals between samples of each, drawn at random, instead of all [0: all]")
        ->check(whole);
    app_->add_flag("--foreign", o.keep_errors, "also errors over time and of each trajectory (imported data)");
    app_->add_option("--split", split_, "this set alone [all of them]")->type_name("train|valid|test");
    app_->add_option("--budget", o.budget, "seconds for each dataset; trajectories not decided by then are counted")
        ->capture_default_str();
    app_->add_option("--seed", o.seed, "seed of the random choice")->check(whole)->capture_default_str();
    app_->add_option("--json", command_.json, "write the report as JSON to this file; - for standard output");
    app_->add_flag("--force", command_.force, json_force_help);
    app_->add_option("--threads", o.threads, "number of threads [all]; changes no number");
    app_->footer(audit_footer);
}

bool AuditParser::parsed() const { return app_->parsed(); }

AuditCommand AuditParser::command() const {
    AuditCommand command = command_;
    command.options.split = split_of(split_);
    return command;
}

}  // namespace cchnn
