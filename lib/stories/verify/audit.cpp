#include "stories/verify/audit.hpp"

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <thread>

#include "core/counted.hpp"
#include "core/option.hpp"
#include "core/parallel_for.hpp"
#include "core/paths/given_directory.hpp"
#include "core/stop.hpp"
#include "sample/random_subset.hpp"
#include "stories/verify/audited_files.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;

// Whether a directory has one of the three files of a dataset.
bool is_dataset(const fs::path& directory) {
    for (const char* split : {"train.h5", "valid.h5", "test.h5"})
        if (fs::is_regular_file(directory / split)) return true;
    return false;
}

// One trajectory, or one interval of it, on its way through the audit.
struct Drawn {
    std::size_t file_number;
    const AuditedFile* file;
    std::uint64_t trajectory;
    std::optional<std::uint64_t> interval;  // its first sample
    judge::Stored stored;
    std::vector<judge::Replacement> own;  // numbers of the system; read here, since HDF5 wants one thread
    judge::Verdict verdict;
    std::optional<judge::StoredDerivatives> derivatives = {};  // where they are judged as well
    judge::Verdict of_derivatives = {};
};

// Of how many drawn trajectories the derivatives of one are judged: it takes as long as dozens of motions.
constexpr std::size_t one_of = 3;

// Draws numbers of trajectories over all files together, so that each trajectory is equally likely, whatever
// its split.
std::vector<Drawn> draw(const std::vector<AuditedFile>& files, std::uint64_t population, const AuditOptions& options) {
    std::vector<Drawn> sample;
    for (const std::uint64_t drawn : random_subset(population, options.sample, options.seed)) {
        auto file = files.begin();
        std::uint64_t number = drawn;
        for (; number >= file->info().count; ++file) number -= file->info().count;
        const std::size_t file_number = file - files.begin();
        judge::Stored whole = file->trajectory(number);
        const std::vector<judge::Replacement> own = file->replacements(number);
        if (options.intervals == 0 || whole.times.size() < 2) {  // one without an interval is reported, not left out
            sample.push_back({file_number, &*file, number, {}, std::move(whole), own, {}});
            Drawn& made = sample.back();
            if (file->has_derivatives() && options.intervals == 0 && (sample.size() - 1) % one_of == 0)
                made.derivatives = file->derivatives(number, made.stored.times.size());
            continue;
        }
        // Other intervals in each trajectory, by its number among all.
        const std::uint64_t there = whole.times.size() - 1;
        const std::set<std::uint64_t> firsts = random_subset(there, options.intervals, options.seed + 1 + drawn);
        auto first = firsts.begin();
        for (judge::Stored& piece : file->intervals(number, whole, firsts))
            sample.push_back({file_number, &*file, number, *first++, std::move(piece), own, {}});
    }
    return sample;
}

// Makes the judge of one file from its text, and checks that both agree on the number of nodes, angles and
// inputs.
judge::Judge judge_of(const AuditedFile& file, const std::vector<judge::Replacement>& replacements) {
    const std::string& text = file.system_text();
    if (text.empty()) throw DataError("/system/json", "is missing; an audit needs it");
    judge::Judge made(judge::read_description(text, replacements));
    if (made.nodes() != file.info().nodes)
        throw DataError("/system/json", "describes " + std::to_string(made.nodes()) + " nodes, the file holds " +
                                            std::to_string(file.info().nodes));
    if (made.angles() != file.info().angles)
        throw DataError("/counted_angle", "holds " + std::to_string(file.info().angles) +
                                              " angles, /system/json describes " + std::to_string(made.angles()));
    if (made.inputs() != file.info().inputs)
        throw DataError("/u", "holds " + std::to_string(file.info().inputs) + " inputs, /system/json describes " +
                                  std::to_string(made.inputs()));
    return made;
}

// Runs body(0), ..., body(count - 1) on threads, while the calling thread reports progress ten times a second.
// An exception from progress ends the work through `stop` and is thrown again; Stopped leaves what is finished.
template <class Body>
void watched(std::size_t count, const AuditOptions& options, std::atomic<bool>& stop, const Body& body) {
    std::atomic<std::uint64_t> done = 0;
    std::atomic<bool> finished = false;
    std::mutex mutex;
    std::condition_variable ended;
    std::exception_ptr failure;
    const auto judge_all = [&] {
        try {
            parallel_for(count, options.threads, [&](std::size_t i) {
                body(i);
                ++done;
            });
        } catch (const Stopped&) {
        } catch (...) {
            failure = std::current_exception();
        }
        const std::lock_guard lock(mutex);
        finished = true;
        ended.notify_one();
    };
    std::jthread work;
    try {
        work = std::jthread(judge_all);
    } catch (const std::system_error&) {  // no thread is to be had: without progress, then
        judge_all();
    }
    try {
        std::unique_lock lock(mutex);
        while (!finished) {
            ended.wait_for(lock, std::chrono::milliseconds(100));
            if (options.progress) options.progress(done, count);
        }
    } catch (const Stopped&) {  // the thread that judges sees the same flag
    } catch (...) {
        stop = true;
        throw;
    }
    if (work.joinable()) work.join();
    if (failure) std::rethrow_exception(failure);
}

// Judges the sample, and then derivatives, so that these take no time from states. A family has a judge for each trajectory; otherwise each file has one, and files of one
// dataset do not share it, because nothing guarantees that they describe the same system.
void judge_all(std::vector<Drawn>& sample, const std::vector<judge::Judge>& of_files, const AuditOptions& options) {
    std::atomic<bool> stop = false;
    const auto time = std::chrono::duration_cast<std::chrono::steady_clock::duration>(
        std::chrono::duration<double>(std::min(options.budget, 1e8)));
    const judge::Patience patience{std::chrono::steady_clock::now() + time, &stop};
    std::vector<Drawn*> with_derivatives;
    for (Drawn& one : sample)
        if (one.derivatives) with_derivatives.push_back(&one);
    watched(sample.size() + with_derivatives.size(), options, stop, [&](std::size_t i) {
        if (i >= sample.size()) {
            Drawn& one = *with_derivatives[i - sample.size()];
            one.of_derivatives = judge::judge_derivatives(judge::read_description(one.file->system_text(), one.own),
                                                          one.stored, *one.derivatives, patience);
            return;
        }
        Drawn& one = sample[i];
        if (patience.over()) one.verdict.why_not = patience.why();
        else if (one.own.empty()) one.verdict = of_files[one.file_number].judge(one.stored, patience);
        else one.verdict = judge_of(*one.file, one.own).judge(one.stored, patience);
    });
}

// The largest difference of two lists relative to the largest number in them; infinite if a number is not
// finite.
double relative_difference(const std::vector<double>& a, const std::vector<double>& b) {
    if (a.size() != b.size()) return std::numeric_limits<double>::infinity();
    double size = 0, off = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (!std::isfinite(a[i]) || !std::isfinite(b[i])) return std::numeric_limits<double>::infinity();
        size = std::max({size, std::fabs(a[i]), std::fabs(b[i])});
        off = std::max(off, std::fabs(a[i] - b[i]));
    }
    return off > 0 ? off / size : 0;
}

// Compares the scalar constraints of file and judge at a perturbed state, where all of them have different
// values. Both lists are sorted by magnitude, because their orders are independent; each difference is relative
// to the size of the terms that the value is a sum of.
double phi_difference(const AuditedFile& file, const judge::Judge& judged, std::vector<double> x) {
    const std::size_t n = file.info().nodes, d = file.info().dimension;
    x.resize(n * d);
    const double length = file.length_scale(x);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += length * std::sin(1.0 + to_double(i * i));
    const std::vector<RowMagnitude> rows = file.row_magnitudes(x);
    const std::vector<double> own = judged.row_magnitudes(x);
    if (rows.size() != own.size()) return std::numeric_limits<double>::infinity();
    double worst = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const double off = std::fabs(rows[i].value - own[i]);
        if (!std::isfinite(off)) return std::numeric_limits<double>::infinity();
        if (off > 0) worst = std::max(worst, off / rows[i].terms);
    }
    return worst;
}

// Compares the mass matrix of a file and its scalar constraints at the start of its first drawn trajectory.
void compare_physics(const AuditedFile& file, const judge::Judge& judged, const std::vector<Drawn>& sample,
                     AuditReport& report) {
    report.mass_off = std::max(report.mass_off, relative_difference(file.mass_matrix(), judged.mass_matrix()));
    const auto first =
        std::find_if(sample.begin(), sample.end(), [&](const Drawn& drawn) { return drawn.file == &file; });
    if (first == sample.end()) return;
    report.phi_off = std::max(report.phi_off, phi_difference(file, judged, first->stored.x));
}

// What reports need to know about one judged trajectory or interval.
AuditedTrajectory summary(const Drawn& one, const judge::Verdict& verdict, const std::vector<double>& bound) {
    AuditedTrajectory made;
    made.split = one.file->info().description.split;
    made.trajectory = one.trajectory;
    made.interval = one.interval;
    if (!verdict.judged) made.not_judged = verdict.why_not.empty() ? "stopped" : verdict.why_not;
    made.out_of_time = made.not_judged == judge::Patience::time_is_up;
    made.digits = verdict.quad ? 34 : 19;
    const bool says_nothing = one.interval && !bound.empty() && bound.back() >= 1;
    made.nothing_there = one.stored.times.size() < 2 || bound.size() == 1 || says_nothing;
    made.seconds = verdict.seconds;
    made.energy_off = verdict.energy_off;
    made.work_off = verdict.work_off;
    made.work_ratio = verdict.work_ratio;
    return made;
}

// The times of the longest drawn trajectory; one that ended early has the first of them.
std::vector<double> times_of(const std::vector<Drawn>& sample) {
    std::vector<double> times;
    for (const Drawn& one : sample)
        if (one.stored.times.size() > times.size()) times = one.stored.times;
    return times;
}

}  // namespace

// The rules that need no file.
std::vector<Problem> AuditOptions::check() const {
    std::vector<Problem> problems;
    if (keep_errors && intervals > 0)
        problems.push_back({option("foreign"), "follows whole trajectories; remove " + option("intervals")});
    if (sample < 1) problems.push_back({option("sample"), "must be at least 1, got " + std::to_string(sample)});
    if (!(budget > 0)) problems.push_back({option("budget"), "must be > 0 s, got " + std::to_string(budget)});
    if (threads < 1 || threads > 1024)
        problems.push_back({option("threads"), "must be 1 .. 1024, got " + std::to_string(threads)});
    return problems;
}

// Each given directory is a dataset, or holds datasets one level below; those are sorted by name.
std::vector<fs::path> dataset_directories(const std::vector<fs::path>& given) {
    std::vector<fs::path> found;
    for (const fs::path& directory : given) {
        require_directory(directory);
        if (is_dataset(directory)) {
            found.push_back(directory);
            continue;
        }
        std::vector<fs::path> below;
        for (const fs::directory_entry& entry : fs::directory_iterator(directory))
            if (entry.is_directory() && is_dataset(entry.path())) below.push_back(entry.path());
        if (below.empty())
            throw IoError(directory.string(),
                          "has no dataset: no train.h5, valid.h5 or test.h5 there or one level below");
        std::sort(below.begin(), below.end());
        found.insert(found.end(), below.begin(), below.end());
    }
    return found;
}

// The report of a directory of which no file could be opened.
AuditReport refused_report(const fs::path& directory, const Refused& refused) {
    AuditReport report;
    report.system = directory.filename().string();
    report.directory = directory.string();
    report.refused = refused;
    return report;
}

// The steps: files are opened, a sample is drawn and read; judges are made and their physics compared with the
// stored one; the sample is judged on threads; the results are added up. Everything is read before judging
// begins, so that a signal then leaves a report of what was judged.
AuditReport audit(const fs::path& directory, const AuditOptions& options) {
    if (auto problems = options.check(); !problems.empty()) throw UsageError(std::move(problems));
    const AuditedFiles found = audited_files(directory, options.split);
    const std::vector<AuditedFile>& files = found.files;
    if (files.empty()) return refused_report(directory, found.refused);
    std::uint64_t population = 0;
    for (const AuditedFile& file : files) population += file.info().count;

    std::vector<Drawn> sample = draw(files, population, options);
    std::vector<judge::Judge> judges;
    AuditReport physics;
    for (const AuditedFile& file : files) {
        judges.push_back(judge_of(file, {}));
        compare_physics(file, judges.back(), sample, physics);
    }
    judge_all(sample, judges, options);

    AuditTally tally;  // from here on nothing is read, so that a signal leaves what was judged
    for (const Drawn& one : sample) {
        AuditedTrajectory audited = summary(one, one.verdict, one.stored.bound);
        if (options.keep_errors && audited.judged()) audited.errors = one.verdict.errors;
        tally.add(std::move(audited), one.verdict.errors, one.stored.bound, one.stored.times);
    }
    AuditReport report = tally.finish();
    AuditTally of_derivatives;
    for (const Drawn& one : sample)
        if (one.derivatives)
            of_derivatives.add(summary(one, one.of_derivatives, one.derivatives->bound), one.of_derivatives.errors,
                               one.derivatives->bound, one.stored.times);
    if (options.keep_errors) report.times = times_of(sample);
    report.system = files.front().info().system_name;
    report.directory = directory.string();
    report.refused = found.refused;
    report.population = population;
    report.by_intervals = options.intervals > 0;
    if (AuditReport derivatives = of_derivatives.finish(); !derivatives.trajectories.empty()) {
        derivatives.system = report.system;
        derivatives.directory = report.directory;
        derivatives.population = population;
        derivatives.of_derivatives = true;
        report.derivatives.push_back(std::move(derivatives));
    }
    report.mass_off = physics.mass_off;
    report.phi_off = physics.phi_off;
    return report;
}

}  // namespace cchnn
