#include "dataset/documents/challenge_round.hpp"

#include <charconv>
#include <nlohmann/json.hpp>

#include "core/errors.hpp"
#include "core/paths/read_file.hpp"
#include "core/sha256.hpp"
#include "core/version.hpp"
#include "spec/json/readable_json.hpp"
#include "spec/json/schema_check.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

Json read_round_file(const std::filesystem::path& path, const std::string& schema) {
    return parse_by_schema(read_file(path, "a JSON file of a sealed round"), path.string(), schema);
}

}  // namespace

std::string prior_digest(const std::string& prior_json) { return sha256_of_text(Json::parse(prior_json).dump()); }

std::string round_json(const ChallengeRound& round) {
    Json json = document_head("cchnn round", challenge_format_version);
    json["commitment"] = round.commitment;
    json["files"] = Json::object();
    json["prior"] = Json::parse(round.prior_json);
    for (const auto& [name, digest] : round.files) json["files"][name] = digest;
    return json.dump(1) + "\n";
}

std::string secret_json(const ChallengeSecret& secret) {
    Json json{{"format", "cchnn round secret"},
              {"format_version", secret.prior_sha256.empty() ? challenge_format_version : secret_format_version},
              {"salt", secret.salt},
              {"seed", std::to_string(secret.seed)},
              {"values", Json::object()},
              {"truth_digests", {{"train", secret.train_digest}, {"test", secret.test_digest}}}};
    for (const auto& [pointer, value] : secret.values) json["values"][pointer] = Json::parse(value);
    if (!secret.prior_sha256.empty()) json["prior_sha256"] = secret.prior_sha256;
    return json.dump(1) + "\n";
}

ChallengeRound read_round(const std::filesystem::path& path) {
    const Json json = read_round_file(path, "challenge_round");
    ChallengeRound round{json.at("prior").dump(2), json.at("commitment"), {}};
    for (const auto& [name, digest] : json.at("files").items()) round.files[name] = digest;
    return round;
}

ChallengeSecret read_secret(const std::filesystem::path& path) {
    const Json json = read_round_file(path, "challenge_secret");
    ChallengeSecret secret;
    secret.salt = json.at("salt");
    const std::string seed = json.at("seed");
    const auto read = std::from_chars(seed.data(), seed.data() + seed.size(), secret.seed);
    if (read.ec != std::errc{}) throw SpecError(path.string() + "#/seed", "must be a whole number below 2^64");
    for (const auto& [pointer, value] : json.at("values").items()) secret.values.emplace_back(pointer, value.dump());
    secret.train_digest = json.at("truth_digests").at("train");
    secret.test_digest = json.at("truth_digests").at("test");
    secret.prior_sha256 = json.value("prior_sha256", "");
    return secret;
}

}  // namespace cchnn
