#include "spec/meaning/placement_meaning.hpp"

namespace cchnn {
namespace {

// Reports numbers of a distribution that are not finite or out of order, one overload for each kind.
struct DistributionCheck {
    const std::string& pointer;
    Findings& findings;

    void operator()(const Constant& c) { findings.check_finite(pointer, c.value); }
    void operator()(const Normal& n) {
        findings.check_finite(child(child(pointer, "normal"), "mean"), n.mean);
        findings.check_not_negative(child(child(pointer, "normal"), "std"), n.std, "");
    }
    void operator()(const Uniform& u) {
        const std::string at = child(pointer, "uniform");
        findings.check_finite(child(at, "low"), u.low);
        findings.check_finite(child(at, "high"), u.high);
        if (u.low > u.high)
            findings.add(at, "low must be <= high, got low " + number_text(u.low) + " and high " + number_text(u.high));
    }
    void operator()(const Listed&) {
        findings.add(pointer,
                     "a list of values, one for each trajectory, belongs in 'draws' or in a property of the system: "
                     "put it there, and write its name here");
    }
    void operator()(const Chosen& c) {
        for (std::size_t i = 0; i < c.values.size(); ++i)
            findings.check_finite(child(child(pointer, "choice"), i), c.values[i]);
    }
    void operator()(const Computed&) {}
    void operator()(const Shaped& s) {
        (*this)(s.normal);
        const std::string at = child(pointer, "normal");
        if (!(s.limit > 0)) findings.add(child(at, "limit"), "must be > 0, got " + number_text(s.limit));
        findings.check_finite(child(at, "scale"), s.scale);
    }
};

}  // namespace

void check_distribution(const std::string& pointer, const Distribution& value, Findings& findings) {
    std::visit(DistributionCheck{pointer, findings}, value);
}

}  // namespace cchnn
