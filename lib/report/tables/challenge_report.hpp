#pragma once
// What sealing and verifying a round found, for people and for machines (schemas/challenge_verification.schema.json).

#include <string>

#include "stories/benchmark/challenge.hpp"

namespace cchnn {

std::string sealed_text(const SealedRound& sealed, const ChallengeOptions& options);
// Items of the JSON of seal and reveal (commands/command_report.hpp).
std::string sealed_json(const SealedRound& sealed, const ChallengeOptions& options);
std::string revealed_json(const std::filesystem::path& revealed, const ChallengeOptions& options);
// `failures_alone`: nothing where all checks passed.
std::string round_verification_text(const RoundVerification& found, bool failures_alone = false);
std::string round_verification_json(const RoundVerification& found);

}  // namespace cchnn
