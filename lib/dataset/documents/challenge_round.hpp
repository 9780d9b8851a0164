#pragma once
// The two files of a sealed round (schemas/challenge.md): round.json is public, secret.json is published when
// the round is over. The commitment in round.json is the SHA-256 of the bytes of secret.json. The secret in
// turn contains the digest of the prior, so that the commitment also fixes the prior.

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace cchnn {

struct ChallengeRound {
    std::string prior_json;
    std::string commitment;
    std::map<std::string, std::string> files;  // train.npz, starts.npz -> SHA-256
};

struct ChallengeSecret {
    std::string salt;                                         // 256 random bits, 64 hex digits
    std::uint64_t seed = 0;                                   // of the hidden values
    std::vector<std::pair<std::string, std::string>> values;  // pointer -> JSON
    std::string train_digest, test_digest;                    // of truth
    std::string prior_sha256;                                 // prior_digest(); "": sealed before 0.3.0
};

// SHA-256 of the prior's JSON without blanks between its tokens.
std::string prior_digest(const std::string& prior_json);

std::string round_json(const ChallengeRound& round);
std::string secret_json(const ChallengeSecret& secret);

// Throws IoError, SpecError with every problem.
ChallengeRound read_round(const std::filesystem::path& path);
ChallengeSecret read_secret(const std::filesystem::path& path);

}  // namespace cchnn
