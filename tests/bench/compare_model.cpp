// A model converted, beside itself in MuJoCo without what the conversion lists as lost, at random states:
//
//   compare_model FILE      prints the largest relative difference of mass matrices, changes of the potential energy
//                           and accelerations, the three of them, and ends with 0; or with 1 and a word why there is
//                           none

#include <mujoco/mujoco.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <random>

#include "convert/mujoco_pair.hpp"

namespace {

using cchnn_test::Numbers;

constexpr int states = 5;

double largest(const Numbers& numbers) {
    double most = 0;
    for (const double number : numbers) most = std::max(most, std::abs(number));
    return most;
}
double apart(const Numbers& a, const Numbers& b) {
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
    return most / largest(b);
}

struct Differences {
    double mass_matrix = 0, potential = 0, acceleration = 0;
};

Differences differences(const std::string& file) {
    cchnn_test::MujocoPair pair(file);
    pair.mujoco.forget_rest();
    pair.forget_losses();
    if (pair.system.degrees_of_freedom() != pair.mujoco.nv()) throw std::runtime_error("other degrees of freedom");
    std::mt19937 random(1);
    Differences most;
    double first_here = 0, first_there = 0;
    for (int k = 0; k < states; ++k) {
        pair.mujoco.draw(random);
        const Numbers x = pair.mujoco.positions(pair.markers), v = pair.mujoco.velocities(pair.markers);
        const double here = pair.system.potential_energy(x), there = pair.mujoco.potential();
        if (k == 0) first_here = here, first_there = there;
        const double moved = there - first_there, kinetic = pair.mujoco.kinetic();
        most.potential = std::max(most.potential, std::abs(here - first_here - moved) / (std::abs(moved) + kinetic));
        most.mass_matrix = std::max(most.mass_matrix, apart(pair.mass_matrix(), pair.mujoco.mass_matrix()));
        most.acceleration =
            std::max(most.acceleration, apart(pair.system.acceleration(x, v), pair.mujoco.accelerations(pair.markers)));
    }
    return most;
}

}  // namespace

int main(int count, char** words) {
    if (count != 2) return std::fputs("compare_model FILE\n", stderr), 2;
    mju_user_error = [](const char* text) { throw std::runtime_error(text); };
    try {
        const Differences found = differences(words[1]);
        std::printf("%.2g (%.2g, %.2g, %.2g)\n", std::max({found.mass_matrix, found.potential, found.acceleration}),
                    found.mass_matrix, found.potential, found.acceleration);
        return 0;
    } catch (const std::exception& error) {
        std::printf("%s\n", error.what());
        return 1;
    }
}
