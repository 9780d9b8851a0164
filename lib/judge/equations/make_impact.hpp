#pragma once
// What Equations knows of contacts: their gaps, how closed ones push, and impacts. A part of make_equations.hpp.

#include "judge/equations.hpp"

namespace cchnn::judge {

// By the chain rule: grad g . v and c + grad g . a, with the motion of the Origins in v and a.
template <class S>
std::array<S, 4> Equations<S>::gap(std::size_t k, const Vector& y, const Vector& rate) {
    const Piece<S>& piece = *system_.pieces[system_.contacts[k].piece];
    const std::size_t variables = piece.places.size() * d_;
    std::array<S, 4> found{};
    const PieceState<S> state = state_of(piece, y);
    piece.value(state, &found[0]);
    piece.gradient(state, out_.data());
    piece.curvature(state, S(0), &found[2]);
    found[1] = dot(out_.data(), w_.data(), variables);
    found[2] += times_base(piece, out_.data(), base(system_.moves.empty() ? S(0) : y[time_index()])[2]);
    for (std::size_t p = 0; p < piece.places.size(); ++p) {
        S v[3], a[3];
        evaluate_rates(piece.places[p], rate, v, a);
        const S* gradient = out_.data() + p * d_;
        found[2] += dot(gradient, a, d_);
        for (const auto& part : piece.places[p].parts)
            found[3] += part.weight * part.weight * dot(gradient, gradient, d_);
    }
    found[3] = sqrt(found[3]);
    return found;
}

template <class S>
std::optional<S> Equations<S>::push(std::size_t k) const {
    const std::size_t row = first_row_[system_.contacts[k].piece];
    const auto found = std::find(chosen_.rows.begin(), chosen_.rows.end(), row);
    if (found == chosen_.rows.end()) return std::nullopt;
    S size = magnitude(bias_[row]);
    for (std::size_t c = 0; c < n_; ++c) size += magnitude(m_inverse_g_[row * n_ + c] * force_[c]);
    const S acceleration = multipliers_[found - chosen_.rows.begin()] * product(row, row);
    return size > S(0) ? -acceleration / size : S(0);
}

template <class S>
bool Equations<S>::impact(std::size_t k, const S& restitution, Vector& y, std::optional<std::size_t>& pulled) {
    const std::size_t piece = system_.contacts[k].piece, row = first_row_[piece];
    is_closed_[piece] = true;  // so that its row is filled in
    fill_rows(y, false);
    set_inertia(y, true);
    is_closed_[piece] = false;
    std::vector<std::size_t> rows = chosen_.rows;
    rows.push_back(row);
    // The last pivot is that of the row across all others.
    if (!factor(rows) || factor_[rows.size() * rows.size() - 1] <= S(dependent) * product(row, row)) return false;
    S speed = base_rate_[row];
    for (std::size_t c = 0; c < n_; ++c)
        if (const S& g = g_[row * n_ + c]; g != S(0)) speed += g * y[n_ + c];
    Vector lambda(rows.size(), S(0));
    lambda.back() = (1 + restitution) * speed;
    solve(rows.size(), lambda);
    // An impulse that is rounding is none.
    const S least = S(1e-12) * magnitude(lambda.back());
    for (std::size_t other = 0; other < system_.contacts.size(); ++other)
        for (std::size_t i = 0; i + 1 < rows.size(); ++i)
            if (rows[i] == first_row_[system_.contacts[other].piece] && lambda[i] > least) pulled = other;
    if (pulled) return true;
    move_along_rows(rows, lambda, y.data() + n_);
    y[work_index() + 1] += lambda.back() * (1 - restitution) * speed / 2;
    for (std::size_t i = 0; i < rows.size(); ++i) y[work_index()] += lambda[i] * base_rate_[rows[i]];
    return true;
}

}  // namespace cchnn::judge
