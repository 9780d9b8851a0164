#include "corpus_options.hpp"

#include <CLI/CLI.hpp>

#include "core/errors.hpp"

namespace cchnn {
namespace {

constexpr const char* corpus_footer = R"(
DIR is the output of cchnn-gen corpus. A submission predicts systems that its model was not trained on, from their initial states.
Errors are those of the side test. If a submission answers a system of another side, that side is scored as well. A system that
is left out has the error 1, the worst one. Errors of the side test are also listed by dimension, degrees of freedom, independent
parts and kinds. Intervals are over systems. The table also has persistence and constant velocity. With --context K samples
0 .. K-1 of each trajectory are given, errors count from sample K on, and the table has a parrot that repeats the given samples.
Details: schemas/corpus.md.
Examples:
  cchnn-eval template corpus -o mine.h5 --model "my network"
  cchnn-eval corpus corpus mine.h5 other.h5 --json scores.json
  cchnn-eval corpus corpus forecast.h5 --context 20)";

}  // namespace

void add_corpus(CLI::App& app, CorpusEvalOptions& o) {
    CLI::App* command = app.add_subcommand("corpus", "score predictions of unseen systems of a corpus");
    command->add_option("DIR", o.directory, "directory that cchnn-gen corpus made")->required();
    command->add_option("SUB", o.submissions, "submissions (HDF5)")->required();
    command->add_option("--context", o.context, "number of samples that are given, from the first on [1]");
    command->add_option("--json", o.json, "also write the scores as JSON (schemas/corpus.md); - for standard output");
    command->add_flag("--force", o.force, "let reports replace files that are not reports of this program");
    command->add_option("--threads", o.threads, "number of threads [all]; changes no digit");
    command->footer(corpus_footer);
}

void check(const CorpusEvalOptions& o) {
    if (o.threads < 1 || o.threads > 1024)
        throw UsageError("--threads", "must be 1 .. 1024, got " + std::to_string(o.threads));
}

}  // namespace cchnn
