#include "spec/reading/sound_parts.hpp"

#include <doctest/doctest.h>

#include <sstream>

#include "contains_text.hpp"
#include "core/embedded_files.hpp"
#include "spec/broken_system.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

using Pointer = Json::json_pointer;

std::string complaint_beside_meshes(const Json& document) {
    const FileFinder embedded = [](const std::string& path) {
        return NamedText{path, embedded_files().at("systems/" + path)};
    };
    try {
        parse_system(document.dump(), "a.json", embedded);
    } catch (const SpecError& error) {
        return error.what();
    }
    return "";
}

// Pointers of all that has its own entry in a list or under an id.
std::vector<Pointer> items_of_document(const Json& document) {
    std::vector<Pointer> items;
    for (const char* list : {"bodies", "constraints", "potentials", "damping"})
        if (document.contains(list))
            for (std::size_t i = 0; i < document.at(list).size(); ++i)
                items.push_back(Pointer("/" + std::string(list)) / i);
    const Pointer placements("/initial_conditions/bodies");
    if (document.contains(placements))
        for (const auto& [id, placement] : document.at(placements).items()) items.push_back(placements / id);
    return items;
}

TEST_CASE("faults of structure and of meaning are told in one pass, in items that do not hang on each other") {
    Json document = machine_3d();
    document["bodies"][1]["mas"] = 3;                                   // unknown key
    document["bodies"][3]["mass"] = -8;                                 // range
    document["constraints"][0]["between"][0] = "bas";                   // unknown body
    document["damping"][0]["coefficient"] = "hard";                     // no number
    document["damping"][1]["about"] = "hub";                            // no Origin, mentions the first body
    document["initial_conditions"]["bodies"]["rod"]["azimuth"] = true;  // no angle
    document["sampling"] = {{"step", 3}};
    document["conserved"] = {"energy", "energy"};
    const std::string told = complaint(document);
    CHECK(contains_text(told, "a.json#/bodies/1/mas: unknown key 'mas', did you mean 'mass'?"));
    CHECK(contains_text(told, "a.json#/bodies/3/mass: must be > 0, got -8"));
    CHECK(contains_text(told, "a.json#/constraints/0/between/0: unknown body 'bas', did you mean 'base'?"));
    CHECK(contains_text(told, "a.json#/damping/0/coefficient: "));
    CHECK(contains_text(told, "a.json#/initial_conditions/bodies/rod/azimuth: "));
    CHECK(contains_text(told, "a.json#/sampling/step: unknown key 'step'"));
    CHECK(contains_text(told, "a.json#/conserved/1: 'energy' is listed twice"));
    CHECK_FALSE(contains_text(told, "/damping/1"));  // judged once the body 'bob' is mended
    CHECK_FALSE(contains_text(told, "'a'"));         // of what stands in for a faulty item
}

TEST_CASE("a faulty item of a sound system is the only one that is complained of") {
    std::vector<Json> documents{pendulum_2d(), machine_3d(), drawer_3d(), forces_2d(),
                                machine_2d(),  carts_2d(),   wheels_3d()};
    for (const auto& [file, text] : embedded_files())
        if (file.starts_with("systems/") && !file.starts_with("systems/suites/") &&
            !file.starts_with("systems/recipes/") && file.ends_with(".json") &&
            text.find("\"repeat\"") == std::string::npos && text.size() < 6000)
            documents.push_back(Json::parse(text));
    long broken = 0;
    for (const Json& document : documents) {
        const std::vector<Pointer> items = items_of_document(document);
        for (const Pointer& item : items)
            for (const bool no_object : {false, true}) {
                if (no_object && item.to_string().starts_with("/bodies")) continue;  // the rest hangs on its id
                Json faulty = document;
                if (no_object) faulty[item] = 7;
                else faulty[item]["zzz"] = 1;
                std::istringstream lines(complaint_beside_meshes(faulty));
                std::string line;
                CAPTURE(document["name"]);
                CAPTURE(item.to_string());
                bool told = false;
                while (std::getline(lines, line)) {
                    CAPTURE(line);
                    CHECK(line.starts_with("a.json#" + item.to_string()));
                    told = true;
                }
                CHECK(told);
                ++broken;
            }
    }
    CHECK(broken > 500);
}

TEST_CASE("what the rest hangs on hides the rest: dimension, draws, the id of a body") {
    for (const char* place : {"/dimension", "/draws", "/bodies/1/id", "/bodies"}) {
        Json document = pendulum_2d();
        document["conserved"] = {"angular_momentum_x"};
        CHECK(contains_text(complaint(document), "#/conserved/0: "));
        document[Pointer(place)] = true;
        CHECK_FALSE(contains_text(complaint(document), "/conserved"));
    }
    Json document = pendulum_2d();
    document["bodies"][2]["mass"] = -1;
    document.erase("name");
    document.erase("initial_conditions");
    CHECK(contains_text(complaint(document), "a.json#/bodies/2/mass: must be > 0 kg, got -1"));
}

}  // namespace
