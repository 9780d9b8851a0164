#include "mechanics/plan/track_search.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/to_size.hpp"
#include "elements/parts/curve.hpp"
#include "elements/parts/curve_cells.hpp"

namespace cchnn {
namespace {

constexpr std::size_t even_samples = 2049;
constexpr std::size_t block_size = 64;

// Even ones, and in each cell that holds fewer than four of them four more: a curve may bend within less.
std::vector<double> sampled_parameters(const Curve& curve) {
    const double length = curve.high() - curve.low();
    std::vector<double> all;
    for (std::size_t i = 0; i < even_samples; ++i)
        all.push_back(curve.low() + length * (static_cast<double>(i) / static_cast<double>(even_samples - 1)));
    const std::vector<double>& borders = curve.cells().stretch(0).borders;
    for (std::size_t i = 1; i < borders.size(); ++i) {
        const double from = borders[i - 1], width = borders[i] - from;
        if (width < 4 * length / static_cast<double>(even_samples - 1))
            for (const double share : {0.0, 0.25, 0.5, 0.75}) all.push_back(from + width * share);
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

}  // namespace

TrackSearch::TrackSearch(std::shared_ptr<const Curve> curve)
    : curve_(std::move(curve)), dimension_(to_size(curve_->dimension())), parameters_(sampled_parameters(*curve_)) {
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        const CurvePoint at(*curve_, parameters_[i]);
        double speed = 0, step = 0, from_first = 0;
        for (std::size_t k = 0; k < dimension_; ++k) {
            const double moved = i > 0 ? at.position[k] - points_[(i - 1) * dimension_ + k] : 0;
            points_.push_back(at.position[k]);
            const double far = at.position[k] - points_[k];
            speed += at.first[k] * at.first[k], step += moved * moved, from_first += far * far;
        }
        fastest_ = std::max(fastest_, std::sqrt(speed));
        spacing_ = std::max(spacing_, std::sqrt(step));
        size_ = std::max(size_, std::sqrt(from_first));
    }
    bound_blocks();
}

void TrackSearch::bound_blocks() {
    for (std::size_t first = 0; first < parameters_.size(); first += block_size) {
        Block block{first, std::min(first + block_size, parameters_.size()), {}, 0};
        const std::size_t middle = (block.first + block.last) / 2;
        for (std::size_t k = 0; k < dimension_; ++k) block.centre[k] = points_[middle * dimension_ + k];
        for (std::size_t i = block.first; i < block.last; ++i)
            block.radius = std::max(block.radius, std::sqrt(square_distance(block.centre, i)));
        blocks_.push_back(block);
    }
}

// At most the distance of any of its samples, by more than rounding.
double TrackSearch::distance_to(const Block& block, const double* p) const {
    double sum = 0;
    for (std::size_t k = 0; k < dimension_; ++k) sum += (p[k] - block.centre[k]) * (p[k] - block.centre[k]);
    const double centre = std::sqrt(sum);
    return centre - block.radius - 1e-12 * (centre + block.radius);
}

double TrackSearch::square_distance(const double* p, std::size_t i) const {
    double sum = 0;
    for (std::size_t k = 0; k < dimension_; ++k) {
        const double off = p[k] - points_[i * dimension_ + k];
        sum += off * off;
    }
    return sum;
}

// Newton on (p - C) . C' = 0 about sample i, kept between its neighbours; beyond an end of the range it may go on.
double TrackSearch::refined(const double* p, std::size_t i, double enough) const {
    double low = i > 0 ? parameters_[i - 1] : -INFINITY,
           high = i + 1 < parameters_.size() ? parameters_[i + 1] : INFINITY, s = parameters_[i];
    const double most = (curve_->high() - curve_->low()) / 10;
    for (int step = 0; step < 60; ++step) {
        const CurvePoint at(*curve_, s);
        double off = 0, square = 0, bend = 0;
        for (std::size_t k = 0; k < dimension_; ++k) {
            off += (p[k] - at.position[k]) * at.first[k];
            bend += (p[k] - at.position[k]) * at.second[k];
            square += at.first[k] * at.first[k];
        }
        (off > 0 ? low : high) = s;
        double next = s + std::clamp(off / (square - bend > 0.1 * square ? square - bend : square), -most, most);
        if (std::fabs(next - s) <= std::max(1e-16 * std::fabs(s), enough)) return next;
        if (!(next > low && next < high) && std::isfinite(low) && std::isfinite(high)) next = 0.5 * (low + high);
        s = next;
    }
    return s;
}

// Of the samples, those no farther than a neighbour and near enough to be, refined, the nearest point of the curve.
std::vector<TrackSearch::Nearness> TrackSearch::minima(const double* p, const double* v, double enough) const {
    double least_square = INFINITY;
    std::vector<std::pair<double, const Block*>> near;
    for (const Block& block : blocks_) near.emplace_back(distance_to(block, p), &block);
    std::sort(near.begin(), near.end());
    for (const auto& [distance, block] : near) {
        if (distance > 0 && distance * distance > least_square) break;
        for (std::size_t i = block->first; i < block->last; ++i)
            least_square = std::min(least_square, square_distance(p, i));
    }
    const double reach = std::sqrt(least_square) + spacing_;
    std::vector<const Block*> reached;
    for (const auto& [distance, block] : near)
        if (!(distance > reach)) reached.push_back(block);
    std::sort(reached.begin(), reached.end());  // in the order of the curve
    std::vector<Nearness> found;
    for (const Block* block : reached)
        for (std::size_t i = block->first; i < block->last; ++i) {
            const double square = square_distance(p, i);
            if (!(square <= reach * reach)) continue;
            if ((i > 0 && !(square <= square_distance(p, i - 1))) ||
                (i + 1 < parameters_.size() && !(square <= square_distance(p, i + 1))))
                continue;
            Nearness here{0, 0, refined(p, i, enough)};
            const CurvePoint at(*curve_, here.s);
            double speed = 0;
            for (std::size_t k = 0; k < dimension_; ++k) {
                here.distance += (p[k] - at.position[k]) * (p[k] - at.position[k]);
                here.along += v ? at.first[k] * v[k] : 0;
                speed += at.first[k] * at.first[k];
            }
            here.distance = std::sqrt(here.distance), here.along = std::fabs(here.along) / std::sqrt(speed);
            found.push_back(here);
        }
    return found;
}

double TrackSearch::chosen(const std::vector<Nearness>& found, bool moves) const {
    if (found.empty()) return std::nan("");  // p is not a number
    double best = INFINITY;
    for (const Nearness& at : found) best = std::min(best, at.distance);
    const double crossing = best + 1e-6 * size_;  // states are written with seven digits or more
    const Nearness* chosen = nullptr;
    for (const Nearness& at : found) {
        if (at.distance > (moves ? crossing : best)) continue;
        if (!chosen || (moves && at.along > chosen->along)) chosen = &at;
    }
    return chosen->s;
}

double TrackSearch::nearest(const double* p, const double* v) const { return chosen(minima(p, v, 0), v != nullptr); }

TrackSearch::Nearest TrackSearch::nearest_both(const double* p, const double* v) const {
    // Newton squares what is off: its next step would be lost in rounding.
    const std::vector<Nearness> found = minima(p, v, 1e-9 * (curve_->high() - curve_->low()));
    return {chosen(found, false), chosen(found, v != nullptr)};
}

std::vector<SystemTrack> system_tracks(const BodyGraph& graph, const std::vector<SystemTrack>& like) {
    std::map<const Curve*, std::shared_ptr<const TrackSearch>> searches;
    std::vector<SystemTrack> tracks;
    for (const TrackPoint& point : graph.track_points()) {
        auto& search = searches[point.curve.get()];
        if (tracks.size() < like.size() && like[tracks.size()].search->curve().spec() == point.curve->spec())
            search = like[tracks.size()].search;
        if (!search) search = std::make_shared<const TrackSearch>(point.curve);
        tracks.push_back({point.name, {point.point.weights, point.point.offset}, search});
    }
    return tracks;
}

}  // namespace cchnn
