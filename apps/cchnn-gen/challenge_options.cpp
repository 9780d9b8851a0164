#include "challenge_options.hpp"

#include <CLI/CLI.hpp>

#include "../json_option.hpp"
#include "core/errors.hpp"

namespace cchnn {
namespace {

constexpr const char* challenge_footer = R"(
A round hides a system, not answers: anyone could compute the answers of a known system. schemas/challenge.md says what sealing
proves, what an honest organiser avoids, and which ways to cheat remain.
Examples:
  cchnn-gen challenge seal prior.json -o round
  cchnn-gen challenge reveal round
  cchnn-gen challenge verify round)";

constexpr const char* seal_footer = R"(
PRIOR is a JSON file (schemas/challenge.md): a system, and how the values at some places of it are drawn. ROUND gets round.json,
train.npz (t, x, v) and starts.npz (t, x, v at the first sample), to be published; the organiser keeps SECRET. seal keeps nothing else of the round. It prints a line with
the SHA-256 of round.json and of SECRET: publish it where it cannot be changed.
Examples:
  cchnn-gen challenge seal prior.json -o round
  cchnn-gen challenge seal prior.json -o round --secret ~/round.secret.json)";

constexpr const char* reveal_footer = R"(
Copies SECRET into ROUND if its digest is the sealed one, and regenerates ROUND/revealed/NAME/train.h5 and test.h5, which
cchnn-eval scores against. Rerun the same command to resume an interrupted reveal; existing files are compared.
Example:
  cchnn-gen challenge reveal round --secret round.secret.json)";

constexpr const char* verify_footer = R"(
Before the reveal: compares the published files with their digests. After it, also the secret with the commitment, the prior with
the secret, the hidden values with prior and seed, and all data with regenerated data. Exit code 1 when one differs.
Examples:
  cchnn-gen challenge verify round
  cchnn-gen challenge verify round --sealed DIGEST --json verdict.json)";

}  // namespace

ChallengeParser::ChallengeParser(CLI::App& app, int threads)
    : app_(app.add_subcommand("challenge", "run blind challenges: rounds whose system is hidden until the end")) {
    command_.options.threads = threads;
    app_->require_subcommand(1);
    app_->footer(challenge_footer);
    add_seal();
    add_reveal();
    add_verify();
    for (CLI::App* command : {seal_, reveal_, verify_}) {
        command->add_option("--json", command_.json,
                            "also write the result as JSON (schemas/challenge.md); - for standard output");
        command->add_flag("--force", command_.force, json_force_help);
        command->add_option("--threads", command_.options.threads, "number of threads [all]; changes no bit");
    }
}

void ChallengeParser::add_seal() {
    seal_ = app_->add_subcommand("seal", "draw a hidden system and publish its data");
    seal_->add_option("PRIOR", command_.prior, "what is hidden and how it is drawn, a JSON file")->required();
    seal_->add_option("-o,--output", round_, "directory of the round; must not exist")->required();
    seal_->add_option("--secret", secret_, "file of what is hidden [ROUND.secret.json]");
    seal_->footer(seal_footer);
}

void ChallengeParser::add_reveal() {
    reveal_ = app_->add_subcommand("reveal", "publish what was hidden");
    reveal_->add_option("ROUND", round_, "directory of the round")->required();
    reveal_->add_option("--secret", secret_, "file of what is hidden [ROUND.secret.json]");
    reveal_->footer(reveal_footer);
}

void ChallengeParser::add_verify() {
    verify_ = app_->add_subcommand("verify", "compare a round with what was sealed");
    verify_->add_option("ROUND", round_, "directory of the round")->required();
    verify_->add_option("--sealed", command_.sealed, "SHA-256 of round.json, as published when it was sealed");
    verify_->footer(verify_footer);
}

bool ChallengeParser::parsed() const { return app_->parsed(); }

ChallengeCommand ChallengeParser::command() const {
    ChallengeCommand command = command_;
    command.step = seal_->parsed()     ? ChallengeCommand::Step::seal
                   : reveal_->parsed() ? ChallengeCommand::Step::reveal
                                       : ChallengeCommand::Step::verify;
    std::string round = round_;
    while (round.size() > 1 && round.ends_with('/')) round.pop_back();
    command.options.round = round;
    command.options.secret = secret_.empty() ? round + ".secret.json" : secret_;
    const std::string& sealed = command.sealed;
    if (!sealed.empty() && (sealed.size() != 64 || sealed.find_first_not_of("0123456789abcdef") != std::string::npos))
        throw UsageError("--sealed", "must be 64 lower-case hex digits, got '" + sealed + "'");
    return command;
}

}  // namespace cchnn
