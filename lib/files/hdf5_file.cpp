#include "files/hdf5_file.hpp"

#include <hdf5_hl.h>

#include <algorithm>
#include <utility>

#include "core/errors.hpp"
#include "core/overloaded.hpp"
#include "core/stop.hpp"
#include "core/to_size.hpp"
#include "files/array_reading.hpp"
#include "files/deflated_chunks.hpp"
#include "files/first_bytes.hpp"
#include "files/hdf5_handles.hpp"
#include "files/jail/reader_process.hpp"

namespace cchnn {
namespace {

// Throws what HDF5 says about the call that failed just now. To be called at once: the next HDF5 call empties
// the library's list of errors.
[[noreturn]] void cannot_write(const Hdf5File& file, const std::string& path) {
    throw IoError(file.path().string(), "cannot write " + path + ": " + reason());
}
// Takes an identifier that HDF5 returned while writing, and makes its owner. A negative identifier is HDF5's
// failure.
Id writable(hid_t id, const Hdf5File& file, const std::string& path) {
    if (id < 0) cannot_write(file, path);
    return Id(id);
}

}  // namespace

// The bounds of the library version fix the format of the file, whichever HDF5 writes it: that of 1.8, and of 1.10
// at most where 1.8 does not have it. Times of objects are not stored, because two runs with one seed must write
// equal bytes.
Hdf5File Hdf5File::create(const std::filesystem::path& path, const std::filesystem::path& shown_as) {
    prepare_library();
    const Id access(H5Pcreate(H5P_FILE_ACCESS)), creation(H5Pcreate(H5P_FILE_CREATE));
    H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V110);
    H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
    H5Pset_file_locking(access, false, true);  // no other process knows the temporary name
    H5Pset_obj_track_times(creation, false);
    H5Pset_link_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);  // netCDF wants it
    const hid_t id = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation, access);
    if (id < 0) throw IoError(shown_as.string(), "cannot be created: " + reason());
    return Hdf5File(shown_as, id);
}

// Reads in this process, without the jail: for files that this program wrote itself a moment ago. No lock is
// taken, since no other process writes them.
Hdf5File Hdf5File::open_own(const std::filesystem::path& path) {
    prepare_library();
    const Id access(H5Pcreate(H5P_FILE_ACCESS));
    H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
    H5Pset_file_locking(access, false, true);
    const hid_t id = H5Fopen(path.c_str(), H5F_ACC_RDONLY, access);
    if (id < 0) throw DataError(path.string(), "is a damaged HDF5 file: " + reason());
    return Hdf5File(path, id);
}

Hdf5File Hdf5File::open(const std::filesystem::path& path) {
    const SourceFile file = open_source_file(path);
    if (!is_hdf5(file.descriptor, file.bytes)) throw DataError(path.string(), "is not an HDF5 file" + what_it_is(path));
    return Hdf5File(path, std::make_unique<ReaderProcess>(file, "hdf5"));
}

Hdf5File::Hdf5File(std::filesystem::path path, std::int64_t id)
    : path_(std::move(path)), id_(id), reading_(read_hdf5_here(id, path_)) {}
Hdf5File::Hdf5File(std::filesystem::path path, std::unique_ptr<ArrayReading> reading)
    : path_(std::move(path)), reading_(std::move(reading)) {}
Hdf5File::Hdf5File(Hdf5File&& other) noexcept
    : path_(std::move(other.path_)), id_(std::exchange(other.id_, -1)), reading_(std::move(other.reading_)) {}
// The file that was open here goes to `other` and is closed with it.
Hdf5File& Hdf5File::operator=(Hdf5File&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(id_, other.id_);
    std::swap(reading_, other.reading_);
    return *this;
}
// Closes without a check. A writer that wants to know whether all is on disk calls close() before. The errors
// of HDF5 are emptied, so that the next reason() does not tell of this file.
Hdf5File::~Hdf5File() {
    if (id_ < 0) return;
    H5Fclose(id_);
    H5Eclear2(H5E_DEFAULT);
}

// What the file was described as before it changes is forgotten.
std::int64_t Hdf5File::changing() {
    reading_ = read_hdf5_here(id_, path_);
    return id_;
}

// Closing writes what HDF5 still holds in memory, so a full disk may show only here.
void Hdf5File::close() {
    if (H5Fclose(std::exchange(id_, -1)) < 0)
        throw IoError(path_.string(), "cannot be written to its end: " + reason());
}

// Like create(), keeps the order of creation, which netCDF wants, and no times.
void Hdf5File::make_group(const std::string& path) {
    const Id creation(H5Pcreate(H5P_GROUP_CREATE));
    H5Pset_obj_track_times(creation, false);
    H5Pset_link_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
    writable(H5Gcreate2(changing(), path.c_str(), H5P_DEFAULT, creation, H5P_DEFAULT), *this, path);
}

// An array has either shuffle and deflate, or a checksum of each chunk: deflate has a checksum of its own
// (Adler-32), which makes a second one needless. An array without chunks is stored contiguously, without any
// filter.
void Hdf5File::make_array(const std::string& path, Element element, const Shape& shape, const Shape& chunk,
                          int deflate) {
    const Id creation(H5Pcreate(H5P_DATASET_CREATE));
    H5Pset_obj_track_times(creation, false);
    H5Pset_attr_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
    H5Pset_fill_time(creation, H5D_FILL_TIME_ALLOC);  // zeros, not what memory held, behind the last row of a chunk
    if (!chunk.empty()) {
        const std::vector<hsize_t> lengths(chunk.begin(), chunk.end());
        H5Pset_chunk(creation, count_of(chunk), lengths.data());
        if (deflate > 0) {
            H5Pset_shuffle(creation);
            H5Pset_deflate(creation, deflate);
        } else H5Pset_fletcher32(creation);
    }
    writable(
        H5Dcreate2(changing(), path.c_str(), type_of(element), space_of(shape), H5P_DEFAULT, creation, H5P_DEFAULT),
        *this, path);
}

// A place at which a long story can be stopped: throws Stopped before anything of this part is written.
void Hdf5File::write(const std::string& path, const Shape& start, const Shape& count, const void* data) {
    throw_if_stopped();
    Id array = writable(H5Dopen2(changing(), path.c_str(), H5P_DEFAULT), *this, path);
    const Id space(H5Dget_space(array)), memory(space_of(count)), type(H5Dget_type(array));
    if (!select(space, start, count) || H5Dwrite(array, type, memory, space, H5P_DEFAULT, data) < 0 || !array.close())
        cannot_write(*this, path);
}

// The bytes are filtered already (chunk_queue.hpp), so HDF5 neither copies nor compresses them. The mask of 0
// says that no filter was left out.
void Hdf5File::write_chunk(const std::string& path, const Shape& start, const std::vector<char>& filtered) {
    throw_if_stopped();
    const std::vector<hsize_t> offset(start.begin(), start.end());
    const Id array = writable(H5Dopen2(changing(), path.c_str(), H5P_DEFAULT), *this, path);
    if (H5Dwrite_chunk(array, H5P_DEFAULT, 0, offset.data(), filtered.size(), filtered.data()) < 0)
        cannot_write(*this, path);
}

// Of variable length: netCDF misreads arrays of fixed-length text, and h5py gives attributes of it as bytes.
void Hdf5File::put_texts(const std::string& path, const Shape& shape, const std::vector<std::string>& texts) {
    make_array(path, {Element::Kind::variable_text, 0}, shape, {});
    if (texts.empty()) return;
    std::vector<const char*> pointers;
    for (const std::string& text : texts) pointers.push_back(text.c_str());
    const Id array = writable(H5Dopen2(changing(), path.c_str(), H5P_DEFAULT), *this, path);
    const Id type = text_type(H5T_VARIABLE), transfer = text_transfer();
    if (H5Dwrite(array, type, H5S_ALL, H5S_ALL, transfer, pointers.data()) < 0) cannot_write(*this, path);
}
void Hdf5File::write_text(const std::string& path, const std::string& text) { put_texts(path, {}, {text}); }
void Hdf5File::write_texts(const std::string& path, const std::vector<std::string>& texts) {
    put_texts(path, {texts.size()}, texts);
}

void Hdf5File::write_deflated_texts(const std::string& path, const std::vector<std::string>& texts, int deflate) {
    std::size_t longest = 1;
    for (const std::string& text : texts) longest = std::max(longest, text.size());
    std::string padded;
    for (const std::string& text : texts) padded += text + std::string(longest - text.size(), '\0');
    const Shape shape{texts.size()};
    const std::uint64_t chunk =
        std::clamp<std::uint64_t>(bytes_of_deflated_chunks / longest, 1, std::max<std::size_t>(texts.size(), 1));
    make_array(path, {Element::Kind::text, longest}, shape, texts.empty() ? Shape{} : Shape{chunk}, deflate);
    if (!texts.empty()) write(path, {0}, shape, padded.data());
}

// An attribute that exists is deleted first: HDF5 cannot change the type or the length of one.
void Hdf5File::set_attribute(const std::string& path, const std::string& name, const AttributeValue& value) {
    const auto store = [&](const Id& type, const void* data) {
        const Id object = writable(H5Oopen(changing(), path.c_str(), H5P_DEFAULT), *this, path);
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

// Dimension scales are the HDF5 convention by which netCDF and xarray know the name and the coordinates of an
// axis.
void Hdf5File::make_scale(const std::string& scale, const std::string& axis_name) {
    const Id array = writable(H5Dopen2(changing(), scale.c_str(), H5P_DEFAULT), *this, scale);
    if (H5DSset_scale(array, axis_name.c_str()) < 0) cannot_write(*this, scale);
}

void Hdf5File::attach_scale(const std::string& path, unsigned axis, const std::string& scale,
                            const std::string& axis_name) {
    const Id array = writable(H5Dopen2(changing(), path.c_str(), H5P_DEFAULT), *this, path);
    const Id scale_array = writable(H5Dopen2(changing(), scale.c_str(), H5P_DEFAULT), *this, scale);
    if (H5DSattach_scale(array, scale_array, axis) < 0 || H5DSset_label(array, axis, axis_name.c_str()) < 0)
        cannot_write(*this, path);
}

std::uint64_t Hdf5File::file_bytes() const { return reading_->file_bytes(); }

std::vector<Entry> Hdf5File::entries() const {
    std::vector<Entry> entries;
    for (const Object& object : reading_->objects())
        if (object.entry.path != "/") entries.push_back(object.entry);
    return entries;
}

const Object* Hdf5File::find(const std::string& path) const {
    const std::vector<Object>& objects = reading_->objects();
    const auto found = std::ranges::find_if(objects, [&](const Object& object) { return object.entry.path == path; });
    return found == objects.end() ? nullptr : &*found;
}

const Object& Hdf5File::object(const std::string& path) const {
    const Object* const found = find(path);
    if (!found) throw DataError(where(path), "cannot be read: it is not in the file");
    if (!found->problem.empty()) throw DataError(where(path), found->problem);
    return *found;
}

const Object& Hdf5File::array_object(const std::string& path) const {
    const Object& found = object(path);
    if (found.entry.kind != Entry::Kind::array) throw DataError(where(path), "cannot be read: it is not an array");
    return found;
}

bool Hdf5File::has(const std::string& path) const { return find(path); }
ArrayInfo Hdf5File::array(const std::string& path) const { return array_object(path).array; }
std::vector<AttributeInfo> Hdf5File::attributes(const std::string& path) const { return object(path).attributes; }

const AttributeInfo* Hdf5File::find_attribute(const std::string& path, const std::string& name) const {
    const Object* const found = find(path);
    if (!found) return nullptr;
    for (const AttributeInfo& attribute : found->attributes)
        if (attribute.name == name) return &attribute;
    return nullptr;
}
bool Hdf5File::has_attribute(const std::string& path, const std::string& name) const {
    return find_attribute(path, name);
}

std::vector<char> Hdf5File::attribute_bytes(const std::string& path, const AttributeInfo& attribute) const {
    const AttributeInfo* const found = find_attribute(path, attribute.name);
    if (!found) throw DataError(where(path + "@" + attribute.name), "cannot be read: it is not in the file");
    return read_values(*reading_,
                       {object(path), found, Part::Form::values, Shape(found->shape.size(), 0), found->shape},
                       where(path + "@" + attribute.name));
}
std::vector<char> Hdf5File::read_bytes(const std::string& path, const Shape& start, const Shape& count) const {
    return read_values(*reading_, {array_object(path), nullptr, Part::Form::values, start, count}, where(path));
}
void Hdf5File::read_doubles(const std::string& path, const Shape& start, const Shape& count, double* out) const {
    char* next = reinterpret_cast<char*>(out);
    reading_->read({array_object(path), nullptr, Part::Form::doubles, start, count},
                   [&](std::uint64_t bytes) { return std::exchange(next, next + bytes); });
}
void Hdf5File::read_doubles(const std::string& path, const Shape& start, const Shape& count,
                            std::vector<double>& out) const {
    out.resize(byte_count(count, 1));
    if (!out.empty()) read_doubles(path, start, count, out.data());
}
std::vector<std::string> Hdf5File::read_texts(const std::string& path) const {
    const Shape shape = array(path).shape;
    return split_texts(read_bytes(path, Shape(shape.size(), 0), shape));
}
std::uint64_t Hdf5File::text_bytes(const std::string& path) const {
    std::uint64_t bytes = 0;
    reading_->read({array_object(path), nullptr, Part::Form::text_bytes, {}, {}},
                   [&](std::uint64_t) { return reinterpret_cast<char*>(&bytes); });
    return bytes;
}

}  // namespace cchnn
