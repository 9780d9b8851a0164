// What a reader process that a file has taken over may say.
#include "files/jail/message.hpp"

#include <vector>

#include "core/errors.hpp"
#include "harness.hpp"

FUZZ_ONE(text) {
    const std::vector<char> bytes(text.begin(), text.end());
    expecting_errors([&] { cchnn::split_texts(bytes); });
    expecting_errors([&] {
        cchnn::MessageReader told(bytes);
        while (!told.at_end()) {
            told.text(1000);
            told.element();
            told.shape();
            told.number(5);
        }
    });
}
