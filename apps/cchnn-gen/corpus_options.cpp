#include "corpus_options.hpp"

#include <CLI/CLI.hpp>

#include "../json_option.hpp"
#include "../whole_number.hpp"
#include "core/errors.hpp"
#include "merge_options.hpp"
#include "report/report_file.hpp"

namespace cchnn {
namespace {

constexpr const char* corpus_footer = R"(
A recipe is a distribution over systems: schemas/corpus.md. Built in are default, pendulums, mechanisms and springs. System k
follows from the seed and k alone, so --only K makes it alone, and a larger --systems extends a corpus. Finished shards of 100
systems are kept: rerun the same command to resume an interrupted run. Systems that cannot move, do not close or need too many
evaluations are drawn again and counted by reason.
With --shard k/n a run makes some of the shards, in the same directory; the command without --shard then writes index.h5 and
corpus.json.
Examples:
  cchnn-gen corpus -o corpus --systems 1000
  cchnn-gen corpus -o hanging --recipe pendulums --systems 5000 --seed 3
  cchnn-gen corpus -o mine --recipe my_recipe.json --systems 100
  cchnn-gen corpus -o corpus --systems 1000 --select 4    at most 4 systems of each graph are selected in index.h5
  cchnn-gen corpus -o corpus --systems 100 --lyapunov 4    label them with their largest Lyapunov exponents
  cchnn-gen corpus -o one --only 734                       system 734 of the first corpus, as files of its own
  cchnn-gen corpus -o corpus --systems 100000 --shard 3/8)";

constexpr const char* stream_footer = R"(
Frames of a length, a JSON header and its arrays, one after the other, until --frames or until the reader closes the pipe, which
ends the command with exit code 0: schemas/corpus.md. Of a recipe frame k is system k of the corpus with this seed, of a system
the k-th block of trajectories of the training set that generate makes with this seed. A slow reader stops the command until it
reads on. In Python, cchnn.stream(...) reads it.
Examples:
  cchnn-gen stream pendulums --seed 3 | python3 train.py
  cchnn-gen stream chain_pendulum_3 --block 256 --type float32 --frames 10 > blocks.bin
  cchnn-gen stream chain_pendulum_3 --first 10 --frames 10 --json written.json >> blocks.bin)";

constexpr const char* environments_footer = R"(
SYSTEM is a family: a system file that draws masses, lengths or other properties (schemas/system/families.md). Or it is a
prior, which draws any value of a system, also by choice (schemas/challenge.md). An environment is one draw, which all its
trajectories share. DIR/train has --environments of them, each with train.h5 and test.h5. DIR/adapt has --adapt further
ones, with --few training trajectories each. Every environment is a dataset of its own with its own seed, so verify, audit,
score and compare take DIR/train and DIR/adapt. environments.json lists the values.
Rerun the same command to resume an interrupted run.
Examples:
  cchnn-gen environments my_family.json -o env
  cchnn-gen environments my_family.json -o env --environments 9 --trajectories 4 --adapt 4 --few 1 --test 32
  cchnn-gen environments charges.json -o env    a prior: charges of -1 or 1
  cchnn-eval compare --data env/adapt --submissions mine    a model on environments that it did not see)";

void add_environments(CLI::App& app, EnvironmentsCommand& command) {
    EnvironmentsOptions& o = command.options;
    app.add_option("SYSTEM", command.system, "a family or a prior: built-in name or path to a JSON file")
        ->type_name("NAME|FILE")
        ->required();
    app.add_option("-o,--output", o.directory, "directory; files go to DIR/train/ and DIR/adapt/")->required();
    app.add_option("--environments", o.environments, "environments to train on")->check(whole)->capture_default_str();
    app.add_option("--trajectories", o.trajectories, "training trajectories of each")
        ->check(whole)
        ->capture_default_str();
    app.add_option("--adapt", o.adaptations, "environments to adapt to")->check(whole)->capture_default_str();
    app.add_option("--few", o.few, "training trajectories of each of those")->check(whole)->capture_default_str();
    app.add_option("--test", o.test, "test trajectories of every environment")->check(whole)->capture_default_str();
    app.add_option("--steps", o.samples, "samples of each trajectory [the system's]");
    app.add_option("--dt", o.dt, "time between samples, s [the system's]");
    app.add_option("--seed", o.seed, "seed of all random numbers")->check(whole)->capture_default_str();
    app.add_option("--threads", o.threads, "number of threads [all]; changes no bit");
    app.add_flag("--force", o.overwrite, "make every dataset again, whatever is there");
    app.add_option("--json", command.json, json_option_help);
    app.footer(environments_footer);
}

}  // namespace

CorpusParser::CorpusParser(CLI::App& app, int threads)
    : corpus_(app.add_subcommand("corpus", "make many systems from one recipe and seed, with trajectories of each")),
      stream_(app.add_subcommand("stream", "write systems or trajectories to standard output, without end")),
      environments_(app.add_subcommand("environments",
                                       "make datasets of drawn members of a family: to train on, and to adapt to")) {
    CorpusOptions& corpus = corpus_command_.options;
    corpus.threads = threads;
    corpus_->add_option("-o,--output", corpus.directory, "directory; files go to DIR/ and DIR/shards/")->required();
    corpus_->add_option("--recipe", corpus_command_.recipe, "built-in name or path to a JSON file")
        ->type_name("default|pendulums|mechanisms|springs|FILE")
        ->capture_default_str();
    corpus_->add_option("--systems", corpus.systems, "number of systems")->check(whole)->capture_default_str();
    corpus_->add_option("--seed", corpus.seed, "seed of all random numbers")->check(whole)->capture_default_str();
    corpus_->add_option("--only", corpus.only, "make the system with this number alone")->check(whole);
    corpus_->add_option("--select", corpus.select, "select at most this many systems of each graph [all]")
        ->check(whole);
    corpus_
        ->add_option("--lyapunov", corpus_command_.lyapunov,
                     "label each system with its largest Lyapunov exponent, from this many trajectories")
        ->check(whole);
    corpus_->add_option("--shard", shard_, "make only part K of N of the shards");
    corpus_->add_option("--threads", corpus.threads, "number of threads [all]; changes no bit");
    corpus_->add_flag("--force", corpus.overwrite, "make every file again, whatever is there");
    corpus_->add_option("--json", corpus_command_.json, json_option_help);
    corpus_->footer(corpus_footer);

    StreamOptions& stream = stream_command_.options;
    stream.threads = threads;
    stream_->add_option("SOURCE", stream.source, "a recipe or a system: built-in name or path to a JSON file")
        ->type_name("NAME|FILE|default|pendulums|mechanisms|springs")
        ->required();
    stream_->add_option("--seed", stream.seed, "seed of all random numbers")->check(whole)->capture_default_str();
    stream_->add_option("--first", stream.first, "number of the first frame")->check(whole)->capture_default_str();
    stream_->add_option("--frames", stream.frames, "end after this many frames [without end]")->check(whole);
    stream_->add_option("--block", stream.block, "trajectories of a frame, of a system")
        ->check(whole)
        ->capture_default_str();
    stream_->add_option("--type", number_type_, "type of numbers: float64 or float32")
        ->type_name("float64|float32")
        ->capture_default_str();
    stream_->add_option("--threads", stream.threads, "number of threads [all]; changes no bit");
    stream_->add_option("--json", stream_command_.json,
                        "also write how many frames were written, as JSON (schemas/commands.md), to this file");
    stream_->add_flag("--force", stream_command_.force, json_force_help);
    stream_->footer(stream_footer);

    environments_command_.options.threads = threads;
    add_environments(*environments_, environments_command_);
}

bool CorpusParser::corpus_parsed() const { return corpus_->parsed(); }
bool CorpusParser::stream_parsed() const { return stream_->parsed(); }
bool CorpusParser::environments_parsed() const { return environments_->parsed(); }

CorpusCommand CorpusParser::corpus() const {
    CorpusCommand command = corpus_command_;
    if (shard_.empty()) return command;
    const Shard shard = shard_in(shard_);
    command.options.part = shard.number;
    command.options.of = shard.of;
    return command;
}

StreamCommand CorpusParser::stream() const {
    if (number_type_ != "float64" && number_type_ != "float32")
        throw UsageError("--type", "must be float64 or float32, got '" + number_type_ + "'");
    StreamCommand command = stream_command_;
    if (is_standard_output(command.json))
        throw UsageError("--json", "is standard output, where frames go; name a file");
    command.options.float32 = number_type_ == "float32";
    return command;
}

}  // namespace cchnn
