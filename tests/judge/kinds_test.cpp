// Every kind has a judge, and the judge and the engine, which share nothing, see the same motion of each.

#include <doctest/doctest.h>

#include <algorithm>

#include "elements/example_of_each_kind.hpp"
#include "elements/kinds.hpp"
#include "integrate/integrate_fixture.hpp"
#include "judge/verdict.hpp"

using namespace cchnn_integrate_test;

namespace {

// The motion that the engine finds in doubles, as a file would store it, without bounds.
judge::Stored stored_motion(const Compiled& c, int trajectory) {
    const TimeGrid times = c.own_times();
    const TrajectoryBatch batch = integrate(c.system, c.draw(trajectory + 1), times, default_protocol());
    const std::size_t width = to_size(times.samples * c.system.state_size());
    const auto part = [&](const std::vector<double>& all, std::size_t size) {
        const auto begin = all.begin() + static_cast<long>(to_size(trajectory) * size);
        return std::vector<double>(begin, begin + static_cast<long>(size));
    };
    judge::Stored stored;
    for (int k = 0; k < times.samples; ++k) stored.times.push_back(times.time(k));
    stored.x = part(batch.x, width), stored.v = part(batch.v, width);
    stored.energy = part(batch.energy, to_size(times.samples));
    const std::size_t tracks = batch.track_parameter.size() / batch.outcomes.size();
    stored.tracks = part(batch.track_parameter, tracks);
    stored.tracks.resize(tracks / to_size(times.samples));
    return stored;
}

void check_agreement(const Compiled& c) {
    const judge::Verdict verdict =
        judge::Judge(judge::read_description(c.spec.json)).judge(stored_motion(c, 0), judge::Patience{});
    CHECK(verdict.why_not == "");
    CHECK(verdict.judged);
    // rtol 1e-13 a step, some hundred steps, none of them chaotic
    CHECK(*std::max_element(verdict.errors.begin(), verdict.errors.end()) < 1e-10);
    CHECK(verdict.energy_off < 1e-14);
}

}  // namespace

TEST_CASE("judge: every kind of the engine has a judge") {
    const std::vector<std::string> known = judge::judged_types();
    std::vector<std::string> missing;
    for_each_kind(AllKinds{}, [&](auto tag) {
        const std::string type = decltype(tag)::Kind::type;
        if (std::find(known.begin(), known.end(), type) == known.end()) missing.push_back(type);
    });
    CHECK(missing == std::vector<std::string>{});
}

TEST_CASE("judge: a kind that it does not know is refused by name") {
    try {
        judge::read_description(R"({"dimension": 1, "bodies": [], "potentials": [{"type": "Magic"}]})");
        FAIL("was read");
    } catch (const DataError& error) {
        CHECK(error.problems().front().what == "has a 'Magic', which the judge does not know");
    }
}

TEST_CASE("judge: engine and judge see the same motion of every kind") {
    for (const auto& [type, text] : cchnn_test::example_of_each_kind()) {
        CAPTURE(type);
        check_agreement(Compiled(text));
    }
}

TEST_CASE("judge: wheels, slopes, crossings, meshes, loops and hinges of built-in systems") {
    for (const char* name :
         {"rolling_disk", "mesh_top", "four_bar_linkage", "beam_chain_3", "satellite", "rigid_rotor"}) {
        CAPTURE(name);
        check_agreement(Compiled(name));
    }
}
