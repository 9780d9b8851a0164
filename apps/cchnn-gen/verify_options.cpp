#include "verify_options.hpp"

#include <CLI/CLI.hpp>

#include "../option_heading.hpp"
#include "../whole_number.hpp"

namespace cchnn {
namespace {

constexpr const char* verify_footer = R"(
A directory: bytes of files against SHA256SUMS, content and truth digests, everything that manifest.json says of its sets, and all
arrays that follow from x, v and the system's JSON (coordinates, windows, tables, valid_until, ...). Also physics: stored energy
against H(x, v), Phi and dPhi/dt of every state. Some trajectories are integrated again, from each sample to the next by another
method, with their error bounds and initial states. A manifest.json: regenerates the dataset in a temporary directory (TMPDIR),
compares its digests, and keeps nothing; with given initial states it needs their file. A view, its directory or view.json:
compares digests of its files and what view.json says of them; with --truth it also regenerates the view. A corpus: digests of its
files, its index made again from the shards, and --sample systems drawn again from recipe and seed, with all their numbers.
--json replaces an empty file or a JSON report, other files only with --force, and never a file that is read.
Exit codes: 0 fine, 1 something differs, 3 a file that is not valid.
Examples:
  cchnn-gen verify data/chain_pendulum_3
  cchnn-gen verify data --sample 100 --json verified.json
  cchnn-gen verify data/chain_pendulum_3/manifest.json
  cchnn-gen verify data/chain_pendulum_3 --lock published/manifest.json
  cchnn-gen verify published/manifest.json --system my_system.json
  cchnn-gen verify noisy --truth data/chain_pendulum_3
  cchnn-gen verify corpus --sample 100)";

}  // namespace

VerifyParser::VerifyParser(CLI::App& app, int threads)
    : app_(app.add_subcommand("verify", "check a dataset: digests and physics")) {
    command_.options.threads = threads;
    app_->add_option("TARGET", command_.targets,
                     "directories of datasets, directories of such, corpora, views, or manifest.json files")
        ->required();
    app_->add_option("--system", command_.options.system,
                     "JSON file of the system that a manifest.json is about, if it is not built in");
    app_->add_option("--states", command_.options.states,
                     "file of initial states that a manifest.json was generated from with --states");
    app_->add_option("--inputs", command_.options.inputs,
                     "file of inputs that a manifest.json was generated from with --inputs");
    app_->add_option("--truth", command_.truth, "dataset of a view, to regenerate the view");
    app_->add_option("--lock", command_.options.lock, "compare directories with this manifest.json too");
    app_->add_option("--sample", command_.options.sample,
                     "trajectories of each set whose motion is integrated again, or systems of a corpus")
        ->check(whole)
        ->capture_default_str();
    app_->add_option("--seed", command_.options.seed, "seed of their random choice")
        ->check(whole)
        ->capture_default_str();
    app_->add_option("--json", command_.json, "write the result as JSON to this file; - for standard output");
    app_->add_flag("--force", command_.force, "let it replace a file that is not a JSON report of this program");
    app_->add_option("--threads", command_.options.threads, "number of threads [all]; changes no number");
    app_->footer(verify_footer);
}

bool VerifyParser::parsed() const { return app_->parsed(); }

void add_publication(CLI::App& command, Publication& publication) {
    const OptionHeading heading(command, "Card of the dataset");
    command.add_option("--license", publication.license,
                       "licence of the data, for card and croissant.json: an SPDX identifier or a URL");
    command.add_option("--url", publication.url, "page of the dataset");
    command.add_option("--creator", publication.creators, "who made it; may be repeated")->take_all()->expected(1);
    command.add_option("--published", publication.date, "date of publication, such as 2026-01-31");
}

std::vector<std::string> given_options(const CLI::App& command) {
    std::vector<std::string> given;
    for (const CLI::Option* option : command.get_options())
        if (option->count() > 0 && !option->get_lnames().empty()) given.push_back(option->get_lnames().front());
    return given;
}

}  // namespace cchnn
