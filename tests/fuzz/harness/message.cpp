// What a reader process that a file has taken over may say.
#include "files/jail/message.hpp"

#include <vector>

#include "core/errors.hpp"
#include "harness.hpp"

FUZZ_ONE(text) {
    const std::vector<char> bytes(text.begin(), text.end());
    expecting_errors([&] { cchnn::split_texts(bytes); });
    expecting_errors([&] {
        std::vector<cchnn::Object> objects;
        cchnn::Message message(bytes);
        cchnn::pass(message, objects);
    });
    expecting_errors([&] {
        std::vector<cchnn::Problem> problems;
        cchnn::Message message(bytes);
        cchnn::pass(message, problems);
    });
}
