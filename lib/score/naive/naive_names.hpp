#pragma once
// Naive forecasts by name (naive_forecast.hpp).

#include <optional>
#include <string>
#include <vector>

namespace cchnn {

enum class Naive { persistence, constant_velocity, mean, parrot, linear };

const std::vector<std::string>& naive_names();  // in the order of Naive
const char* name(Naive kind);
std::optional<Naive> naive_named(const std::string& text);
bool needs_training_set(Naive kind);

}  // namespace cchnn
