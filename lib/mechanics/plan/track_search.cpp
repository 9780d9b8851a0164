#include "mechanics/plan/track_search.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "elements/parts/curve/curve.hpp"
#include "elements/parts/curve/curve_cells.hpp"
#include "elements/track.hpp"
#include "graph/body_graph.hpp"

namespace cchnn {
namespace {

constexpr std::size_t even_samples = 2049;
constexpr std::size_t block_size = 32;

// Evenly spaced parameters, and four more in each cell that is narrower than four of these intervals, because a curve
// may bend within such a cell.
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

// Of points with three coordinates; those in a plane have 0 for the third.
inline double square_distance_to(const double* a, const double* b) {
    const double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return x * x + y * y + z * z;
}

}  // namespace

TrackSearch::TrackSearch(std::shared_ptr<const Curve> curve)
    : curve_(std::move(curve)), dimension_(curve_->dimension()), parameters_(sampled_parameters(*curve_)) {
    for (const double s : parameters_) points_.emplace_back(*curve_, s);
    for (std::size_t i = 0; i < points_.size(); ++i) {
        double speed = 0;
        for (const double first : points_[i].first) speed += first * first;
        fastest_ = std::max(fastest_, std::sqrt(speed));
        if (i > 0)
            spacing_ = std::max(spacing_, std::sqrt(square_distance_to(points_[i - 1].position, points_[i].position)));
        size_ = std::max(size_, std::sqrt(square_distance_to(points_[0].position, points_[i].position)));
    }
    bound_blocks();
}

// Encloses each run of block_size samples in a ball around its middle sample.
void TrackSearch::bound_blocks() {
    for (std::size_t first = 0; first < parameters_.size(); first += block_size) {
        Block block{first, std::min(first + block_size, parameters_.size()), {}, 0};
        const CurvePoint& middle = points_[(block.first + block.last) / 2];
        std::copy(std::begin(middle.position), std::end(middle.position), block.centre);
        for (std::size_t i = block.first; i < block.last; ++i)
            block.radius = std::max(block.radius, std::sqrt(square_distance_to(block.centre, points_[i].position)));
        blocks_.push_back(block);
    }
}

// The block with the nearest centre, as a first guess.
std::size_t TrackSearch::likely_block(const double* p) const {
    std::size_t nearest = 0;
    double least = INFINITY;
    for (std::size_t b = 0; b < blocks_.size(); ++b)
        if (const double square = square_distance_to(blocks_[b].centre, p); square < least) {
            least = square;
            nearest = b;
        }
    return nearest;
}

double TrackSearch::least_square(const double* p, const Block& block) const {
    double least = INFINITY;
    for (std::size_t i = block.first; i < block.last; ++i)
        least = std::min(least, square_distance_to(p, points_[i].position));
    return least;
}

// The blocks that may contain samples within `reach`, the distance of the nearest sample plus the spacing.
std::vector<const TrackSearch::Block*> TrackSearch::near_blocks(const double* p, double* reach) const {
    double least = least_square(p, blocks_[likely_block(p)]);
    *reach = std::sqrt(least) + spacing_;
    std::vector<const Block*> near;
    for (const Block& block : blocks_) {
        const double far = (*reach + block.radius) * (1 + 1e-12);  // by more than rounding
        if (square_distance_to(block.centre, p) <= far * far) near.push_back(&block);
    }
    for (const Block* block : near) least = std::min(least, least_square(p, *block));
    *reach = std::sqrt(least) + spacing_;
    return near;
}

// Newton on (p - C) . C' = 0 with the parabola of C at sample i: from its solution the curve itself needs one more
// step.
double TrackSearch::model_minimum(const double* p, std::size_t i) const {
    const CurvePoint& at = points_[i];
    const double most = i + 1 < parameters_.size() ? parameters_[i + 1] - parameters_[i] : 0;
    double h = 0;
    for (int step = 0; step < 3; ++step) {
        double off = 0, slope = 0;
        for (std::size_t k = 0; k < dimension_; ++k) {
            const double r = p[k] - (at.position[k] + h * (at.first[k] + 0.5 * h * at.second[k])),
                         first = at.first[k] + h * at.second[k];
            off += r * first;
            slope += first * first - r * at.second[k];
        }
        if (!(slope > 0)) return parameters_[i];
        h = std::clamp(h + off / slope, -most, most);
    }
    return parameters_[i] + h;
}

// Newton on (p - C) . C' = 0 about sample i, safeguarded by bisection between its neighbours; beyond an end of the
// range it may continue. Here `bend` is (p - C) . C'', by which the slope differs from |C'|^2.
double TrackSearch::refined(const double* p, std::size_t i, double enough) const {
    double low = i > 0 ? parameters_[i - 1] : -INFINITY,
           high = i + 1 < parameters_.size() ? parameters_[i + 1] : INFINITY,
           s = enough > 0 ? model_minimum(p, i) : parameters_[i];
    const double most = (curve_->high() - curve_->low()) / 10;
    for (int step = 0; step < 60; ++step) {
        const CurvePoint at = s == parameters_[i] ? points_[i] : CurvePoint(*curve_, s);
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

// The parameters of the refined local minima among the samples near enough to be the nearest point.
std::vector<double> TrackSearch::candidates(const double* p, double enough) const {
    double reach = 0;
    std::vector<double> found;
    for (const Block* block : near_blocks(p, &reach)) {
        double before = block->first > 0 ? square_distance_to(p, points_[block->first - 1].position) : INFINITY,
               here = square_distance_to(p, points_[block->first].position);
        for (std::size_t i = block->first; i < block->last; ++i) {
            const double after = i + 1 < parameters_.size() ? square_distance_to(p, points_[i + 1].position) : INFINITY;
            if (here <= reach * reach && here <= before && here <= after) found.push_back(refined(p, i, enough));
            before = here;
            here = after;
        }
    }
    return found;
}

// The local minima with their distances, and how fast `v` runs along the curve at each of them.
std::vector<TrackSearch::Nearness> TrackSearch::minima(const double* given, const double* v, double enough) const {
    double p[3] = {};
    std::copy_n(given, dimension_, p);
    const std::vector<double> parameters = candidates(p, enough);
    if (parameters.size() == 1) return {{0, 0, parameters[0]}};  // nothing to choose from
    std::vector<Nearness> found;
    for (const double s : parameters) {
        const CurvePoint at(*curve_, s);
        double square = 0, along = 0, speed = 0;
        for (std::size_t k = 0; k < dimension_; ++k) {
            square += (p[k] - at.position[k]) * (p[k] - at.position[k]);
            along += v ? at.first[k] * v[k] : 0;
            speed += at.first[k] * at.first[k];
        }
        found.push_back({std::sqrt(square), std::fabs(along) / std::sqrt(speed), s});
    }
    return found;
}

// The nearest of the minima. If the point `moves`, minima that are equally near compete by how well the tangent fits
// the velocity.
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

CurvePoint TrackSearch::at(double s) const { return CurvePoint(*curve_, s); }

double TrackSearch::nearest(const double* p, const double* v) const { return chosen(minima(p, v, 0), v != nullptr); }

TrackSearch::Nearest TrackSearch::nearest_both(const double* p, const double* v) const {
    // Newton's method squares its error, so that from this tolerance on the next step would be below rounding.
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
