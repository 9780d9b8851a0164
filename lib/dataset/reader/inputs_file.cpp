#include "dataset/reader/inputs_file.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <memory>

#include "core/counted.hpp"
#include "core/errors.hpp"
#include "core/nearest_name.hpp"
#include "core/option.hpp"
#include "core/sha256.hpp"
#include "dataset/reader/layout_check.hpp"
#include "files/hdf5_safety.hpp"
#include "files/numpy/npz_file.hpp"
#include "sample/input_signals.hpp"

namespace cchnn {
namespace {

NpyArray read_array(const Hdf5File& file, const std::string& name) {
    const std::string path = "/" + name;
    const ArrayInfo info = file.array(path);
    std::vector<Problem> problems;
    if (!check_is_floating(file, path, info.element, problems)) throw DataError(problems);
    NpyArray array{info.shape, {}};
    file.read_doubles(path, Shape(array.shape.size(), 0), array.shape, array.values);
    return array;
}

// A file of either kind.
struct Archive {
    std::string prefix;  // of names in messages
    std::vector<std::string> names;
    std::vector<std::string> ids;  // of the columns of u, if the file says it
    std::function<NpyArray(const std::string&)> read;
    bool has(const std::string& name) const { return std::ranges::find(names, name) != names.end(); }
};

Archive open_npz(const std::filesystem::path& path) {
    const auto file = std::make_shared<const NpzFile>(path);
    return {path.string() + ":", file->names(), {}, [file](const std::string& name) { return file->read(name); }};
}

Archive open_hdf5(const std::filesystem::path& path) {
    const auto file = std::make_shared<const Hdf5File>(Hdf5File::open(path));
    if (auto unsafe = find_unsafe_content(*file); !unsafe.empty()) throw DataError(std::move(unsafe));
    Archive archive{path.string() + ":/", {}, {}, [file](const std::string& name) { return read_array(*file, name); }};
    for (const Entry& entry : file->entries())
        if (entry.kind == Entry::Kind::array && entry.path.rfind('/') == 0)
            archive.names.push_back(entry.path.substr(1));
    if (file->has("/system/inputs/id")) archive.ids = file->read_texts("/system/inputs/id");
    return archive;
}

// Takes the inputs of a system from the arrays of a file, all of them in one array or each in its own, and checks
// shapes and values; collects every problem before it gives up.
class Reading {
  public:
    Reading(const Archive& archive, const ConstrainedSystem& system, TimeGrid times)
        : archive_(archive), system_(system), inputs_(system.inputs()), samples_(times.samples), times_(times) {}

    InputsFile read() {
        InputsFile made;
        if (archive_.has("u")) arrays_.push_back(archive_.read("u"));
        if (!arrays_.empty() && arrays_.front().shape.size() == 3) take_all(arrays_.front());
        else take_each();
        if (!problems_.empty()) throw DataError(std::move(problems_));
        made.given = put_together();
        made.sha256 = hash_.hex();
        return made;
    }

  private:
    // The values of one input, (rows, length): value k of a row lies `step` values after value k - 1.
    struct Column {
        const std::vector<double>* values = nullptr;
        std::size_t rows = 0, length = 0, first = 0, step = 1;
        bool shared = false;
        double at(std::size_t k) const { return (*values)[first + k * step]; }
    };

    void take_all(const NpyArray& u) {
        const std::string where = archive_.prefix + "u";
        if (u.shape[2] != inputs_.size() || u.shape[0] == 0) {
            problems_.push_back({where, "shape is " + to_text(u.shape) + ", expected (N, samples, " +
                                            std::to_string(inputs_.size()) +
                                            ") with N >= 1: trajectory, sample, input"});
            return;
        }
        for (std::size_t i = 0; i < archive_.ids.size() && i < inputs_.size(); ++i)
            if (archive_.ids[i] != inputs_[i].id)
                problems_.push_back({where, "column " + std::to_string(i) + " is the input " + archive_.ids[i] + ", " +
                                                system_.name() + " has " + inputs_[i].id + " there"});
        for (std::size_t i = 0; i < inputs_.size(); ++i)
            add({&u.values, u.shape[0], u.shape[1], i, inputs_.size(), false}, i, where);
    }

    void take_each() {
        std::vector<std::string> held;
        for (const Input& input : inputs_)
            if (!input.formula) held.push_back(input.id);
        for (const std::string& name : archive_.names) {
            const auto found = std::ranges::find(inputs_, name, &Input::id);
            if (found == inputs_.end())
                problems_.push_back(
                    {archive_.prefix + name, "is not an input of " + system_.name() + suggestion(name, held)});
            else if (found->formula)
                problems_.push_back({archive_.prefix + name, "is a formula of t in " + system_.name() +
                                                                 " and takes no values; leave the array out"});
        }
        for (std::size_t i = 0; i < inputs_.size(); ++i) {
            const std::string where = archive_.prefix + inputs_[i].id;
            if (inputs_[i].formula) add({}, i, where);
            else if (archive_.has(inputs_[i].id)) take_one(i, where);
            else
                problems_.push_back({where, "is missing: the values of this input, (N, " + std::to_string(samples_) +
                                                ") or (" + std::to_string(samples_) + "), shared by all trajectories"});
        }
    }

    void take_one(std::size_t i, const std::string& where) {
        try {
            arrays_.push_back(archive_.read(inputs_[i].id));
        } catch (const DataError& error) {
            problems_.insert(problems_.end(), error.problems().begin(), error.problems().end());
            return;
        }
        const Shape& shape = arrays_.back().shape;
        const std::size_t axes = shape.size();
        if (axes < 1 || axes > 2 || shape[0] == 0) {
            problems_.push_back({where, "shape is " + to_text(shape) + ", expected (N, " + std::to_string(samples_) +
                                            ") with N >= 1, or (" + std::to_string(samples_) +
                                            "), shared by all trajectories"});
            return;
        }
        const bool shared = axes == 1;
        add({&arrays_.back().values, shared ? 1 : shape[0], shape.back(), 0, 1, shared}, i, where);
    }

    // Checks a column, and adds it to the digest. One of a formula stays empty.
    void add(Column column, std::size_t i, const std::string& where) {
        if (inputs_[i].formula) column = {};
        else if (check(column, i, where)) digest(column, i);
        columns_.push_back(column);
    }

    bool check(const Column& column, std::size_t i, const std::string& where) {
        if (column.length < samples_) {
            problems_.push_back({where, "holds " + counted(column.length, "value") + " a trajectory, " +
                                            counted(samples_, "sample") + " need " + std::to_string(samples_)});
            return false;
        }
        if (!column.shared && rows_ != 0 && column.rows != rows_) {
            problems_.push_back({where, "holds " + trajectories_text(column.rows) + ", " + rows_of_ + " holds " +
                                            std::to_string(rows_)});
            return false;
        }
        if (!column.shared && rows_ == 0) {
            rows_ = column.rows;
            rows_of_ = inputs_[i].id;
        }
        for (std::size_t k = 0; k < column.rows * column.length; ++k) {
            const double value = column.at(k);
            if (std::isfinite(value)) continue;
            problems_.push_back(
                {where, "must be finite, got " + std::to_string(value) + " for " + inputs_[i].id +
                            (column.shared ? "" : " in trajectory " + std::to_string(k / column.length)) +
                            " at sample " + std::to_string(k % column.length)});
            return false;
        }
        return true;
    }

    void digest(const Column& column, std::size_t i) {
        const std::string head = inputs_[i].id + " (" + (column.shared ? "" : std::to_string(column.rows) + ",") +
                                 std::to_string(column.length) + ")\n";
        hash_.add(head.data(), head.size());
        for (std::size_t k = 0; k < column.rows * column.length; ++k) {
            const double value = column.at(k);
            hash_.add(&value, sizeof value);
        }
    }

    GivenInputs put_together() const {
        GivenInputs given;
        given.shared = rows_ == 0;
        given.rows = given.shared ? 1 : rows_;
        const std::vector<double> formulas = formula_samples(inputs_, times_.dt, times_.samples);
        for (std::size_t row = 0; row < given.rows; ++row)
            for (std::size_t k = 0; k < samples_; ++k)
                for (std::size_t i = 0; i < inputs_.size(); ++i) {
                    const Column& from = columns_[i];
                    given.u.push_back(inputs_[i].formula ? formulas[k * inputs_.size() + i]
                                                         : from.at((from.shared ? 0 : row) * from.length + k));
                }
        return given;
    }

    const Archive& archive_;
    const ConstrainedSystem& system_;
    const std::vector<Input>& inputs_;
    const std::size_t samples_;
    const TimeGrid times_;
    std::deque<NpyArray> arrays_;  // that columns point into
    std::vector<Column> columns_;  // of each input
    std::vector<Problem> problems_;
    std::size_t rows_ = 0;  // trajectories; 0: of none yet
    std::string rows_of_;   // the input that has them
    Sha256 hash_;
};

}  // namespace

InputsFile read_inputs_file(const std::filesystem::path& path, const ConstrainedSystem& system, TimeGrid times) {
    const std::vector<Input>& inputs = system.inputs();
    if (std::ranges::all_of(inputs, [](const Input& input) { return input.formula != nullptr; }))
        throw UsageError(option("inputs"),
                         inputs.empty() ? system.name() + " has no inputs"
                                        : "the inputs of " + system.name() + " are formulas of t and take no values");
    const Archive archive = path.extension() == ".npz" ? open_npz(path) : open_hdf5(path);
    return Reading(archive, system, times).read();
}

}  // namespace cchnn
