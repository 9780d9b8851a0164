#include "stories/benchmark/challenge.hpp"

#include <doctest/doctest.h>
#include <signal.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "contains_text.hpp"
#include "core/sha256.hpp"
#include "core/stop.hpp"
#include "dataset/changed_number.hpp"
#include "report/tables/board_report.hpp"
#include "spec/json/schema_check.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn_test;

namespace {

ChallengePrior small_prior(const std::string& hidden = R"("/bodies/1/mass": {"uniform": {"low": 0.5, "high": 2}},
      "/potentials/0/g": {"choice": [1, 9.81]})") {
    return parse_prior(R"({"format": "cchnn prior", "format_version": 1, "name": "unknown", "title": "Unknown",
      "system": "chain_pendulum_1", "train": 3, "test": 2, "hidden": {)" +
                           hidden + "}}",
                       "prior");
}

const RoundRandomness known{std::string(64, 'a'), 12345};

ChallengeOptions options_in(const ScratchDirectory& scratch) {
    return {scratch / "round", scratch / "secret", 1, nullptr};
}

std::vector<std::string> failed(const RoundVerification& found) {
    std::vector<std::string> what;
    for (const RoundCheck& check : found.checks)
        if (!check.passed) what.push_back(check.what);
    return what;
}

}  // namespace

TEST_CASE("a sealed round verifies before and after it is revealed, and is the same for the same random numbers") {
    const ScratchDirectory scratch;
    const ChallengeOptions options = options_in(scratch);
    const SealedRound sealed = seal(small_prior(), known, options);
    CHECK(names_in(scratch / "round") == std::vector<std::string>{"round.json", "starts.npz", "train.npz"});
    CHECK(sealed.commitment == sha256_of_file(scratch / "secret"));
    const RoundVerification before = verify_round(options, sealed.round_digest);
    CHECK(before.passed());
    CHECK(!before.revealed);
    CHECK(before.checks.size() == 3);
    reveal(options);
    const RoundVerification after = verify_round(options, sealed.round_digest);
    CHECK(failed(after).empty());
    CHECK(after.checks.size() == 11);
    CHECK(cchnn::schema_problems(nlohmann::ordered_json::parse(round_verification_json(after)), "",
                                 "challenge_verification")
              .empty());
    ChallengeOptions again{scratch / "again", scratch / "again.secret", 2, nullptr};
    CHECK(seal(small_prior(), known, again).round_digest == sealed.round_digest);
    CHECK(verify_round(options, std::string(64, '0')).passed() == false);
    CHECK(contains_text(complaint([&] { seal(small_prior(), known, options); }), "a round is sealed once"));
}

TEST_CASE("what is published of a sealed round names neither hidden values nor digests of the truth") {
    const ScratchDirectory scratch;
    seal(small_prior(), known, options_in(scratch));
    const ChallengeSecret secret = read_secret(scratch / "secret");
    std::string published;
    for (const std::string name : {"round.json", "train.npz", "starts.npz"})
        published += bytes_of(scratch / ("round/" + name));
    CHECK_FALSE(contains_text(published, secret.salt));
    CHECK_FALSE(contains_text(published, secret.test_digest));
    CHECK_FALSE(contains_text(published, secret.train_digest));
    CHECK_FALSE(contains_text(published, secret.values.at(0).second));
    const double mass = std::stod(secret.values.at(0).second);
    CHECK_FALSE(contains_text(published, std::string(reinterpret_cast<const char*>(&mass), sizeof mass)));
    for (const char* array : {"mass_matrix", "json", "energy", "error_bound", "truth_digest"})
        CHECK_MESSAGE(!contains_text(bytes_of(scratch / "round/train.npz"), array), array);
    CHECK((fs::status(scratch / "secret").permissions() & fs::perms(077)) == fs::perms::none);
}

// Otherwise all rounds of one prior would publish the same starts.
TEST_CASE("initial states follow from the salt, which is secret, and from nothing that is public") {
    const ScratchDirectory scratch;
    seal(small_prior(), known, options_in(scratch));
    const RoundRandomness other{std::string(64, 'b'), known.seed};
    seal(small_prior(), other, {scratch / "other", scratch / "other.secret", 1, nullptr});
    CHECK(read_secret(scratch / "secret").values == read_secret(scratch / "other.secret").values);
    CHECK(bytes_of(scratch / "round/starts.npz") != bytes_of(scratch / "other/starts.npz"));
}

TEST_CASE("a secret, data, values or truth that was exchanged after sealing is found") {
    const ScratchDirectory scratch;
    const ChallengeOptions options = options_in(scratch);
    seal(small_prior(), known, options);
    const std::string secret = bytes_of(scratch / "secret");
    write_text(scratch / "secret", secret + " ");
    CHECK(contains_text(complaint([&] { reveal(options); }), "is not the secret that was sealed"));
    write_text(scratch / "secret", secret);
    reveal(options);
    SUBCASE("secret") {
        write_text(scratch / "round/secret.json", secret + "\n");
        CHECK(failed(verify_round(options, "")) == std::vector<std::string>{"secret.json is what was sealed"});
    }
    SUBCASE("data") {
        fs::copy_file(scratch / "round/starts.npz", scratch / "round/train.npz", fs::copy_options::overwrite_existing);
        CHECK(failed(verify_round(options, "")) == std::vector<std::string>{"train.npz is what was published"});
    }
    SUBCASE("revealed system") {
        const fs::path system = scratch / "round/revealed" / (small_prior().name + ".json");
        write_text(system, bytes_of(system) + " ");
        CHECK(failed(verify_round(options, "")) ==
              std::vector<std::string>{"revealed/" + small_prior().name + ".json is the hidden system"});
    }
    SUBCASE("revealed energies, in a set whose digests were made anew, and files that are gone") {
        const std::string name = "revealed/" + small_prior().name;
        cchnn_test::set_number(scratch / "round" / name / "test.h5", "/energy", {0, 3}, 0.5);
        fs::remove(scratch / "round" / (name + ".json"));
        fs::remove(scratch / "round" / name / "train.h5");
        CHECK(failed(verify_round(options, "")) ==
              std::vector<std::string>{name + ".json is the hidden system",
                                       name + "/train.h5 is that of the hidden system",
                                       name + "/test.h5 is that of the hidden system"});
    }
    SUBCASE("a revealed number, beside the digest that was") {
        for (const char* split : {"train", "test"}) {
            const std::string set = "revealed/" + small_prior().name + "/" + split + ".h5";
            cchnn_test::set_number(scratch / "round" / set, "/x", {0, 3, 0, 0}, 0.5);
            const std::vector<std::string> found = failed(verify_round(options, ""));
            REQUIRE(!found.empty());
            CHECK(found.back() == set + " is that of the hidden system");
        }
    }
    SUBCASE("an organiser who chose the values, and sealed them") {
        ChallengeSecret chosen = read_secret(scratch / "secret");
        chosen.values[0].second = "1.25";
        write_text(scratch / "round/secret.json", secret_json(chosen));
        ChallengeRound round = read_round(scratch / "round/round.json");
        round.commitment = sha256_of_file(scratch / "round/secret.json");
        write_text(scratch / "round/round.json", round_json(round));
        const std::vector<std::string> found = failed(verify_round(options, ""));
        REQUIRE(!found.empty());
        CHECK(found[0] == "the hidden values are those that the prior and the seed give");
    }
}

namespace {

// A round whose prior gets another choice, of which the seed makes the same values.
void add_choice(const fs::path& file) {
    std::string round = bytes_of(file);
    const std::size_t at = round.find("9.81", round.find("/potentials/0/g"));
    write_text(file, round.insert(at + 4, ", 9.83"));
}

// Sealed by a seed that draws the first of two choices, and of three.
RoundRandomness first_of_choices() {
    const ChallengePrior two = small_prior(R"("/potentials/0/g": {"choice": [1, 9.81]})"),
                         three = small_prior(R"("/potentials/0/g": {"choice": [1, 9.81, 9.83]})");
    RoundRandomness randomness = known;
    while (hidden_values(two, randomness.seed) != hidden_values(three, randomness.seed)) ++randomness.seed;
    return randomness;
}

}  // namespace

TEST_CASE("a choice that is added to the prior after the round was revealed, or before, is found") {
    const ScratchDirectory scratch;
    const ChallengeOptions options = options_in(scratch);
    seal(small_prior(R"("/potentials/0/g": {"choice": [1, 9.81]})"), first_of_choices(), options);
    const fs::path file = scratch / "round/round.json";
    const std::string sealed = bytes_of(file);
    add_choice(file);
    CHECK(contains_text(complaint([&] { reveal(options); }),
                        "round.json#/prior: is not what was sealed: its SHA-256 is "));
    write_text(file, sealed);
    reveal(options);
    CHECK(failed(verify_round(options, "")).empty());
    add_choice(file);
    CHECK(failed(verify_round(options, "")) == std::vector<std::string>{"the prior is what was sealed"});
}

TEST_CASE(
    "a round of version 1, whose secret does not have the prior, passes with the digest of its round.json alone") {
    const ScratchDirectory scratch;
    const ChallengeOptions options = options_in(scratch);
    seal(small_prior(), known, options);
    ChallengeSecret secret = read_secret(scratch / "secret");
    CHECK(secret.prior_sha256.size() == 64);
    secret.prior_sha256.clear();
    CHECK(contains_text(secret_json(secret), "\"format_version\": 1"));
    write_text(scratch / "secret", secret_json(secret));
    ChallengeRound round = read_round(scratch / "round/round.json");
    round.commitment = sha256_of_file(scratch / "secret");
    write_text(scratch / "round/round.json", round_json(round));
    reveal(options);
    const RoundVerification alone = verify_round(options, "");
    CHECK(failed(alone) == std::vector<std::string>{"the prior is what was sealed"});
    CHECK(contains_text(round_verification_text(alone), "give --sealed, the SHA-256 of round.json"));
    CHECK(verify_round(options, alone.round_digest).passed());
    CHECK(!verify_round(options, std::string(64, '0')).passed());
}

TEST_CASE("seal prints the line to publish elsewhere, and how anybody checks it") {
    const ScratchDirectory scratch;
    const ChallengeOptions options = options_in(scratch);
    const SealedRound sealed = seal(small_prior(), known, options);
    const std::string line =
        "sealed round unknown: SHA-256 of round.json " + sealed.round_digest + ", of secret.json " + sealed.commitment;
    CHECK(contains_text(sealed_text(sealed, options), "\n  " + line + "\n"));
    CHECK(contains_text(sealed_text(sealed, options), " --sealed " + sealed.round_digest + "\n"));
    CHECK(nlohmann::json::parse(sealed_json(sealed, options)).at("publish") == line);
}

// The sentence of the signal that ended a call after its first block; "" when nothing did.
std::string stopped_at_first_block(const std::function<void(const ChallengeOptions&)>& call, ChallengeOptions options) {
    options.progress = [](std::uint64_t, std::uint64_t) { throw Stopped(SIGTERM); };
    try {
        call(options);
    } catch (const Stopped& stopped) {
        return stopped.sentence();
    }
    return "";
}

TEST_CASE("a reveal that was ended goes on with the same call, and a second one compares what is there") {
    const ScratchDirectory scratch;
    const ChallengeOptions options = options_in(scratch);
    seal(small_prior(), known, options);
    const std::string said = stopped_at_first_block([](const ChallengeOptions& o) { reveal(o); }, options);
    CHECK(contains_text(said, "3 finished trajectories are kept in "));
    CHECK(said.ends_with("; rerun the same command to resume"));
    CHECK(verify_round(options, "").revealed == false);
    std::vector<std::uint64_t> done;
    ChallengeOptions watched = options;
    watched.progress = [&](std::uint64_t now, std::uint64_t) { done.push_back(now); };
    CHECK(!reveal(watched).before);
    const auto whole = content_of(scratch / "round");
    for (const auto& one : whole) CHECK_MESSAGE(!contains_text(one.first, "unfinished"), one.first);
    CHECK(failed(verify_round(options, "")).empty());
    SUBCASE("all of it") {
        CHECK(reveal(options).before);
        CHECK(content_of(scratch / "round") == whole);
    }
    SUBCASE("what a killed call left to do") {
        fs::remove(scratch / "round/secret.json");
        fs::create_directory(scratch / "round/revealed/.unknown.unfinished");
        CHECK(!reveal(options).before);
        CHECK(content_of(scratch / "round") == whole);
    }
    SUBCASE("something else") {
        fs::remove(scratch / "round/revealed/unknown/train.h5");
        cchnn_test::set_number(scratch / "round/revealed/unknown/test.h5", "/x", {0, 3, 0, 0}, 0.5);
        write_text(scratch / "round/secret.json", "{}");
        const auto changed = content_of(scratch / "round");
        const std::string told = complaint([&] { reveal(options); });
        CHECK(contains_text(told, "round/secret.json: exists already and differs from what is revealed; move it away"));
        CHECK(contains_text(told, "unknown/train.h5: does not exist; move "));
        CHECK(contains_text(told, "unknown/test.h5: is not that of the hidden system; move "));
        CHECK(content_of(scratch / "round") == changed);
    }
}

TEST_CASE("sealing that was ended leaves nothing, and the same call seals") {
    const ScratchDirectory scratch;
    const ChallengeOptions options = options_in(scratch);
    const auto seal_it = [](const ChallengeOptions& o) { seal(small_prior(), known, o); };
    CHECK(stopped_at_first_block(seal_it, options) == "stopped by SIGTERM; nothing is kept; rerun the same command");
    CHECK(names_in(scratch.path()).empty());
    ChallengeOptions late = options;  // while the files of the round are written
    late.progress = [](std::uint64_t done, std::uint64_t total) {
        if (done == total) stop_signal = SIGTERM;
    };
    CHECK_THROWS_AS(seal_it(late), Stopped);
    stop_signal = 0;
    CHECK(names_in(scratch.path()).empty());
    seal_it(options);
    CHECK(names_in(scratch.path()) == std::vector<std::string>{"round", "secret"});
}

TEST_CASE("sealing whose round cannot be given its name leaves no secret") {
    const ScratchDirectory scratch;
    ChallengeOptions options = options_in(scratch);
    options.progress = [&](std::uint64_t, std::uint64_t) { write_text(scratch / "round", "of somebody else"); };
    CHECK(complaint([&] { seal(small_prior(), known, options); }) != "");
    CHECK(names_in(scratch.path()) == std::vector<std::string>{"round"});
}

TEST_CASE("a part of what is revealed that is missing fails") {
    const ScratchDirectory scratch;
    const ChallengeOptions options = options_in(scratch);
    seal(small_prior(), known, options);
    reveal(options);
    SUBCASE("revealed") {
        fs::remove_all(scratch / "round/revealed");
        CHECK(failed(verify_round(options, "")) ==
              std::vector<std::string>{"revealed/unknown.json is the hidden system",
                                       "revealed/unknown/train.h5 is that of the hidden system",
                                       "revealed/unknown/test.h5 is that of the hidden system"});
    }
    SUBCASE("secret") {
        fs::remove(scratch / "round/secret.json");
        CHECK(failed(verify_round(options, "")) == std::vector<std::string>{"secret.json is what was sealed"});
    }
}

TEST_CASE("a round is made on 1 to 1024 threads") {
    for (const auto& one : {std::pair{0, 1}, {1, 0}, {1024, 0}, {1025, 1}}) {
        CAPTURE(one.first);
        CHECK(std::ssize(ChallengeOptions{"round", "secret", one.first, nullptr}.check()) == one.second);
    }
}

TEST_CASE("hidden values depend on every bit of the seed, and values that make no system are drawn again") {
    std::set<std::string> seen;
    for (int bit = 0; bit < 64; ++bit) seen.insert(hidden_values(small_prior(), std::uint64_t{1} << bit).at(0));
    CHECK(seen.size() == 64);
    const ChallengePrior wide = small_prior(R"("/bodies/1/mass": {"normal": {"mean": 0, "std": 1}})");
    for (std::uint64_t seed = 0; seed < 20; ++seed) CHECK(std::stod(hidden_values(wide, seed).at(0)) > 0);
    const RoundRandomness a = draw_randomness(), b = draw_randomness();
    CHECK(a.salt != b.salt);
    CHECK(a.seed != b.seed);
    CHECK(a.salt.size() == 64);
}

TEST_CASE("a round whose prior hides a draw of two masses is sealed, revealed and verified") {
    const ScratchDirectory scratch;
    const ChallengeOptions options = options_in(scratch);
    const std::string two = R"({"name": "two", "dimension": 2, "draws": {"m": 1},
      "bodies": [{"id": "a", "type": "Obj0D", "mass": "m"}, {"id": "b", "type": "Obj0D", "mass": "3*m"}],
      "potentials": [{"type": "Spring", "between": ["a", "b"], "stiffness": 1}],
      "initial_conditions": {"bodies": {"a": {"position": [1, 0]}, "b": {"position": [-1, 0]}}}, "sampling": {"steps": 5}})";
    const ChallengePrior prior = parse_prior(
        R"({"format": "cchnn prior", "format_version": 1, "name": "two", "title": "Two", "train": 2, "test": 2,
            "hidden": {"/draws/m": {"uniform": {"low": 1, "high": 2}}}, "system": )" +
            two + "}",
        "prior");
    const SealedRound sealed = seal(prior, known, options);
    reveal(options);
    CHECK(failed(verify_round(options, sealed.round_digest)).empty());
    const double m = std::stod(read_secret(scratch / "round/secret.json").values.at(0).second);
    CHECK((m > 1 && m < 2));
    const TrajectoryFile test(scratch / "round/revealed/two/test.h5");
    // From rest, the spring of rest length 0 pulls with 2 N: centre of mass stays, so a and b move as 3 to 1.
    std::vector<double> x, v;
    test.read(0, 1, x, v);
    CHECK((1 - x[16]) == doctest::Approx(3 * (x[18] + 1)));
    CHECK((1 - x[4]) == doctest::Approx(2 / m * std::pow(test.info().times[1], 2) / 2).epsilon(1e-2));
}

TEST_CASE("a prior with mistakes is told of all of them") {
    const std::string said = complaint([] {
        small_prior(R"("/bodies/9/mass": {"uniform": {"low": 1, "high": 2}}, "mass": {"choice": [1, 2]},
                       "/bodies/1/mass": {"uniform": {"low": 2, "high": 1}})");
    });
    CHECK(contains_text(said, "the system has nothing at '/bodies/9/mass'"));
    CHECK(contains_text(said, "'mass' is not a JSON pointer"));
    CHECK(contains_text(said, "low must be below high"));
    const auto of_system = [](const std::string& system) {
        return complaint([&] {
            parse_prior(R"({"format": "cchnn prior", "format_version": 1, "name": "unknown", "title": "Unknown",
                "system": ")" +
                            system + R"(", "hidden": {"/bodies/1/mass": {"choice": [1, 2]}}})",
                        "prior");
        });
    };
    const std::string none = "prior#/system: no built-in system is called '";
    CHECK(contains_text(of_system("chain_pendulm_1"), none + "chain_pendulm_1', did you mean 'chain_pendulum_1'?"));
    CHECK(contains_text(of_system("../outside.json"), none + "../outside.json'"));
    CHECK(contains_text(complaint([] { small_prior(R"("/bodies/1/mass": {"beta": 1})"); }),
                        "/hidden/~1bodies~11~1mass/beta: unknown key 'beta'; known: choice, normal, uniform"));
}
