#include "dataset/truth_digest.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "core/sha256.hpp"
#include "dataset/dataset_fixture.hpp"
#include "dataset/reader/trajectory_file.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

using Edit = std::function<void(DatasetDescription&, TrajectoryBatch&)>;

// The truth digest of a file of three trajectories, edited before it is written.
std::string digest_of(const std::string& name, const Edit& edit) {
    const ScratchDirectory scratch;
    const Fixture f(name);
    DatasetDescription d = f.dataset(3, 4);
    TrajectoryBatch batch = f.batch(0, 3, 4);
    edit(d, batch);
    DatasetWriter writer(scratch / "a.h5", d, f.system, false);
    writer.append(batch);
    writer.finish();
    const TrajectoryFile file(scratch / "a.h5");
    CHECK(file.digests().truth == writer.content().truth);
    CHECK(file.info().truth_digest == writer.content().truth);
    return writer.content().truth;
}

// With an entry of the system's JSON changed.
Edit with_json(const std::string& pointer, const nlohmann::ordered_json& value) {
    return [=](DatasetDescription& d, TrajectoryBatch&) {
        auto system = nlohmann::ordered_json::parse(d.system_json);
        system[nlohmann::ordered_json::json_pointer(pointer)] = value;
        d.system_json = system.dump();
    };
}

}  // namespace

TEST_CASE("the truth digest is the SHA-256 of the listing, typed out") {
    const ScratchDirectory scratch;
    Hdf5File file = Hdf5File::create(scratch / "a.h5", scratch / "a.h5");
    file.make_group("/system");
    file.write_text("/system/json",
                    R"({"name": "x", "dimension": 1, "bodies": [{"id": "a b", "mass": 1.5, "mesh": {"file": "m"}}],
        "potentials": [{"type": "Gravity", "on": true}], "sampling": {"dt": 1}})");
    const double one = 1;
    for (const char* path : {"/t", "/v", "/x", "/energy"}) {
        file.make_array(path, float64, {1}, {});
        file.write(path, {0}, {1}, &one);
    }
    const std::string values = sha256_of_text({reinterpret_cast<const char*>(&one), 8});
    std::string listing =
        "cchnn-truth 1\n"
        "system /bodies/0/id text a%20b\n"
        "system /bodies/0/mass number 3ff8000000000000\n"
        "system /dimension number 3ff0000000000000\n"
        "system /potentials/0/on flag true\n"
        "system /potentials/0/type text Gravity\n";
    for (const char* path : {"/t", "/v", "/x"})
        listing += std::string("array ") + path + " float64 (1) " + values + "\n";
    CHECK(truth_digest(file) == sha256_of_text(listing));
    CHECK(truth_digest(file, {{"/x", std::string(64, '0')}}) != sha256_of_text(listing));
}

TEST_CASE(
    "what may be added or said otherwise leaves the truth digest, and every state, time and number of the system moves "
    "it") {
    const std::string name = "coupled_pendulum_3";
    const std::string digest = digest_of(name, [](DatasetDescription&, TrajectoryBatch&) {});
    const Edit same[] = {with_json("/title", "another title"),
                         with_json("/description", "said better"),
                         with_json("/reference", "new"),
                         with_json("/name", "renamed"),
                         with_json("/sampling/dt", 0.7),
                         with_json("/bodies/0/mesh", {{"file", "a.obj"}}),
                         [](DatasetDescription& d, TrajectoryBatch&) { d.graph = {}; },
                         [](DatasetDescription& d, TrajectoryBatch&) {
                             d.seed = 3;
                             d.split = "valid";
                         },
                         [](DatasetDescription& d, TrajectoryBatch&) { d.protocol_json = "{}"; },
                         [](DatasetDescription&, TrajectoryBatch& b) { b.energy[3] += 1; }};
    for (const Edit& edit : same) CHECK(digest_of(name, edit) == digest);
    const Edit other[] = {with_json("/bodies/1/id", "renamed"),
                          with_json("/bodies/3/mass", 1.25),
                          with_json("/units/length", "au"),
                          with_json("/potentials/0/g", 9.8),
                          with_json("/constraints/0/length", 2),
                          [](DatasetDescription& d, TrajectoryBatch&) { d.times.dt *= 2; },
                          [](DatasetDescription&, TrajectoryBatch& b) { b.x[5] += 1e-15; },
                          [](DatasetDescription&, TrajectoryBatch& b) { b.v.back() += 1e-15; }};
    for (const Edit& edit : other) CHECK(digest_of(name, edit) != digest);
}

TEST_CASE("values that are drawn belong to the truth, and so do parameters of curves") {
    const auto family = [](double mass) {
        return digest_of("chain_pendulum_1", [=](DatasetDescription& d, TrajectoryBatch& b) {
            d.varied = {{"/bodies/1/mass", "bob1 mass", "kg", {}, VariedProperty::Range::positive}};
            b.parameters = {1, mass, 3};
        });
    };
    CHECK(family(2) == family(2));
    CHECK(family(2) != family(2.5));
    const auto on_track = [](double s) {
        return digest_of("roller_coaster", [=](DatasetDescription&, TrajectoryBatch& b) {
            b.track_parameter.assign(3 * 4 * 3, 0.5);
            b.track_parameter[7] = s;
        });
    };
    CHECK(on_track(2) != on_track(2.5));
}

TEST_CASE("contacts and their restitution belong to the truth, and impacts follow from it") {
    const ScratchDirectory scratch;
    const auto digest = [&](const std::string& restitution, double impact_at) {
        Hdf5File file = Hdf5File::create(scratch / "a.h5", scratch / "a.h5");
        for (const char* group : {"/system", "/events"}) file.make_group(group);
        file.write_text("/system/json", R"({"contacts": [{"name": "floor", "restitution": )" + restitution + "}]}");
        const double one = 1;
        for (const char* path : {"/t", "/v", "/x", "/events/time"}) {
            file.make_array(path, float64, {1}, {});
            file.write(path, {0}, {1}, std::string(path) == "/events/time" ? &impact_at : &one);
        }
        return truth_digest(file);
    };
    const double one = 1;
    const std::string values = sha256_of_text({reinterpret_cast<const char*>(&one), 8});
    std::string listing =
        "cchnn-truth 1\n"
        "system /contacts/0/name text floor\n"
        "system /contacts/0/restitution number 3fe8000000000000\n";
    for (const char* path : {"/t", "/v", "/x"})
        listing += std::string("array ") + path + " float64 (1) " + values + "\n";
    CHECK(digest("0.75", 0.5) == sha256_of_text(listing));
    CHECK(digest("0.75", 0.625) == digest("0.75", 0.5));
    CHECK(digest("0.5", 0.5) != digest("0.75", 0.5));
}

TEST_CASE("a file without states, times or a system has no truth") {
    const ScratchDirectory scratch;
    const Fixture f("chain_pendulum_1");
    f.write(scratch / "s.h5", f.submission(2, 4), 2);
    CHECK(truth_digest(Hdf5File::open(scratch / "s.h5")) == "");
    CHECK(TrajectoryFile(scratch / "s.h5").digests().truth == "");
}
