#include "files/hdf5_walk.hpp"

#include <hdf5.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace cchnn {
namespace {

constexpr int deepest_group = 32;

// The links of a group, in native order. For other orders HDF5 1.10 builds a table that it frees before it is
// filled if the file is damaged.
std::vector<std::pair<std::string, H5L_type_t>> links_of(hid_t group, std::size_t most) {
    struct Found {
        std::vector<std::pair<std::string, H5L_type_t>> links;
        std::size_t most;
    } found{{}, most};
    const auto add = [](hid_t, const char* name, const H5L_info_t* info, void* data) -> herr_t {
        auto& result = *static_cast<Found*>(data);
        result.links.emplace_back(name, info->type);
        return result.links.size() >= result.most;
    };
    H5Literate(group, H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, add, &found);
    return found.links;
}

// Visits the groups depth first. Two things end it in a hostile file: a group that was seen before is not
// entered again, and neither is one below the deepest that is allowed.
class Walk {
  public:
    Walk(hid_t file, std::size_t most) : file_(file), most_(most) {}
    std::vector<Entry> run() {
        H5O_info_t info;
        if (H5Oget_info2(file_, &info, H5O_INFO_BASIC) >= 0) seen_.insert(info.addr);
        visit("", 0);
        std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) { return a.path < b.path; });
        return std::move(entries_);
    }

  private:
    void visit(const std::string& group_path, int depth) {
        if (depth == deepest_group) return;
        for (const auto& [name, type] : links_at(group_path)) {
            if (entries_.size() >= most_) return;
            const std::string path = group_path + "/" + name;
            entries_.push_back({kind_of(path, type), path});
            if (entries_.back().kind == Entry::Kind::group) visit(path, depth + 1);
        }
    }
    std::vector<std::pair<std::string, H5L_type_t>> links_at(const std::string& group_path) const {
        const hid_t group = H5Gopen2(file_, group_path.empty() ? "/" : group_path.c_str(), H5P_DEFAULT);
        auto links = links_of(group, most_);
        if (group >= 0) H5Gclose(group);
        return links;
    }
    // Looks at the kind of link first: a soft or external link is never followed. Only groups are remembered as
    // seen; an array with two links is listed twice.
    Entry::Kind kind_of(const std::string& path, H5L_type_t type) {
        if (type == H5L_TYPE_SOFT) return Entry::Kind::soft_link;
        if (type == H5L_TYPE_EXTERNAL) return Entry::Kind::external_link;
        H5O_info_t info;
        if (type != H5L_TYPE_HARD || H5Oget_info_by_name2(file_, path.c_str(), &info, H5O_INFO_BASIC, H5P_DEFAULT) < 0)
            return Entry::Kind::other_link;
        if (info.type == H5O_TYPE_DATASET) return Entry::Kind::array;
        if (info.type != H5O_TYPE_GROUP) return Entry::Kind::named_type;
        return seen_.insert(info.addr).second ? Entry::Kind::group : Entry::Kind::repeated_group;
    }

    hid_t file_;
    std::size_t most_;
    std::set<haddr_t> seen_;  // groups: a hard link may lead back to one
    std::vector<Entry> entries_;
};

}  // namespace

std::vector<Entry> walk(std::int64_t file, std::size_t most) { return Walk(file, most).run(); }

}  // namespace cchnn
