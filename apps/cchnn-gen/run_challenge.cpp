
#include "../command_json.hpp"
#include "../progress.hpp"
#include "../tell.hpp"
#include "commands.hpp"
#include "report/tables/board_report.hpp"

namespace cchnn {
namespace {

// The result of `work`, with progress on a terminal that is erased before it returns.
template <class Work>
auto shown(const ChallengeCommand& command, const Work& work) {
    Progress progress("challenge " + command.options.round.filename().string(), "integrating");
    ChallengeOptions options = command.options;
    options.progress = [&](std::uint64_t done, std::uint64_t total) { progress(done, total); };
    return work(options);
}

ExitCode seal(const ChallengeCommand& command) {
    const ChallengeOptions& o = command.options;
    const OutputRule rule{{command.prior}, command.force, {o.secret, o.round / "round.json"}};
    return with_json({"cchnn-gen challenge seal", "rounds"}, command.json, rule, [&](auto& command_report) {
        const SealedRound sealed = shown(command, [&](const ChallengeOptions& options) {
            return seal(read_prior(command.prior), draw_randomness(), options);
        });
        command_report.items.push_back(sealed_json(sealed, command.options));
        if (!is_silent(command.json)) tell(sealed_text(sealed, command.options));
        return ExitCode::ok;
    });
}

ExitCode reveal(const ChallengeCommand& command) {
    const std::filesystem::path& round = command.options.round;
    const OutputRule rule{{command.options.secret, round / "round.json"}, command.force, {round / "secret.json"}};
    return with_json({"cchnn-gen challenge reveal", "rounds"}, command.json, rule, [&](auto& command_report) {
        const RevealedRound revealed = shown(command, [](const ChallengeOptions& options) { return reveal(options); });
        command_report.items.push_back(revealed_json(revealed.directory, command.options));
        if (!is_silent(command.json))
            tell_of("%s%s\n", revealed.directory.c_str(),
                    revealed.before ? ": already revealed, and equal to what was sealed" : "");
        return ExitCode::ok;
    });
}

ExitCode verify(const ChallengeCommand& command) {
    const std::filesystem::path& round = command.options.round;
    const OutputRule rule{{round / "round.json", round / "secret.json"}, command.force};
    std::string json;
    const auto text = [&](int code, const std::vector<Problem>& problems) {
        if (json.empty()) return command_json(report_of_command("cchnn-gen", "challenge verify"), code, problems);
        return problems.empty() ? json : with_end(json, code, problems);
    };
    return with_json_text(command.json, rule, text, [&] {
        const RoundVerification found =
            shown(command, [&](const ChallengeOptions& options) { return verify_round(options, command.sealed); });
        json = round_verification_json(found);
        if (!is_standard_output(command.json)) tell(round_verification_text(found, quiet));
        return found.passed() ? ExitCode::ok : ExitCode::gate_failed;
    });
}

}  // namespace

ExitCode run(const ChallengeCommand& command) {
    switch (command.step) {
        case ChallengeCommand::Step::seal: return seal(command);
        case ChallengeCommand::Step::reveal: return reveal(command);
        case ChallengeCommand::Step::verify: return verify(command);
    }
    return ExitCode::usage;
}

}  // namespace cchnn
