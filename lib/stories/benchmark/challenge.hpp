#pragma once
// A round whose system nobody knows until it is over (schemas/challenge.md):
//
//   seal     prior + random numbers of the operating system -> ROUND/{round.json, train.npz, starts.npz} + secret.json
//   reveal   ROUND + secret.json -> ROUND/secret.json, ROUND/revealed/{<name>.json,<name>/{train,test}.h5}
//   verify   ROUND -> was this what was sealed? Anybody makes all of it again
//
// The seed of the hidden values and that of the initial states have nothing to do with each other: initial states are
// published.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "dataset/documents/challenge_round.hpp"
#include "spec/challenge_prior.hpp"

namespace cchnn {

struct ChallengeOptions {
    std::filesystem::path round, secret;
    int threads = 1;
    std::function<void(std::uint64_t done, std::uint64_t total)> progress = nullptr;

    std::vector<Problem> check() const;
};

struct SealedRound {
    std::string name;                      // of the prior
    std::string commitment, round_digest;  // SHA-256 of secret.json, of round.json
    std::uint64_t train = 0, test = 0;
    int samples = 0;
    double dt = 0;
};

struct RevealedRound {
    std::filesystem::path directory;  // of the dataset
    bool before = false;              // an earlier call had revealed all of it
};

struct RoundCheck {
    std::string what;
    bool passed = false;
    std::string found;  // what stands in its way; "" when it passed
};
struct RoundVerification {
    std::filesystem::path round;
    std::string round_digest;
    bool revealed = false;
    std::vector<RoundCheck> checks;

    bool passed() const;
};

// What the operating system's random numbers are: 256 bits of salt, 64 of seed.
struct RoundRandomness {
    std::string salt;
    std::uint64_t seed = 0;
};
RoundRandomness draw_randomness();

// Hidden values of a seed, as JSON; `draw` counts up where a system with these values is invalid.
std::vector<std::string> hidden_values(const ChallengePrior& prior, std::uint64_t seed);

// Whatever ends it leaves a round and its secret, or neither. Throws UsageError, SpecError, IoError (a round or secret
// that is there already), NumericalError.
SealedRound seal(const ChallengePrior& prior, const RoundRandomness& randomness, const ChallengeOptions& options);
// Goes on with what an earlier call began. Throws DataError when the secret is not the one that was sealed, or what
// stands there already is not what it reveals.
RevealedRound reveal(const ChallengeOptions& options);
// `sealed`: SHA-256 of round.json as it was known when the round was sealed; "": not known. A secret of version 1 does not
// have the digest of the prior: such a round passes with `sealed` alone.
RoundVerification verify_round(const ChallengeOptions& options, const std::string& sealed);

}  // namespace cchnn
