#pragma once
// Names of a model as ids of a system: 1 to 64 letters, digits and '_', the first a letter, each once.

#include <map>
#include <string>
#include <vector>

#include "convert/moving_bodies.hpp"

namespace cchnn {

std::string valid_id(const std::string& name, const std::string& instead);
// `wanted`, or with a number behind it; from now on it is taken.
using TakenIds = std::map<std::string, int>;  // id -> the number that its next double gets
std::string unique_id(const std::string& wanted, TakenIds& taken);
// 1 to 64 of a-z 0-9 _
std::string valid_system_name(const std::string& name);

// The id of each, with a note where it is not its name.
void name_bodies(const RobotModel& model, std::vector<MovingBody>& bodies, Remarks& remarks);

}  // namespace cchnn
