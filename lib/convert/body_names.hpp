#pragma once
// Turns the names of a model into ids of a system: 1 to 64 letters, digits and '_', the first a letter, each
// unique.

#include <map>
#include <string>
#include <vector>

#include "convert/moving_bodies.hpp"

namespace cchnn {

// The name with other characters replaced by '_'; `instead` if nothing remains of it.
std::string valid_id(const std::string& name, const std::string& instead);
// The ids in use, each with the number that its next duplicate gets.
using TakenIds = std::map<std::string, int>;
// `wanted`, or `wanted` with a number appended; the result is then taken.
std::string unique_id(const std::string& wanted, TakenIds& taken);
// A name of 1 to 64 of a-z 0-9 _
std::string valid_system_name(const std::string& name);

// Sets the id of each body. A note says where it differs from the name.
void name_bodies(const RobotModel& model, std::vector<MovingBody>& bodies, Remarks& remarks);

}  // namespace cchnn
