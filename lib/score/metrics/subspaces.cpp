#include "score/metrics/subspaces.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numbers>

namespace cchnn {
namespace {

constexpr double right_angle = 90, degree = std::numbers::pi / 180;

// Four sums side by side, since one addition would have to wait for the one before.
double dot(const Row& a, const Row& b) {
    constexpr std::size_t side = 4;
    std::array<double, side> sums{};
    std::size_t i = 0;
    for (; i + side <= a.size(); i += side)
        for (std::size_t k = 0; k < side; ++k) sums[k] += a[i + k] * b[i + k];
    for (; i < a.size(); ++i) sums[0] += a[i] * b[i];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}
double length(const Row& a) { return std::sqrt(dot(a, a)); }

void scale(double factor, Row& a) {
    for (double& entry : a) entry *= factor;
}
void add(double share, const Row& from, Row& to) {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += share * from[i];
}

// Twice, since the first time leaves the rounding of what it takes away.
void take_off(const Rows& basis, Row& row) {
    for (int pass = 0; pass < 2; ++pass)
        for (const Row& one : basis) add(-dot(one, row), one, row);
}

struct Principal {
    double angle;  // degrees
    Row outside;   // y - P y
};

// (1) of the orthonormal rows of `space`: turns them among each other until their parts outside of `onto` are at right
// angles, by Jacobi's rotations of pairs (Hestenes 1958), which find small sines to all digits.
std::vector<Principal> principal(Rows space, const Rows& onto) {
    constexpr int most_sweeps = 60;
    constexpr double at_right_angles = 1e-15;
    Rows outside = space;
    for (Row& row : outside) take_off(onto, row);
    bool turned = true;
    for (int sweep = 0; turned && sweep < most_sweeps; ++sweep) {
        turned = false;
        for (std::size_t i = 0; i < space.size(); ++i)
            for (std::size_t j = i + 1; j < space.size(); ++j) {
                const double a = dot(outside[i], outside[i]), b = dot(outside[j], outside[j]),
                             c = dot(outside[i], outside[j]);
                if (std::fabs(c) <= at_right_angles * std::sqrt(a * b)) continue;
                const double z = (b - a) / (2 * c), t = std::copysign(1, z) / (std::fabs(z) + std::hypot(1, z)),
                             cosine = 1 / std::hypot(1, t), sine = t * cosine;
                for (Rows* const rows : {&space, &outside})
                    for (std::size_t k = 0; k < space[i].size(); ++k) {
                        const double p = (*rows)[i][k], q = (*rows)[j][k];
                        (*rows)[i][k] = cosine * p - sine * q;
                        (*rows)[j][k] = sine * p + cosine * q;
                    }
                turned = true;
            }
    }
    std::vector<Principal> all;
    for (std::size_t i = 0; i < space.size(); ++i) {
        add(-1, outside[i], space[i]);
        all.push_back({std::atan2(length(outside[i]), length(space[i])) / degree, std::move(outside[i])});
    }
    std::ranges::sort(all, {}, &Principal::angle);
    return all;
}

// (2) of F. `truth` is an orthonormal basis of S.
Rows without(const Rows& free, const Rows& truth, Rows found) {
    if (free.empty() || found.empty()) return found;
    Rows left, near;
    for (Principal& one : principal(std::move(found), free)) {
        const double sine = length(one.outside);
        if (!(sine > new_of_found)) continue;
        scale(1 / sine, one.outside);
        (one.angle > found_within ? left : near).push_back(std::move(one.outside));
    }
    if (!near.empty() && principal(near, truth).back().angle <= found_within)
        std::move(near.begin(), near.end(), std::back_inserter(left));
    return left;
}

}  // namespace

Rows orthonormal(const Rows& rows, double least_new, const Rows& outside) {
    Rows left, basis;
    for (Row row : rows) {
        double largest = 0;
        for (const double entry : row) largest = std::max(largest, std::fabs(entry));
        if (!(largest > 0)) continue;
        for (double& entry : row) entry /= largest;
        scale(1 / length(row), row);
        take_off(outside, row);
        left.push_back(std::move(row));
    }
    while (!left.empty()) {
        std::vector<double> sizes;
        for (const Row& one : left) sizes.push_back(length(one));
        const auto largest = std::ranges::max_element(sizes);
        if (!(*largest > least_new)) break;
        const auto next = left.begin() + (largest - sizes.begin());
        Row row = std::move(*next);
        left.erase(next);
        take_off(outside, row);
        take_off(basis, row);
        scale(1 / length(row), row);
        for (Row& other : left) add(-dot(row, other), row, other);
        basis.push_back(std::move(row));
    }
    return basis;
}

SpanScores compare_spans(const Rows& free, const Rows& truth, const Rows& found) {
    const Rows known = orthonormal(free, new_of_truth), true_rows = orthonormal(truth, new_of_truth, known),
               found_rows = without(known, true_rows, orthonormal(found, new_of_found));
    const std::size_t f = found_rows.size(), s = true_rows.size();
    double angles = right_angle * static_cast<double>(std::max(f, s) - std::min(f, s));
    SpanScores scores;
    if (f > 0 && s > 0) {
        const std::vector<Principal> all = principal(found_rows, true_rows);
        for (std::size_t i = 0; i < std::min(f, s); ++i) {
            angles += all[i].angle;
            if (all[i].angle <= found_within) ++scores.found;
        }
    }
    scores.missed = static_cast<double>(s) - scores.found;
    scores.invented = static_cast<double>(f) - scores.found;
    if (f + s > 0) scores.angle = angles / static_cast<double>(std::max(f, s));
    return scores;
}

SpanScores worst_of_spans(const Rows& free, const Rows& truth, const Rows& found) {
    const auto missed = static_cast<double>(orthonormal(truth, new_of_truth, orthonormal(free, new_of_truth)).size());
    return {0, missed, static_cast<double>(found.size()), right_angle};
}

}  // namespace cchnn
