// A formula of a system file, as it is read to be integrated: a number comes out, whatever is put in.
#include <vector>

#include "elements/parts/formula/formula.hpp"
#include "harness.hpp"

FUZZ_ONE(text) {
    expecting_errors([&] {
        cchnn::Formulas formulas(std::vector<std::string>{"x", "y"}, {{"k", 2.5}});
        formulas.add(text);
    });
}
