#include "suite_options.hpp"

#include <CLI/CLI.hpp>

#include "../json_option.hpp"
#include "../whole_number.hpp"
#include "core/errors.hpp"
#include "merge_options.hpp"

namespace cchnn {
namespace {

constexpr const char* suite_footer = R"(
A suite names systems, splits and tasks: schemas/suite.md. Built in are paper, pendulums, mechanisms, impacts, forecast,
uncertain and structure. Finished parts are kept: rerun the same command to resume an interrupted run. A shard makes
some of the tasks, in the same directory; the command without --shard then makes what is left and writes
suite.lock.json. A suite.lock.json in place of a suite makes the same files again and compares every digest; exit code 1 when one differs.
Examples:
  cchnn-gen suite pendulums -o suite
  cchnn-gen suite pendulums -o small --most 20        to try it: 20 trajectories a set
  cchnn-gen suite mechanisms -o suite --shard 2/5
  cchnn-gen suite uncertain -o suite --members 4      to answer with ensembles of 4 members
  cchnn-gen suite my_suite.json -o mine
  cchnn-gen suite suite/suite.lock.json -o again)";

}  // namespace

SuiteParser::SuiteParser(CLI::App& app, int threads)
    : app_(app.add_subcommand("suite", "make all datasets of a benchmark: splits, training sizes, noise levels")) {
    command_.options.threads = threads;
    app_->add_option("SUITE", command_.suite, "built-in name, path to a JSON file, or a suite.lock.json")
        ->type_name("paper|pendulums|mechanisms|impacts|forecast|uncertain|structure")
        ->required();
    app_->add_option("-o,--output", command_.options.directory, "directory; files go to DIR/<task>/<part>/")
        ->required();
    app_->add_option("--most", command_.options.most, "largest number of trajectories in a set [the suite's]")
        ->check(whole);
    app_->add_option("--members", command_.members, "members of every ensemble that answers it [the suite's]");
    app_->add_option("--shard", shard_, "make only part K of N of the tasks");
    app_->add_option("--threads", command_.options.threads, "number of threads [all]; changes no bit");
    app_->add_option("--json", command_.json, json_option_help);
    app_->add_flag("--force", command_.force, json_force_help);
    app_->footer(suite_footer);
}

bool SuiteParser::parsed() const { return app_->parsed(); }

SuiteCommand SuiteParser::command() const {
    SuiteCommand command = command_;
    if (!shard_.empty()) command.options.shard = shard_in(shard_);
    return command;
}

}  // namespace cchnn
