#pragma once
// Writes files so that a file with its final name is complete. It is written under another name in the same
// directory, synced and renamed, and the directory is synced; neither a crash nor a full disk can leave half a
// file under the final name.
//
// A killed run leaves its temporary file ".NAME.PID-N.part". The next run that writes NAME removes it, since no process
// holds its lock any more. Throws IoError with the file and the reason of the operating system.

#include <filesystem>
#include <string>

#include "files/descriptor.hpp"

namespace cchnn {

// When a file reaches the disk: with its directory as it gets its final name, or by StagedDirectory::commit()
// together with all other files of a dataset, because each wait for the disk takes as long as writing a small
// file.
enum class Sync { now, by_staged_directory };

// Owns the temporary file of a final one. The constructor creates it, empty; the destructor removes it unless
// commit() has given it its final name. Writers open temporary_path() by their own means.
class PendingFile {
  public:
    // Also throws if the final file exists and may not be overwritten; the message then gives the option that allows
    // it.
    PendingFile(const std::filesystem::path& final_path, bool overwrite);
    ~PendingFile();
    PendingFile(const PendingFile&) = delete;
    PendingFile& operator=(const PendingFile&) = delete;

    const std::filesystem::path& temporary_path() const { return temporary_; }
    const std::filesystem::path& final_path() const { return final_; }
    void commit(Sync sync = Sync::now);

  private:
    std::filesystem::path final_, temporary_;
    Descriptor lock_;  // of the temporary file, until it has its final name
    bool overwrite_;
    bool committed_ = false;
};

// Writes a text that is in memory, as one atomic file.
void write_file_atomically(const std::filesystem::path& path, const std::string& content, bool overwrite,
                           Sync sync = Sync::now);

}  // namespace cchnn
