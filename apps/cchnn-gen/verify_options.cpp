#include "verify_options.hpp"

#include <CLI/CLI.hpp>

namespace cchnn {
namespace {

constexpr const char* verify_footer = R"(
A directory: bytes of files against SHA256SUMS, content and truth digests, all that manifest.json says of its sets, what follows from
x, v and the system's JSON (coordinates, windows, tables, valid_until, ...), and physics:
stored energy against H(x, v), Phi and dPhi/dt of every state, and of some trajectories the motion from each sample to the
next, integrated again by another method, their error bounds, and where they start. A manifest.json: the dataset is generated again in a directory for
temporary files (TMPDIR), its digests are compared, and nothing is kept; one of given initial states needs their file again. --json replaces an empty file or a JSON report,
others with --force alone, and nothing that is read. A view, its directory or view.json: digests of its files and what view.json says of them, and with --truth
it is made again and compared.
Exit codes: 0 fine, 1 something differs, 3 a file that is not valid.
Examples:
  cchnn-gen verify data/chain_pendulum_3
  cchnn-gen verify data --sample 100 --json verified.json
  cchnn-gen verify data/chain_pendulum_3/manifest.json
  cchnn-gen verify data/chain_pendulum_3 --lock published/manifest.json
  cchnn-gen verify published/manifest.json --system my_system.json
  cchnn-gen verify noisy --truth data/chain_pendulum_3)";

}  // namespace

VerifyParser::VerifyParser(CLI::App& app, int threads)
    : app_(app.add_subcommand("verify", "is a dataset what it says it is? digests and physics")) {
    command_.options.threads = threads;
    app_->add_option("TARGET", command_.targets, "directories of datasets, directories of such, or manifest.json files")
        ->required();
    app_->add_option("--system", command_.options.system,
                     "JSON file of the system that a manifest.json is about, if it is not built in");
    app_->add_option("--states", command_.options.states,
                     "file of initial states that a manifest.json was generated from with --states");
    app_->add_option("--truth", command_.truth, "dataset that a view is of, to make the view again");
    app_->add_option("--lock", command_.options.lock, "compare directories with this manifest.json too");
    const auto whole = [](const std::string& text) {
        return text.starts_with('-') ? "must be a whole number >= 0, got " + text : std::string();
    };
    app_->add_option("--sample", command_.options.sample, "trajectories of each set whose motion is integrated again")
        ->check(whole)
        ->capture_default_str();
    app_->add_option("--seed", command_.options.seed, "of their drawing")->check(whole)->capture_default_str();
    app_->add_option("--json", command_.json, "write the result as JSON to this file; - for standard output");
    app_->add_flag("--force", command_.force, "let it replace a file that is no JSON report of this program");
    app_->add_option("--threads", command_.options.threads, "number of threads [all]; changes no number");
    app_->footer(verify_footer);
}

bool VerifyParser::parsed() const { return app_->parsed(); }

void add_publication(CLI::App& command, Publication& publication) {
    command.add_option("--license", publication.license,
                       "of the data, for card and croissant.json: an SPDX identifier or a URL");
    command.add_option("--url", publication.url, "page of the dataset");
    command.add_option("--creator", publication.creators, "who made it; may be repeated")->take_all()->expected(1);
    command.add_option("--published", publication.date, "day of publication, as 2026-01-31");
}

std::vector<std::string> given_options(const CLI::App& command) {
    std::vector<std::string> given;
    for (const CLI::Option* option : command.get_options())
        if (option->count() > 0 && !option->get_lnames().empty()) given.push_back("--" + option->get_lnames().front());
    return given;
}

}  // namespace cchnn
