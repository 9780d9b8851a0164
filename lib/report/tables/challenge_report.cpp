#include "report/tables/challenge_report.hpp"

#include <nlohmann/json.hpp>

#include "core/number_text.hpp"
#include "core/printable.hpp"
#include "report/json_parts.hpp"
#include "spec/json/readable_json.hpp"

namespace cchnn {
namespace {

// The line that an organiser publishes where it cannot be changed later: the digests fix the round and its
// secret.
std::string line_to_publish(const SealedRound& sealed) {
    return "sealed round " + sealed.name + ": SHA-256 of round.json " + sealed.round_digest + ", of secret.json " +
           sealed.commitment;
}

}  // namespace

std::string sealed_text(const SealedRound& sealed, const ChallengeOptions& options) {
    return options.round.string() + ": " + std::to_string(sealed.train) + " training trajectories, " +
           std::to_string(sealed.test) + " initial states to predict from, each of " + std::to_string(sealed.samples) +
           " samples, dt " + short_number(sealed.dt) + "\n  round.json   SHA-256 " + sealed.round_digest +
           "\n  commitment           " + sealed.commitment + "\n  secret       " + options.secret.string() +
           "; keep it secret until the round is over\n"
           "Publish this line where it cannot be changed, such as in a signed tag or on a mailing list:\n  " +
           line_to_publish(sealed) + "\nAnyone can check it with\n  cchnn-gen challenge verify " +
           options.round.string() + " --sealed " + sealed.round_digest + "\n";
}

std::string sealed_json(const SealedRound& sealed, const ChallengeOptions& options) {
    return nlohmann::ordered_json{{"round", options.round.string()},
                                  {"secret", options.secret.string()},
                                  {"round_sha256", sealed.round_digest},
                                  {"commitment", sealed.commitment},
                                  {"publish", line_to_publish(sealed)},
                                  {"train", sealed.train},
                                  {"test", sealed.test},
                                  {"samples", sealed.samples},
                                  {"dt", sealed.dt}}
        .dump();
}

std::string revealed_json(const std::filesystem::path& revealed, const ChallengeOptions& options) {
    return nlohmann::ordered_json{{"round", options.round.string()}, {"revealed", revealed.string()}}.dump();
}

std::string round_verification_text(const RoundVerification& found, bool failures_alone) {
    if (failures_alone && found.passed()) return "";
    std::string text = found.round.string() + ": " + (found.revealed ? "revealed" : "sealed, not revealed yet") +
                       "\n  round.json   SHA-256 " + found.round_digest + "\n";
    for (const RoundCheck& check : found.checks)
        if (!failures_alone || !check.passed)
            text += std::string(check.passed ? "  passed  " : "  FAILED  ") + printable(check.what) +
                    (check.found.empty() ? "" : ": " + printable(check.found)) + "\n";
    return text;
}

std::string round_verification_json(const RoundVerification& found) {
    nlohmann::ordered_json json = report_head("cchnn-gen challenge", found.passed() ? "passed" : "failed",
                                              found.passed() ? ExitCode::ok : ExitCode::gate_failed);
    json["round"] = found.round.string();
    json["round_sha256"] = found.round_digest;
    json["revealed"] = found.revealed;
    json["checks"] = nlohmann::ordered_json::array();
    for (const RoundCheck& check : found.checks)
        json["checks"].push_back({{"what", check.what}, {"passed", check.passed}, {"found", check.found}});
    return json_document(json);
}

}  // namespace cchnn
