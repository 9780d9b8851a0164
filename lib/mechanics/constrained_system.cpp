#include "mechanics/constrained_system.hpp"

#include <algorithm>
#include <cmath>

#include "core/errors.hpp"
#include "core/nearest_name.hpp"
#include "mechanics/conserved.hpp"
#include "mechanics/independent_rows.hpp"
#include "core/to_size.hpp"

namespace cchnn {
namespace {

// r = P_a - P_b, with the sign that makes the first weight positive: only |r| and r r^T are ever used.
Separation difference(const Point& a, const Point& b) {
    Separation r;
    r.offset.resize(a.offset.size());
    const double sign = a.weights.empty() ? -1 : 1;
    for (const NodeWeight& w : a.weights) r.weights.push_back({w.node, sign * w.weight});
    for (const NodeWeight& w : b.weights) r.weights.push_back({w.node, -sign * w.weight});
    for (std::size_t k = 0; k < r.offset.size(); ++k) r.offset[k] = sign * (a.offset[k] - b.offset[k]);
    return r;
}

// Every declared quantity must be one that the graph conserves.
void check_declared(const SystemSpec& spec, const std::vector<ConservedQuantity>& found) {
    std::vector<std::string> names;
    for (const ConservedQuantity& q : found) names.push_back(q.name);
    std::vector<Problem> problems;
    for (std::size_t i = 0; i < spec.conserved.size(); ++i)
        if (std::find(names.begin(), names.end(), spec.conserved[i]) == names.end())
            problems.push_back({spec.source + "#/conserved/" + std::to_string(i),
                                "'" + spec.conserved[i] + "' is not conserved by this graph" +
                                    suggestion(spec.conserved[i], names)});
    if (!problems.empty()) throw SpecError(std::move(problems));
}

double square_norm(const double* r, int d) {
    double sum = 0;
    for (int k = 0; k < d; ++k) sum += r[k] * r[k];
    return sum;
}

}  // namespace

ConstrainedSystem::ConstrainedSystem(const SystemSpec& spec, const BodyGraph& graph)
    : name_(graph.name()), dimension_(graph.dimension()), node_count_(graph.node_count()) {
    for (const Body& body : graph.bodies()) {
        if (body.node_count == 0) continue;
        masses_.push_back({{NodeIndex(body.first_node), body.mass}});
        inverse_masses_.push_back({{NodeIndex(body.first_node), 1 / body.mass}});
    }
    add_constraints(graph);
    add_forces(graph);
    conserved_ = conserved_quantities(graph);
    check_declared(spec, conserved_);

    const std::vector<int> chosen = independent_rows(*this, graph);
    for (ConstraintRow& row : rows_) row.independent = false;
    for (int r : chosen) rows_[to_size(r)].independent = true;
    independent_count_ = static_cast<int>(chosen.size());
    plan_ = SolvePlan(separations_, rows_, chosen, inverse_masses_, dimension_, true);
}

void ConstrainedSystem::add_constraints(const BodyGraph& graph) {
    double sum = 0;
    for (const Link& link : graph.links()) {
        separations_.push_back(difference(link.a, link.b));
        rows_.push_back({link.name, static_cast<int>(separations_.size()) - 1, link.length, true});
        sum += link.length;
    }
    for (const Spring& spring : graph.springs()) sum += spring.rest_length;
    const std::size_t count = graph.links().size() + graph.springs().size();
    if (sum > 0) length_scale_ = sum / static_cast<double>(count);
}

void ConstrainedSystem::add_forces(const BodyGraph& graph) {
    constant_force_.assign(to_size(state_size()), 0.0);
    for (const Gravity& gravity : graph.gravities())
        for (const Body& body : graph.bodies())
            for (int k = 0; body.node_count > 0 && k < dimension_; ++k)
                constant_force_[to_size(body.first_node * dimension_ + k)] -= body.mass * gravity.g * gravity.up[to_size(k)];
    for (const Spring& spring : graph.springs()) {
        separations_.push_back(difference(spring.a, spring.b));
        springs_.push_back({static_cast<int>(separations_.size()) - 1, spring.stiffness, spring.rest_length});
        spring_separations_.add(separations_.back(), dimension_);
    }
}

std::vector<double> ConstrainedSystem::dense(const NodeMatrix& matrix) const {
    std::vector<double> full(to_size(node_count_) * to_size(node_count_), 0.0);
    for (std::size_t i = 0; i < matrix.size(); ++i)
        for (const NodeWeight& entry : matrix[i]) full[i * to_size(node_count_) + to_size(index(entry.node))] = entry.weight;
    return full;
}

void ConstrainedSystem::separation_value(int k, const double* nodes, bool with_offset, double* out) const {
    const Separation& r = separations_[to_size(k)];
    for (int j = 0; j < dimension_; ++j) {
        out[j] = with_offset ? r.offset[to_size(j)] : 0;
        for (const NodeWeight& w : r.weights) out[j] += w.weight * nodes[index(w.node) * dimension_ + j];
    }
}

double ConstrainedSystem::kinetic_energy(const double* v) const {
    double sum = 0;
    for (int i = 0; i < node_count_; ++i)
        for (const NodeWeight& entry : masses_[to_size(i)])
            for (int k = 0; k < dimension_; ++k)
                sum += v[i * dimension_ + k] * entry.weight * v[index(entry.node) * dimension_ + k];
    return 0.5 * sum;
}

double ConstrainedSystem::potential_energy(const double* x) const {
    double sum = 0;
    for (int i = 0; i < state_size(); ++i) sum -= constant_force_[to_size(i)] * x[i];
    for (const SpringTerm& spring : springs_) {
        double r[3] = {};
        separation_value(spring.separation, x, true, r);
        const double stretch = std::sqrt(square_norm(r, dimension_)) - spring.rest_length;
        sum += 0.5 * spring.stiffness * stretch * stretch;
    }
    return sum;
}

double ConstrainedSystem::energy(const double* x, const double* v) const {
    return kinetic_energy(v) + potential_energy(x);
}

void ConstrainedSystem::phi(const double* x, double* out) const {
    for (std::size_t c = 0; c < rows_.size(); ++c) {
        double r[3] = {};
        separation_value(rows_[c].separation, x, true, r);
        out[c] = square_norm(r, dimension_) - rows_[c].length * rows_[c].length;
    }
}

void ConstrainedSystem::phi_rate(const double* x, const double* v, double* out) const {
    for (std::size_t c = 0; c < rows_.size(); ++c) {
        double r[3] = {}, s[3] = {}, sum = 0;
        separation_value(rows_[c].separation, x, true, r);
        separation_value(rows_[c].separation, v, false, s);
        for (int k = 0; k < dimension_; ++k) sum += r[k] * s[k];
        out[c] = 2 * sum;
    }
}

void ConstrainedSystem::distance_errors(const double* x, double* out) const {
    for (std::size_t c = 0; c < rows_.size(); ++c) {
        double r[3] = {};
        separation_value(rows_[c].separation, x, true, r);
        out[c] = std::sqrt(square_norm(r, dimension_)) - rows_[c].length;
    }
}

double ConstrainedSystem::conserved_value(const ConservedQuantity& q, const double* x, const double* v) const {
    if (q.kind == ConservedQuantity::Kind::energy) return energy(x, v);
    double sum = 0;
    for (int i = 0; i < node_count_; ++i) {
        double p[3] = {0, 0, 0}, arm[3] = {0, 0, 0};
        for (int k = 0; k < dimension_; ++k) {
            for (const NodeWeight& entry : masses_[to_size(i)])
                p[k] += entry.weight * v[index(entry.node) * dimension_ + k];
            if (!q.centre.empty()) arm[k] = x[i * dimension_ + k] - q.centre[to_size(k)];
        }
        const int a = (q.axis + 1) % 3, b = (q.axis + 2) % 3;
        sum += q.kind == ConservedQuantity::Kind::linear_momentum ? p[q.axis] : arm[a] * p[b] - arm[b] * p[a];
    }
    return sum;
}

}  // namespace cchnn
