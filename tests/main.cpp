// Tests read messages as users of the programs do.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include "core/option.hpp"

int main(int argc, char** argv) {
    cchnn::spell_options_as_typed();
    return doctest::Context(argc, argv).run();
}
