#include "spec/json/end_keys.hpp"

#include <doctest/doctest.h>

#include "spec/broken_system.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

// With one key of an object under another name, in its place.
Json renamed(Json document, const std::string& pointer, const std::string& from, const std::string& to) {
    Json made = Json::object();
    Json& object = document[Json::json_pointer(pointer)];
    for (const auto& [key, value] : object.items()) made[key == from ? to : key] = value;
    object = made;
    return document;
}
std::string text_of(const Json& document) { return parse_system(document.dump(), "a.json").json; }

TEST_CASE("two ends may stand under between and under bodies, and are the same system") {
    const std::string forces = text_of(forces_2d()), pendulum = text_of(pendulum_2d());
    CHECK(text_of(renamed(pendulum_2d(), "/constraints/0", "between", "bodies")) == pendulum);
    CHECK(text_of(renamed(pendulum_2d(), "/potentials/1", "between", "bodies")) == pendulum);
    for (const char* angle : {"/constraints/0/first", "/constraints/0/second", "/constraints/1/wheel", "/potentials/2",
                              "/potentials/3", "/damping/1"})
        CHECK(text_of(renamed(forces_2d(), angle, "bodies", "between")) == forces);
    for (const char* ends : {"/constraints/1/slide", "/damping/0"})
        CHECK(text_of(renamed(forces_2d(), ends, "between", "bodies")) == forces);
}

TEST_CASE("a problem of two ends names the key that the file has") {
    const Json link = renamed(pendulum_2d(), "/constraints/0", "between", "bodies");
    CHECK(complaint_with(link, "/constraints/0/bodies/1", "bobb")
              .starts_with("a.json#/constraints/0/bodies/1: unknown body 'bobb', did you mean 'bob'?"));
    CHECK(complaint_with(link, "/constraints/0/bodies", {"bob", "bob"})
              .starts_with("a.json#/constraints/0/bodies: a Link joins two different bodies, got 'bob' twice"));
    const Json spring = renamed(forces_2d(), "/potentials/2", "bodies", "between");
    CHECK(complaint_with(spring, "/potentials/2/between/1", Json::parse(R"({"body": "bar", "point": [1]})"))
              .starts_with("a.json#/potentials/2/between/1: "));
}

TEST_CASE("bodies that may be more than two, and ends under both keys, are not renamed") {
    Json stars = machine_3d();
    CHECK(complaint(renamed(stars, "/potentials/0", "bodies", "between"))
              .starts_with("a.json#/potentials/0/between: unknown key 'between'"));
    CHECK(complaint_with("/constraints/0/bodies", {"pivot", "bob"})
              .starts_with("a.json#/constraints/0/bodies: unknown key 'bodies'"));
}

}  // namespace
