#pragma once
// The files of one dataset appear together: written into a staging directory in the same file system, moved into place
// by commit(). Until then an earlier dataset stays as it was; an exception or Ctrl-C removes the staging directory,
// and the one around it when that was made for it.
// Files of other names in the final directory (a user's own) are never touched. Throws IoError.

#include <filesystem>
#include <string>
#include <vector>

namespace cchnn {

// Throws what the constructor would, without making anything.
void require_place_for(const std::filesystem::path& directory, const std::vector<std::string>& names, bool overwrite);

class StagedDirectory {
  public:
    // `names`: every file a dataset can have. Throws when one of them exists already and may not be replaced, or what
    // would make commit() fail is known. `staging` is emptied of what a killed run left there.
    StagedDirectory(const std::filesystem::path& directory, std::vector<std::string> names, bool overwrite,
                    const std::filesystem::path& staging);
    ~StagedDirectory();
    StagedDirectory(const StagedDirectory&) = delete;
    StagedDirectory& operator=(const StagedDirectory&) = delete;

    const std::filesystem::path& path() const { return staged_; }

    // Moves what was written into place; files of an earlier dataset that have no successor are removed.
    void commit();

  private:
    std::filesystem::path final_, staged_;
    std::filesystem::path made_parent_;  // of staged_, when it was not there before
    std::vector<std::string> names_;
};

}  // namespace cchnn
