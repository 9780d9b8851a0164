#pragma once
// Opens a dataset or submission file for reading: its description, and its trajectories in blocks.
//
// Files come from strangers, so every length and type is checked before use, and links that leave the file,
// external storage and virtual datasets are rejected. HDF5 itself runs in another process without permissions
// (files/jail/). Throws IoError (cannot be opened), DataError (all problems at once, with their paths in the
// file).

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "dataset/dataset_description.hpp"
#include "dataset/reader/parameter_estimate.hpp"

namespace cchnn {

struct ContentDigest;
class ConstrainedSystem;

// What a file contains. A submission may consist of x and v alone: then kind is "submission", format_version
// that of this program, times are empty, dt is 0, and texts are empty. A dataset is complete.
struct TrajectoryFileInfo {
    int format_version = 0;
    DatasetDescription description;  // as it was written; system_json empty when a submission does not carry it
    std::uint64_t count = 0;         // N
    int samples = 0, nodes = 0, dimension = 0;
    int members = 0;                    // M of an ensemble; 0 when x, v have no such axis
    int coordinates = 0;                // m of /q; 0 when the file has none
    int tracks = 0;                     // P of /track_parameter; 0 when the file has none
    int angles = 0;                     // A of /counted_angle; 0 when the file has none
    int inputs = 0;                     // of /u; likewise
    std::uint64_t stored_together = 1;  // trajectories in a chunk of x (or q): HDF5 reads all or none of them
    bool in_coordinates = false;  // a submission of q, qdot without x, v; nodes and dimension are then the system's
    std::vector<double> times;    // (T) s, finite and increasing; empty when a submission does not carry them
    std::string system_name;
    std::string content_digest;                     // as stored; digests() recomputes
    std::string truth_digest;                       // as stored; "" in a submission, and in a dataset of before 0.2.0
    std::vector<ParameterEstimate> estimates = {};  // of a submission
};

// Who wrote a file. One that this command has just written itself is read without a separate process.
enum class WrittenBy { others, this_command };

// Owns the open file. Used by one thread at a time. Ranges first, count must lie within the file; callers
// guarantee it, and std::invalid_argument is thrown otherwise. Arrays passed by reference are resized.
class TrajectoryFile {
  public:
    explicit TrajectoryFile(const std::filesystem::path& path, WrittenBy writer = WrittenBy::others);
    // A submission may be given in q, qdot: read() then converts it to x, v. A file in x, v opens as above.
    TrajectoryFile(const std::filesystem::path& path, const GeneralisedCoordinates& coordinates);
    // The same for arrays made elsewhere: they may have momenta /p in place of velocities (momenta.hpp). The system
    // must outlive the file.
    TrajectoryFile(const std::filesystem::path& path, const GeneralisedCoordinates& coordinates,
                   const ConstrainedSystem& system);
    // The same for a submission to a known test set: arrays far larger than its own are rejected before they
    // are unpacked.
    TrajectoryFile(const std::filesystem::path& path, const GeneralisedCoordinates& coordinates,
                   const TrajectoryFileInfo& truth);
    ~TrajectoryFile();
    TrajectoryFile(TrajectoryFile&&) noexcept;
    TrajectoryFile& operator=(TrajectoryFile&&) noexcept;

    const std::filesystem::path& path() const;
    const TrajectoryFileInfo& info() const;

    // Reads trajectories first .. first+count-1 into x, v of (count, T, n, d). Of an ensemble it is the mean
    // over the members, which is its point forecast. Throws DataError for a submission in q that was opened
    // without its coordinates, or has another number of them.
    void read(std::uint64_t first, std::uint64_t count, std::vector<double>& x, std::vector<double>& v) const;
    // The first samples only, (count, samples, n, d).
    void read_first(std::uint64_t first, std::uint64_t count, int samples, std::vector<double>& x,
                    std::vector<double>& v) const;
    // States at t = 0 only, (count, n, d).
    void read_initial(std::uint64_t first, std::uint64_t count, std::vector<double>& x, std::vector<double>& v) const;

    // Of an ensemble, samples first .. first+samples-1 of all members of one trajectory, (M, samples, n, d).
    void read_members(std::uint64_t trajectory, int first, int samples, std::vector<double>& x,
                      std::vector<double>& v) const;
    // The number of samples whose x of all members together fills about 8 MiB, at least one; a block size for
    // read_members().
    int samples_at_once() const;
    void read_member(std::uint64_t trajectory, int member, std::vector<double>& x, std::vector<double>& v) const;

    // q, qdot of (count, T, m), where the file has them; of an ensemble (count, M, T, m).
    void read_coordinates(std::uint64_t first, std::uint64_t count, std::vector<double>& q,
                          std::vector<double>& qdot) const;

    // The truth digest of a dataset, which submissions name (truth_digest.hpp): the stored one, or computed if
    // none is stored.
    std::string truth_digest() const;
    // The truth digest computed from the arrays. Throws DataError if another one is stored, since the file was
    // then changed.
    std::string checked_truth_digest() const;
    // The content digest of what the file holds now (content_digest.hpp).
    std::string content_digest() const;
    // The same, with the digest of every array. Those in `known` (path -> digest of its values) are not read.
    ContentDigest digests(const std::map<std::string, std::string>& known = {}) const;
    // Whether read() gives the numbers of /x and /v as they are stored, so that their digests follow from it.
    bool reads_as_stored() const;
    // Number of trajectories by how they ended, by name ("completed"); empty for submissions.
    std::map<std::string, std::uint64_t> outcome_counts() const;
    // Which trajectories are completed; all of them in a file without /outcome.
    std::vector<bool> read_completed(std::uint64_t first, std::uint64_t count) const;
    // Trajectories first .. first+count-1 of an array whose first axis they are, "/energy", with all its other axes; empty
    // where the file has no such array.
    std::vector<double> rows(const std::string& array, std::uint64_t first, std::uint64_t count) const;
    // The shape of an array, and the texts of one; empty likewise. Throws DataError where an array has no texts.
    std::vector<std::uint64_t> shape(const std::string& array) const;
    std::vector<std::string> texts(const std::string& array) const;
    // The paths of all that is in a group, sorted.
    std::vector<std::string> paths_in(const std::string& group) const;
    // The energy dissipated minus the work done by inputs since t = 0, (count, T) [J]; empty if the file has
    // neither.
    void read_losses(std::uint64_t first, std::uint64_t count, std::vector<double>& lost) const;
    // The part of states beside positions and velocities at the first samples, (count, samples, P + A):
    // parameters of points on curves, then counted angles; empty if the file has none.
    void read_state_parameters(std::uint64_t first, std::uint64_t count, int samples,
                               std::vector<double>& parameters) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace cchnn
