#include "convert/robot_model.hpp"

#include <doctest/doctest.h>

#include <cmath>

namespace cchnn {
namespace {

// 2^2 + 4^2 + 5^2 + 6^2 = 9^2, with the largest in each place, and one of them alone.
TEST_CASE("a body that moves freely starts with the quaternion that its file has, up to a sign") {
    for (const Quaternion& q :
         {Quaternion{6, 2, -4, 5}, Quaternion{2, 6, 4, -5}, Quaternion{-4, 2, 6, 5}, Quaternion{5, -4, 2, 6},
          Quaternion{9, 0, 0, 0}, Quaternion{0, 9, 0, 0}, Quaternion{0, 0, 9, 0}, Quaternion{0, 0, 0, 9}}) {
        ModelJoint joint;
        joint.motion = JointMotion::free;
        RobotModel model;
        model.bodies.push_back({"b", "", -1, {rotation_of(q), {1, 2, 3}}, {joint}, {}});
        number_joints(model);
        const std::vector<double> qpos = drawn_state(model).qpos;
        REQUIRE(qpos.size() == 7);
        CHECK(Vector3{qpos[0], qpos[1], qpos[2]} == Vector3{1, 2, 3});
        double along = 0;
        for (std::size_t k = 0; k < 4; ++k) along += qpos[3 + k] * q[k] / 9;
        CHECK(std::abs(along) == doctest::Approx(1).epsilon(1e-14));
        for (std::size_t k = 0; k < 4; ++k) CHECK(std::abs(qpos[3 + k] - along * q[k] / 9) < 1e-14);  // rounding
    }
}

}  // namespace
}  // namespace cchnn
