#include "core/processor_name.hpp"

#include <doctest/doctest.h>

#include <sstream>

namespace cchnn {
namespace {

TEST_CASE("the name of a processor is what the kernel says, and nothing where it says nothing") {
    const auto name = [](const std::string& cpuinfo) {
        std::istringstream text(cpuinfo);
        return processor_name_in(text);
    };
    CHECK(name("processor\t: 0\nmodel\t\t: 85\nmodel name\t: Made CPU @ 2.90GHz\nmodel name\t: another\n") ==
          "Made CPU @ 2.90GHz");
    CHECK(name("model name\t:\nmodel name\t: \t\nmodel name\n") == "");
    CHECK(name("processor\t: 0\nFeatures\t: fp asimd\n") == "");  // of some ARM kernels
}

}  // namespace
}  // namespace cchnn
