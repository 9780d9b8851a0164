#pragma once
// A system file in the making: plain values that write_system.cpp turns into JSON.

#include <array>
#include <string>
#include <vector>

#include "convert/robot_model.hpp"

namespace cchnn {

struct DraftEnd {
    int body = -1;              // a moving body; -1: the world
    std::vector<double> point;  // along its principal axes
    Vector3 place{};            // of the world
};

// One item of constraints, potentials or damping. Members that are empty or 0 are not written.
struct DraftItem {
    std::string type;
    std::vector<DraftEnd> between{};
    std::vector<std::vector<double>> axis{}, across{};
    bool turn = false;
    double length = 0, stiffness = 0, coefficient = 0, rest_angle = 0, torque = 0;
    bool whole = false;               // 'bodies' instead of 'between', or 'body' where there is one end
    std::vector<double> force{};      // on between[0]
    std::string origin_name{};        // what an Origin is called that has to be made
    std::vector<DraftItem> wheels{};  // of a Gear or Rack: the angles between two bodies each
    std::array<int, 2> teeth{};
    std::vector<DraftItem> slides{};  // of a Rack or SlideGear: their ends, and along which axis of the first
    double radius = 0, phase = 0, ratio = 0, offset = 0;
};

struct SystemDraft {
    std::vector<DraftItem> constraints{}, potentials{}, damping{};
};

}  // namespace cchnn
