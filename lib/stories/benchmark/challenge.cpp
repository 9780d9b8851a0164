#include "stories/benchmark/challenge.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <nlohmann/json.hpp>

#include "core/option.hpp"
#include "core/paths/given_directory.hpp"
#include "core/paths/read_file.hpp"
#include "core/paths/temporary_directory.hpp"
#include "core/sha256.hpp"
#include "dataset/content_digest.hpp"
#include "dataset/reader/trajectory_file.hpp"
#include "dataset/resume/staged_directory.hpp"
#include "dataset/resume/unfinished_directory.hpp"
#include "files/atomic_file.hpp"
#include "files/descriptor.hpp"
#include "files/numpy/npz_writer.hpp"
#include "sample/draw_hidden.hpp"
#include "sample/random_stream.hpp"
#include "spec/read_system.hpp"
#include "stories/generate/generate.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t hidden_stream = 0x80;  // no stream of trajectories (draw_varied.cpp, sampler.cpp)
constexpr int most_draws = 100;

std::string hex(const unsigned char* bytes, std::size_t count) {
    static const char* digits = "0123456789abcdef";
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        text += digits[bytes[i] >> 4];
        text += digits[bytes[i] & 15];
    }
    return text;
}

// The seed of initial states, from a digest of the salt: finding it from the published states reveals nothing
// else.
std::uint64_t seed_of_states(const std::string& salt) {
    const std::string digest = sha256_of_text("initial states " + salt);
    std::uint64_t seed = 0;
    std::from_chars(digest.data(), digest.data() + 16, seed, 16);
    return seed;
}

// Adds an array from memory to an archive.
void add_numbers(NpzWriter& archive, const std::string& name, const Shape& shape, const std::vector<double>& numbers) {
    const std::size_t row = numbers.size() / std::max<std::uint64_t>(shape.front(), 1);
    archive.add(name, float64, shape, [&numbers, row](std::uint64_t first, std::uint64_t count) {
        std::vector<char> bytes(count * row * sizeof(double));
        std::memcpy(bytes.data(), numbers.data() + first * row, bytes.size());
        return bytes;
    });
}

// Writes t, x and v, and nothing else: other arrays of a dataset would reveal masses, lengths and forces, and
// its digests would let someone who guesses the values see that the guess is right.
void write_motion(const fs::path& path, const TrajectoryFile& file, bool starts_alone) {
    const TrajectoryFileInfo& info = file.info();
    std::vector<double> x, v;
    if (starts_alone) file.read_initial(0, info.count, x, v);
    else file.read(0, info.count, x, v);
    const auto n = static_cast<std::uint64_t>(info.nodes), d = static_cast<std::uint64_t>(info.dimension),
               samples = static_cast<std::uint64_t>(info.samples);
    const Shape shape = starts_alone ? Shape{info.count, n, d} : Shape{info.count, samples, n, d};
    NpzWriter archive(path, false);
    add_numbers(archive, "t", {samples}, info.times);
    add_numbers(archive, "x", shape, x);
    add_numbers(archive, "v", shape, v);
    archive.finish();
}

struct MadeRound {
    fs::path directory;  // of the dataset
    std::string train_digest, test_digest;
    int samples = 0;
    double dt = 0;
};

MadeRound make_data(const ChallengePrior& prior, const std::vector<std::string>& values, const std::string& salt,
                    const fs::path& directory, GoOn go_on, const ChallengeOptions& options) {
    GenerateOptions generating;
    generating.go_on = go_on;
    generating.resume = go_on == GoOn::unasked;
    generating.directory = directory;
    generating.count = {prior.train, 0, prior.test};
    generating.seed = seed_of_states(salt);
    generating.threads = options.threads;
    generating.progress = options.progress;
    const SystemSpec spec = parse_system(system_with(prior, values), "hidden:" + prior.name);
    const GenerateReport report = generate(spec, generating);
    MadeRound made{report.directory, "", "", spec.sampling.steps, spec.sampling.dt};
    for (const SplitReport& split : report.splits)
        (split.split == Split::train ? made.train_digest : made.test_digest) = split.truth_digest;
    return made;
}

std::map<std::string, std::string> publish(const MadeRound& made, const fs::path& directory) {
    write_motion(directory / "train.npz", TrajectoryFile(made.directory / "train.h5"), false);
    write_motion(directory / "starts.npz", TrajectoryFile(made.directory / "test.h5"), true);
    std::map<std::string, std::string> digests;
    for (const char* name : {"train.npz", "starts.npz"}) digests[name] = sha256_of_file(directory / name);
    return digests;
}

// A round and its secret, both under hidden names until commit() gives them their own; without commit() both
// are removed.
class PendingRound {
  public:
    explicit PendingRound(const ChallengeOptions& options)
        : staged_(options.round, {"round.json", "train.npz", "starts.npz"}, false, hidden_beside(options.round)),
          secret_(options.secret, false) {
        // Nobody but its owner reads it, not while it is written either.
        fs::permissions(secret_.temporary_path(), fs::perms::owner_read | fs::perms::owner_write);
    }
    const fs::path& path() const { return staged_.path(); }

    void write_secret(const std::string& text) {
        const Descriptor fd(::open(secret_.temporary_path().c_str(), O_WRONLY | O_CLOEXEC));
        if (fd < 0) fail_with_errno(secret_.final_path(), "cannot be written");
        write_all(fd, text.data(), text.size(), secret_.final_path());
    }

    // The secret first: a round without one could never be revealed.
    void commit() {
        secret_.commit();
        try {
            staged_.commit();
        } catch (...) {
            std::error_code ignored;
            fs::remove(secret_.final_path(), ignored);
            throw;
        }
    }

  private:
    static fs::path hidden_beside(const fs::path& round) {
        return round.parent_path() / ("." + round.filename().string() + "." + std::to_string(::getpid()) + ".part");
    }

    StagedDirectory staged_;
    PendingFile secret_;
};

fs::path revealed_directory(const fs::path& round) { return round / "revealed"; }

std::vector<std::string> values_of(const ChallengeSecret& secret, const ChallengePrior& prior, const fs::path& file) {
    std::vector<std::string> values;
    for (std::size_t i = 0; i < prior.hidden.size(); ++i) {
        if (i >= secret.values.size() || secret.values[i].first != prior.hidden[i].pointer)
            throw DataError(file.string() + "#/values", "are not those that the prior names");
        values.push_back(secret.values[i].second);
    }
    return values;
}

void check_published(const ChallengeRound& round, const fs::path& directory, RoundVerification& result) {
    for (const auto& [name, digest] : round.files) {
        const bool there = fs::is_regular_file(directory / name);
        const std::string found = there ? sha256_of_file(directory / name) : "";
        result.checks.push_back({name + " is what was published", found == digest,
                                 found == digest ? ""
                                 : there         ? "its SHA-256 is " + found
                                                 : "it does not exist"});
    }
}

std::string system_file(const ChallengePrior& prior, const std::vector<std::string>& values) {
    return system_with(prior, values) + "\n";
}

// How a revealed set differs from the one that was made again, by their arrays and not by the digests that it
// stores; "" if it does not.
std::string fault_of(const fs::path& set, const fs::path& again, const std::string& sealed) {
    if (!fs::exists(set)) return "it does not exist";
    const ContentDigest found = TrajectoryFile(set).digests();
    if (found.truth != sealed) return "its truth digest is " + found.truth;
    return found.content == TrajectoryFile(again).digests().content
               ? ""
               : "its reference solution is right, but energies, bounds or attributes differ from those that this "
                 "program makes";
}

// A problem if a file exists that differs from the text that is to be written there.
void require_same(const fs::path& file, const std::string& text, std::vector<Problem>& problems) {
    if (fs::exists(file) && read_file(file, "a file of a round") != text)
        problems.push_back({file.string(), "exists already and differs from what is revealed; move it away"});
}

// Problems of a dataset that an earlier call made: each set must have the sealed digest.
void require_sealed(const fs::path& set, const ChallengeSecret& secret, std::vector<Problem>& problems) {
    for (const auto& [leaf, sealed] : {std::pair{"train.h5", secret.train_digest}, {"test.h5", secret.test_digest}}) {
        const bool there = fs::exists(set / leaf);
        if (there && TrajectoryFile(set / leaf).digests().truth == sealed) continue;
        problems.push_back({(set / leaf).string(), (there ? "is not that of the hidden system" : "does not exist") +
                                                       std::string("; move ") + set.string() +
                                                       " away and rerun the same command"});
    }
}

// Whether revealed/ holds anything but hidden work files of an interrupted call.
bool is_begun(const fs::path& revealed) {
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(revealed, ignored))
        if (!entry.path().filename().string().starts_with(".")) return true;
    return false;
}

// Why the prior is not the sealed one; "" if it is. A secret of version 1 leaves this to the digest of
// round.json.
std::string fault_of_prior(const ChallengeRound& round, const ChallengeSecret& secret, bool known_by_round) {
    if (secret.prior_sha256.empty())
        return known_by_round
                   ? ""
                   : "secret.json of version 1 does not have the digest of the prior; give " + option("sealed") +
                         ", the "
                         "SHA-256 of round.json that was published when the round was sealed";
    const std::string found = prior_digest(round.prior_json);
    return found == secret.prior_sha256 ? "" : "its SHA-256 is " + found + ", sealed: " + secret.prior_sha256;
}

// Makes everything that follows from the secret again, and compares it.
void check_secret(const ChallengeRound& round, const ChallengePrior& prior, bool known_by_round,
                  const ChallengeOptions& options, RoundVerification& result) {
    const fs::path file = options.round / "secret.json";
    const auto check = [&](const std::string& what, bool passed, const std::string& found) {
        result.checks.push_back({what, passed, passed ? "" : found});
    };
    const std::string digest = sha256_of_file(file);
    check("secret.json is what was sealed", digest == round.commitment, "its SHA-256 is " + digest);
    const ChallengeSecret secret = read_secret(file);
    const std::string fault = fault_of_prior(round, secret, known_by_round);
    check("the prior is what was sealed", fault.empty(), fault);
    const std::vector<std::string> values = values_of(secret, prior, file);
    const std::vector<std::string> expected = hidden_values(prior, secret.seed);
    check("the hidden values are those that the prior and the seed give", values == expected,
          "they come from another seed or prior");
    const TemporaryDirectory scratch("round");
    const MadeRound made = make_data(prior, values, secret.salt, scratch.path(), GoOn::never, options);
    check("the reference solution is that of the hidden system",
          made.train_digest == secret.train_digest && made.test_digest == secret.test_digest,
          "regenerated test set: " + made.test_digest + ", sealed: " + secret.test_digest);
    check("published motions and initial states are those of the hidden system",
          publish(made, scratch.path()) == round.files, "regenerated, they differ");
    const std::string name = "revealed/" + prior.name;
    const fs::path system = options.round / (name + ".json");
    const bool there = fs::exists(system);
    check(name + ".json is the hidden system", there && read_file(system, "a system") == system_file(prior, values),
          there ? "it differs" : "it does not exist");
    for (const auto& [split, sealed] : {std::pair{"train", secret.train_digest}, {"test", secret.test_digest}}) {
        const std::string leaf = std::string(split) + ".h5", set = name + "/" + leaf;
        const std::string differs = fault_of(options.round / set, made.directory / leaf, sealed);
        check(set + " is that of the hidden system", differs.empty(), differs);
    }
}

}  // namespace

std::vector<Problem> ChallengeOptions::check() const {
    std::vector<Problem> problems;
    if (round.empty()) problems.push_back({"ROUND", "name a directory"});
    if (threads < 1 || threads > 1024)
        problems.push_back({option("threads"), "must be 1 .. 1024, got " + std::to_string(threads)});
    return problems;
}

bool RoundVerification::passed() const { return std::ranges::all_of(checks, &RoundCheck::passed); }

RoundRandomness draw_randomness() {
    unsigned char bytes[40];
    if (::getentropy(bytes, sizeof bytes) != 0) fail_with_errno("random numbers", "the operating system provides none");
    RoundRandomness randomness{hex(bytes, 32), 0};
    std::memcpy(&randomness.seed, bytes + 32, sizeof randomness.seed);
    return randomness;
}

std::vector<std::string> hidden_values(const ChallengePrior& prior, std::uint64_t seed) {
    std::vector<Problem> problems;
    for (std::uint32_t draw = 0; draw < most_draws; ++draw) {
        RandomStream stream(seed, hidden_stream, draw, 0);
        std::vector<std::string> values;
        for (const HiddenValue& value : prior.hidden) values.push_back(draw_hidden(value, stream));
        try {
            parse_system(system_with(prior, values), "hidden:" + prior.name);
            return values;
        } catch (const SpecError& error) {  // a mass below zero, from the tail of a normal distribution
            problems = error.problems();
        }
    }
    problems.push_back({prior.name, "no valid system in " + std::to_string(most_draws) + " draws; narrow the prior"});
    throw SpecError(std::move(problems));
}

SealedRound seal(const ChallengePrior& prior, const RoundRandomness& randomness, const ChallengeOptions& options) {
    if (auto problems = options.check(); !problems.empty()) throw UsageError(std::move(problems));
    for (const fs::path& place : {options.round, options.secret})
        if (fs::exists(place))
            throw IoError(
                place.string(),
                "exists already; a round is sealed once (remove it if it was never published, or choose another name)");
    ChallengeSecret secret{randomness.salt, randomness.seed, {}, "", "", prior_digest(prior.json)};
    const std::vector<std::string> values = hidden_values(prior, randomness.seed);
    for (std::size_t i = 0; i < values.size(); ++i) secret.values.emplace_back(prior.hidden[i].pointer, values[i]);
    PendingRound pending(options);
    const TemporaryDirectory scratch("round");
    const MadeRound made = make_data(prior, values, randomness.salt, scratch.path(), GoOn::never, options);
    secret.train_digest = made.train_digest;
    secret.test_digest = made.test_digest;
    const std::string hidden = secret_json(secret);
    pending.write_secret(hidden);
    const ChallengeRound round{prior.json, sha256_of_text(hidden), publish(made, pending.path())};
    const std::string text = round_json(round);
    write_file_atomically(pending.path() / "round.json", text, false);
    pending.commit();
    return {prior.name, round.commitment, sha256_of_text(text), prior.train, prior.test, made.samples, made.dt};
}

RevealedRound reveal(const ChallengeOptions& options) {
    if (auto problems = options.check(); !problems.empty()) throw UsageError(std::move(problems));
    require_directory(options.round);
    const ChallengeRound round = read_round(options.round / "round.json");
    const std::string text = read_file(options.secret, "the secret of a round");
    if (sha256_of_text(text) != round.commitment)
        throw DataError(options.secret.string(), "is not the secret that was sealed: its SHA-256 is " +
                                                     sha256_of_text(text) + ", round.json has " + round.commitment);
    const ChallengePrior prior = parse_prior(round.prior_json, (options.round / "round.json").string() + "#/prior");
    const ChallengeSecret secret = read_secret(options.secret);
    if (const std::string fault = fault_of_prior(round, secret, true); !fault.empty())
        throw DataError((options.round / "round.json").string() + "#/prior", "is not what was sealed: " + fault);
    const std::vector<std::string> values = values_of(secret, prior, options.secret);
    const fs::path revealed = revealed_directory(options.round), set = revealed / prior.name;
    const std::pair<fs::path, std::string> files[] = {{revealed / (prior.name + ".json"), system_file(prior, values)},
                                                      {options.round / "secret.json", text}};
    RevealedRound result{set, fs::exists(set)};
    std::vector<Problem> problems;
    for (const auto& [file, content] : files) require_same(file, content, problems);
    if (result.before) require_sealed(set, secret, problems);
    if (!problems.empty()) throw DataError(std::move(problems));
    if (!result.before) make_data(prior, values, secret.salt, revealed, GoOn::unasked, options);
    else if (fs::exists(unfinished_beside(set))) MarkedDirectory(unfinished_beside(set)).remove();
    for (const auto& [file, content] : files) {
        if (fs::exists(file)) continue;
        write_file_atomically(file, content, false);
        result.before = false;
    }
    return result;
}

RoundVerification verify_round(const ChallengeOptions& options, const std::string& sealed) {
    if (auto problems = options.check(); !problems.empty()) throw UsageError(std::move(problems));
    require_directory(options.round);
    const fs::path file = options.round / "round.json";
    RoundVerification result{options.round, sha256_of_file(file), false, {}};
    const ChallengeRound round = read_round(file);
    if (!sealed.empty())
        result.checks.push_back({"round.json is what was published when the round was sealed",
                                 sealed == result.round_digest,
                                 sealed == result.round_digest ? "" : "its SHA-256 is " + result.round_digest});
    check_published(round, options.round, result);
    const bool secret_there = fs::exists(options.round / "secret.json");
    result.revealed = secret_there || is_begun(revealed_directory(options.round));
    const bool known = !sealed.empty() && sealed == result.round_digest;
    if (secret_there)
        check_secret(round, parse_prior(round.prior_json, file.string() + "#/prior"), known, options, result);
    else if (result.revealed)
        result.checks.push_back({"secret.json is what was sealed", false, "it does not exist, but revealed/ does"});
    return result;
}

}  // namespace cchnn
