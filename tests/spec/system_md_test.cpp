#include <doctest/doctest.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "contains_text.hpp"
#include "core/embedded_files.hpp"
#include "places.hpp"
#include "spec/broken_system.hpp"
#include "spec/system_pages.hpp"
#include "stories/story_fixture.hpp"

// schemas/system.md and the pages of schemas/system/ say what the schema says. Their examples, those of building a
// system, and those of errors do what the pages say they do.

using namespace cchnn;
using namespace cchnn_test;

namespace {

// Pages of the reference, building a system, and errors.
std::vector<std::filesystem::path> pages_with_examples() {
    const std::filesystem::path root = cchnn_test::source_dir();
    std::vector<std::filesystem::path> pages = cchnn_test::system_pages();
    pages.push_back(root / "systems/build_your_own.md");
    pages.push_back(root / "schemas/system_errors.md");
    return pages;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

struct Block {
    std::string kind, text;
};
std::vector<Block> blocks() {
    std::vector<Block> found;
    for (const std::filesystem::path& page : pages_with_examples()) {
        bool inside = false;
        for (const std::string& line : lines_of(cchnn_test::bytes_of(page))) {
            const bool fence = line.starts_with("```");
            if (fence && !inside) found.push_back({line.substr(3), ""});
            if (fence) inside = !inside;
            else if (inside) found.back().text += line + "\n";
        }
    }
    return found;
}

TEST_CASE("every example of a system in the pages on systems is a valid one") {
    int examples = 0;
    for (const Block& block : blocks()) {
        if (block.kind != "json") continue;
        ++examples;
        CHECK_MESSAGE(complaint_about_text(block.text) == "", block.text);
    }
    CHECK(examples == 65);
}

TEST_CASE(
    "energy, with what was lost, stays to 1e-10 in the examples of the pages on systems, and a mesh is found beside "
    "systems/") {
    int meshes = 0;
    const FileFinder beside_systems = [](const std::string& path) {
        return NamedText{path, cchnn_test::bytes_of(cchnn_test::source_dir() + "/systems/" + path)};
    };
    for (const Block& block : blocks()) {
        if (block.kind != "json" && block.kind != "json mesh") continue;
        meshes += block.kind == "json mesh";
        const SystemSpec spec = parse_system(block.text, "example.json", beside_systems);
        CAPTURE(spec.name);
        const cchnn_test::ScratchDirectory scratch;
        GenerateOptions options;
        options.directory = scratch.path();
        options.count = {0, 0, 2};
        // build_your_own.md promises 1e-10 of the largest kinetic energy; rtol = 1e-13 in a few hundred steps keeps
        // 1e-12.
        CHECK(generate(spec, options).splits.at(0).worst_energy_drift < 1e-10);
    }
    CHECK(meshes == 1);
}

TEST_CASE("every broken example of schemas/system_errors.md is told exactly as shown there") {
    const std::vector<Block> all = blocks();
    int examples = 0;
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
        if (all[i].kind != "json broken") continue;
        ++examples;
        REQUIRE(all[i + 1].kind == "text");
        CHECK(complaint_about_text(all[i].text) + "\n" == all[i + 1].text);
    }
    CHECK(examples == 6);
}

// Rows of the tables: heading -> key -> cells.
using Cells = std::vector<std::string>;
std::map<std::string, std::map<std::string, Cells>> tables() {
    std::map<std::string, std::map<std::string, Cells>> found;
    std::string heading;
    for (const std::string& line : lines_of(cchnn_test::text_of_system_pages())) {
        if (line.starts_with("#")) heading = line.substr(line.find(' ') + 1);
        if (!line.starts_with("| `")) continue;
        Cells cells;
        std::istringstream row(line.substr(2));
        for (std::string cell; std::getline(row, cell, '|');) {
            const std::size_t last = cell.find_last_not_of(' ');
            const std::size_t first = cell.find_first_not_of(' ');
            cells.push_back(first == std::string::npos ? "" : cell.substr(first, last - first + 1));
        }
        REQUIRE(cells.size() == 5);
        found[heading][cells[0].substr(1, cells[0].size() - 2)] = cells;
    }
    return found;
}

// Headings of the tables, and the object of the schema that each describes.
const std::map<std::string, std::string> schema_of_table = {
    {"System", ""},
    {"Origin", "/definitions/Origin"},
    {"moves", "/definitions/Origin/properties/moves/items"},
    {"units", "/properties/units"},
    {"Obj0D", "/definitions/Obj0D"},
    {"Obj1D", "/definitions/Obj1D"},
    {"Obj2D", "/definitions/Obj2D"},
    {"Obj3D", "/definitions/Obj3D"},
    {"mesh", "/definitions/mesh"},
    {"end", "/definitions/end"},
    {"Link", "/definitions/Link"},
    {"Joint", "/definitions/Joint"},
    {"Joint+Axis", "/definitions/Joint+Axis"},
    {"Rolling", "/definitions/Rolling"},
    {"Track", "/definitions/Track"},
    {"Weld", "/definitions/Weld"},
    {"Slider", "/definitions/Slider"},
    {"Universal", "/definitions/Universal"},
    {"Planar", "/definitions/Planar"},
    {"Parallel", "/definitions/Parallel"},
    {"Rope", "/definitions/Rope"},
    {"Gear", "/definitions/Gear"},
    {"Rack", "/definitions/Rack"},
    {"Screw", "/definitions/Screw"},
    {"SlideGear", "/definitions/SlideGear"},
    {"Constraint", "/definitions/Constraint"},
    {"VelocityConstraint", "/definitions/VelocityConstraint"},
    {"slide", "/definitions/slide"},
    {"wheel", "/definitions/wheel"},
    {"curve", "/definitions/curve"},
    {"Gravity", "/definitions/Gravity"},
    {"Spring", "/definitions/Spring"},
    {"Newtonian", "/definitions/Newtonian"},
    {"Dipole", "/definitions/Dipole"},
    {"magnet", "/definitions/magnet"},
    {"Lagrangian", "/definitions/Lagrangian"},
    {"Force", "/definitions/Force"},
    {"Potential", "/definitions/Potential"},
    {"TorsionSpring", "/definitions/TorsionSpring"},
    {"Torque", "/definitions/Torque"},
    {"MagneticField", "/definitions/MagneticField"},
    {"RotatingFrame", "/definitions/RotatingFrame"},
    {"Damping", "/definitions/Damping"},
    {"Dashpot", "/definitions/Dashpot"},
    {"TorsionDamper", "/definitions/TorsionDamper"},
    {"Drag", "/definitions/Drag"},
    {"plane contact", "/definitions/plane contact"},
    {"balls contact", "/definitions/balls contact"},
    {"within contact", "/definitions/within contact"},
    {"formula contact", "/definitions/formula contact"},
    {"angle stop", "/definitions/angle stop"},
    {"slide stop", "/definitions/slide stop"},
    {"distribution", "/definitions/distribution"},
    {"normal", "/definitions/distribution/properties/normal"},
    {"uniform", "/definitions/distribution/properties/uniform"},
    {"input", "/definitions/input"},
    {"steps", "/definitions/input/properties/steps"},
    {"ornstein_uhlenbeck", "/definitions/input/properties/ornstein_uhlenbeck"},
    {"initial pose", "/definitions/placement"},
    {"initial_conditions", "/definitions/initial_conditions"},
    {"noise", "/definitions/initial_conditions/properties/noise"},
    {"state", "/definitions/state"},
    {"sampling", "/properties/sampling"}};

const nlohmann::json& schema() {
    static const auto read = nlohmann::json::parse(embedded_files().at("schemas/system.schema.json"));
    return read;
}

const nlohmann::json& object_at(const std::string& pointer) {
    return schema().at(nlohmann::json::json_pointer(pointer));
}
const nlohmann::json& properties(const std::string& pointer) { return object_at(pointer).at("properties"); }

TEST_CASE("the tables of the system pages list exactly the keys of the schema") {
    const auto all = tables();
    CHECK(all.size() == schema_of_table.size());
    for (const auto& [heading, pointer] : schema_of_table) {
        REQUIRE(all.contains(heading));
        std::set<std::string> in_schema, in_table;
        for (const auto& [key, property] : properties(pointer).items()) in_schema.insert(key);
        for (const auto& [key, cells] : all.at(heading)) in_table.insert(key);
        CHECK(in_table == in_schema);
    }
}

// Keys without which an object is refused; a 'type', and the 'id' of a body, are required where the object is chosen.
std::set<std::string> required_keys(const std::string& pointer) {
    auto required = object_at(pointer).value("required", std::set<std::string>());
    if (properties(pointer).contains("type")) required.insert("type");
    if (properties(pointer).contains("id")) required.insert("id");
    return required;
}

std::string range_in_schema(const nlohmann::json& property) {
    if (property.contains("exclusiveMinimum")) return "> " + property.at("exclusiveMinimum").dump();
    if (property.contains("maximum")) return property.at("minimum").dump() + " to " + property.at("maximum").dump();
    return property.contains("minimum") ? ">= " + property.at("minimum").dump() : "";
}

TEST_CASE("the tables of the system pages have the units, defaults and ranges of the schema") {
    const auto all = tables();
    for (const auto& [heading, pointer] : schema_of_table) {
        for (const auto& item : properties(pointer).items()) {
            const std::string place = pointer + " " + item.key();
            CAPTURE(place);
            const Cells& cells = all.at(heading).at(item.key());
            CHECK((cells[2] == "required") == required_keys(pointer).contains(item.key()));
            if (item.value().contains("unit")) CHECK(cells[1] == item.value().at("unit").get<std::string>());
            if (item.value().contains("default")) CHECK(cells[2] == "`" + item.value().at("default").dump() + "`");
            const std::string range = range_in_schema(item.value());
            if (!range.empty()) CHECK(cells[3] == range);
        }
    }
}

TEST_CASE("the table of an object comes with no object of the schema left out") {
    std::set<std::string> described;
    for (const auto& [heading, pointer] : schema_of_table) described.insert(pointer);
    for (const auto& definition : schema().at("definitions").items()) {
        const bool chosen_by_type = definition.value().contains("allOf");  // body, constraint, potential
        if (definition.value().contains("properties") && !chosen_by_type)
            CHECK_MESSAGE(described.contains("/definitions/" + definition.key()), definition.key());
    }
}

TEST_CASE("every type and conserved quantity is named in the system pages") {
    const std::string text = cchnn_test::text_of_system_pages();
    for (const char* definition : {"body", "constraint", "potential", "damping"})
        for (const auto& name : schema().at("definitions").at(definition).at("properties").at("type").at("enum"))
            CHECK_MESSAGE(contains_text(text, "| `" + name.get<std::string>() + "` |"), name);
    for (const auto& name : schema().at("properties").at("conserved").at("items").at("enum"))
        CHECK_MESSAGE(contains_text(text, "`" + name.get<std::string>() + "`"), name);
}

}  // namespace
