#include <cstdio>

#include "../progress.hpp"
#include "commands.hpp"
#include "report/report_file.hpp"
#include "report/tables/challenge_report.hpp"

namespace cchnn {
namespace {

ExitCode print_verified(const ChallengeCommand& command, const ChallengeOptions& options) {
    const ReportFile file{"--json", command.json, ReportFormat::json};
    const OutputRule rule{{options.round / "round.json", options.round / "secret.json"}, command.force};
    require_places({file}, rule);
    const RoundVerification found = verify_round(options, command.sealed);
    if (!is_standard_output(command.json)) std::fputs(round_verification_text(found).c_str(), stdout);
    write_report(file, round_verification_json(found), rule);
    return found.passed() ? ExitCode::ok : ExitCode::gate_failed;
}

}  // namespace

ExitCode run(const ChallengeCommand& command) {
    Progress progress("challenge " + command.options.round.filename().string(), "integrating");
    ChallengeOptions options = command.options;
    options.progress = [&](std::uint64_t done, std::uint64_t total) { progress(done, total); };
    switch (command.step) {
        case ChallengeCommand::Step::seal: {
            const SealedRound sealed = seal(read_prior(command.prior), draw_randomness(), options);
            std::fputs(sealed_text(sealed, options).c_str(), stdout);
            return ExitCode::ok;
        }
        case ChallengeCommand::Step::reveal: std::printf("%s\n", reveal(options).c_str()); return ExitCode::ok;
        case ChallengeCommand::Step::verify: return print_verified(command, options);
    }
    return ExitCode::usage;
}

}  // namespace cchnn
