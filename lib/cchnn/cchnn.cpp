#include "cchnn/cchnn.hpp"

#include <algorithm>

#include "cchnn/file_tasks.hpp"
#include "cchnn/system_parts.hpp"
#include "core/nearest_name.hpp"
#include "core/version.hpp"
#include "numbers/standard_arithmetic.hpp"
#include "spec/read_system.hpp"

// Every function that calculates begins with StandardArithmetic and calls another translation unit (system_parts.hpp).

namespace cchnn {

std::string version() { return tool_version; }

std::vector<std::string> built_in_systems() { return builtin_system_names(); }

System::System(std::shared_ptr<const Parts> parts) : parts_(std::move(parts)) {}

System::System(const std::string& name_or_path) {
    const StandardArithmetic arithmetic;
    parts_ = std::make_shared<const Parts>(load_system(name_or_path));
}

System System::from_json(const std::string& text, const std::string& source) {
    const StandardArithmetic arithmetic;
    return System(std::make_shared<const Parts>(parse_system(text, source)));
}

System::~System() = default;

const std::string& System::name() const { return parts_->compiled.spec.name; }
const std::string& System::json() const { return parts_->compiled.spec.json; }
int System::node_count() const { return parts_->compiled.system.node_count(); }
int System::dimension() const { return parts_->compiled.system.dimension(); }
int System::degrees_of_freedom() const { return parts_->compiled.system.degrees_of_freedom(); }
std::vector<std::string> System::node_names() const { return parts_->node_names(); }
std::vector<std::string> System::constraint_names() const { return parts_->constraint_names(); }
std::vector<double> System::mass_matrix() const { return parts_->compiled.system.mass_matrix(); }
std::vector<double> System::inverse_mass_matrix() const { return parts_->compiled.system.inverse_mass_matrix(); }

std::vector<double> System::momenta(const std::vector<double>& v) const {
    const StandardArithmetic arithmetic;
    return parts_->momenta(v);
}

std::vector<double> System::velocities(const std::vector<double>& p) const {
    const StandardArithmetic arithmetic;
    return parts_->velocities(p);
}

double System::energy(const std::vector<double>& x, const std::vector<double>& v) const {
    const StandardArithmetic arithmetic;
    return parts_->energy(x, v);
}

double System::potential_energy(const std::vector<double>& x) const {
    const StandardArithmetic arithmetic;
    return parts_->potential_energy(x);
}

std::vector<double> System::forces(const std::vector<double>& x, const std::vector<double>& v) const {
    const StandardArithmetic arithmetic;
    return parts_->forces(x, v);
}

std::vector<double> System::phi(const std::vector<double>& x) const {
    const StandardArithmetic arithmetic;
    return parts_->phi(x);
}

std::vector<double> System::phi_rate(const std::vector<double>& x, const std::vector<double>& v) const {
    const StandardArithmetic arithmetic;
    return parts_->phi_rate(x, v);
}

VectorField System::vector_field(const std::vector<double>& x, const std::vector<double>& p) const {
    const StandardArithmetic arithmetic;
    return parts_->vector_field(x, p);
}

std::vector<double> System::acceleration(const std::vector<double>& x, const std::vector<double>& v) const {
    const StandardArithmetic arithmetic;
    return parts_->acceleration(x, v);
}

State System::initial_state(std::uint64_t seed, Split split, std::uint64_t i) const {
    const StandardArithmetic arithmetic;
    return parts_->initial_state(seed, split, i);
}

State System::projected(const State& state) const {
    const StandardArithmetic arithmetic;
    return parts_->projected(state);
}

Motion System::motion(const State& start, const MotionOptions& options) const {
    const StandardArithmetic arithmetic;
    return parts_->motion(start, options);
}

std::vector<DrawnParameter> System::varied() const {
    const StandardArithmetic arithmetic;
    return parts_->varied();
}

System System::member(std::uint64_t seed, Split split, std::uint64_t i) const {
    const StandardArithmetic arithmetic;
    return parts_->compiled.spec.varied.empty() ? *this : System(parts_->member(seed, split, i));
}

WrittenDataset System::write_dataset(const DatasetOptions& options) const {
    const StandardArithmetic arithmetic;
    const CompiledSystem& compiled = parts_->compiled;
    if (!compiled.values.empty())
        throw UsageError("write_dataset", "needs a family, not a member of " + compiled.spec.name + "; ask the family");
    return write_dataset_files(compiled.spec, options);
}

const MetricValue& Score::metric(const std::string& key) const {
    const auto found = std::ranges::find(metrics, key, &MetricValue::key);
    if (found != metrics.end()) return *found;
    std::vector<std::string> keys;
    for (const MetricValue& metric : metrics) keys.push_back(metric.key);
    throw UsageError("metric", "unknown '" + key + "'" + suggestion(key, keys));
}

Score score(const std::string& test_file, const std::string& submission_file, const ScoreOptions& options) {
    const StandardArithmetic arithmetic;
    return score_files(test_file, submission_file, options);
}

}  // namespace cchnn
