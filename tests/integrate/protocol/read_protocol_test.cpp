#include "integrate/protocol/read_protocol.hpp"

#include <doctest/doctest.h>

#include "integrate/error_bound.hpp"

using namespace cchnn;

TEST_CASE("read protocol: every preset and a custom one come back, with or without a rule of bounds beside them") {
    std::vector<Protocol> protocols{default_protocol(), paper_protocol()};
    for (Method method : {Method::rattle2, Method::rattle4, Method::rattle6, Method::rattle8, Method::rk4})
        protocols.push_back(fixed_step_protocol(method));
    protocols.push_back(fixed_step_protocol(Method::rk4));
    protocols.back().project = false;
    protocols.push_back({"custom", Method::dopri5, 1.0 / 3e7, 1e-300, false, 17});
    for (const Protocol& protocol : protocols) {
        const ErrorBoundRule rule(protocol);
        for (const std::string& text : {to_json(protocol), to_json(protocol, &rule), to_json(protocol, nullptr)}) {
            const Protocol back = read_protocol(text, "test");
            CHECK(to_json(back) == to_json(protocol));
            CHECK(to_flags(back) == to_flags(protocol));
        }
    }
}

TEST_CASE("read protocol: what is none is refused by name") {
    for (const char* text : {"", "[]", "{}", R"({"name": "default", "method": "euler"})",
                             R"({"name": "default", "method": "dopri5", "rtol": 1})"}) {
        CAPTURE(text);
        CHECK_THROWS_AS(read_protocol(text, "here"), DataError);
    }
}

TEST_CASE("read protocol: nested without end it is refused, and has no tolerance") {
    const std::string nested = R"({"rtol": 1, "a": )" + std::string(200'000, '[') + std::string(200'000, ']') + "}";
    CHECK_THROWS_AS(read_protocol(nested, "here"), DataError);
    CHECK_FALSE(protocol_rtol(nested));
    CHECK(protocol_rtol(R"({"rtol": 1e-3})") == 1e-3);
    for (const char* text : {"", "[]", "{", R"({"rtol": "x"})"}) CHECK_FALSE(protocol_rtol(text));
}
