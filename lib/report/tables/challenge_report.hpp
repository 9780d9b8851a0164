#pragma once
// What sealing and verifying a round found, for people and for machines (schemas/challenge_verification.schema.json).

#include <string>

#include "stories/challenge.hpp"

namespace cchnn {

std::string sealed_text(const SealedRound& sealed, const ChallengeOptions& options);
std::string round_verification_text(const RoundVerification& found);
std::string round_verification_json(const RoundVerification& found);

}  // namespace cchnn
