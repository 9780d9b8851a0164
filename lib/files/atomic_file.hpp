#pragma once
// A file that exists is complete: written under another name in the same directory, synced, then renamed, and the
// directory synced, so that neither a crash nor a full disk leaves half a file under the final name.
// What a run that was killed left beside the final name, ".NAME.PID-N.part", is removed by the next one an hour later.
// Throws IoError with the file and the operating system's reason.

#include <filesystem>
#include <string>

namespace cchnn {

// When a file is synced: with its directory, as it gets its final name; or by StagedDirectory::commit(), once for all files
// of a dataset, as each wait for the disk takes as long as writing a small file.
enum class Sync { now, by_staged_directory };

// The temporary file of a final one. Exists, empty, from the constructor on; the destructor removes it unless commit()
// has given it its final name.
class PendingFile {
  public:
    // Throws as well when the final file exists and may not be overwritten, naming --force.
    PendingFile(const std::filesystem::path& final_path, bool overwrite);
    ~PendingFile();
    PendingFile(const PendingFile&) = delete;
    PendingFile& operator=(const PendingFile&) = delete;

    const std::filesystem::path& temporary_path() const { return temporary_; }
    const std::filesystem::path& final_path() const { return final_; }
    void commit(Sync sync = Sync::now);

  private:
    std::filesystem::path final_, temporary_;
    bool overwrite_;
    bool committed_ = false;
};

void write_file_atomically(const std::filesystem::path& path, const std::string& content, bool overwrite,
                           Sync sync = Sync::now);

}  // namespace cchnn
