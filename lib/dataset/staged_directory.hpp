#pragma once
// The files of one dataset appear together: written into a hidden directory beside the final one, moved into place by
// commit(). Until then an earlier dataset stays as it was; an exception or Ctrl-C removes the hidden directory.
// Files of other names in the final directory (a user's own) are never touched. Throws IoError.

#include <filesystem>
#include <string>
#include <vector>

namespace cchnn {

class StagedDirectory {
  public:
    // `names`: every file a dataset can have. Throws when one of them exists already and may not be replaced.
    StagedDirectory(const std::filesystem::path& directory, std::vector<std::string> names, bool overwrite);
    ~StagedDirectory();
    StagedDirectory(const StagedDirectory&) = delete;
    StagedDirectory& operator=(const StagedDirectory&) = delete;

    const std::filesystem::path& path() const { return staged_; }

    // Moves what was written into place; files of an earlier dataset that have no successor are removed.
    void commit();

  private:
    std::filesystem::path final_, staged_;
    std::vector<std::string> names_;
};

}  // namespace cchnn
