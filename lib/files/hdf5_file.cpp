#include "files/hdf5_file.hpp"

#include <hdf5.h>
#include <hdf5_hl.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "core/errors.hpp"
#include "core/overloaded.hpp"
#include "core/stop.hpp"
#include "files/first_bytes.hpp"
#include "files/hdf5_chunks.hpp"
#include "files/hdf5_walk.hpp"

namespace cchnn {
namespace {

// Owns any HDF5 identifier.
class Id {
  public:
    explicit Id(hid_t id = -1) : id_(id) {}
    ~Id() {
        if (id_ >= 0) H5Idec_ref(id_);
    }
    Id(Id&& other) noexcept : id_(std::exchange(other.id_, -1)) {}
    Id& operator=(Id&& other) noexcept {
        std::swap(id_, other.id_);
        return *this;
    }
    operator hid_t() const { return id_; }
    bool close() { return id_ < 0 || H5Idec_ref(std::exchange(id_, -1)) >= 0; }  // may find the disk full

  private:
    hid_t id_;
};

// Without its exit handler, which crashes when a full disk has kept a file from being closed. Our handles close
// themselves. Error printing and plug-ins are switched off per thread in some builds, therefore at every opening.
void prepare_library() {
    [[maybe_unused]] static const herr_t first = H5dont_atexit();  // counts only before any other call
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    H5PLset_loading_state(0);  // no filter plug-ins: they are code
}

herr_t keep_innermost(unsigned depth, const H5E_error2_t* error, void* text) {
    if (depth == 0 && error->desc) *static_cast<std::string*>(text) = error->desc;
    return 0;
}

// HDF5's innermost message; of a failed system call only the operating system's part. Any call of HDF5 clears it,
// closing an identifier too: what a failing call uses must have a name, or be part of the expression that throws.
std::string reason() {
    std::string text;
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_innermost, &text);
    H5Eclear2(H5E_DEFAULT);
    const std::string mark = "error message = '";
    if (const auto at = text.find(mark); at != std::string::npos) {
        const auto begin = at + mark.size();
        return text.substr(begin, text.find('\'', begin) - begin);
    }
    return text.empty() ? "HDF5 gives no reason" : text;
}

[[noreturn]] void cannot_write(const Hdf5File& file, const std::string& path) {
    throw IoError(file.path().string(), "cannot write " + path + ": " + reason());
}
[[noreturn]] void cannot_read(const Hdf5File& file, const std::string& path) {
    throw DataError(file.where(path), "cannot be read: " + reason());
}

Id readable(hid_t id, const Hdf5File& file, const std::string& path) {
    if (id < 0) cannot_read(file, path);
    return Id(id);
}
Id writable(hid_t id, const Hdf5File& file, const std::string& path) {
    if (id < 0) cannot_write(file, path);
    return Id(id);
}

Id text_type(std::size_t bytes, H5T_cset_t characters = H5T_CSET_UTF8) {
    Id type(H5Tcopy(H5T_C_S1));
    H5Tset_size(type, bytes);
    H5Tset_strpad(type, H5T_STR_NULLPAD);
    H5Tset_cset(type, characters);
    return type;
}

hid_t number_type(Element e) {
    const bool is_signed = e.kind == Element::Kind::integer;
    if (e.kind == Element::Kind::floating) return e.bytes == 4 ? H5T_IEEE_F32LE : H5T_IEEE_F64LE;
    switch (e.bytes) {
        case 1: return is_signed ? H5T_STD_I8LE : H5T_STD_U8LE;
        case 2: return is_signed ? H5T_STD_I16LE : H5T_STD_U16LE;
        case 4: return is_signed ? H5T_STD_I32LE : H5T_STD_U32LE;
        default: return is_signed ? H5T_STD_I64LE : H5T_STD_U64LE;
    }
}

Id type_of(Element e, H5T_cset_t characters = H5T_CSET_UTF8) {
    if (e.kind == Element::Kind::variable_text) return text_type(H5T_VARIABLE, characters);
    return e.kind == Element::Kind::text ? text_type(e.bytes, characters) : Id(H5Tcopy(number_type(e)));
}

Element integer_element(hid_t type) {
    const std::size_t bytes = H5Tget_size(type);
    if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8) return {Element::Kind::other, bytes};
    return {H5Tget_sign(type) == H5T_SGN_NONE ? Element::Kind::unsigned_integer : Element::Kind::integer, bytes};
}

Element element_of(hid_t type) {
    const std::size_t bytes = H5Tget_size(type);
    switch (H5Tget_class(type)) {
        case H5T_FLOAT: return {bytes == 4 || bytes == 8 ? Element::Kind::floating : Element::Kind::other_float, bytes};
        case H5T_INTEGER: return integer_element(type);
        case H5T_STRING:
            return {H5Tis_variable_str(type) > 0 ? Element::Kind::variable_text : Element::Kind::text, bytes};
        default: return {Element::Kind::other, bytes};
    }
}

Shape shape_of(hid_t space) {
    const int rank = H5Sget_simple_extent_ndims(space);
    Shape shape(static_cast<std::size_t>(std::max(rank, 0)));
    std::vector<hsize_t> lengths(shape.size());
    if (rank > 0) H5Sget_simple_extent_dims(space, lengths.data(), nullptr);
    std::copy(lengths.begin(), lengths.end(), shape.begin());
    return shape;
}

Id space_of(const Shape& shape) {
    const std::vector<hsize_t> lengths(shape.begin(), shape.end());
    return Id(shape.empty() ? H5Screate(H5S_SCALAR)
                            : H5Screate_simple(static_cast<int>(shape.size()), lengths.data(), nullptr));
}

// The part of an array that a call reads or writes: its space in the file with that part selected.
bool select(hid_t space, const Shape& start, const Shape& count) {
    if (start.empty()) return true;
    const std::vector<hsize_t> first(start.begin(), start.end()), lengths(count.begin(), count.end());
    return H5Sselect_hyperslab(space, H5S_SELECT_SET, first.data(), nullptr, lengths.data(), nullptr) >= 0;
}

void append_text(std::vector<char>& out, const char* text, std::size_t length) {
    while (length > 0 && text[length - 1] == '\0') --length;
    for (int byte = 0; byte < 8; ++byte) out.push_back(static_cast<char>(std::uint64_t{length} >> (8 * byte) & 0xff));
    out.insert(out.end(), text, text + length);
}

// Reads `count` values of the type in the file with `read`(type in memory, buffer).
template <class Read>
std::vector<char> read_canonical(hid_t file_type, hid_t space, std::uint64_t count, const Read& read) {
    const Element element = element_of(file_type);
    // HDF5 does not convert between ASCII and UTF-8, of which ASCII is a part.
    const Id type = type_of(element, is_text(element) ? H5Tget_cset(file_type) : H5T_CSET_UTF8);
    std::vector<char> out;
    if (element.kind == Element::Kind::variable_text) {
        std::vector<char*> pointers(count);
        read(type, pointers.data());
        for (const char* text : pointers) append_text(out, text ? text : "", text ? std::strlen(text) : 0);
        H5Dvlen_reclaim(type, space, H5P_DEFAULT, pointers.data());
        return out;
    }
    std::vector<char> raw(count * element.bytes);
    read(type, raw.data());
    if (element.kind != Element::Kind::text) return raw;
    for (std::uint64_t i = 0; i < count; ++i) append_text(out, raw.data() + i * element.bytes, element.bytes);
    return out;
}

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

}  // namespace

Hdf5File Hdf5File::create(const std::filesystem::path& path, const std::filesystem::path& shown_as) {
    prepare_library();
    const Id access(H5Pcreate(H5P_FILE_ACCESS)), creation(H5Pcreate(H5P_FILE_CREATE));
    H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V110);
    H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
    H5Pset_file_locking(access, false, true);  // nobody else knows the temporary name
    H5Pset_obj_track_times(creation, false);
    H5Pset_link_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);  // netCDF wants it
    const hid_t id = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation, access);
    if (id < 0) throw IoError(shown_as.string(), "cannot be created: " + reason());
    return Hdf5File(shown_as, id);
}

Hdf5File Hdf5File::open(const std::filesystem::path& path) {
    prepare_library();
    const Id access(H5Pcreate(H5P_FILE_ACCESS));
    H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
    H5Pset_file_locking(access, false, true);  // locks fail on some network file systems; files appear complete
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status))
        throw IoError(path.string(), "cannot be opened: " + (error ? error.message() : "No such file or directory"));
    if (!std::filesystem::is_regular_file(status)) throw IoError(path.string(), "is not a regular file");
    if (FILE* file = std::fopen(path.c_str(), "rb")) std::fclose(file);
    else throw IoError(path.string(), std::string("cannot be opened: ") + std::strerror(errno));
    if (H5Fis_hdf5(path.c_str()) <= 0) throw DataError(path.string(), "is not an HDF5 file" + what_it_is(path));
    const hid_t id = H5Fopen(path.c_str(), H5F_ACC_RDONLY, access);
    if (id < 0) throw DataError(path.string(), "is a damaged HDF5 file: " + reason());
    return Hdf5File(path, id);
}

Hdf5File::Hdf5File(Hdf5File&& other) noexcept : path_(std::move(other.path_)), id_(std::exchange(other.id_, -1)) {}
Hdf5File& Hdf5File::operator=(Hdf5File&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(id_, other.id_);
    return *this;
}
Hdf5File::~Hdf5File() {
    if (id_ >= 0) H5Fclose(id_);
    H5Eclear2(H5E_DEFAULT);
}

void Hdf5File::close() {
    if (H5Fclose(std::exchange(id_, -1)) < 0)
        throw IoError(path_.string(), "cannot be written to its end: " + reason());
}

void Hdf5File::make_group(const std::string& path) {
    const Id creation(H5Pcreate(H5P_GROUP_CREATE));
    H5Pset_obj_track_times(creation, false);
    H5Pset_link_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
    writable(H5Gcreate2(id_, path.c_str(), H5P_DEFAULT, creation, H5P_DEFAULT), *this, path);
}

void Hdf5File::make_array(const std::string& path, Element element, const Shape& shape, const Shape& chunk,
                          int deflate) {
    const Id creation(H5Pcreate(H5P_DATASET_CREATE));
    H5Pset_obj_track_times(creation, false);
    H5Pset_attr_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
    H5Pset_fill_time(creation, H5D_FILL_TIME_ALLOC);  // zeros, not what memory held, behind the last row of a chunk
    if (!chunk.empty()) {
        const std::vector<hsize_t> lengths(chunk.begin(), chunk.end());
        H5Pset_chunk(creation, static_cast<int>(chunk.size()), lengths.data());
        if (deflate > 0) H5Pset_shuffle(creation), H5Pset_deflate(creation, static_cast<unsigned>(deflate));
        else H5Pset_fletcher32(creation);
    }
    writable(H5Dcreate2(id_, path.c_str(), type_of(element), space_of(shape), H5P_DEFAULT, creation, H5P_DEFAULT),
             *this, path);
}

void Hdf5File::write(const std::string& path, const Shape& start, const Shape& count, const void* data) {
    throw_if_stopped();
    Id array = writable(H5Dopen2(id_, path.c_str(), H5P_DEFAULT), *this, path);
    const Id space(H5Dget_space(array)), memory(space_of(count)), type(H5Dget_type(array));
    if (!select(space, start, count) || H5Dwrite(array, type, memory, space, H5P_DEFAULT, data) < 0 || !array.close())
        cannot_write(*this, path);
}

void Hdf5File::write_chunk(const std::string& path, const Shape& start, const std::vector<char>& filtered) {
    throw_if_stopped();
    const std::vector<hsize_t> at(start.begin(), start.end());
    const Id array = writable(H5Dopen2(id_, path.c_str(), H5P_DEFAULT), *this, path);
    if (H5Dwrite_chunk(array, H5P_DEFAULT, 0, at.data(), filtered.size(), filtered.data()) < 0)
        cannot_write(*this, path);
}

// Of variable length: netCDF misreads arrays of fixed-length text, and h5py gives attributes of it as bytes.
void Hdf5File::put_texts(const std::string& path, const Shape& shape, const std::vector<std::string>& texts) {
    make_array(path, {Element::Kind::variable_text, 0}, shape, {});
    if (texts.empty()) return;
    std::vector<const char*> pointers;
    for (const std::string& text : texts) pointers.push_back(text.c_str());
    const Id array = writable(H5Dopen2(id_, path.c_str(), H5P_DEFAULT), *this, path);
    const Id type = text_type(H5T_VARIABLE);
    if (H5Dwrite(array, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, pointers.data()) < 0) cannot_write(*this, path);
}
void Hdf5File::write_text(const std::string& path, const std::string& text) { put_texts(path, {}, {text}); }
void Hdf5File::write_texts(const std::string& path, const std::vector<std::string>& texts) {
    put_texts(path, {texts.size()}, texts);
}

void Hdf5File::set_attribute(const std::string& path, const std::string& name, const AttributeValue& value) {
    const auto store = [&](const Id& type, const void* data) {
        const Id object = writable(H5Oopen(id_, path.c_str(), H5P_DEFAULT), *this, path);
        if (H5Aexists(object, name.c_str()) > 0) H5Adelete(object, name.c_str());
        const Id attribute =
            writable(H5Acreate2(object, name.c_str(), type, space_of({}), H5P_DEFAULT, H5P_DEFAULT), *this, path);
        if (H5Awrite(attribute, type, data) < 0) cannot_write(*this, path + "@" + name);
    };
    std::visit(Overloaded{[&](const std::string& text) {
                              const char* pointer = text.c_str();
                              store(text_type(H5T_VARIABLE), &pointer);
                          },
                          [&](const double& real) { store(Id(H5Tcopy(H5T_IEEE_F64LE)), &real); },
                          [&](const std::int64_t& integer) { store(Id(H5Tcopy(H5T_STD_I64LE)), &integer); },
                          [&](const std::uint64_t& count) { store(Id(H5Tcopy(H5T_STD_U64LE)), &count); }},
               value);
}

void Hdf5File::make_scale(const std::string& scale, const std::string& axis_name) {
    const Id array = writable(H5Dopen2(id_, scale.c_str(), H5P_DEFAULT), *this, scale);
    if (H5DSset_scale(array, axis_name.c_str()) < 0) cannot_write(*this, scale);
}

void Hdf5File::attach_scale(const std::string& path, unsigned axis, const std::string& scale,
                            const std::string& axis_name) {
    const Id array = writable(H5Dopen2(id_, path.c_str(), H5P_DEFAULT), *this, path);
    const Id scale_array = writable(H5Dopen2(id_, scale.c_str(), H5P_DEFAULT), *this, scale);
    if (H5DSattach_scale(array, scale_array, axis) < 0 || H5DSset_label(array, axis, axis_name.c_str()) < 0)
        cannot_write(*this, path);
}

std::vector<Entry> Hdf5File::entries(std::size_t most) const { return walk(id_, most); }

bool Hdf5File::has(const std::string& path) const {
    for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {  // HDF5 wants every step to exist
        if (H5Lexists(id_, path.substr(0, end).c_str(), H5P_DEFAULT) <= 0) return false;
        if (end == std::string::npos) return true;
    }
}

ArrayInfo Hdf5File::array(const std::string& path) const {
    const Id array = readable(H5Dopen2(id_, path.c_str(), H5P_DEFAULT), *this, path);
    const Id space(H5Dget_space(array)), type(H5Dget_type(array)), creation(H5Dget_create_plist(array));
    ArrayInfo info{element_of(type), shape_of(space), {}, H5Dget_storage_size(array), 0, {}, false, false};
    const H5D_layout_t layout = H5Pget_layout(creation);
    info.is_virtual = layout == H5D_VIRTUAL;
    info.is_external = H5Pget_external_count(creation) > 0;
    for (int i = 0; i < H5Pget_nfilters(creation); ++i)
        info.filters.push_back(filter_text(creation, static_cast<unsigned>(i)));
    if (layout != H5D_CHUNKED) return info;
    std::vector<hsize_t> chunk(info.shape.size());
    if (H5Pget_chunk(creation, static_cast<int>(chunk.size()), chunk.data()) < 0) cannot_read(*this, path);
    info.chunk.assign(chunk.begin(), chunk.end());
    hsize_t chunks = 0;
    if (H5Dget_num_chunks(array, space, &chunks) < 0) cannot_read(*this, path);
    info.stored_chunks = chunks;
    return info;
}

std::vector<AttributeInfo> Hdf5File::attributes(const std::string& path) const {
    const Id object = readable(H5Oopen(id_, path.c_str(), H5P_DEFAULT), *this, path);
    std::vector<std::string> names;
    const auto add = [](hid_t, const char* name, const H5A_info_t*, void* data) -> herr_t {
        static_cast<std::vector<std::string>*>(data)->emplace_back(name);
        return 0;
    };
    if (H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, add, &names) < 0) cannot_read(*this, path);
    std::sort(names.begin(), names.end());
    std::vector<AttributeInfo> found;
    for (const std::string& name : names) {
        const Id attribute = readable(H5Aopen(object, name.c_str(), H5P_DEFAULT), *this, path + "@" + name);
        found.push_back({name, element_of(Id(H5Aget_type(attribute))), shape_of(Id(H5Aget_space(attribute)))});
    }
    return found;
}

bool Hdf5File::has_attribute(const std::string& path, const std::string& name) const {
    return H5Aexists_by_name(id_, path.c_str(), name.c_str(), H5P_DEFAULT) > 0;
}

std::vector<char> Hdf5File::attribute_bytes(const std::string& path, const AttributeInfo& info) const {
    const std::string inside = path + "@" + info.name;
    const Id attribute =
        readable(H5Aopen_by_name(id_, path.c_str(), info.name.c_str(), H5P_DEFAULT, H5P_DEFAULT), *this, inside);
    const Id space(H5Aget_space(attribute)), file_type(H5Aget_type(attribute));
    return read_canonical(file_type, space, byte_count(info.shape, 1), [&](hid_t type, void* out) {
        if (H5Aread(attribute, type, out) < 0) cannot_read(*this, inside);
    });
}

std::vector<char> Hdf5File::read_bytes(const std::string& path, const Shape& start, const Shape& count) const {
    throw_if_stopped();
    const Id array = readable(H5Dopen2(id_, path.c_str(), H5P_DEFAULT), *this, path);
    const Id space(H5Dget_space(array)), memory(space_of(count)), file_type(H5Dget_type(array));
    return read_canonical(file_type, memory, byte_count(count, 1), [&](hid_t type, void* out) {
        if (read_whole_chunks({array, type, start, count}, where(path), out)) return;
        if (!select(space, start, count) || H5Dread(array, type, memory, space, H5P_DEFAULT, out) < 0)
            cannot_read(*this, path);
    });
}

void Hdf5File::read_doubles(const std::string& path, const Shape& start, const Shape& count, double* out) const {
    throw_if_stopped();
    const Id array = readable(H5Dopen2(id_, path.c_str(), H5P_DEFAULT), *this, path);
    const Id space(H5Dget_space(array)), memory(space_of(count));
    if (read_whole_chunks({array, H5T_NATIVE_DOUBLE, start, count}, where(path), out)) return;
    if (!select(space, start, count) || H5Dread(array, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, out) < 0)
        cannot_read(*this, path);
}

}  // namespace cchnn
