#include "integrate/tangent_basis.hpp"

#include <cmath>
#include <numeric>

#include "core/to_size.hpp"

namespace cchnn {
namespace {

constexpr double nothing_new = 1e-6;

double dot(const std::vector<double>& a, const std::vector<double>& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

void add(double share, const StartDirection& from, StartDirection& to) {
    for (std::size_t i = 0; i < to.dx.size(); ++i) {
        to.dx[i] += share * from.dx[i];
        to.dv[i] += share * from.dv[i];
    }
}

// Gram-Schmidt in the metric of `product`: appends what is new in `candidate`, at length 1, unless that is not longer
// than `least`.
template <class Product>
void append_new(StartDirection candidate, double least, const Product& product, std::vector<StartDirection>& basis) {
    for (int pass = 0; pass < 2; ++pass)  // the second one removes what rounding leaves
        for (const StartDirection& before : basis) add(-product(before, candidate), before, candidate);
    const double length = std::sqrt(product(candidate, candidate));
    if (!(length > least)) return;
    for (std::vector<double>* const part : {&candidate.dx, &candidate.dv})
        for (double& number : *part) number /= length;
    basis.push_back(std::move(candidate));
}

}  // namespace

// The flow projects unit vectors, at its start.
std::vector<StartDirection> tangent_basis(const ConstrainedSystem& like, const ConstrainedSystem& system,
                                          const InitialState& start) {
    const std::size_t size = to_size(system.state_size());
    std::vector<StartDirection> units(2 * size, {std::vector<double>(size), std::vector<double>(size)});
    for (std::size_t i = 0; i < size; ++i) units[i].dx[i] = units[size + i].dv[i] = 1;
    const Sensitivities found = sensitivities(like, {{0, &system, {}, start, units}}, {1.0, 1}).front();

    const auto mass_product = [&](const std::vector<double>& a, const std::vector<double>& b) {
        std::vector<double> momentum(size);
        system.momentum(b.data(), momentum.data());
        return dot(a, momentum);
    };
    const auto of_x = [&](const auto& a, const auto& b) { return mass_product(a.dx, b.dx); };
    const auto of_v = [&](const auto& a, const auto& b) { return mass_product(a.dv, b.dv); };
    std::vector<StartDirection> positions, velocities;
    for (std::size_t i = 0; i < size; ++i) {
        const double least = nothing_new * std::sqrt(of_x(units[i], units[i]));
        append_new({found.start[i].x, found.start[i].v}, least, of_x, positions);
        append_new({std::vector<double>(size), found.start[size + i].v}, least, of_v, velocities);
    }
    positions.insert(positions.end(), velocities.begin(), velocities.end());
    return positions;
}

std::vector<StartDirection> orthonormal(const std::vector<StartDirection>& basis) {
    const auto product = [](const auto& a, const auto& b) { return dot(a.dx, b.dx) + dot(a.dv, b.dv); };
    std::vector<StartDirection> all;
    for (const StartDirection& one : basis) append_new(one, 0, product, all);
    return all;
}

std::vector<double> parts_along(const std::vector<StartDirection>& orthonormal, const StartDirection& direction) {
    std::vector<double> parts;
    for (const StartDirection& one : orthonormal)
        parts.push_back(dot(one.dx, direction.dx) + dot(one.dv, direction.dv));
    return parts;
}

StartDirection sum_of(const std::vector<StartDirection>& orthonormal, const std::vector<double>& parts) {
    StartDirection sum{std::vector<double>(orthonormal.front().dx.size()), {}};
    sum.dv = sum.dx;
    for (std::size_t j = 0; j < parts.size(); ++j) add(parts[j], orthonormal[j], sum);
    return sum;
}

}  // namespace cchnn
