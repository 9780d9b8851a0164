#include "dataset/reader/npz_submission.hpp"

#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <set>

#include "core/errors.hpp"
#include "core/paths/temporary_directory.hpp"
#include "core/system_reason.hpp"
#include "dataset/reader/ensemble_shape.hpp"
#include "files/blocks.hpp"
#include "files/numpy/npz_file.hpp"

namespace cchnn {
namespace {

constexpr std::uint64_t piece_bytes = 16 << 20;

// A unique empty file that HDF5 then replaces. Its name is removed as soon as HDF5 holds the file open, or has
// failed to.
class TemporaryName {
  public:
    explicit TemporaryName(std::string name) : name_(std::move(name)) {}
    ~TemporaryName() { unlink(name_.c_str()); }
    TemporaryName(const TemporaryName&) = delete;
    TemporaryName& operator=(const TemporaryName&) = delete;
    const std::string& text() const { return name_; }

  private:
    std::string name_;
};

std::string temporary_file(const std::filesystem::path& shown_as) {
    std::string name = (place_of_temporary_files() / "cchnn-npz-XXXXXX").string();
    const int descriptor = mkstemp(name.data());
    if (descriptor < 0)
        throw IoError(shown_as.string(), "cannot be unpacked into " + place_of_temporary_files().string() + ": " +
                                             system_reason(errno) + "; set TMPDIR to another directory");
    close(descriptor);
    return name;
}

// Copies one array in blocks. Before that its shape is compared with what is plausible, since an archive can
// claim any size.
void copy_array(const NpzFile& from, const std::string& name, std::uint64_t most_values, Hdf5File& to) {
    NpzArrayReader reader(from, name);
    const Shape& shape = reader.shape();
    const std::uint64_t most = plausible_values(most_values, members_of(name, shape), from.file_bytes());
    if (most_values != any_number_of_values && byte_count(shape, 1) > most)
        throw DataError(to.where("/" + name), "shape is " + to_text(shape) + ", far more than its test set has");
    if (most_values == any_number_of_values && byte_count(shape, 1) > plausible_values(from.file_bytes()))
        throw DataError(to.where("/" + name),
                        "shape is " + to_text(shape) +
                            ", far more than an archive of its size can be expected to have; save "
                            "it with numpy.savez, without compression");
    to.make_array("/" + name, float64, shape, {});
    std::vector<double> values;
    for_each_block(shape, sizeof(double), piece_bytes, [&](const Shape& start, const Shape& count) {
        values.resize(byte_count(count, 1));
        reader.next(values.size(), values.data());
        to.write("/" + name, start, count, values.data());
    });
}

// A single number, as numpy.savez(rollout_seconds=1.5) writes it.
double read_number(const NpzFile& from, const std::string& name, const Hdf5File& to) {
    NpzArrayReader reader(from, name);
    if (byte_count(reader.shape(), 1) != 1)
        throw DataError(to.where("/" + name), "has shape " + to_text(reader.shape()) + ", expected one number");
    double number = 0;
    reader.next(1, &number);
    return number;
}

// Runs `step` and collects its problems, so that every array is checked.
template <class Step>
void collect(std::vector<Problem>& problems, const Step& step) {
    try {
        step();
    } catch (const DataError& error) {
        problems.insert(problems.end(), error.problems().begin(), error.problems().end());
    }
}

// Copies arrays named "parameters/bodies/1/mass" into nested groups, as HDF5 submissions have them.
void copy_estimates(const NpzFile& from, const std::vector<std::string>& names, std::uint64_t most_values,
                    Hdf5File& to) {
    std::set<std::string> groups;
    for (const std::string& name : names) {
        if (!name.starts_with("parameters/")) continue;
        if (name.find("//") != std::string::npos || name.ends_with("/") || name.find("/.") != std::string::npos)
            throw DataError(to.where("/" + name), "is not the name of a parameter, such as parameters/bodies/1/mass");
        for (std::size_t slash = name.find('/'); slash != std::string::npos; slash = name.find('/', slash + 1))
            if (groups.insert(name.substr(0, slash)).second) to.make_group("/" + name.substr(0, slash));
        copy_array(from, name, most_values, to);
    }
}

// Arrays named "sensitivity/start" or "found/constraints" have many numbers for each of the states. Any name in "found/" is
// copied, so that a reader notices one that is misspelt.
void copy_wide(const NpzFile& from, const std::vector<std::string>& names, Hdf5File& to) {
    for (const std::string& name : names) {
        const std::size_t slash = name.find('/');
        const std::string group = "/" + name.substr(0, slash);
        if (slash == std::string::npos || slash + 1 == name.size() ||
            name.find_first_of("/.", slash + 1) != std::string::npos)
            continue;
        if (group != "/found" && name != "sensitivity/start" && name != "sensitivity/parameters") continue;
        if (!to.has(group)) to.make_group(group);
        if (name == "found/formulas") to.write_text("/" + name, from.read_text(name));
        else copy_array(from, name, any_number_of_values, to);
    }
}

}  // namespace

// The archive becomes a file of HDF5 without a name, so that all later code reads one format; it disappears
// when it is closed.
Hdf5File open_npz_submission(const std::filesystem::path& path, std::uint64_t most_values, ReadFor purpose) {
    const NpzFile archive(path);
    Hdf5File copy = [&] {
        const TemporaryName temporary(temporary_file(path));
        return Hdf5File::create(temporary.text(), path);
    }();
    const std::vector<std::string> names = archive.names();
    const auto holds = [&](const char* name) { return std::ranges::find(names, name) != names.end(); };
    std::vector<Problem> problems;
    for (const char* name : {"x", "v", "q", "qdot", "t"})
        if (holds(name)) collect(problems, [&] { copy_array(archive, name, most_values, copy); });
    if (purpose == ReadFor::importing && holds("u"))
        collect(problems, [&] { copy_array(archive, "u", most_values, copy); });
    collect(problems, [&] { copy_estimates(archive, names, most_values, copy); });
    collect(problems, [&] { copy_wide(archive, names, copy); });
    // Momenta in the place of velocities: imports convert them, of a submission the layout's check says what to do.
    if (holds("p") && !holds("v") && !holds("qdot"))
        collect(problems, [&] { copy_array(archive, "p", most_values, copy); });
    for (const char* name : {"model", "notes", "answers_truth", "answers_digest", "system", "dropped_constraints",
                             "naive", "rollout_hardware"})
        if (holds(name)) collect(problems, [&] { copy.set_attribute("/", name, archive.read_text(name)); });
    for (const char* name : {"perturbation_normal", "perturbation_length", "start_spread"})
        if (holds(name))
            collect(problems,
                    [&] { copy.set_attribute("/", name, std::strtod(archive.read_text(name).c_str(), nullptr)); });
    if (holds("perturbation_seed"))
        collect(problems, [&] {
            const std::uint64_t seed = std::strtoull(archive.read_text("perturbation_seed").c_str(), nullptr, 10);
            copy.set_attribute("/", "seed", seed);
        });
    if (holds("context"))
        collect(problems, [&] {
            const double samples = read_number(archive, "context", copy);
            if (!(samples >= 1 && samples <= 1e9 && samples == std::floor(samples)))
                throw DataError(copy.where("/context"), "must be a whole number of given samples, 1 or more");
            copy.set_attribute("/", "context", static_cast<std::int64_t>(samples));
        });
    if (holds("rollout_seconds"))
        collect(problems,
                [&] { copy.set_attribute("/", "rollout_seconds", read_number(archive, "rollout_seconds", copy)); });
    if (holds("protocol"))
        collect(problems, [&] {
            copy.make_group("/system");
            copy.write_text("/system/protocol", archive.read_text("protocol"));
        });
    // A message on states that are missing lists the arrays that there are, so the copy has their names.
    if (!(holds("x") && holds("v")) && !(holds("q") && holds("qdot")))
        for (const std::string& name : names)
            if (name.find_first_of("/.") == std::string::npos && !copy.has("/" + name))
                copy.make_array("/" + name, float64, {0}, {});
    if (!problems.empty()) throw DataError(std::move(problems));
    return copy;
}

}  // namespace cchnn
