#include "dataset/documents/croissant.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "core/sha256.hpp"
#include "files/hdf5_file.hpp"
#include "spec/json/schema_check.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn_test;
using Json = nlohmann::ordered_json;

namespace {

Json croissant_of(const fs::path& directory) { return Json::parse(bytes_of(directory / "croissant.json")); }

fs::path made(const ScratchDirectory& scratch, const std::string& system, const Publication& publication) {
    GenerateOptions options = small(scratch.path(), 3, 0, 2);
    options.publication = publication;
    options.overwrite = true;
    return generate(load_system(system), options).directory;
}

}  // namespace

TEST_CASE("croissant.json follows its schema for every kind of system, with and without what the publisher knows") {
    const ScratchDirectory scratch;
    const Publication all{"CC-BY-4.0", "https://example.org/a", {"A. Person", "B. Person"}, "2026-01-31"};
    for (const char* system : {"chain_pendulum_2", "damped_pendulum", "roller_coaster", "gyroscope"})
        for (const Publication& publication : {Publication{}, all}) {
            CAPTURE(system);
            const Json json = croissant_of(made(scratch, system, publication));
            for (const Problem& problem : schema_problems(json, "croissant.json", "croissant"))
                FAIL_CHECK(problem.where << ": " << problem.what);
            for (const char* key : {"license", "url", "creator", "datePublished"})
                CHECK(json.contains(key) == !publication.empty());
        }
}

TEST_CASE("croissant.json tells how the data was made: drawn, or given") {
    const ScratchDirectory scratch;
    const Json drawn = croissant_of(made(scratch, "chain_pendulum_2", {}));
    CHECK(contains_text(drawn["rai:dataCollection"], "drawn at random from the distribution in /system/json, seed 0."));
    CHECK(contains_text(drawn["rai:dataBiases"][0], "what is rare there is rare here"));
    ManifestContent content;
    content.states = GivenFile{};
    CHECK(contains_text(Json::parse(responsible_use_json(content))["rai:dataCollection"],
                        "from initial states that were given in a file."));
    content.states.reset();
    content.protocol_json = R"({"name": "imported"})";
    REQUIRE(content.imported());
    const Json json = Json::parse(responsible_use_json(content));
    CHECK(contains_text(json["rai:dataCollection"], "made elsewhere and imported"));
    CHECK(json["rai:dataLimitations"][1] == "Nothing says how exact the states are.");
}

TEST_CASE("croissant.json names every file beside it with its bytes, and fields of the arrays that are there") {
    const ScratchDirectory scratch;
    const fs::path directory = made(scratch, "chain_pendulum_2", {});
    const Json json = croissant_of(directory);
    CHECK(json["distribution"].size() == 4);
    for (const Json& file : json["distribution"]) {
        const std::string bytes = bytes_of(directory / file["name"].get<std::string>());
        CHECK(file["sha256"] == sha256_of_text(bytes));
        CHECK(file["contentSize"] == std::to_string(bytes.size()) + " B");
    }
    CHECK(json["recordSet"][0]["data"][1]["splits/url"] == "cr:TestSplit");
    std::map<std::string, Json> fields;
    for (const Json& field : json["recordSet"][1]["field"]) fields[field["@id"]] = field;
    CHECK(fields.at("train/x")["arrayShape"] == "11,2,2");
    CHECK(fields.at("train/x")["dataType"] == "sc:Float");
    CHECK(fields.at("train/x")["description"] == "position of each node [m]; array /x of train.h5");
    CHECK(fields.at("train/energy")["arrayShape"] == "11");
    CHECK(fields.at("train/outcome")["dataType"] == "sc:Integer");
    CHECK(fields.count("train/chunks/x") == 1);
    CHECK(fields.count("train/system/mass_matrix") == 0);  // no record of its own
    CHECK(json["prov:wasGeneratedBy"]["prov:label"] == Json::parse(bytes_of(directory / "manifest.json"))["command"]);
}

TEST_CASE("the schema notices a field too many and a digest that is none") {
    const ScratchDirectory scratch;
    Json json = croissant_of(made(scratch, "chain_pendulum_1", {}));
    json["distribution"][0]["sha256"] = "abc";
    CHECK(!schema_problems(json, "", "croissant").empty());
    json = croissant_of(made(scratch, "chain_pendulum_1", {}));
    json["host"] = "here";
    CHECK(!schema_problems(json, "", "croissant").empty());
}

TEST_CASE("what the publisher knows is in card, manifest and command, quoted for a shell") {
    const ScratchDirectory scratch;
    const Publication p{"CC-BY-4.0", "https://example.org/a?b=c&d", {"O'Neill"}, "2026-01-31"};
    const fs::path directory = made(scratch, "chain_pendulum_1", p);
    const std::string card = bytes_of(directory / "README.md");
    CHECK(card.starts_with("---\npretty_name: \"Pendulum\"\nlicense: \"CC-BY-4.0\"\nsize_categories:\n- n<1K\n"));
    CHECK(contains_text(card,
                        "- by O'Neill\n- published 2026-01-31\n- https://example.org/a?b=c&d\n- license CC-BY-4.0\n"));
    CHECK(contains_text(
        card,
        R"( --license CC-BY-4.0 --url 'https://example.org/a?b=c&d' --creator 'O'\''Neill' --published 2026-01-31)"));
    CHECK(contains_text(card, "\n---\n\n# Pendulum (`chain_pendulum_1`)\n"));
    CHECK(read_publication(Json::parse(bytes_of(directory / "manifest.json"))["publication"].dump()) == p);
    const Publication wrong{"a\nb", "ftp://x", {""}, "31.1.2026"};
    CHECK(wrong.check().size() == 4);
    CHECK(p.check().empty());
}

TEST_CASE("croissant.json has a field for every array of a file with a row for each trajectory, and for no other") {
    const ScratchDirectory scratch;
    for (const std::string system : {"chain_pendulum_2", "spring_pendulum", "damped_pendulum"})
        for (const bool bound : {true, false}) {
            CAPTURE(system);
            GenerateOptions options = small(scratch.path(), 7, 0, 9);
            options.overwrite = true;
            options.bound = bound;
            const fs::path directory = generate(load_system(system), options).directory;
            const Json json = croissant_of(directory);
            REQUIRE(json["recordSet"].size() == 3);  // names of the sets, train, test
            for (const Json& set : json["recordSet"]) {
                if (set["name"] == "splits") continue;
                std::set<std::string> described, there;
                for (const Json& field : set["field"]) described.insert("/" + field["name"].get<std::string>());
                const Hdf5File file = Hdf5File::open(directory / (set["name"].get<std::string>() + ".h5"));
                const std::uint64_t trajectories = file.array("/x").shape[0];
                for (const Entry& entry : file.entries()) {
                    if (entry.kind != Entry::Kind::array) continue;
                    // Of everything but trajectories there are fewer than 7, or 11 samples, or it belongs to the
                    // system.
                    const Shape shape = file.array(entry.path).shape;
                    if (!entry.path.starts_with("/system/") && !shape.empty() && shape[0] == trajectories)
                        there.insert(entry.path);
                }
                for (const std::string& path : described) CHECK_MESSAGE(there.contains(path), path << " is not there");
                for (const std::string& path : there) CHECK_MESSAGE(described.contains(path), path << " has no field");
                CHECK(described.contains("/error_bound") == bound);
            }
        }
}
