#include "dataset/writer/submission_writer.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>

#include "core/number_text.hpp"
#include "core/paths/temporary_directory.hpp"
#include "files/numpy/npz_writer.hpp"

namespace cchnn {
namespace {

// Endings that a user would not expect to hold HDF5. Any other ending is accepted as HDF5.
constexpr std::array<const char*, 16> formats_of_others{".json", ".csv", ".tsv", ".txt", ".md",  ".html",
                                                        ".npy",  ".mat", ".pkl", ".pt",  ".pth", ".zip",
                                                        ".svg",  ".png", ".xml", ".yaml"};

std::string lower_case(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

// Rows are read from the temporary file while the archive is written, so memory does not grow with the array.
void add_array(NpzWriter& archive, const Hdf5File& file, const std::string& name) {
    const std::string path = "/" + name;
    const ArrayInfo info = file.array(path);
    archive.add(name, info.element, info.shape, [&file, path, info](std::uint64_t first, std::uint64_t count) {
        Shape start(info.shape.size(), 0), size = info.shape;
        start[0] = first;
        size[0] = count;
        return file.read_bytes(path, start, size);
    });
}

void add_number(NpzWriter& archive, const std::string& name, double number) {
    archive.add(name, float64, {}, [number](std::uint64_t, std::uint64_t) {
        std::vector<char> bytes(sizeof number);
        std::memcpy(bytes.data(), &number, sizeof number);
        return bytes;
    });
}

}  // namespace

// Why a name cannot be that of a submission; empty if it can. An ending in other letters than .npz would be
// taken for HDF5, so it is an error.
std::string wrong_suffix(const std::filesystem::path& path) {
    const std::string suffix = path.extension().string(), lower = lower_case(suffix);
    const bool other = std::ranges::find(formats_of_others, lower) != formats_of_others.end();
    if (!other && (lower != ".npz" || suffix == ".npz")) return "";
    return "must end in .h5 (HDF5) or .npz (NumPy), got '" + path.string() + "'";
}

// An archive needs all arrays before it is written: they go into a temporary file of HDF5 first.
struct SubmissionWriter::Archive {
    Archive(const std::filesystem::path& path, bool overwrite) : npz(path, overwrite) {}
    std::filesystem::path hdf5() const { return directory.path() / "submission.h5"; }

    NpzWriter npz;
    TemporaryDirectory directory{"npz"};
};

// Without an archive the file itself is written as HDF5. In both cases it gets its name in finish().
SubmissionWriter::SubmissionWriter(const std::filesystem::path& path, const DatasetDescription& description,
                                   const ConstrainedSystem& system, bool overwrite)
    : description_(description), system_(system.name()) {
    if (path.extension() == ".npz") archive_ = std::make_unique<Archive>(path, overwrite);
    writer_ = std::make_unique<DatasetWriter>(archive_ ? archive_->hdf5() : path, description, system, overwrite);
}
SubmissionWriter::~SubmissionWriter() = default;

void SubmissionWriter::append(const TrajectoryBatch& batch, const DerivedArrays& derived) {
    writer_->append(batch, derived);
}

void SubmissionWriter::set_rollout_time(const RolloutTime& time) {
    description_.rollout_time = time;
    writer_->set_rollout_time(time);
}

// Copies the arrays and attributes into the archive, if there is one. Returns the content digest of the HDF5
// form.
std::string SubmissionWriter::finish() {
    const std::string digest = writer_->finish();
    if (!archive_) return digest;
    const Hdf5File file = Hdf5File::open_own(archive_->hdf5());
    for (const char* name : {"x", "v", "q", "qdot", "t", "sensitivity/start", "sensitivity/parameters"})
        if (file.has(std::string("/") + name)) add_array(archive_->npz, file, name);
    const std::pair<const char*, const std::string&> texts[] = {
        {"system", system_},
        {"model", description_.model},
        {"notes", description_.notes},
        {"answers_truth", description_.answers_truth},
        {"protocol", description_.protocol_json},
        {"dropped_constraints", description_.dropped_constraints},
        {"naive", description_.naive}};
    for (const auto& [name, text] : texts)
        if (!text.empty()) archive_->npz.add_texts(name, {}, {text});
    for (const auto& [name, size] : {std::pair{"perturbation_normal", description_.perturbation_normal},
                                     {"perturbation_length", description_.perturbation_length},
                                     {"start_spread", description_.start_spread}})
        if (size) archive_->npz.add_texts(name, {}, {number_text(*size)});
    if (description_.perturbation_normal || description_.perturbation_length || description_.start_spread)
        archive_->npz.add_texts("perturbation_seed", {}, {std::to_string(description_.seed)});
    if (description_.context > 1) add_number(archive_->npz, "context", description_.context);
    if (const auto& time = description_.rollout_time) {
        add_number(archive_->npz, "rollout_seconds", time->seconds);
        if (!time->hardware.empty()) archive_->npz.add_texts("rollout_hardware", {}, {time->hardware});
    }
    archive_->npz.finish();
    return digest;
}

}  // namespace cchnn
