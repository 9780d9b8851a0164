#include "integrate/composition.hpp"

#include <doctest/doctest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>

#include "integrate/methods.hpp"

using namespace cchnn;

namespace {

using Quad = boost::multiprecision::cpp_bin_float_quad;

std::vector<double> weights_of(int order) {
    for (const MethodFacts& row : method_table())
        if (row.order == order && !row.weights.empty()) return {row.weights.begin(), row.weights.end()};
    return {};
}

double power_sum(const std::vector<double>& weights, int power) {
    Quad sum = 0;
    for (double weight : weights) sum += pow(Quad(weight), power);
    return static_cast<double>(sum);
}

// Error in q after one time unit of a pendulum, q'' = -sin q, by leapfrog in n composed steps: in quad precision, and
// against many steps of the same kind, so that the weights alone decide.
Quad pendulum_end(int order, int n) {
    Quad q = 1, p = Quad(1) / 2;
    const std::vector<double> weights = weights_of(order);
    for (int step = 0; step < n; ++step)
        for (double weight : weights) {
            const Quad h = Quad(weight) / n;
            p -= h / 2 * sin(q);
            q += h * p;
            p -= h / 2 * sin(q);
        }
    return q;
}

}  // namespace

TEST_CASE("composition: weights are symmetric and as many as documented") {
    const std::pair<int, std::size_t> expected[] = {{2, 1}, {4, 5}, {6, 9}, {8, 17}};
    for (const auto& [order, count] : expected) {
        const std::vector<double> weights = weights_of(order);
        CHECK(weights.size() == count);
        CHECK(weights == std::vector<double>(weights.rbegin(), weights.rend()));
    }
}

TEST_CASE("composition: sums of odd powers are 1, 0, 0, 0 up to the order") {
    for (int order : {4, 6, 8}) {
        const std::vector<double> weights = weights_of(order);
        // The rounding of the weights themselves, 1e-16 of numbers below 1 each.
        CHECK(power_sum(weights, 1) == doctest::Approx(1).epsilon(4e-16));
        for (int power = 3; power < order; power += 2) CHECK(std::fabs(power_sum(weights, power)) < 2e-15);
        CHECK(std::fabs(power_sum(weights, order + 1)) > 1e-4);  // and no further
    }
}

TEST_CASE("composition: leapfrog composed has the order that its name says") {
    for (int order : {2, 4, 6, 8}) {
        const Quad exact = pendulum_end(8, 400);
        const auto error = [&](int n) { return static_cast<double>(abs(pendulum_end(order, n) - exact)); };
        const double measured = std::log2(error(8) / error(16));
        MESSAGE("order " << order << ": measured " << measured << ", error in 16 steps " << error(16));
        CHECK(std::fabs(measured - order) < 0.3);  // what steps of 1/8 leave of the next even order
    }
}
