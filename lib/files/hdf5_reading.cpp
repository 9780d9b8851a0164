#include "files/array_reading.hpp"

#include <hdf5.h>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "core/errors.hpp"
#include "core/stop.hpp"
#include "core/to_size.hpp"
#include "files/hdf5_chunks.hpp"
#include "files/hdf5_handles.hpp"
#include "files/hdf5_values.hpp"

namespace cchnn {
namespace {

// Lists everything that an HDF5 file links to, without following a link out of the file. Loops of hard links
// end, because each group is visited once.

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
        std::ranges::sort(entries_, {}, &Entry::path);
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

// `file` is the identifier of an open file (hid_t). Returns at most `most` entries, sorted by path.
std::vector<Entry> walk(std::int64_t file, std::size_t most) { return Walk(file, most).run(); }

constexpr std::size_t most_objects = 1000;

// Reads `count` values by `read`(type in memory, buffer) in the form of Part::Form::values.
template <class Read>
void read_canonical(hid_t file_type, hid_t space, std::uint64_t count, const Place& place, const Read& read) {
    if (count == 0) return;
    const Element element = element_of(file_type);
    // HDF5 does not convert between ASCII and UTF-8, of which ASCII is a part.
    const Id type = type_of(element, is_text(element) ? H5Tget_cset(file_type) : H5T_CSET_UTF8);
    if (!is_text(element)) return read(type, place(count * element.bytes));
    std::vector<char> out;
    if (element.kind == Element::Kind::variable_text) {
        std::vector<char*> pointers(count);
        read(type, pointers.data());
        for (const char* text : pointers) append_text(out, text ? text : "", text ? std::strlen(text) : 0);
        H5Dvlen_reclaim(type, space, H5P_DEFAULT, pointers.data());
    } else {
        std::vector<char> raw(count * element.bytes);
        read(type, raw.data());
        for (std::uint64_t i = 0; i < count; ++i) append_text(out, raw.data() + i * element.bytes, element.bytes);
    }
    std::memcpy(place(out.size()), out.data(), out.size());
}

// The name by which the checks know a filter (allowed_filters in hdf5_safety.cpp). Others are named by their
// number and the name that the file gives them, for the error message.
std::string filter_text(hid_t plist, unsigned i) {
    unsigned flags = 0, config = 0, values[1];
    std::size_t value_count = 0;
    char name[64] = "";
    const int filter = H5Pget_filter2(plist, i, &flags, &value_count, values, sizeof name - 1, name, &config);
    switch (filter) {
        case H5Z_FILTER_DEFLATE: return "deflate";
        case H5Z_FILTER_SHUFFLE: return "shuffle";
        case H5Z_FILTER_FLETCHER32: return "fletcher32";
        default: return "filter " + std::to_string(filter) + (name[0] ? std::string(" (") + name + ")" : "");
    }
}

// Keeps the last two objects open between questions, such as the positions and velocities of a file.
class LocalHdf5 : public ArrayReading {
  public:
    LocalHdf5(std::int64_t id, std::filesystem::path path) : id_(id), path_(std::move(path)) {}
    std::uint64_t file_bytes() const override;
    const std::vector<Object>& objects() override;
    void read(const Part& part, const Place& place) override;

  private:
    Object described(Entry entry) const;
    ArrayInfo array(const std::string& path) const;
    std::vector<AttributeInfo> attributes(const std::string& path) const;
    void read_attribute(const std::string& path, const AttributeInfo& attribute, const Place& place) const;
    void read_values(const std::string& path, const Shape& start, const Shape& count, const Place& place) const;
    void read_doubles(const std::string& path, const Shape& start, const Shape& count, double* out) const;
    std::uint64_t text_bytes(const std::string& path) const;
    std::string where(const std::string& inside) const { return path_.string() + ":" + inside; }
    [[noreturn]] void cannot_read(const std::string& path) const {
        throw DataError(where(path), "cannot be read: " + reason());
    }
    Id readable(hid_t id, const std::string& path) const {
        if (id < 0) cannot_read(path);
        return Id(id);
    }
    struct Opened {
        Id id;
        std::string path;
    };
    // The object at a path. It stays open until two others are asked for, because questions about one object
    // come together, and most of their time is spent in opening it.
    hid_t opened_object(const std::string& path) const {
        return is_open(path) ? hid_t{opened_[0].id} : keep(H5Oopen(id_, path.c_str(), H5P_DEFAULT), path);
    }
    hid_t opened_array(const std::string& path) const {
        if (is_open(path) && H5Iget_type(opened_[0].id) == H5I_DATASET) return opened_[0].id;
        return keep(H5Dopen2(id_, path.c_str(), H5P_DEFAULT), path);
    }
    // Whether it is; then it is the first.
    bool is_open(const std::string& path) const {
        if (opened_[1].path == path) std::swap(opened_[0], opened_[1]);
        return opened_[0].path == path && opened_[0].id >= 0;
    }
    hid_t keep(hid_t id, const std::string& path) const {
        Opened next{readable(id, path), path};
        opened_[1] = std::exchange(opened_[0], std::move(next));
        return opened_[0].id;
    }

    hid_t id_;
    std::filesystem::path path_;
    std::vector<Object> objects_;
    mutable std::array<Opened, 2> opened_;  // the last one first
};

std::uint64_t LocalHdf5::file_bytes() const {
    hsize_t bytes = 0;
    H5Fget_filesize(id_, &bytes);
    return bytes;
}

// Described at the first question. The root, which no link leads to, is one of the objects.
const std::vector<Object>& LocalHdf5::objects() {
    if (!objects_.empty()) return objects_;
    const std::vector<Entry> links = walk(id_, most_objects);
    if (links.size() >= most_objects)
        throw DataError(path_.string(),
                        "holds " + std::to_string(most_objects) + " objects or more; this is not a trajectory file");
    objects_.push_back(described({Entry::Kind::group, "/"}));
    for (const Entry& link : links) objects_.push_back(described(link));
    return objects_;
}

// One object that cannot be described leaves the others readable.
Object LocalHdf5::described(Entry entry) const {
    Object object{std::move(entry), {}, {}, ""};
    const bool is_array = object.entry.kind == Entry::Kind::array;
    try {
        if (is_array) object.array = array(object.entry.path);
        if (is_array || object.entry.kind == Entry::Kind::group) object.attributes = attributes(object.entry.path);
    } catch (const DataError& error) {
        object.problem = error.problems().front().what;
    }
    return object;
}

// Takes everything from the header of the array and its index of chunks and reads no values, so it is safe to
// call before the array was checked.
ArrayInfo LocalHdf5::array(const std::string& path) const {
    const hid_t array = opened_array(path);
    const Id space(H5Dget_space(array)), type(H5Dget_type(array)), creation(H5Dget_create_plist(array));
    ArrayInfo info{element_of(type), shape_of(space), {}, H5Dget_storage_size(array), 0, {}, false, false};
    const H5D_layout_t layout = H5Pget_layout(creation);
    info.is_virtual = layout == H5D_VIRTUAL;
    info.is_external = H5Pget_external_count(creation) > 0;
    for (int i = 0; i < H5Pget_nfilters(creation); ++i) info.filters.push_back(filter_text(creation, i));
    if (layout != H5D_CHUNKED) return info;
    std::vector<hsize_t> chunk(info.shape.size());
    if (H5Pget_chunk(creation, count_of(chunk), chunk.data()) < 0) cannot_read(path);
    info.chunk.assign(chunk.begin(), chunk.end());
    hsize_t chunks = 0;
    if (H5Dget_num_chunks(array, space, &chunks) < 0) cannot_read(path);
    info.stored_chunks = chunks;
    return info;
}

// Sorted by name, so that two files with equal contents are described and reported equally.
std::vector<AttributeInfo> LocalHdf5::attributes(const std::string& path) const {
    const hid_t object = opened_object(path);
    std::vector<std::string> names;
    const auto add = [](hid_t, const char* name, const H5A_info_t*, void* data) -> herr_t {
        static_cast<std::vector<std::string>*>(data)->emplace_back(name);
        return 0;
    };
    if (H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, add, &names) < 0) cannot_read(path);
    std::ranges::sort(names);
    std::vector<AttributeInfo> found;
    for (const std::string& name : names) {
        const Id attribute = readable(H5Aopen(object, name.c_str(), H5P_DEFAULT), path + "@" + name);
        found.push_back({name, element_of(Id(H5Aget_type(attribute))), shape_of(Id(H5Aget_space(attribute)))});
    }
    return found;
}

void LocalHdf5::read(const Part& part, const Place& place) {
    throw_if_stopped();
    const std::string& path = part.object.entry.path;
    if (part.attribute) return read_attribute(path, *part.attribute, place);
    if (part.form == Part::Form::values) return read_values(path, part.start, part.count, place);
    if (part.form == Part::Form::text_bytes) {
        const std::uint64_t bytes = text_bytes(path);
        std::memcpy(place(sizeof bytes), &bytes, sizeof bytes);
    } else if (const std::uint64_t bytes = byte_count(part.count, sizeof(double)); bytes > 0)
        read_doubles(path, part.start, part.count, reinterpret_cast<double*>(place(bytes)));
}

void LocalHdf5::read_attribute(const std::string& path, const AttributeInfo& info, const Place& place) const {
    const std::string inside = path + "@" + info.name;
    const Id attribute = readable(H5Aopen(opened_object(path), info.name.c_str(), H5P_DEFAULT), inside);
    const Id space(H5Aget_space(attribute)), file_type(H5Aget_type(attribute));
    read_canonical(file_type, space, byte_count(info.shape, 1), place, [&](hid_t type, void* out) {
        if (H5Aread(attribute, type, out) < 0) cannot_read(inside);
    });
}

// Chunks that are deflated are inflated by this program, because HDF5 inflates as far as the stream goes and
// its own check of sizes comes too late (hdf5_chunks.hpp). Numbers with checksums are read there, too, which is faster.
// Everything else is read by HDF5.
void LocalHdf5::read_values(const std::string& path, const Shape& start, const Shape& count, const Place& place) const {
    const hid_t array = opened_array(path);
    const Id space(H5Dget_space(array)), memory(space_of(count)), file_type(H5Dget_type(array));
    const bool is_variable = H5Tis_variable_str(file_type) > 0;
    const Id transfer = is_variable ? text_transfer() : Id();
    read_canonical(file_type, memory, byte_count(count, 1), place, [&](hid_t type, void* out) {
        if (read_whole_chunks({array, type, start, count}, where(path), out)) return;
        const hid_t how = is_variable ? hid_t{transfer} : H5P_DEFAULT;
        if (!select(space, start, count) || H5Dread(array, type, memory, space, how, out) < 0) cannot_read(path);
    });
}

// HDF5 converts every kind of number to double on the way; out has room for all values of the box.
void LocalHdf5::read_doubles(const std::string& path, const Shape& start, const Shape& count, double* out) const {
    const hid_t array = opened_array(path);
    const Id space(H5Dget_space(array)), memory(space_of(count));
    if (read_whole_chunks({array, H5T_NATIVE_DOUBLE, start, count}, where(path), out)) return;
    if (!select(space, start, count) || H5Dread(array, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, out) < 0)
        cannot_read(path);
}

// The bytes that the texts of variable length take in memory, without the pointers to them. Nothing is read for
// it.
std::uint64_t LocalHdf5::text_bytes(const std::string& path) const {
    const hid_t array = opened_array(path);
    const Id type(H5Dget_type(array)), space(H5Dget_space(array));
    hsize_t bytes = 0;
    if (H5Dvlen_get_buf_size(array, type, space, &bytes) < 0)
        throw DataError(where(path), "contains texts that cannot be read");
    return bytes;
}

}  // namespace

std::unique_ptr<ArrayReading> read_hdf5_here(std::int64_t id, std::filesystem::path shown_as) {
    return std::make_unique<LocalHdf5>(id, std::move(shown_as));
}

}  // namespace cchnn
