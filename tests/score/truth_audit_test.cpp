#include "score/truth_audit.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace cchnn;

namespace {

std::vector<double> times_of(std::size_t count, double dt) {
    std::vector<double> times;
    for (std::size_t k = 0; k < count; ++k) times.push_back(static_cast<double>(k) * dt);
    return times;
}

AuditedTrajectory trajectory(const std::string& split, std::uint64_t number, const std::string& not_judged = "") {
    AuditedTrajectory made;
    made.split = split;
    made.trajectory = number;
    made.not_judged = not_judged;
    return made;
}

// 1000 samples after the given one; `over` of them are above the bound of 2e-12.
AuditReport report_of(int over) {
    std::vector<double> errors(1001, 1e-12), bound(1001, 2e-12);
    for (int k = 0; k < over; ++k) errors[static_cast<std::size_t>(500 + k)] = 3e-12;
    AuditTally tally;
    tally.add(trajectory("test", 7), errors, bound, times_of(1001, 0.5));
    return tally.finish();
}

}  // namespace

TEST_CASE("audit: 999 of 1000 samples within their bound pass, 998 fail, the given sample does not count") {
    CHECK(report_of(0).samples == 1000);
    CHECK(report_of(1).share() == 0.999);
    CHECK(report_of(1).passed());
    CHECK(report_of(2).within == 998);
    CHECK_FALSE(report_of(2).passed());
}

TEST_CASE("audit: quantiles are order statistics, the worst sample is named with its time and bound") {
    AuditTally tally;
    tally.add(trajectory("train", 3), {0, 1e-12, 4e-12, 2e-12}, {1e-15, 1e-11, 1e-11, 4e-11}, times_of(4, 0.25));
    tally.add(trajectory("test", 0), {0, 1e-13}, {1e-15, 1e-12}, times_of(2, 0.25));
    const AuditReport report = tally.finish();
    CHECK(report.median_error == 1e-12);  // of 1e-13, 1e-12, 2e-12, 4e-12: the second
    CHECK(report.median_bound == 1e-11);
    CHECK(report.median_worst == 1e-13);
    CHECK(report.ratio[0] == doctest::Approx(0.1));  // of 0.05, 0.1, 0.1, 0.4
    CHECK(report.ratio[3] == 4e-12 / 1e-11);
    const AuditedTrajectory& worst = report.worst_trajectory();
    CHECK(worst.split == "train");
    CHECK(worst.trajectory == 3);
    CHECK(worst.worst_error == 4e-12);
    CHECK(worst.worst_time == 0.5);
    CHECK(worst.worst_bound == 1e-11);
    CHECK(worst.worst_ratio == 4e-12 / 1e-11);
    CHECK(worst.ratio_time == 0.5);
    CHECK(report.wholly_within == 2);
}

TEST_CASE(
    "audit: trajectories that were not judged count in no share but that of the judged, of which nine in ten pass") {
    for (int missing : {1, 2}) {
        AuditTally tally;
        for (int i = 0; i < 10; ++i)
            tally.add(trajectory("test", 0, i < missing ? "the time limit was reached" : ""), {0, 1e-13},
                      {1e-15, 1e-12}, {0, 1});
        const AuditReport report = tally.finish();
        CHECK(report.judged == static_cast<std::uint64_t>(10 - missing));
        CHECK(report.samples == static_cast<std::uint64_t>(10 - missing));
        CHECK(report.share() == 1);
        CHECK(report.passed() == (missing == 1));
    }
}

TEST_CASE("audit: what time alone was lacking for is not judged, and what else is wrong fails") {
    const auto report_of_ten = [](int late, int other, double error) {
        AuditTally tally;
        for (int i = 0; i < 10; ++i) {
            const bool is_late = i < late, is_judged = i >= late + other;
            AuditedTrajectory one = trajectory("test", 0,
                                               is_judged ? ""
                                               : is_late ? "the time limit was reached"
                                                         : "it cannot be followed");
            one.out_of_time = is_late;
            tally.add(one, {0, error}, {1e-15, 1e-12}, {0, 1});
        }
        return tally.finish();
    };
    CHECK(report_of_ten(1, 0, 1e-13).verdict() == AuditVerdict::passed);
    CHECK(report_of_ten(2, 0, 1e-13).verdict() == AuditVerdict::not_judged);
    CHECK(report_of_ten(10, 0, 1e-13).verdict() == AuditVerdict::not_judged);
    CHECK(report_of_ten(1, 1, 1e-13).verdict() == AuditVerdict::not_judged);
    CHECK(report_of_ten(1, 2, 1e-13).verdict() == AuditVerdict::failed);
    CHECK(report_of_ten(5, 0, 1e-11).verdict() == AuditVerdict::failed);
    AuditReport wrong = report_of_ten(5, 0, 1e-13);
    wrong.mass_off = 1e-12;
    CHECK(wrong.verdict() == AuditVerdict::failed);
}

TEST_CASE("audit: a mass matrix, rows or energies that are not the system's fail") {
    const AuditReport good = report_of(0);
    for (double AuditReport::*off : {&AuditReport::mass_off, &AuditReport::phi_off, &AuditReport::energy_off}) {
        AuditReport bad = good;
        bad.*off = 1e-12;
        CHECK(good.passed());
        CHECK_FALSE(bad.passed());
    }
}

TEST_CASE("audit: a dataset without bounds has errors and no verdict") {
    AuditTally tally;
    tally.add(trajectory("test", 0), {0, 1e-3}, {}, times_of(2, 0.25));
    const AuditReport report = tally.finish();
    CHECK_FALSE(report.bounded);
    CHECK(report.passed());
    CHECK(report.within == 0);
    CHECK(report.worst_trajectory().worst_error == 1e-3);
    CHECK(report.worst_trajectory().worst_bound == 0);
}

TEST_CASE("audit: what ended before its second sample counts in no share, and nothing but such does not pass") {
    AuditTally tally;
    for (int i = 0; i < 4; ++i) {
        AuditedTrajectory one = trajectory("test", 0, i < 2 ? "it ends before its second sample" : "");
        one.nothing_there = i < 2;
        tally.add(one, {0, 1e-13}, {1e-15, 1e-12}, {0, 1});
    }
    AuditReport report = tally.finish();
    CHECK(report.judged_share() == 1);
    CHECK(report.passed());
    report.trajectories.resize(2);
    report.judged = 0;
    CHECK(report.judged_share() == 0);
    CHECK_FALSE(report.passed());
}

TEST_CASE("audit: a sample whose bound is 1 is within it and has no error, an infinite one is not within it") {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinite = std::numeric_limits<double>::infinity();
    AuditTally tally;
    tally.add(trajectory("test", 0), {0, 1e-3, nan, nan, infinite}, {1e-15, 1e-2, 1, nan, 1}, times_of(5, 0.25));
    const AuditReport report = tally.finish();
    CHECK(report.samples == 4);
    CHECK(report.compared == 2);
    CHECK(report.within == 2);           // a bound that is no number allows nothing
    CHECK(report.median_error == 1e-3);  // of 1e-3 and the infinite one
    CHECK(std::isinf(report.ratio[3]));
}
