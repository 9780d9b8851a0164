#pragma once
// Makes the files of one dataset appear together: they are written into a staging directory in the same file system,
// and commit() moves them into place. Until then an earlier dataset stays as it was. An exception or Ctrl-C removes the
// staging directory, and its parent if that was created for it. Files with other names in the final directory (a user's
// own) are never touched. Throws IoError.

#include <filesystem>
#include <string>
#include <vector>

namespace cchnn {

// Throws what the constructor would throw, without creating anything.
void require_place_for(const std::filesystem::path& directory, const std::vector<std::string>& names, bool overwrite);

// Owns the staging directory until commit(). UnfinishedDirectory::publish() and the benchmark's challenge make one.
class StagedDirectory {
  public:
    // `names`: every file that a dataset can have. Throws if one of them exists and may not be replaced, or if commit()
    // would fail. Files that a killed run left in `staging` are removed.
    StagedDirectory(const std::filesystem::path& directory, std::vector<std::string> names, bool overwrite,
                    const std::filesystem::path& staging);
    ~StagedDirectory();
    StagedDirectory(const StagedDirectory&) = delete;
    StagedDirectory& operator=(const StagedDirectory&) = delete;

    const std::filesystem::path& path() const { return staged_; }

    // Syncs the written files and moves them into place; files of an earlier dataset without a successor are removed.
    void commit();

  private:
    std::filesystem::path final_, staged_;
    std::filesystem::path made_parent_;  // parent of staged_, if it was created here
    std::vector<std::string> names_;
};

}  // namespace cchnn
