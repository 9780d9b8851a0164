#include "spec/system_name.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "core/embedded_files.hpp"

using namespace cchnn;

TEST_CASE("a system's name has the alphabet and the length of the schema") {
    const auto rule = nlohmann::json::parse(embedded_files().at("schemas/system.schema.json"))["properties"]["name"];
    const std::regex pattern(rule.at("pattern").get<std::string>());
    const std::size_t longest = rule.at("maxLength");
    for (const std::string& name :
         {std::string("chain_pendulum_3"), std::string(longest, 'a'), std::string(longest + 1, 'a'), std::string(),
          std::string(".."), std::string("../a"), std::string("/a"), std::string("a/b"), std::string("A"),
          std::string("a b"), std::string("a\n"), std::string("a\0b", 3), std::string("\xc3\xa4")})
        CHECK_MESSAGE(is_system_name(name) == (name.size() <= longest && std::regex_match(name, pattern)), name);
}
