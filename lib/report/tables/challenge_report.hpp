#pragma once
// What sealing, revealing and verifying a round of a challenge gave, for people and for machines
// (schemas/challenge_verification.schema.json; stories/benchmark/challenge.hpp).

#include <string>

#include "stories/benchmark/challenge.hpp"

namespace cchnn {

std::string sealed_text(const SealedRound& sealed, const ChallengeOptions& options);
// Items for the JSON of seal and reveal (commands/command_report.hpp).
std::string sealed_json(const SealedRound& sealed, const ChallengeOptions& options);
std::string revealed_json(const std::filesystem::path& revealed, const ChallengeOptions& options);
// A line for each check. With `failures_alone` only failed ones, and nothing if all passed.
std::string round_verification_text(const RoundVerification& found, bool failures_alone = false);
std::string round_verification_json(const RoundVerification& found);

}  // namespace cchnn
