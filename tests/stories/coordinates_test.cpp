// q and qdot through the stories: generate writes them, rollout starts from them and writes them.

#include <doctest/doctest.h>

#include "elements/link.hpp"
#include "files/hdf5_file.hpp"
#include "graph/body_graph.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn_test;

namespace {

std::string attribute(const fs::path& file, const std::string& name) {
    const Hdf5File h5 = Hdf5File::open(file);
    for (const AttributeInfo& a : h5.attributes("/"))
        if (a.name == name) return split_texts(h5.attribute_bytes("/", a)).at(0);
    return "";
}

void write_states(const fs::path& path, const std::vector<double>& q, const std::vector<double>& qdot,
                  const Shape& shape) {
    Hdf5File file = Hdf5File::create(path, path);
    for (const auto& [name, values] : {std::pair{"/q", &q}, std::pair{"/qdot", &qdot}}) {
        file.make_array(name, float64, shape, {});
        file.write(name, Shape(shape.size(), 0), shape, values->data());
    }
    file.close();
}

}  // namespace

TEST_CASE("a dataset holds q and qdot of its x and v, in every split and in the chunks") {
    const ScratchDirectory scratch;
    const SystemSpec spec = load_system("chain_pendulum_2");
    generate(spec, small(scratch.path()));
    const GeneralisedCoordinates coordinates{BodyGraph(spec)};
    for (const std::string split : {"train", "valid", "test"}) {
        const fs::path path = scratch / "chain_pendulum_2" / (split + ".h5");
        CHECK(attribute(path, "generalised_coordinates") == "in /q and /qdot");
        const TrajectoryFile file(path);
        CHECK(file.info().coordinates == 2);
        std::vector<double> x, v, q, qdot, q_again(22), qdot_again(22);
        file.read(1, 1, x, v);
        file.read_coordinates(1, 1, q, qdot);
        coordinates.along_trajectory(11, spec.sampling.dt, x.data(), v.data(), q_again.data(), qdot_again.data());
        CHECK(q == q_again);
        CHECK(qdot == qdot_again);
    }
    const Hdf5File train = Hdf5File::open(scratch / "chain_pendulum_2" / "train.h5");
    CHECK(train.read_texts("/system/coordinates/kind") == std::vector<std::string>{"link_angle", "link_angle"});
    CHECK(train.read_texts("/system/coordinates/attached_to") == std::vector<std::string>{"pivot", "bob1"});
    double start = 0;
    std::vector<double> chunk(10), whole(22);
    train.read_doubles("/chunks/start", {3}, {1}, &start);
    train.read_doubles("/chunks/q", {3, 0, 0}, {1, 5, 2}, chunk.data());
    train.read_doubles("/q", {3, 0, 0}, {1, 11, 2}, whole.data());
    CHECK(std::equal(chunk.begin(), chunk.end(), whole.begin() + 2 * static_cast<long>(start)));
}

TEST_CASE("a dataset of a closed loop says why it has no coordinates") {
    const ScratchDirectory scratch;
    generate(load_system("four_bar_linkage"), small(scratch.path(), 0, 0, 2));
    const fs::path path = scratch / "four_bar_linkage" / "test.h5";
    CHECK(attribute(path, "generalised_coordinates") == "none: Joint right-rocker closes a loop");
    CHECK(!Hdf5File::open(path).has("/q"));
    RolloutOptions options;
    options.test_set = path;
    options.output = scratch / "q.h5";
    options.in_coordinates = true;
    CHECK(complaint([&] { rollout(load_system("four_bar_linkage"), options); }) ==
          "usage: --coordinates: four_bar_linkage has no generalised coordinates: Joint right-rocker closes a loop");
}

// The angle of a rod is that about the pivot that a trajectory has, and not about the middle of all pivots.
TEST_CASE("a family whose pivot is drawn has the angles of each trajectory's own pivot") {
    const ScratchDirectory scratch;
    const SystemSpec spec = parse_system(R"({"name": "pivots", "dimension": 2,
      "bodies": [{"id": "pivot", "type": "Origin", "position": [{"uniform": {"low": -1, "high": 1}}, 0.5]},
                 {"id": "bob", "type": "Obj0D", "mass": 1}],
      "constraints": [{"type": "Link", "between": ["pivot", "bob"], "length": 2}],
      "potentials": [{"type": "Gravity"}],
      "initial_conditions": {"bodies": {"bob": {"from": "pivot", "angle": {"normal": {"mean": 0, "std": 1}}}}}})",
                                         "pivots.json");
    generate(spec, small(scratch.path(), 0, 0, 3));
    const fs::path path = scratch / "pivots/test.h5";
    std::vector<double> x, q, pivots;
    const Hdf5File file = Hdf5File::open(path);
    const Shape states = file.array("/x").shape, angles = file.array("/q").shape;
    file.read_doubles("/x", Shape(4, 0), states, x);
    file.read_doubles("/q", Shape(3, 0), angles, q);
    file.read_doubles("/parameters", {0, 0}, {3, 1}, pivots);
    REQUIRE(x.size() == 2 * q.size());
    for (std::size_t k = 0; k < q.size(); ++k) {
        CHECK(std::fabs(x[2 * k] - pivots[k / states[1]] - 2 * std::sin(q[k])) < 1e-14);
        CHECK(std::fabs(x[2 * k + 1] - 0.5 + 2 * std::cos(q[k])) < 1e-14);
    }
    RolloutOptions options;
    options.test_set = path;
    options.output = scratch / "q.h5";
    options.in_coordinates = true;
    CHECK(complaint([&] { rollout(spec, options); }) ==
          "usage: --coordinates: pivots draws pivot position 1 for each trajectory, which q does not determine");
}

TEST_CASE("a rollout in q stands for the same states as one in x") {
    const ScratchDirectory scratch;
    const SystemSpec spec = load_system("gyroscope");
    generate(spec, small(scratch.path(), 0, 0, 4));
    RolloutOptions options;
    options.test_set = scratch / "gyroscope" / "test.h5";
    options.output = scratch / "x.h5";
    rollout(spec, options);
    options.output = scratch / "q.h5";
    options.in_coordinates = true;
    rollout(spec, options);
    const GeneralisedCoordinates coordinates{BodyGraph(spec)};
    const TrajectoryFile in_q(scratch / "q.h5", coordinates);
    CHECK(in_q.info().in_coordinates);
    CHECK(in_q.info().coordinates == 3);
    const Arrays x = arrays_of(scratch / "x.h5", 0, 4);
    Arrays q;
    in_q.read(0, 4, q.x, q.v);
    REQUIRE(q.x.size() == x.x.size());
    for (std::size_t i = 0; i < x.x.size(); ++i) {
        CHECK(std::fabs(q.x[i] - x.x[i]) < 5e-15);  // roundings of angles of a few turns
        CHECK(std::fabs(q.v[i] - x.v[i]) < 1e-12);  // of 15 rad/s; over sin theta near a pole
    }
}

TEST_CASE("a rollout starts from states given as q and qdot") {
    const ScratchDirectory scratch;
    const SystemSpec spec = load_system("chain_pendulum_2");
    write_states(scratch / "states.h5", {0.5, -0.25, 3, 20}, {1, 0, -2, 0.5}, {2, 2});
    RolloutOptions options;
    options.states = scratch / "states.h5";
    options.output = scratch / "out.h5";
    options.samples = 3;
    rollout(spec, options);
    const Arrays a = arrays_of(scratch / "out.h5", 0, 1);
    const double length = (*spec.constraints[0].as<LinkSpec>()).length;
    CHECK(a.x[0] == doctest::Approx(length * std::sin(0.5)).epsilon(1e-14));
    CHECK(a.x[1] == doctest::Approx(-length * std::cos(0.5)).epsilon(1e-14));
    CHECK(a.v[0] == doctest::Approx(length * std::cos(0.5)).epsilon(1e-14));
    write_states(scratch / "wide.h5", {1, 2, 3}, {1, 2, 3}, {1, 3});
    options.states = scratch / "wide.h5";
    options.output = scratch / "no.h5";
    const std::string wide = (scratch / "wide.h5").string();
    CHECK(complaint([&] { rollout(spec, options); }) ==
          "invalid input: " + wide + ":/q: shape is (1, 3), expected (N, 2) with N >= 1: trajectory, coordinate\n" +
              wide + ":/qdot: shape is (1, 3), expected (N, 2) with N >= 1: trajectory, coordinate");
    options.states = scratch / "states.h5";
    options.output = scratch / "no.h5";
    CHECK(complaint([&] { rollout(load_system("dzhanibekov_cross"), options); }) ==
          "invalid input: " + (scratch / "states.h5").string() +
              ":/q: the system has no generalised coordinates: Link end1-end2 closes a loop; give x and v");
}
