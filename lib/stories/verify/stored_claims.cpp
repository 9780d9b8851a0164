#include "stories/verify/stored_claims.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <numbers>
#include <optional>
#include <set>

#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "core/to_size.hpp"
#include "dataset/dataset_layout.hpp"
#include "dataset/reader/stored_batch.hpp"
#include "dataset/reader/stored_bounds.hpp"
#include "dataset/writer/planned_arrays.hpp"
#include "dataset/writer/training_chunk.hpp"
#include "files/hdf5_file.hpp"
#include "integrate/batch_coordinates.hpp"
#include "integrate/derivatives/stored_sensitivities.hpp"
#include "integrate/derived_arrays.hpp"
#include "mechanics/motion_scales.hpp"
#include "sample/input_signals.hpp"
#include "spec/json/json_syntax.hpp"
#include "spec/system_parameters.hpp"
#include "stories/verify/stored_tables.hpp"

namespace cchnn {
namespace {

constexpr double exactly = 0, as_rounded = 1e-9, as_angles = 1e-12;
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

class ClaimsCheck {
  public:
    ClaimsCheck(const TrajectoryFile& file, const CompiledSystem& compiled, bool imported, int threads)
        : file_(file),
          arrays_(Hdf5File::open(file.path())),
          compiled_(compiled),
          info_(file.info()),
          imported_(imported),
          threads_(threads),
          with_(stored_choice(arrays_)),
          samples_(info_.samples) {}

    ClaimsFound run() {
        check_protocol();
        stored_parameters(compiled_.spec, with_.sensitive, file_.path().string() + ":/sensitivity/pointer");
        const std::uint64_t derivatives = with_.sensitivities ? to_size(sensitivity_numbers(compiled_, with_)) : 0;
        const std::uint64_t state = samples_ * (to_size(info_.nodes) * info_.dimension + derivatives);
        const std::uint64_t block = std::max<std::uint64_t>(1, (1 << 20) / std::max<std::uint64_t>(state, 1));
        for (first_ = 0; first_ < info_.count; first_ += block) {
            read(std::min(block, info_.count - first_));
            check_endings();
            check_bounds();
            check_coordinates();
            check_windows();
            check_parameters();
            check_dissipated();
            check_inputs();
            check_derived();
        }
        found_.compared.assign(compared_.begin(), compared_.end());
        return std::move(found_);
    }

  private:
    // ---- arrays of the file

    bool has(const std::string& path) const { return arrays_.has(path); }

    std::vector<double> rows(const std::string& path) const { return file_.rows(path, first_, count_); }

    void read(std::uint64_t count) {
        count_ = count;
        batch_ = stored_batch(file_, first_, count_);
        ends_.clear();
        for (const Outcome& outcome : batch_.outcomes) ends_.push_back(outcome.samples);
    }

    // ---- comparing

    void wrong(const std::string& path, std::size_t trajectory, const std::string& text) {
        if (told_.insert(path).second)
            found_.wrong.push_back(path + " of trajectory " + std::to_string(first_ + trajectory) + text);
    }

    // "[5, 0]": behind the trajectory.
    static std::string place(std::size_t entry, const Shape& shape) {
        std::string text;
        for (std::size_t axis = shape.size(); axis-- > 1; entry /= shape[axis])
            text = std::to_string(entry % shape[axis]) + (text.empty() ? "" : ", ") + text;
        return text.empty() ? "" : ", [" + text + "]";
    }

    void compare(const std::string& path, const std::vector<double>& expected, double tolerance,
                 const std::string& from) {
        compared_.insert(path);
        const std::vector<double> stored = rows(path);
        const std::size_t row = stored.size() / count_;
        for (std::size_t i = 0; i < count_ && expected.size() == stored.size(); ++i) {
            const double *const a = stored.data() + i * row, *const b = expected.data() + i * row;
            double largest = 0;
            for (std::size_t k = 0; k < row; ++k)
                largest = std::isfinite(b[k]) ? std::max(largest, std::fabs(b[k])) : largest;
            const auto differs = [&](double one, double other) {
                if (one == other || (std::isnan(one) && std::isnan(other))) return false;
                return !(std::fabs(one - other) <= tolerance * largest);
            };
            const std::size_t at = std::mismatch(a, a + row, b, std::not_fn(differs)).first - a;
            if (at < row)
                wrong(path, i,
                      place(at, arrays_.array(path).shape) + ": is " + number_text(a[at]) + ", expected " +
                          number_text(b[at]) + " from " + from);
        }
        if (expected.size() != stored.size()) wrong(path, 0, ": has another shape than what is made from " + from);
    }

    // ---- what is compared

    void check_endings() {
        std::vector<double> numbers(count_), ends(count_);
        for (std::size_t i = 0; i < count_; ++i) numbers[i] = static_cast<double>(first_ + i);
        compare("/trajectory", numbers, exactly, "the order of trajectories");
        const std::vector<double> codes = rows("/outcome"), times = rows("/end_time");
        compared_.insert({"/outcome", "/end_time", "/steps_accepted", "/steps_rejected"});
        for (std::size_t i = 0; i < count_; ++i) {
            if (!(codes[i] >= 0 && codes[i] < outcome_count))
                wrong("/outcome", i, ": is " + number_text(codes[i]) + ", which is not a valid outcome");
            else if (codes[i] != 0 && ends_[i] == info_.samples)
                wrong("/outcome", i,
                      ": is " + outcome_name(static_cast<EndReason>(static_cast<int>(codes[i]))) +
                          ", but the trajectory is complete");
            check_end_time(i, times[i]);
        }
        for (const char* path : {"/steps_accepted", "/steps_rejected"}) check_counts(path);
    }

    // A trajectory ends between its last sample and the next one.
    void check_end_time(std::size_t i, double time) {
        const std::size_t last = std::max(ends_[i] - 1, 0);
        const double low = info_.times[last], high = info_.times[std::min(last + 1, samples_ - 1)];
        const double slack = as_rounded * info_.times.back();
        if (time >= low - slack && time <= high + slack && (to_size(ends_[i]) < samples_ || time == low)) return;
        wrong("/end_time", i, ": is " + number_text(time) + " s, its last sample is at " + number_text(low) + " s");
    }

    void check_counts(const std::string& path) {
        const std::vector<double> counts = rows(path);
        for (std::size_t i = 0; i < count_; ++i)
            if (counts[i] < 0) wrong(path, i, ": is " + number_text(counts[i]));
    }

    double bound_level() const {
        for (const AttributeInfo& one : arrays_.attributes("/valid_until"))
            if (one.name == "level" && one.element == float64 && byte_count(one.shape, 1) == 1) {
                double level = 0;
                const std::vector<char> bytes = arrays_.attribute_bytes("/valid_until", one);
                std::copy_n(bytes.data(), sizeof level, reinterpret_cast<char*>(&level));
                return level;
            }
        return no_number;
    }

    // Bounds are there where the protocol says how they were made, and nowhere else.
    void check_protocol() {
        const nlohmann::ordered_json protocol = json_object_in(info_.description.protocol_json);
        const bool said = protocol.contains("error_bound") && protocol["error_bound"].is_object();
        if (said == info_.description.bounded) return;
        found_.wrong.push_back(said ? "/error_bound: is missing, but /system/protocol describes it"
                                    : "/error_bound: exists, but /system/protocol says that the file has no bounds");
    }

    void check_bounds() {
        if (!info_.description.bounded) return;
        compared_.insert("/error_bound");
        const std::vector<double>& bounds = batch_.error_bound;
        std::vector<double> until(count_, no_number);
        const double level = bound_level();
        for (std::size_t i = 0; i < count_; ++i) {
            const double* const bound = &bounds[i * samples_];
            if (const std::string text = why_impossible(bound, ends_[i], has("/events/count")); !text.empty())
                wrong("/error_bound", i, ": " + text);
            for (std::size_t k = ends_[i]; k < samples_; ++k)
                if (!std::isnan(bound[k])) wrong("/error_bound", i, ": is a number after the trajectory's end");
            for (std::size_t k = 0; k < to_size(ends_[i]); ++k)
                if (bound[k] <= level) until[i] = info_.times[k];
        }
        if (has("/valid_until"))
            compare("/valid_until", until, exactly, "error_bound and its level " + number_text(level));
        if (!has("/refined")) return;  // of before 0.2.0
        compared_.insert("/refined");
        const std::vector<double> refined = rows("/refined");
        for (std::size_t i = 0; i < count_; ++i)
            if (refined[i] != 0 && refined[i] != 1) wrong("/refined", i, ": is " + number_text(refined[i]));
    }

    void check_coordinates() {
        if (!has("/q")) return;
        add_coordinates(compiled_, info_.description.times.dt, batch_);
        compare("/q", batch_.q, as_angles, "x");
        compare("/qdot", batch_.qdot, as_angles, "x and v");
    }

    void check_windows() {
        if (!has("/chunks/x")) return;
        const DatasetDescription& d = info_.description;
        const int length = d.chunk_length;
        const auto drawn = [&](const std::string& split) {
            return split == "train" || split == "valid" || split == "test";
        };
        if (length < 1 || length > info_.samples || !drawn(d.split))
            return wrong("/chunks/x", 0, ": no windows of " + std::to_string(length) + " samples can be drawn");
        std::vector<std::int64_t> starts;
        std::vector<double> first, times;
        for (std::size_t i = 0; i < count_; ++i) {
            starts.push_back(chunk_start(d.seed, d.split, first_ + i, info_.samples, length));
            first.push_back(static_cast<double>(starts.back()));
            for (int k = 0; k < length; ++k) times.push_back(info_.times[static_cast<int>(starts[i]) + k]);
        }
        compare("/chunks/start", first, exactly, "the seed");
        compare("/chunks/t", times, exactly, "t");
        for (const char* name : {"/x", "/v", "/q", "/qdot"})
            if (const std::string window = std::string("/chunks") + name; has(window))
                compare(window, drawn_pieces(rows(name), starts, info_.samples, length), exactly,
                        std::string(name + 1) + " and the seed");
    }

    // Points on curves and counted angles belong to their positions.
    void check_parameters() {
        const std::size_t width = to_size(info_.nodes) * info_.dimension;
        for (const char* path : {"/track_parameter", "/counted_angle"})
            if (has(path)) compared_.insert(path);
        if (batch_.track_parameter.empty() && batch_.counted_angle.empty()) return;
        for (std::size_t i = 0; i < count_; ++i) {
            std::optional<CompiledSystem> member;
            if (!batch_.parameters.empty()) {
                const std::size_t own = batch_.parameters.size() / count_;
                const auto values = batch_.parameters.begin() + i * own;
                member.emplace(compiled_.spec, compiled_.system, std::vector<double>(values, values + own));
            }
            const ConstrainedSystem& system = member ? member->system : compiled_.system;
            for (std::size_t k = 0; k < to_size(ends_[i]); ++k) {
                const std::size_t at = i * samples_ + k;
                check_tracks(system, i, at, &batch_.x[at * width]);
                check_angles(system, i, at, &batch_.x[at * width], &batch_.v[at * width]);
            }
        }
    }

    // As near to the point as the curve comes: to rounding where states are projected onto it, not where they are
    // imported.
    void check_tracks(const ConstrainedSystem& system, std::size_t i, std::size_t state, const double* x) {
        const std::vector<SystemTrack>& tracks = system.tracks();
        for (std::size_t p = 0; p < tracks.size() && !batch_.track_parameter.empty(); ++p) {
            const TrackSearch& search = *tracks[p].search;
            const double s = batch_.track_parameter[state * tracks.size() + p];
            const std::vector<double> point = place_of(tracks[p].point, x);
            const auto away = [&](double at) {
                double square = 0;
                const CurvePoint on_curve = search.at(at);
                for (std::size_t axis = 0; axis < point.size(); ++axis)
                    square += std::pow(point[axis] - on_curve.position[axis], 2);
                return std::sqrt(square);
            };
            // Well above rounding (1e-15) and what Newton's search leaves, well below what another s would be off by.
            const double slack = 1e-8 * system.length_scale(), off = away(s);
            if (off <= slack || off <= away(search.nearest(point.data(), nullptr)) + slack) continue;
            wrong("/track_parameter", i,
                  ", [" + std::to_string(state % samples_) + ", " + std::to_string(p) + "]: is " + number_text(s) +
                      ", where the curve is " + short_number(off, 3) + " away from the point of x");
        }
    }
    std::vector<double> place_of(const Separation& point, const double* x) const {
        const std::size_t d = info_.dimension;
        std::vector<double> place;
        for (std::size_t axis = 0; axis < d; ++axis) {
            place.push_back(static_cast<double>(point.offset[axis]));
            for (const NodeWeight& w : point.weights)
                place.back() += static_cast<double>(w.weight) * x[index(w.node) * d + axis];
        }
        return place;
    }

    void check_angles(const ConstrainedSystem& system, std::size_t i, std::size_t state, const double* x,
                      const double* v) {
        const std::size_t tracks = system.tracks().size(), angles = system.angles().size();
        if (batch_.counted_angle.empty()) return;
        const std::vector<double> of_x = system.nearest_parameters(x, v);
        for (std::size_t a = 0; a < angles; ++a) {
            const double angle = batch_.counted_angle[state * angles + a];
            const double off = std::remainder(angle - of_x[tracks + a], 2 * std::numbers::pi);
            if (!(std::fabs(off) <= as_rounded * (1 + std::fabs(angle))))
                wrong("/counted_angle", i,
                      ", [" + std::to_string(state % samples_) + ", " + std::to_string(a) + "]: is " +
                          number_text(angle) + " rad, off by " + short_number(off, 3) +
                          " from that of x and whole turns");
        }
    }

    void check_dissipated() {
        if (!has("/dissipated")) return;
        compared_.insert("/dissipated");
        const std::vector<double>& lost = batch_.dissipated;
        for (std::size_t i = 0; i < count_; ++i) {
            const double* const own = &lost[i * samples_];
            const std::size_t end = ends_[i];
            if (end > 0 && own[0] != 0) wrong("/dissipated", i, ", [0]: is " + number_text(own[0]) + ", expected 0");
            // A dissipation of a file may also feed energy, as van der Pol's does.
            if (end == 0 || imported_ || compiled_.system.lagrangian()) continue;
            // A damper whose rate constraints keep at zero loses what rounds to either sign.
            const std::size_t first = i * samples_ * to_size(info_.nodes * info_.dimension);
            const double rounded = 1e-13 * motion_scales(compiled_.system, static_cast<int>(end),
                                                         info_.description.times.dt, &batch_.x[first], &batch_.v[first])
                                               .kinetic;
            for (std::size_t k = 1; k < end; ++k)
                if (own[k] < own[k - 1] - as_rounded * std::fabs(own[k - 1]) - rounded)
                    wrong("/dissipated", i,
                          ", [" + std::to_string(k) + "]: is " + number_text(own[k]) + " after " +
                              number_text(own[k - 1]) + ", but damping only removes energy");
        }
    }

    // What the work is, the motion says; inputs that are formulas are those of the system file.
    void check_inputs() {
        if (!has("/u")) return;
        for (const char* path : {"/u", "/work"}) compared_.insert(path);
        const std::vector<double>& work = batch_.work;
        const std::vector<double> formulas =
            formula_samples(compiled_.system.inputs(), info_.description.times.dt, info_.samples);
        for (std::size_t i = 0; i < count_; ++i) {
            if (ends_[i] > 0 && work[i * samples_] != 0)
                wrong("/work", i, ", [0]: is " + number_text(work[i * samples_]) + ", expected 0");
            const std::size_t width = formulas.size() / samples_;
            for (std::size_t k = 0; k < to_size(ends_[i]) * width; ++k) {
                const double u = batch_.u[i * formulas.size() + k];
                const bool fits = std::isnan(formulas[k]) ? std::isfinite(u) : u == formulas[k];
                if (!fits)
                    wrong("/u", i,
                          ", [" + std::to_string(k / width) + ", " + std::to_string(k % width) + "]: is " +
                              number_text(u) +
                              (std::isnan(formulas[k]) ? "" : ", its formula gives " + number_text(formulas[k])));
            }
        }
    }

    void check_derived() {
        if (!with_.any()) return;
        const DerivedArrays derived = derived_arrays(compiled_, batch_, info_.description.times.dt, with_, threads_);
        for (const auto& [path, values] : derived_rows(derived))
            if (has(path)) compare(path, *values, as_rounded, "x and v");
    }

    const TrajectoryFile& file_;
    const Hdf5File arrays_;
    const CompiledSystem& compiled_;
    const TrajectoryFileInfo& info_;
    const bool imported_;
    const int threads_;
    const DerivedChoice with_;
    const std::size_t samples_;
    std::uint64_t first_ = 0, count_ = 0;
    TrajectoryBatch batch_;
    std::vector<int> ends_;  // samples before the end of each
    std::set<std::string> told_, compared_;
    ClaimsFound found_;
};

}  // namespace

ClaimsFound check_claims(const TrajectoryFile& file, const CompiledSystem& compiled, bool imported, int threads) {
    return ClaimsCheck(file, compiled, imported, threads).run();
}

}  // namespace cchnn
