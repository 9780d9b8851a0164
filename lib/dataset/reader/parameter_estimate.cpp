#include "dataset/reader/parameter_estimate.hpp"

#include "files/hdf5_file.hpp"

namespace cchnn {
namespace {

const std::string group_of_estimates = "/parameters";
constexpr std::size_t most_estimates = 1000, longest_pointer = 200;

bool is_any_number(const Element& element) {
    return element.kind == Element::Kind::floating || element.kind == Element::Kind::integer ||
           element.kind == Element::Kind::unsigned_integer;
}

// "" when it can be read.
std::string wrong_with_estimate(const ArrayInfo& info, std::uint64_t count) {
    if (!is_any_number(info.element)) return "has type " + to_text(info.element) + ", expected float64 or float32";
    if (info.shape.empty() || info.shape == Shape{1} || info.shape == Shape{count}) return "";
    return "shape is " + to_text(info.shape) + ", expected one number, or " + to_text(Shape{count}) +
           ", one for each trajectory";
}

}  // namespace

std::vector<ParameterEstimate> read_estimates(const Hdf5File& file, std::uint64_t count,
                                              std::vector<Problem>& problems) {
    std::vector<ParameterEstimate> estimates;
    for (const Entry& entry : file.entries()) {
        if (!entry.path.starts_with(group_of_estimates + "/") || entry.kind != Entry::Kind::array) continue;
        const std::string pointer = entry.path.substr(group_of_estimates.size());
        if (pointer.size() > longest_pointer || estimates.size() == most_estimates) {
            problems.push_back({file.where(group_of_estimates), "holds more than " + std::to_string(most_estimates) +
                                                                    " estimates, or a name of more than " +
                                                                    std::to_string(longest_pointer) + " bytes"});
            break;
        }
        const ArrayInfo info = file.array(entry.path);
        if (const std::string what = wrong_with_estimate(info, count); !what.empty()) {
            problems.push_back({file.where(entry.path), what});
            continue;
        }
        ParameterEstimate estimate{pointer, byte_count(info.shape, 1) != 1, {}};
        estimate.values.resize(byte_count(info.shape, 1));
        file.read_doubles(entry.path, Shape(info.shape.size(), 0), info.shape, estimate.values.data());
        estimates.push_back(std::move(estimate));
    }
    return estimates;
}

}  // namespace cchnn
