#pragma once
// Sealed rounds: a benchmark whose system stays secret until the round is over (schemas/challenge.md):
//
//   seal     prior + random numbers of the operating system -> ROUND/{round.json, train.npz, starts.npz} + secret.json
//   reveal   ROUND + secret.json -> ROUND/secret.json, ROUND/revealed/{<name>.json,<name>/{train,test}.h5}
//   verify   ROUND -> were these the sealed values? Everything is made again from the secret and compared
//
// seal() publishes a commitment, the SHA-256 of the secret, so that the organiser cannot choose the values
// later. The secret holds the seed of the hidden values, a salt of 256 bits that prevents guessing them from
// the commitment, the values themselves, and the digests of the data. Initial states are published; their seed
// comes from the salt and not from the seed of the hidden values, so it reveals nothing about them.

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

// Random numbers of the operating system: 256 bits of salt, in hexadecimal, and 64 bits of seed.
struct RoundRandomness {
    std::string salt;
    std::uint64_t seed = 0;
};
RoundRandomness draw_randomness();

// The hidden values of a seed as JSON texts, in the order of prior.hidden. Values that make no valid system are
// drawn again, all together. Throws SpecError if 100 draws fail.
std::vector<std::string> hidden_values(const ChallengePrior& prior, std::uint64_t seed);

// Writes a round and its secret. If it throws or is stopped, neither exists; the secret gets its name before
// the round, because a published round whose secret is lost could never be revealed. Throws UsageError,
// SpecError, IoError (a round or a secret exists already), NumericalError.
SealedRound seal(const ChallengePrior& prior, const RoundRandomness& randomness, const ChallengeOptions& options);
// Publishes the secret and the dataset of the hidden system; resumes what an interrupted call began. Throws
// DataError if the secret is not the one that was sealed, or if existing files differ from what it reveals.
RevealedRound reveal(const ChallengeOptions& options);
// Checks a round, and makes everything again if it is revealed. `sealed` is the SHA-256 of round.json as it was
// published when the round was sealed; "" if it is unknown. A secret of version 1 does not contain the digest
// of the prior: such a round passes only with `sealed`.
RoundVerification verify_round(const ChallengeOptions& options, const std::string& sealed);

}  // namespace cchnn
