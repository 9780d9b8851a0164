#include "core/nearest_name.hpp"

#include <doctest/doctest.h>

namespace cchnn {
namespace {

const std::vector<std::string> names = {"mass", "length", "position", "stiffness"};

TEST_CASE("the nearest name is found through each kind of slip") {
    CHECK(nearest_name("mas", names) == "mass");           // left out
    CHECK(nearest_name("lenggth", names) == "length");     // too many
    CHECK(nearest_name("pasition", names) == "position");  // another letter
    CHECK(nearest_name("amss", names) == "mass");          // neighbours swapped count once
    CHECK(nearest_name("mass", names) == "mass");
}

TEST_CASE("a name with more than a third of its letters off has no nearest") {
    CHECK(nearest_name("radius", names) == "");
    CHECK(nearest_name("", names) == "");
    CHECK(nearest_name("mass", {}) == "");
    CHECK(nearest_name("lexyth", {"length"}) == "length");  // 2 of 6
    CHECK(nearest_name("lxxyth", {"length"}) == "");        // 3 of 6
    CHECK(nearest_name("gg", {"g"}) == "g");                // 1 of 2: one slip is always forgiven
    CHECK(nearest_name("mxsx", {"mass"}) == "");            // 2 of 4
}

TEST_CASE("the first of equally near names is taken") { CHECK(nearest_name("bob", {"bob1", "bob2"}) == "bob1"); }

TEST_CASE("the nearest of many names is found, and of too many none is looked for") {
    std::vector<std::string> many;
    for (int i = 0; i < 2000; ++i) many.push_back("link" + std::to_string(i));
    CHECK(nearest_name("linq1999", many) == "link1999");
    CHECK(nearest_name(std::string(5000, 'l'), many) == "");  // all are far shorter
    CHECK(nearest_name("link", std::vector<std::string>(100'000, "lin")) == "");
}

TEST_CASE("a suggestion is the nearest name, or the names there are") {
    CHECK(suggestion("mas", names) == ", did you mean 'mass'?");
    CHECK(suggestion("radius", names) == "; known: mass, length, position, stiffness");
    CHECK(suggestion("radius", {}) == "");
}

TEST_CASE("a suggestion lists at most 24 names, as many as an item of a system file may have keys") {
    std::vector<std::string> many;
    std::string listed;
    for (int i = 10; i < 34; ++i) {
        many.push_back("n" + std::to_string(i));
        listed += (i == 10 ? "" : ", ") + many.back();
    }
    CHECK(suggestion("radius", many) == "; known: " + listed);
    many.push_back("n34");
    CHECK(suggestion("radius", many) == "; known: " + listed + ", ...");
}

}  // namespace
}  // namespace cchnn
