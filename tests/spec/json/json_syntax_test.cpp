#include "spec/json/json_syntax.hpp"

#include <doctest/doctest.h>
#include <ctime>
#include <limits>

#include "contains_text.hpp"
#include "spec/broken_system.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

bool starts_with(const std::string& text, const std::string& start) { return text.substr(0, start.size()) == start; }

TEST_CASE("a syntax error is told with its line and column") {
    const std::string text = "{\n  \"name\": \"own\",\n  \"dimension\": 2,,\n}";
    const std::string said = complaint_about_text(text);
    CHECK_MESSAGE(said == "a.json: line 3, column 18: syntax error in object key: expected a string, got ','", said);
}

TEST_CASE("an empty text, a cut text and text after the end are syntax errors") {
    CHECK(starts_with(complaint_about_text(""),
                      "a.json: line 1, column 1: syntax error in value: expected a value, got the end of the text"));
    CHECK(starts_with(complaint_about_text("{\"a\": [1,\n2"),
                      "a.json: line 2, column 2: syntax error in array: expected ',' or ']', got the end of the text"));
    CHECK(
        starts_with(complaint_about_text("{} x"), "a.json: line 1, column 4: syntax error in value: invalid literal"));
    CHECK(complaint_about_text("{} 1") ==
          "a.json: line 1, column 4: syntax error in value: expected the end of the text, got a number");
}

TEST_CASE("a forgotten or doubled comma is named by what was expected and what was found") {
    CHECK(complaint_about_text("{\"a\": 1 \"b\": 2}") ==
          "a.json: line 1, column 11: syntax error in object: expected ',' or '}', got a string");
    CHECK(complaint_about_text("[1 true]") ==
          "a.json: line 1, column 7: syntax error in array: expected ',' or ']', got true");
    CHECK(complaint_about_text("[1,]") == "a.json: line 1, column 4: syntax error in value: expected a value, got ']'");
    CHECK(complaint_about_text("{\"a\" 1}") ==
          "a.json: line 1, column 6: syntax error in object separator: expected ':', got a number");
}

TEST_CASE("numbers that are not finite cannot be written") {
    const std::string finite = " is not JSON; its numbers are finite";
    CHECK(complaint_about_text("{\"a\": NaN}") == "a.json: line 1, column 7: NaN" + finite);
    CHECK(complaint_about_text("[1, nan]") == "a.json: line 1, column 6: nan" + finite);
    CHECK(complaint_about_text("[inf") == "a.json: line 1, column 2: inf" + finite);
    CHECK(complaint_about_text("{\"a\": -Infinity}") == "a.json: line 1, column 8: Infinity" + finite);
    CHECK(complaint_about_text("{\"a\": {\"b\": [0, 1e999]}}") == "a.json#/a/b/1: number 1e999 does not fit a double");
}

TEST_CASE("messages on words of Python name the word that JSON has") {
    CHECK(complaint_about_text("[True]") == "a.json: line 1, column 2: True is not JSON; write true");
    CHECK(complaint_about_text("[1, False, 2]") == "a.json: line 1, column 5: False is not JSON; write false");
    CHECK(complaint_about_text("None") == "a.json: line 1, column 1: None is not JSON; write null");
    CHECK(complaint_about_text("[Nonesuch]") ==
          "a.json: line 1, column 2: syntax error in value: invalid literal; last read: '[N'");
}

TEST_CASE("every duplicate key is told with its pointer") {
    const std::string text = R"({"a": 1, "b": [{"x": 1}, {"x": 1, "y/z": 2, "y/z": 3}], "a": {"c": 1, "c": 2}})";
    CHECK(complaint_about_text(text) ==
          "a.json#/b/1/y~1z: duplicate key 'y/z'\n"
          "a.json#/a: duplicate key 'a'\n"
          "a.json#/a/c: duplicate key 'c'");
}

TEST_CASE("the same key in two objects is no duplicate") {
    CHECK_NOTHROW(parse_json(R"([{"a": {"a": 1}}, {"a": 2}])", "a.json"));
}

TEST_CASE("nesting without end is refused before it can exhaust the stack") {
    const std::string said = complaint_about_text(std::string(1000000, '['));
    CHECK_MESSAGE(contains_text(said, "nested more than 32 levels deep"), said.substr(0, 200));
}

TEST_CASE("32 levels are read, 33 are not, and a text where nobody is to blame is then no object") {
    const auto nested = [](std::size_t levels) {
        return R"({"a": )" + std::string(levels - 1, '[') + std::string(levels - 1, ']') + "}";
    };
    CHECK_NOTHROW(parse_json(nested(32), "a.json"));
    CHECK(json_object_in(nested(32)).is_object());
    for (std::size_t levels : {33U, 200'000U}) {
        CHECK_THROWS_AS(parse_json(nested(levels), "a.json"), SpecError);
        CHECK(json_object_in(nested(levels)).is_null());
    }
    for (const char* text : {"", "[]", "3", "{"}) CHECK(json_object_in(text).is_null());
}

TEST_CASE("more than 8 MiB are refused before they are parsed") {
    CHECK_THROWS_WITH_AS(parse_json(std::string((8 << 20) + 1, ' '), "a.json"), "a.json: holds more than 8 MiB of JSON",
                         SpecError);
}

TEST_CASE("more values or keys than any system has are refused while they are read") {
    std::string list = "[1", object = "{\"k0\": 0";
    for (int i = 0; i < 1'000'000; ++i) list += ",1";
    for (int i = 1; i <= 20'000; ++i) object += ", \"k" + std::to_string(i) + "\": 0";
    CHECK(complaint_about_text(list + "]") == "a.json: holds more than 1000000 values");
    CHECK(complaint_about_text(object + "}") == "a.json#/k20000: is one of more than 20000 keys of an object");
    CHECK(parse_json(object.substr(0, object.rfind(',')) + "}", "a.json").size() == 20'000);
}

TEST_CASE("a number that a double would take for 0 is refused as one that is too large is") {
    CHECK(complaint_about_text(R"({"a": [1, 1e-400]})") == "a.json#/a/1: number 1e-400 does not fit a double");
    CHECK(complaint_about_text(R"({"a": -0.0001e-330})") == "a.json#/a: number -0.0001e-330 does not fit a double");
    CHECK(parse_json("[0.0, -0.0e5, 0e-400, 1e-320]", "a.json").size() == 4);  // zeros, and one that is only rounded
}

// Processor time, the least of three: other programs share the machine.
template <class Text>
std::clock_t least_time_to_parse(const Text& text_of, int count) {
    const std::string text = text_of(count);
    std::clock_t least = std::numeric_limits<std::clock_t>::max();
    for (int run = 0; run < 3; ++run) {
        const std::clock_t begin = std::clock();
        CHECK(parse_json(text, "a.json").size() == static_cast<std::size_t>(count));
        least = std::min(least, std::clock() - begin);
    }
    return least;
}

TEST_CASE("lists of many objects and objects of many keys take time in proportion to their length") {
    const auto list = [](int count) {
        std::string text = "[{\"a\": 0}";
        for (int i = 1; i < count; ++i) text += ", {\"a\": 0}";
        return text + "]";
    };
    const auto object = [](int count) {
        std::string text = "{\"k0\": 0";
        for (int i = 1; i < count; ++i) text += ", \"k" + std::to_string(i) + "\": 0";
        return text + "}";
    };
    // Ten where each item costs as much as any other, a hundred where each is compared with all.
    constexpr int most_for_ten_times = 25;  // tables that are no longer in a cache cost up to twice as much
    CHECK(least_time_to_parse(list, 40'000) < most_for_ten_times * least_time_to_parse(list, 4000));
    CHECK(least_time_to_parse(object, 20'000) < most_for_ten_times * least_time_to_parse(object, 2000));
}

TEST_CASE("of keys that are there twice the first 200 are told") {
    std::string text = "{\"a\": 0";
    for (int i = 0; i < 1000; ++i) text += ", \"a\": 0";
    const std::string said = complaint_about_text(text + "}");
    CHECK(std::count(said.begin(), said.end(), '\n') == 199);
}

TEST_CASE("bytes that are not UTF-8 are a syntax error") {
    CHECK(
        starts_with(complaint_about_text("{\"name\": \"\xff\"}"), "a.json: line 1, column 11: syntax error in value"));
}

TEST_CASE("keys keep the order of the file") {
    CHECK(parse_json(R"({"z": 1, "a": 2})", "a.json").dump() == R"({"z":1,"a":2})");
}

}  // namespace
