// Published scores are joined with data by what they were measured on.
#include "score/published_scores.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "core/embedded_files.hpp"

using namespace cchnn;

namespace {

MeasuredOn double_pendulum() {
    return {"chain_pendulum_2", embedded_files().at("systems/chain_pendulum_2.json"), 0.03, 100};
}

}  // namespace

TEST_CASE("published scores stand beside the system, the step and the samples that they are of") {
    CHECK(published_scores(double_pendulum()).size() == 5);
    CHECK(published_elsewhere(double_pendulum()) == "");
    MeasuredOn translated = double_pendulum();
    nlohmann::json json = nlohmann::json::parse(translated.system_json);
    json["title"] = "Doppelpendel";
    json["sampling"]["steps"] = 7;
    translated.system_json = json.dump(2);
    CHECK(published_scores(translated).size() == 5);
}

TEST_CASE("published scores are left out for other data of the same name, and what differs is said") {
    MeasuredOn data = double_pendulum();
    data.dt = 0.3;
    CHECK(published_scores(data).empty());
    CHECK(published_elsewhere(data) == "measured at dt = 0.03 s, not 0.3 s");
    data = double_pendulum();
    data.samples = 20;
    CHECK(published_scores(data).empty());
    CHECK(published_elsewhere(data) == "measured on 100 samples, not 20");
    data = double_pendulum();
    nlohmann::json json = nlohmann::json::parse(data.system_json);
    json["bodies"][1]["mass"] = 5;
    data.system_json = json.dump();
    CHECK(published_scores(data).empty());
    CHECK(published_elsewhere(data) == "measured on the built-in system, where /bodies/1/mass differs");
    data = double_pendulum();
    json = nlohmann::json::parse(data.system_json);
    json["potentials"][0]["g"] = 1.62;
    data.system_json = json.dump();
    CHECK(published_scores(data).empty());
}

TEST_CASE("published scores of the magnetic pendulum belong to the energy of the published code, not to equation 25") {
    const MeasuredOn by_code{"magnet_pendulum_published", embedded_files().at("systems/magnet_pendulum_published.json"),
                             0.05, 100};
    const std::vector<PublishedScore> scores = published_scores(by_code);
    REQUIRE(scores.size() == 5);
    CHECK(scores[0].model == "CHNN");
    CHECK(scores[0].geometric_mean == 0.0127);
    CHECK(published_remarks(by_code.system).size() == published_remarks("chain_pendulum_2").size() + 1);
    const MeasuredOn by_text{"magnet_pendulum", embedded_files().at("systems/magnet_pendulum.json"), 0.05, 100};
    CHECK(published_scores(by_text).empty());
    CHECK(published_elsewhere(by_text).starts_with("measured on the system magnet_pendulum_published"));
}

TEST_CASE("systems that nobody published scores of have none, and nothing is said") {
    const MeasuredOn data{"own", R"({"name": "own"})", 0.3, 20};
    CHECK(published_scores(data).empty());
    CHECK(published_elsewhere(data) == "");
}
