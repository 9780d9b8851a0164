#include "dataset/reader/exported_arrays.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <sstream>

#include "core/errors.hpp"
#include "core/option.hpp"
#include "core/printable.hpp"
#include "core/to_size.hpp"
#include "dataset/dataset_layout.hpp"

namespace cchnn {
namespace {

// The bytes of numbers in memory order, which is little-endian as in files.
template <class T>
std::vector<char> bytes_of(const std::vector<T>& values) {
    std::vector<char> bytes(values.size() * sizeof(T));
    if (!bytes.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

// Whether the first axes of an array are these, in this order.
bool starts_with_axes(const ArrayLayout& layout, const std::vector<std::string>& axes) {
    return layout.axes.size() >= axes.size() && std::equal(axes.begin(), axes.end(), layout.axes.begin());
}

// Whether a name such as "system/json" is safe as a path below the output directory, and safe to print on a
// terminal.
bool is_relative_name(const std::string& name) {
    constexpr std::size_t longest = 200;  // with an ending: file systems take 255 bytes
    std::istringstream parts(name + "/");
    for (std::string part; std::getline(parts, part, '/');)
        if (part.empty() || part == "." || part == ".." || part.size() > longest || printable(part) != part)
            return false;
    return !name.empty();
}

bool is_chunk(const std::string& path) { return path.starts_with("/chunks/"); }

// Lists the arrays of one layout. Nothing is read yet: each array holds a function that reads rows when they
// are written.
class Exporter {
  public:
    Exporter(const Hdf5File& file, const TrajectoryFileInfo& info, int length)
        : file_(file), info_(info), length_(length) {}

    std::vector<ExportedArray> make(ExportLayout layout) {
        if (layout == ExportLayout::arrays) add_all();
        else if (layout == ExportLayout::rows) add_rows();
        else if (length_ > 0) add_pieces();
        else add_drawn();
        return std::move(arrays_);
    }

  private:
    // Adds an array whose rows are read by a function, which keeps a reference to this exporter.
    ExportedArray& add(const std::string& name, Element element, const Shape& shape, ReadRows rows) {
        arrays_.push_back({name, element, shape, std::move(rows), {}, "", ""});
        return arrays_.back();
    }

    // An array of the file, row by row.
    void add_stored(const std::string& path, const std::string& name) {
        const ArrayInfo array = file_.array(path);
        const auto rows = [this, path, shape = array.shape](std::uint64_t first, std::uint64_t count) {
            Shape start(shape.size(), 0), size = shape;
            if (!shape.empty()) {
                start[0] = first;
                size[0] = count;
            }
            return file_.read_bytes(path, start, size);
        };
        ExportedArray& added = add(name, array.element, array.shape, rows);
        if (is_text(array.element)) added.texts = file_.read_texts(path);
        if (path == "/system/json") {  // one text, also where a file has it in parts
            added.texts = {std::accumulate(added.texts.begin(), added.texts.end(), std::string())};
            added.shape = {};
        }
        describe(path, added);
    }

    // Takes the description from the layout and the unit from the file, where it may depend on the system.
    void describe(const std::string& path, ExportedArray& array) const {
        if (const ArrayLayout* layout = known_array(path)) array.long_name = layout->long_name;
        for (const AttributeInfo& a : file_.attributes(path))
            if (a.name == "units" && is_text(a.element)) array.unit = split_texts(file_.attribute_bytes(path, a)).at(0);
    }

    // Every array of the file under its own name, also those that this program does not know. Names become file
    // names, so they are checked.
    void add_all() {
        std::vector<Problem> problems;
        for (const Entry& entry : file_.entries()) {
            if (entry.kind != Entry::Kind::array) continue;
            if (is_relative_name(entry.path.substr(1))) add_stored(entry.path, entry.path.substr(1));
            else
                problems.push_back({file_.path().string() + ":" + entry.path,
                                    "cannot be exported: its name is not valid as a file name below the "
                                    "output; remove or rename it"});
        }
        if (!problems.empty()) throw DataError(std::move(problems));
    }

    // One row for each trajectory: all arrays whose first axis is the trajectory, and the times, which are the
    // same for all and repeated in each row.
    void add_rows() {
        for (const ArrayLayout& layout : array_layouts())
            if (file_.has(layout.path) && starts_with_axes(layout, {"trajectory"}) && !is_chunk(layout.path))
                add_stored(layout.path, layout.path.substr(1));
        const std::uint64_t samples = info_.samples;
        ExportedArray& times = add("t", float64, {info_.count, samples}, [this](std::uint64_t, std::uint64_t count) {
            std::vector<double> repeated;
            for (std::uint64_t i = 0; i < count; ++i)
                repeated.insert(repeated.end(), info_.times.begin(), info_.times.end());
            return bytes_of(repeated);
        });
        describe("/t", times);
    }

    // The training windows that the dataset stores, one row for each.
    void add_drawn() {
        if (!file_.has("/chunks/x"))
            throw UsageError(option("layout"), "chunks: " + file_.path().string() +
                                                   " has none, only training sets do; " + option("length") +
                                                   " L cuts any set into windows");
        for (const ArrayLayout& layout : array_layouts())
            if (file_.has(layout.path) && is_chunk(layout.path) && starts_with_axes(layout, {"trajectory"}))
                add_stored(layout.path, layout.path.substr(std::strlen("/chunks/")));
        add_stored("/trajectory", "trajectory");
    }

    // Cuts every trajectory into windows of equal length, one after the other; samples behind the last whole
    // window are left out.
    void add_pieces() {
        if (info_.members > 0)
            throw UsageError(option("length"),
                             file_.path().string() + " is an ensemble, which is not cut into windows");
        pieces_ = info_.samples / length_;
        if (pieces_ == 0)
            throw UsageError(option("length"), "is " + std::to_string(length_) + ", but a trajectory has " +
                                                   std::to_string(info_.samples) + " samples");
        for (const ArrayLayout& layout : array_layouts())
            if (file_.has(layout.path) && starts_with_axes(layout, {"trajectory", "t"})) add_cut(layout.path);
        const std::uint64_t rows = info_.count * pieces_;
        ExportedArray& times =
            add("t", float64, {rows, to_size(length_)}, [this](std::uint64_t first, std::uint64_t count) {
                std::vector<double> times_of_rows;
                for (std::uint64_t row = first; row < first + count; ++row)
                    for (std::size_t k = 0; k < to_size(length_); ++k)
                        times_of_rows.push_back(info_.times[start_of(row) + k]);
                return bytes_of(times_of_rows);
            });
        describe("/t", times);
        add_numbers("start", rows, [this](std::uint64_t row) { return start_of(row); });
        add_numbers("trajectory", rows, [this](std::uint64_t row) { return row / pieces_; });
    }

    // The sample at which the window in a row begins.
    std::uint64_t start_of(std::uint64_t row) const { return row % pieces_ * to_size(length_); }

    // A column of whole numbers that follow from the row's number.
    void add_numbers(const std::string& name, std::uint64_t rows,
                     const std::function<std::uint64_t(std::uint64_t)>& value) {
        add(name, int64, {rows}, [value](std::uint64_t first, std::uint64_t count) {
            std::vector<std::int64_t> numbers;
            for (std::uint64_t row = first; row < first + count; ++row) numbers.push_back(value(row));
            return bytes_of(numbers);
        }).unit = "1";
    }

    // Adds all windows of an array. Windows of one trajectory follow one another, so whole trajectories are
    // read and the requested rows are cut out of them.
    void add_cut(const std::string& path) {
        const ArrayInfo array = file_.array(path);
        Shape shape = array.shape;
        shape.insert(shape.begin(), info_.count * pieces_);
        shape[1] = length_;
        shape.erase(shape.begin() + 2);
        const std::uint64_t sample_bytes =
            byte_count({array.shape.begin() + 2, array.shape.end()}, array.element.bytes);
        const auto rows = [this, path, stored = array.shape, sample_bytes](std::uint64_t first, std::uint64_t count) {
            const std::uint64_t begin = first / pieces_, end = (first + count - 1) / pieces_ + 1;
            Shape start(stored.size(), 0), size = stored;
            start[0] = begin;
            size[0] = end - begin;
            const std::vector<char> whole = file_.read_bytes(path, start, size);
            std::vector<char> cut;
            for (std::uint64_t row = first; row < first + count; ++row) {
                const std::uint64_t first_byte = ((row / pieces_ - begin) * stored[1] + start_of(row)) * sample_bytes;
                const auto from = whole.begin() + first_byte;
                cut.insert(cut.end(), from, from + to_size(length_) * sample_bytes);
            }
            return cut;
        };
        describe(path, add(path.substr(1), array.element, shape, rows));
    }

    const Hdf5File& file_;
    const TrajectoryFileInfo& info_;
    int length_;
    std::uint64_t pieces_ = 0;
    std::vector<ExportedArray> arrays_;
};

}  // namespace

// The same array rounded to float32 as it is read; other types stay.
ExportedArray as_float32(ExportedArray array) {
    if (array.element != float64) return array;
    array.element.bytes = sizeof(float);
    array.rows = [rows = std::move(array.rows)](std::uint64_t first, std::uint64_t count) {
        const std::vector<char> bytes = rows(first, count);
        std::vector<float> rounded(bytes.size() / sizeof(double));
        for (std::size_t i = 0; i < rounded.size(); ++i) {
            double number;
            std::memcpy(&number, &bytes[i * sizeof number], sizeof number);
            rounded[i] = static_cast<float>(number);
        }
        return bytes_of(rounded);
    };
    return array;
}

std::vector<ExportedArray> exported_arrays(const Hdf5File& file, const TrajectoryFileInfo& info, ExportLayout layout,
                                           int length) {
    // The lambdas of an array refer to the exporter: it lives as long as they do.
    const auto exporter = std::make_shared<Exporter>(file, info, length);
    std::vector<ExportedArray> arrays = exporter->make(layout);
    for (ExportedArray& array : arrays)
        array.rows = [exporter, rows = std::move(array.rows)](std::uint64_t first, std::uint64_t count) {
            return rows(first, count);
        };
    return arrays;
}

}  // namespace cchnn
