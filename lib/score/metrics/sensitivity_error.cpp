#include "score/metrics/sensitivity_error.hpp"

#include <algorithm>
#include <cmath>

#include "core/to_size.hpp"

namespace cchnn {
namespace {

constexpr double counted_entry = 1e-3;  // of the largest entry of a sample

// Err of two matrices of `columns` columns, each multiplied by its scale; no scales are all 1.
double matrix_error(const double* predicted, const double* truth, std::size_t rows, std::size_t columns,
                    const std::vector<double>& scales) {
    double apart = 0, first = 0, second = 0;
    for (std::size_t i = 0; i < rows * columns; ++i) {
        const double scale = scales.empty() ? 1 : scales[i % columns];
        apart = std::hypot(apart, scale * (predicted[i] - truth[i]));
        first = std::hypot(first, scale * predicted[i]);
        second = std::hypot(second, scale * truth[i]);
    }
    if (!std::isfinite(first)) return 1;
    return apart == 0 ? 0 : std::min(1.0, apart / (first + second));
}

double length_of(const std::vector<double>& vector) {
    double length = 0;
    for (const double entry : vector) length = std::hypot(length, entry);
    return length;
}

// (3)
double one_minus_cosine(const std::vector<double>& predicted, const std::vector<double>& truth) {
    const double first = length_of(predicted), second = length_of(truth);
    if (!std::isfinite(first)) return 2;
    if (first == 0 || second == 0) return first == second ? 0 : 1;
    double squares = 0;
    for (std::size_t j = 0; j < truth.size(); ++j) {
        const double apart = predicted[j] / first - truth[j] / second;
        squares += apart * apart;
    }
    return 0.5 * squares;
}

// Gradients of the two losses for one motion.
class Gradients {
  public:
    Gradients(const ConstrainedSystem& system, const SensitivitySetting& setting)
        : system_(system), setting_(setting), size_(to_size(system.state_size())) {}

    std::vector<double> end(SensitiveMotion motion, const double* target) const {
        const std::size_t last = to_size(setting_.samples - 1);
        std::vector<double> gradient(setting_.directions);
        for (std::size_t a = 0; a < size_; ++a) add(motion, last, a, motion.x[last * size_ + a] - target[a], gradient);
        return gradient;
    }

    std::vector<double> kinetic(SensitiveMotion motion) const {
        std::vector<double> gradient(setting_.directions), momentum(size_);
        for (std::size_t k = setting_.include_t0 ? 0 : 1; k < to_size(setting_.samples); ++k) {
            system_.momentum(motion.v + k * size_, momentum.data());
            for (std::size_t a = 0; a < size_; ++a) add(motion, k, size_ + a, momentum[a], gradient);
        }
        return gradient;
    }

  private:
    void add(SensitiveMotion motion, std::size_t k, std::size_t row, double factor,
             std::vector<double>& gradient) const {
        const double* const entries = motion.derivatives.start + (k * 2 * size_ + row) * setting_.directions;
        for (std::size_t j = 0; j < setting_.directions; ++j) gradient[j] += factor * entries[j];
    }

    const ConstrainedSystem& system_;
    const SensitivitySetting& setting_;
    std::size_t size_;
};

double share_of_wrong_signs(const SensitivitySetting& setting, std::size_t entries, const double* predicted,
                            const double* truth) {
    double counted = 0, wrong = 0;
    for (std::size_t k = setting.include_t0 ? 0 : 1; k < to_size(setting.samples); ++k) {
        const double *const now = truth + k * entries, *const said = predicted + k * entries;
        double largest = 0;
        for (std::size_t i = 0; i < entries; ++i) largest = std::max(largest, std::fabs(now[i]));
        for (std::size_t i = 0; i < entries; ++i) {
            if (now[i] == 0 || std::fabs(now[i]) < counted_entry * largest) continue;
            ++counted;
            const bool same = std::isfinite(said[i]) && (said[i] > 0) == (now[i] > 0) && said[i] != 0;
            if (!same) ++wrong;
        }
    }
    return counted > 0 ? wrong / counted : 0;
}

}  // namespace

SensitivityScores sensitivity_scores(const ConstrainedSystem& system, const SensitivitySetting& setting,
                                     SensitiveMotion predicted, SensitiveMotion truth) {
    const std::size_t rows = 2 * to_size(system.state_size()), numbers = setting.scales.size();
    SensitivityScores scores;
    for (std::size_t k = 0; k < to_size(setting.samples); ++k) {
        const std::size_t at = k * rows * setting.directions, at_numbers = k * rows * numbers;
        scores.err.push_back(
            matrix_error(predicted.derivatives.start + at, truth.derivatives.start + at, rows, setting.directions, {}));
        if (numbers > 0)
            scores.err_of_numbers.push_back(matrix_error(predicted.derivatives.numbers + at_numbers,
                                                         truth.derivatives.numbers + at_numbers, rows, numbers,
                                                         setting.scales));
    }
    const Gradients gradients(system, setting);
    scores.end = one_minus_cosine(gradients.end(predicted, truth.x), gradients.end(truth, truth.x));
    scores.kinetic = one_minus_cosine(gradients.kinetic(predicted), gradients.kinetic(truth));
    scores.wrong_signs =
        share_of_wrong_signs(setting, rows * setting.directions, predicted.derivatives.start, truth.derivatives.start);
    return scores;
}

std::vector<double> kept_sensitivity_errors(const SensitivitySetting& setting, std::size_t state,
                                            SensitivityView truth) {
    std::vector<double> errors;
    for (std::size_t k = 0; k < to_size(setting.samples); ++k)
        errors.push_back(matrix_error(truth.start, truth.start + k * 2 * state * setting.directions, 2 * state,
                                      setting.directions, {}));
    return errors;
}

}  // namespace cchnn
