#include "stories/evaluate/reference_again.hpp"

#include <doctest/doctest.h>

#include <functional>

#include "dataset/changed_number.hpp"
#include "dataset/writer/submission_writer.hpp"
#include "integrate/integrate.hpp"
#include "integrate/protocol/protocol.hpp"
#include "score/gate.hpp"
#include "stories/evaluate/evaluate.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn_test;

namespace {

// A test set of 7 trajectories of 11 samples, and reference rollouts of it.
struct ReferencedSet {
    ScratchDirectory scratch;
    SystemSpec spec;
    fs::path test;
    CompiledSystem compiled;

    explicit ReferencedSet(const std::string& system = "chain_pendulum_2") : spec(load_system(system)), compiled(spec) {
        GenerateOptions options = small(scratch.path(), 0, 0, 7);
        options.samples = 11;
        options.protocol = default_protocol();
        test = generate(spec, options).splits.front().file;
    }

    fs::path make(const std::string& name, const std::function<void(RolloutOptions&)>& edit) const {
        RolloutOptions options;
        options.test_set = test;
        options.output = scratch / name;
        edit(options);
        rollout(spec, options);
        return options.output;
    }

    // "" or what is wrong with it.
    std::string problem(const fs::path& reference) const {
        const auto found =
            reference_problems(compiled, TrajectoryFile(test), TrajectoryFile(reference, compiled.coordinates), 2);
        return found.empty() ? "" : found.front().where + ": " + found.front().what;
    }

    // The truth itself with every entry of v some share larger after t = 0, by an honest writer's format.
    fs::path submit(const std::string& name, double share, const std::string& protocol, std::uint64_t count = 7) const {
        const TrajectoryFile truth(test);
        DatasetDescription d = truth.info().description;
        TrajectoryBatch batch;
        truth.read(0, count, batch.x, batch.v);
        batch.count = static_cast<int>(count);
        batch.samples = 11;
        batch.nodes = 2;
        batch.dimension = 2;
        for (std::size_t at = 0; at < batch.v.size(); ++at)
            if (at / 4 % 11 > 0) batch.v[at] *= 1 + share;
        d.kind = "submission";
        d.count = count;
        d.bounded = false;
        d.coordinates.clear();
        d.why_no_coordinates.clear();
        d.model = name;
        d.answers_truth = truth.truth_digest();
        d.protocol_json = protocol;
        SubmissionWriter writer(scratch / name, d, compiled.system, false);
        writer.append(batch);
        writer.finish();
        return scratch / name;
    }
};

}  // namespace

TEST_CASE("every kind of reference rollout is made again to the last bit, also by another number of threads") {
    const ReferencedSet set;
    using Edit = std::function<void(RolloutOptions&)>;
    const std::vector<std::pair<const char*, Edit>> kinds{
        {"plain", [](RolloutOptions&) {}},
        {"paper", [](RolloutOptions& o) { o.protocol = paper_protocol(); }},
        {"symplectic", [](RolloutOptions& o) { o.protocol = fixed_step_protocol(Method::rattle2); }},
        {"epsilon",
         [](RolloutOptions& o) {
             o.epsilon = 1e-3;
             o.seed = 5;
         }},
        {"length",
         [](RolloutOptions& o) {
             o.epsilon_length = 1e-3;
             o.seed = 5;
         }},
        {"dropped",
         [](RolloutOptions& o) {
             o.drop = {"Link bob1-bob2"};
             o.model = "a name of its own";
         }},
        {"shorter", [](RolloutOptions& o) { o.samples = 6; }},
        {"coordinates", [](RolloutOptions& o) { o.in_coordinates = true; }}};
    for (const auto& kind : kinds)
        for (const char* ending : {".h5", ".npz"}) {
            CAPTURE(kind.first);
            CHECK(set.problem(set.make(std::string(kind.first) + ending, kind.second)) == "");
        }
    CHECK(set.problem(set.make("refined.h5", [](RolloutOptions& o) {
        o.bound = true;
        o.refine = 1e-12;
    })) == "");
}

TEST_CASE("a reference rollout with one entry moved by a rounding is none, whatever its digest says") {
    const ReferencedSet set;
    const fs::path file = set.make("reference.h5", [](RolloutOptions&) {});
    std::vector<double> x, v;
    TrajectoryFile(file).read(3, 1, x, v);
    cchnn_test::set_number(file, "/x", {3, 5, 0, 0}, x[5 * 4] * (1 + 1e-15));
    const std::string found = set.problem(file);
    CAPTURE(found);
    CHECK(contains_text(found, file.string() + ": is marked as a reference rollout"));
    CHECK(contains_text(found, "x, trajectory 3, sample 5: "));
    CHECK(contains_text(found, "regenerate it with cchnn-gen rollout"));
}

TEST_CASE("other settings, another seed and another epsilon than those that a file was made with are found") {
    const ReferencedSet set;
    const auto with = [&](const std::string& name, const std::function<void(DatasetDescription&)>& edit) {
        const fs::path made = set.make("made_" + name, [](RolloutOptions& o) {
            o.epsilon = 1e-3;
            o.seed = 5;
        });
        const TrajectoryFile file(made);
        DatasetDescription d = file.info().description;
        TrajectoryBatch batch;
        file.read(0, 7, batch.x, batch.v);
        batch.count = 7;
        batch.samples = 11;
        batch.nodes = 2;
        batch.dimension = 2;
        edit(d);
        SubmissionWriter writer(set.scratch / name, d, set.compiled.system, false);
        writer.append(batch);
        writer.finish();
        return set.problem(set.scratch / name);
    };
    CHECK(with("same.h5", [](DatasetDescription&) {}) == "");
    CHECK(with("seed.h5", [](DatasetDescription& d) { d.seed = 6; }) != "");
    CHECK(with("epsilon.h5", [](DatasetDescription& d) { d.perturbation_normal = 2e-3; }) != "");
    CHECK(with("none.h5", [](DatasetDescription& d) { d.perturbation_normal.reset(); }) != "");
    CHECK(with("settings.h5", [](DatasetDescription& d) { d.protocol_json = to_json(paper_protocol()); }) != "");
}

TEST_CASE("settings that would take forever are refused before a step is taken") {
    const ReferencedSet set;
    Protocol endless = fixed_step_protocol(Method::rattle2);
    endless.substeps = 1'000'000'000;
    const std::string found = set.problem(set.submit("endless.h5", 0, to_json(endless)));
    CHECK(contains_text(found, "more than 1e+09"));
}

TEST_CASE("a gate on the ratio to a reference is refused where the reference is forged, and passes with a made one") {
    const ReferencedSet set;
    const fs::path model = set.submit("model.h5", 0.01, "");
    const std::vector<Threshold> limits{{"ratio_to_reference", "", true, 1, "--max"}};
    const fs::path poor = set.make("poor.h5", [](RolloutOptions& o) {
        o.epsilon = 0.3;
        o.model = "poor";
    });
    CHECK(all_passed(gate(evaluate({set.test, {poor, model}, {}}), limits)));
    // Somebody's own poor numbers as what the model is compared with.
    for (const char* name : {"forged.h5", "forged.npz"}) {
        const fs::path forged = set.submit(name, 0.5, to_json(default_protocol()));
        try {
            gate(evaluate({set.test, {forged, model}, {}}), limits);
            FAIL("a forged reference was believed");
        } catch (const DataError& error) {
            REQUIRE(error.problems().size() == 1);
            CHECK(error.problems().front().where == forged.string());
        }
    }
}

TEST_CASE("a reference rollout that leaves trajectories out is refused, since these would count as its errors") {
    const ReferencedSet set;
    const fs::path model = set.submit("model.h5", 0.01, "");
    const fs::path part = set.submit("part.h5", 0, to_json(default_protocol()), 3);
    CHECK_THROWS_WITH_AS(evaluate({set.test, {part, model}, {}}),
                         doctest::Contains("is marked as a reference rollout, but has 3 of 7 trajectories"), DataError);
}

TEST_CASE("beside no model nothing rests on references, and none is made again") {
    const ReferencedSet set;
    const fs::path forged = set.submit("forged.h5", 0.5, to_json(default_protocol()));
    CHECK(evaluate({set.test, {forged}, {}}).submissions.front().reference);
}
