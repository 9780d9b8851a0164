#pragma once
// The value of a prior (spec/challenge_prior.hpp) that is drawn from a random stream: a uniform or normal number, or
// one of a list (schemas/random_numbers.md).

#include <string>

#include "sample/random_stream.hpp"
#include "spec/challenge_prior.hpp"

namespace cchnn {

// As a JSON text; values of rounds are compared as texts.
std::string draw_hidden(const HiddenValue& value, RandomStream& stream);

}  // namespace cchnn
