#include <algorithm>

#include "score/metrics/metrics.hpp"

namespace cchnn {
namespace {

// Each "{}" is one of the words, the last of them where they run out.
std::string filled(std::string text, const std::vector<std::string>& words) {
    std::size_t word = 0, at = 0;
    while (!words.empty() && (at = text.find("{}", at)) != std::string::npos) {
        const std::string& next = words[std::min(word++, words.size() - 1)];
        text.replace(at, 2, next);
        at += next.size();
    }
    return text;
}

Metric metric_of(const MetricFacts& row, const MetricSubject& subject) {
    return {row.kind, filled(row.key, subject.words), filled(row.title, subject.words),
            row.unit, row.better == Better::larger,   filled(row.heading, subject.words),
            subject};
}

}  // namespace

std::vector<Metric> metrics_for(const MetricSetting& setting) {
    std::vector<Metric> metrics;
    for (const MetricFacts& row : metric_table())
        for (const MetricSubject& subject : row.subjects(setting)) metrics.push_back(metric_of(row, subject));
    return metrics;
}

std::vector<Metric> metrics_for(const MetricChoices& choices, int samples, const ConstrainedSystem& system,
                                const std::vector<BodyNodes>& bodies, bool ensembles) {
    return metrics_for({choices, samples, !system.rows().empty(), system.conserved(), bodies, ensembles});
}

std::vector<Metric> metrics_for(const MetricChoices& choices, int samples, bool has_constraints) {
    return metrics_for({choices, samples, has_constraints});
}

}  // namespace cchnn
