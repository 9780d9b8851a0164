// A formula as the judge of stored motions reads it.
#include "harness.hpp"
#include "judge/formula.hpp"

FUZZ_ONE(text) {
    expecting_errors([&] { cchnn::judge::Formula(text, {"x", "y"}, {{"k", 2.5}}, "f.json"); });
}
