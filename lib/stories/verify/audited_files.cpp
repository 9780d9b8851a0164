#include "stories/verify/audited_files.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

#include "core/errors.hpp"
#include "core/to_size.hpp"
#include "dataset/reader/trajectory_end.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;

// /system/constraints as schemas/dataset.md defines it: weights (m, n), offset (m, d), length (m), component
// (m), normal (m, d), up (m, 3). Evaluates one scalar constraint at x (n, d).
struct ConstraintTables {
    std::size_t n, d;
    std::vector<double> weights, offset, length, component, normal, up;

    RowMagnitude row(const std::string& kind, std::size_t k, const std::vector<double>& x) const {
        std::vector<double> r(offset.begin() + k * d, offset.begin() + (k * d + d));
        std::vector<double> terms(d);
        for (std::size_t i = 0; i < d; ++i) terms[i] = std::fabs(r[i]);
        for (std::size_t node = 0; node < n; ++node)
            for (std::size_t i = 0; i < d; ++i) {
                const double term = weights[k * n + node] * x[node * d + i];
                r[i] += term;
                terms[i] += std::fabs(term);
            }
        const auto product = [](const std::vector<double>& a, const double* b) {
            return std::inner_product(a.begin(), a.end(), b, 0.0);
        };
        const auto axis = static_cast<std::size_t>(component[k]);
        if (kind == "component") return {std::fabs(r[axis]), terms[axis]};
        if (kind == "linear") {
            std::vector<double> along(&normal[k * d], &normal[k * d] + d);
            for (double& entry : along) entry = std::fabs(entry);
            return {std::fabs(product(r, &normal[k * d])), product(terms, along.data())};
        }
        if (kind == "upright") return upright(k, x);
        const double size = std::sqrt(product(r, r.data())), squared = length[k] * length[k];
        return {std::fabs(product(r, r.data()) - squared),
                2 * size * std::sqrt(product(terms, terms.data())) + squared};
    }

  private:
    // up . (r_1 x r_2), where r_i are the first two axis nodes relative to the centre of the body, the first
    // node with a weight.
    RowMagnitude upright(std::size_t k, const std::vector<double>& x) const {
        std::size_t centre = 0;
        while (weights[k * n + centre] == 0) ++centre;
        std::array<double, 3> a, b;
        for (std::size_t i = 0; i < 3; ++i) {
            a[i] = x[(centre + 1) * 3 + i] - x[centre * 3 + i];
            b[i] = x[(centre + 2) * 3 + i] - x[centre * 3 + i];
        }
        const double* u = &up[k * 3];
        const double row = u[0] * (a[1] * b[2] - a[2] * b[1]) + u[1] * (a[2] * b[0] - a[0] * b[2]) +
                           u[2] * (a[0] * b[1] - a[1] * b[0]);
        const auto size = [](const double* v) { return std::hypot(v[0], v[1], v[2]); };
        const double* const at = &x[centre * 3];
        return {std::fabs(row),
                size(u) * (size(a.data()) * (size(at) + size(at + 6)) + size(b.data()) * (size(at) + size(at + 3)))};
    }
};

// All values of an array.
std::vector<double> all_numbers(const Hdf5File& arrays, const std::string& path) {
    const Shape shape = arrays.array(path).shape;
    std::vector<double> values(byte_count(shape, 1));
    arrays.read_doubles(path, Shape(shape.size(), 0), shape, values.data());
    return values;
}

}  // namespace

// Opens the file twice: as trajectories, which checks it, and as plain arrays for what only an audit reads.
AuditedFile::AuditedFile(const fs::path& path) : file_(path), arrays_(Hdf5File::open(path)) {
    if (info().description.kind != "dataset") throw DataError(path.string(), "is a submission; a dataset is audited");
    if (info().inputs > 0 && !arrays_.has("/work")) throw DataError("/work", "is missing; a driven system has it");
    if (arrays_.has("/system/parameters/pointer")) pointers_ = arrays_.read_texts("/system/parameters/pointer");
}

std::vector<double> AuditedFile::numbers(const std::string& path) const { return all_numbers(arrays_, path); }

// The parameters of points on curves at one sample; empty if there are none.
std::vector<double> AuditedFile::tracks(std::uint64_t number, std::uint64_t sample) const {
    if (!arrays_.has("/track_parameter")) return {};
    const std::uint64_t count = arrays_.array("/track_parameter").shape.at(2);
    std::vector<double> parameters(count);
    arrays_.read_doubles("/track_parameter", {number, sample, 0}, {1, 1, count}, parameters.data());
    return parameters;
}

// One trajectory up to its last completed sample; behind it the file holds NaN.
judge::Stored AuditedFile::trajectory(std::uint64_t number) const {
    judge::Stored stored;
    file_.read(number, 1, stored.x, stored.v);
    stored.energy = file_.rows("/energy", number, 1);
    stored.bound = file_.rows("/error_bound", number, 1);
    stored.tracks = tracks(number, 0);
    stored.angles = file_.rows("/counted_angle", number, 1);
    stored.inputs = file_.rows("/u", number, 1);
    stored.times = info().times;
    const std::size_t width = to_size(info().nodes) * info().dimension;
    const std::size_t samples = samples_before_end(file_.read_completed(number, 1).front(), info().samples, width,
                                                   stored.x.data(), stored.v.data());
    stored.work = file_.rows("/work", number, 1);
    stored.dissipated = file_.rows("/dissipated", number, 1);
    for (auto* values : {&stored.times, &stored.energy, &stored.bound, &stored.work, &stored.dissipated})
        if (!values->empty()) values->resize(samples);
    stored.angles.resize(stored.angles.size() / info().times.size() * samples);
    stored.inputs.resize(stored.inputs.size() / info().times.size() * samples);
    stored.x.resize(samples * width);
    stored.v.resize(samples * width);
    return stored;
}

// Pairs of consecutive samples, each as a trajectory of its own.
std::vector<judge::Stored> AuditedFile::intervals(std::uint64_t number, const judge::Stored& whole,
                                                  const std::set<std::uint64_t>& firsts) const {
    const std::uint64_t width = to_size(info().nodes) * info().dimension;
    std::vector<judge::Stored> made;
    for (const std::uint64_t first : firsts) {
        const auto two_of = [first](const std::vector<double>& values, std::uint64_t each) {
            const auto begin = values.begin() + first * each;
            return values.empty() ? values : std::vector<double>(begin, begin + 2 * each);
        };
        made.push_back({two_of(whole.times, 1), two_of(whole.x, width), two_of(whole.v, width), two_of(whole.bound, 1),
                        tracks(number, first), two_of(whole.energy, 1),
                        two_of(whole.angles, whole.angles.size() / whole.times.size()),
                        two_of(whole.inputs, whole.inputs.size() / whole.times.size()), two_of(whole.work, 1),
                        two_of(whole.dissipated, 1)});
    }
    return made;
}

// The numbers of the system that are drawn for this trajectory, with their places in the JSON text.
std::vector<judge::Replacement> AuditedFile::replacements(std::uint64_t number) const {
    const std::vector<double> values = file_.rows("/parameters", number, 1);
    std::vector<judge::Replacement> made;
    for (std::size_t p = 0; p < pointers_.size(); ++p) made.push_back({pointers_[p], values.at(p)});
    return made;
}

// The numbers that derivatives are by have their values in the text of the system, or are drawn.
judge::StoredDerivatives AuditedFile::derivatives(std::uint64_t number, std::size_t samples) const {
    judge::StoredDerivatives stored{
        file_.rows("/sensitivity/basis", number, 1), file_.rows("/sensitivity/start", number, 1),
        file_.rows("/sensitivity/parameters", number, 1), file_.rows("/sensitivity/error_bound", number, 1)};
    // From where a contact stays closed there are none (schemas/dataset.md, Sensitivities).
    if (arrays_.has("/events/count"))
        while (samples > 1 && std::isnan(stored.bound[samples - 1])) --samples;
    for (auto* values : {&stored.start, &stored.parameters, &stored.bound})
        values->resize(values->size() / info().times.size() * samples);
    if (stored.parameters.empty()) return stored;
    const std::vector<judge::Replacement> own = replacements(number);
    const std::vector<std::string> pointers = arrays_.read_texts("/sensitivity/pointer");
    std::vector<std::size_t> columns;  // those of numbers that the text has
    for (std::size_t p = 0; p < pointers.size(); ++p) {
        const std::string& pointer = pointers[p];
        const auto drawn =
            std::find_if(own.begin(), own.end(), [&](const judge::Replacement& one) { return one.pointer == pointer; });
        const std::optional<double> value = judge::number_in(system_text(), pointer);
        if (!value) continue;
        columns.push_back(p);
        stored.numbers.push_back(
            {drawn != own.end() ? drawn->value : *value, [text = system_text(), own, pointer](double moved) {
                 std::vector<judge::Replacement> all = own;
                 all.push_back({pointer, moved});
                 return judge::read_description(text, all);
             }});
    }
    std::vector<double> judged;
    for (std::size_t row = 0; row < stored.parameters.size(); row += pointers.size())
        for (const std::size_t p : columns) judged.push_back(stored.parameters[row + p]);
    stored.parameters = std::move(judged);
    return stored;
}

// A matrix of a large system is stored by its entries.
std::vector<double> AuditedFile::from_entries(const std::string& group, const char* row, const char* column,
                                              const char* value, std::size_t columns, std::size_t rows) const {
    const std::vector<double> at_row = numbers(group + row), at_column = numbers(group + column),
                              values = numbers(group + value);
    std::vector<double> matrix(rows * columns);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double place = at_row[i] * double(columns) + at_column[i];
        if (!(at_row[i] >= 0 && at_column[i] >= 0 && at_column[i] < double(columns) && place < double(matrix.size())))
            throw DataError(arrays_.where(group), "entry " + std::to_string(i) + " is outside the matrix");
        matrix[static_cast<std::size_t>(place)] = values[i];
    }
    return matrix;
}

std::vector<double> AuditedFile::mass_matrix() const {
    const std::size_t n = to_size(info().nodes);
    if (!arrays_.has("/system/masses")) return numbers("/system/mass_matrix");
    return from_entries("/system/masses/", "row", "column", "mass", n, n);
}

// The values of those rows that /system/constraints defines by itself; kinds that need the graph are left out,
// as the judge leaves them out.
std::vector<RowMagnitude> AuditedFile::row_magnitudes(const std::vector<double>& x) const {
    std::vector<RowMagnitude> magnitudes;
    if (!arrays_.has("/system/constraints/kind")) return magnitudes;
    const std::vector<std::string> kinds = arrays_.read_texts("/system/constraints/kind");
    const auto table = [&](const std::string& name) {
        return arrays_.has("/system/constraints/" + name) ? numbers("/system/constraints/" + name)
                                                          : std::vector<double>();
    };
    const std::size_t nodes = to_size(info().nodes);
    const std::vector<double> weights =
        arrays_.has("/system/weights")
            ? from_entries("/system/weights/", "constraint", "node", "weight", nodes, kinds.size())
            : table("weights");
    const ConstraintTables tables{nodes,           to_size(info().dimension), weights,         table("offset"),
                                  table("length"), table("component"),        table("normal"), table("up")};
    static const std::set<std::string> by_graph{"track", "rolling", "perpendicular", "crossed", "rope",
                                                "gear",  "rack",    "slides",        "formula", "formula_rate"};
    for (std::size_t k = 0; k < kinds.size(); ++k)
        if (!by_graph.contains(kinds[k])) magnitudes.push_back(tables.row(kinds[k], k, x));
    for (RowMagnitude& row : magnitudes)
        if (!std::isfinite(row.value)) row.value = INFINITY;  // NaN has no place in an order
    std::sort(magnitudes.begin(), magnitudes.end(),
              [](const RowMagnitude& a, const RowMagnitude& b) { return a.value < b.value; });
    return magnitudes;
}

// The shortest length among the constraints, or the extent of the state, or 1 m.
double AuditedFile::length_scale(const std::vector<double>& x) const {
    double shortest = INFINITY, extent = 0;
    if (arrays_.has("/system/constraints/length"))
        for (const double length : numbers("/system/constraints/length"))
            if (length > 0) shortest = std::min(shortest, length);
    if (std::isfinite(shortest)) return shortest;
    const std::size_t d = info().dimension;
    for (std::size_t i = d; i < x.size(); ++i) extent = std::max(extent, std::fabs(x[i] - x[i % d]));
    return extent > 0 ? extent : 1;
}

// Opens the files of a dataset. One that cannot be read is reported in the result, so that the others are
// audited; that none exists is an error.
AuditedFiles audited_files(const fs::path& directory, const std::optional<Split>& wanted) {
    AuditedFiles found;
    for (Split split : {Split::train, Split::valid, Split::test}) {
        const fs::path path = directory / (std::string(name(split)) + ".h5");
        if ((wanted && *wanted != split) || !fs::exists(path)) continue;
        try {
            found.files.emplace_back(path);
        } catch (const Error& error) {
            found.refused.add(error);
        }
    }
    if (found.files.empty() && found.refused.problems.empty())
        throw IoError((directory / (std::string(wanted ? name(*wanted) : "test") + ".h5")).string(), "does not exist");
    return found;
}

}  // namespace cchnn
