#include "stories/exchange/export_arrays.hpp"

#include <array>

#include "core/at_work.hpp"
#include "core/option.hpp"
#include "core/paths/given_directory.hpp"
#include "core/paths/input_files.hpp"
#include "files/array_appender.hpp"
#include "files/atomic_file.hpp"
#include "files/json_lines.hpp"
#include "files/numpy/npy_writer.hpp"
#include "stories/exchange/export_cards.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t piece_bytes = 4 << 20;
constexpr std::array<const char*, 4> export_names{"npz", "h5", "npy", "jsonl"};

// All arrays in one archive. It carries the digests, so that predictions made from it can say which test set
// they answer.
void write_npz(const fs::path& path, std::vector<ExportedArray>& arrays, const TrajectoryFile& checked,
               bool overwrite) {
    NpzWriter writer(path, overwrite);
    for (ExportedArray& array : arrays) {
        if (is_text(array.element)) writer.add_texts(array.name, array.shape, array.texts);
        else writer.add(array.name, array.element, array.shape, std::move(array.rows));
    }
    // What a prediction for it has to say it answers.
    writer.add_texts("truth_digest", {}, {checked.checked_truth_digest()});
    writer.add_texts("content_digest", {}, {checked.info().content_digest});
    const std::string& answers = checked.info().description.answers_truth;
    if (!answers.empty()) writer.add_texts("answers_truth", {}, {answers});  // a submission still answers its test set
    writer.finish();
}

// One .npy file for each array; "chunks/x" becomes chunks/x.npy.
void write_npy(const fs::path& directory, const std::vector<ExportedArray>& arrays, const TrajectoryFile& checked,
               bool overwrite) {
    const auto file = [&](const std::string& array) {
        const fs::path path = directory / (array + ".npy");
        make_directories(path.parent_path());
        return path;
    };
    for (const ExportedArray& array : arrays) {
        if (is_text(array.element)) write_npy_texts(file(array.name), array.shape, array.texts, overwrite);
        else write_npy_array(file(array.name), array.element, array.shape, array.rows, overwrite);
    }
    write_npy_texts(file("truth_digest"), {}, {checked.checked_truth_digest()}, overwrite);
    write_npy_texts(file("content_digest"), {}, {checked.info().content_digest}, overwrite);
}

// Writes one array in blocks of rows, about 4 MiB each, so that memory does not grow with the dataset.
void write_rows(Hdf5File& file, const ExportedArray& array) {
    const std::string path = "/" + array.name;
    file.make_array(path, array.element, array.shape, chunk_shape(array.shape, array.element.bytes));
    const std::uint64_t row_bytes = bytes_of_row(array.shape, array.element.bytes);
    const std::uint64_t most = row_bytes > 0 ? std::max<std::uint64_t>(1, piece_bytes / row_bytes) : array.shape[0];
    for (std::uint64_t first = 0; first < array.shape[0]; first += most) {
        Shape start(array.shape.size(), 0), count = array.shape;
        start[0] = first;
        count[0] = std::min(most, array.shape[0] - first);
        file.write(path, start, count, array.rows(first, count[0]).data());
    }
    if (!array.unit.empty()) file.set_attribute(path, "units", array.unit);
    if (!array.long_name.empty()) file.set_attribute(path, "long_name", array.long_name);
}

// The file gets its name when it is complete. "exported_from" holds the content digest of its dataset.
void write_hdf5(const fs::path& path, const std::vector<ExportedArray>& arrays, const TrajectoryFileInfo& info,
                bool overwrite) {
    PendingFile pending(path, overwrite);
    Hdf5File file = Hdf5File::create(pending.temporary_path(), path);
    for (const ExportedArray& array : arrays) write_rows(file, array);
    file.set_attribute("/", "exported_from", info.content_digest);
    file.close();
    pending.commit();
}

// One line for each row, with an object of all columns.
void write_lines(const fs::path& path, const std::vector<ExportedArray>& arrays, bool overwrite) {
    std::vector<LineColumn> columns;
    for (const ExportedArray& array : arrays) columns.push_back({array.name, array.element, array.shape, array.rows});
    write_json_lines(path, columns, overwrite);
}

// The format that was asked for; of a directory .npz; else by the end of the output's name, .npz if that says
// nothing.
ExportFormat format_of(const ExportOptions& options) {
    if (options.format) return *options.format;
    if (fs::is_directory(options.source)) return ExportFormat::npz;
    const std::string extension = options.output.extension().string();
    return export_format(extension.empty() ? "" : extension.substr(1)).value_or(ExportFormat::npz);
}

// Wraps a reader so that it reports progress as rows are read.
ReadRows with_count(ReadRows rows, AtWork& work) {
    return [rows = std::move(rows), &work](std::uint64_t first, std::uint64_t count) {
        work.add(count);
        return rows(first, count);
    };
}

// The rows of all arrays together, for progress.
std::uint64_t row_count(const std::vector<ExportedArray>& arrays) {
    std::uint64_t sum = 0;
    for (const ExportedArray& array : arrays) sum += array.shape.empty() || !array.rows ? 0 : array.shape[0];
    return sum;
}

// Opens the file twice: as trajectories, which checks it, and as HDF5, from which rows are read as they are
// written.
ExportReport export_file(const fs::path& source, const fs::path& output, const ExportOptions& options) {
    refuse_inputs(output, {source});
    const TrajectoryFile checked(source);
    const Hdf5File file = Hdf5File::open(source);
    std::vector<ExportedArray> arrays = exported_arrays(file, checked.info(), options.layout, options.length);
    ExportReport report{output, {}};
    AtWork work(Work::writing, row_count(arrays));
    for (ExportedArray& array : arrays) {
        if (options.float32) array = as_float32(std::move(array));
        if (array.rows) array.rows = with_count(std::move(array.rows), work);
        report.arrays.push_back({array.name, array.element, array.shape});
    }
    switch (format_of(options)) {
        case ExportFormat::npz: write_npz(output, arrays, checked, options.overwrite); break;
        case ExportFormat::h5: write_hdf5(output, arrays, checked.info(), options.overwrite); break;
        case ExportFormat::npy: write_npy(output, arrays, checked, options.overwrite); break;
        case ExportFormat::jsonl: write_lines(output, arrays, options.overwrite); break;
    }
    return report;
}

// Arrays of .npy go into a directory of the split's name.
std::string file_name(const std::string& split, ExportFormat format) {
    return format == ExportFormat::npy ? split : split + "." + name(format);
}

}  // namespace

const char* name(ExportFormat format) { return export_names[static_cast<std::size_t>(format)]; }

std::optional<ExportFormat> export_format(const std::string& text) {
    for (std::size_t i = 0; i < export_names.size(); ++i)
        if (text == export_names[i]) return static_cast<ExportFormat>(i);
    return std::nullopt;
}

std::vector<Problem> ExportOptions::check() const {
    std::vector<Problem> problems;
    const auto rule = [&](bool holds, const std::string& flag, const std::string& what) {
        if (!holds) problems.push_back({flag, what});
    };
    const std::string extension = output.extension().string();
    if (!fs::is_directory(source) && format != ExportFormat::npy)
        rule(extension == ".npz" || extension == ".h5" || extension == ".jsonl", option("output"),
             "must end in .npz, .h5 or .jsonl, got '" + output.string() + "'; for .npy files give " + option("format") +
                 " npy and a directory");
    const ExportFormat to = format_of(*this);
    rule(!(to == ExportFormat::h5 && layout == ExportLayout::arrays), option("layout"),
         "arrays in HDF5 would repeat the dataset itself; choose rows or chunks, or .npz");
    rule(!(to == ExportFormat::jsonl && layout == ExportLayout::arrays), option("layout"),
         "JSON lines need rows; choose rows or chunks");
    rule(length >= 0, option("length"), "must be at least 1, got " + std::to_string(length));
    rule(length == 0 || layout == ExportLayout::chunks, option("length"),
         "applies to chunks; add " + option("layout") + " chunks");
    return problems;
}

// A file gives one export; a directory gives one for each split, and for HDF5 and JSON lines also the cards that
// describe them (export_cards.hpp).
std::vector<ExportReport> export_arrays(const ExportOptions& options) {
    if (auto problems = options.check(); !problems.empty()) throw UsageError(std::move(problems));
    if (!fs::is_directory(options.source)) return {export_file(options.source, options.output, options)};
    std::vector<ExportReport> reports;
    make_directories(options.output);
    const ExportFormat format = format_of(options);
    for (const std::string split : {"train", "valid", "test"}) {
        const fs::path source = options.source / (split + ".h5");
        const bool drawn =
            options.layout == ExportLayout::chunks && options.length == 0;  // the training set alone has them
        if (!fs::exists(source) || (drawn && split != "train")) continue;
        reports.push_back(export_file(source, options.output / file_name(split, format), options));
    }
    if (reports.empty())
        throw IoError(options.source.string(), "has no dataset to export: no train.h5, valid.h5 or test.h5");
    if (format == ExportFormat::h5 || format == ExportFormat::jsonl) write_export_cards(options, format, reports);
    return reports;
}

}  // namespace cchnn
