#include "files/hdf5_chunks.hpp"

#include <hdf5.h>
#include <zlib.h>
#include <cstddef>
#include <new>
#include <string>
#include <vector>

#include <algorithm>
#include <array>
#include <cstring>

#include "core/errors.hpp"
#include "core/to_size.hpp"
#include "files/checked_chunk.hpp"
#include "files/hdf5_handles.hpp"

namespace cchnn {
namespace {

// The inverse of chunk_queue.cpp: undoes the filters deflate and shuffle of a chunk.

// The result of inflating a zlib stream that must give exactly `size` bytes; no memory is allocated for more.
// `problem` says what is wrong with it ("inflates to 40 bytes, its size is 48"), and is empty otherwise.
struct Inflated {
    std::vector<char> bytes;
    std::string problem;
};

template <std::size_t width>
void gather(const char* in, std::size_t count, char* out) {
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t byte = 0; byte < width; ++byte) out[i * width + byte] = in[byte * count + i];
}

std::string problem_of(int status, const char* reason, std::size_t found, std::size_t size) {
    if (found > size) return "inflates to more than its size of " + std::to_string(size) + " bytes";
    if (status != Z_STREAM_END)
        return "cannot be inflated: " + std::string(reason ? reason : "its stream is cut short");
    if (found < size) return "inflates to " + std::to_string(found) + " bytes, its size is " + std::to_string(size);
    return "";
}

Inflated inflated(const std::vector<char>& stream, std::size_t size) {
    Inflated result{std::vector<char>(size + 1), ""};
    z_stream z{};
    if (inflateInit(&z) != Z_OK) throw std::bad_alloc();
    z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(stream.data()));
    z.avail_in = static_cast<uInt>(stream.size());
    z.next_out = reinterpret_cast<Bytef*>(result.bytes.data());
    z.avail_out = static_cast<uInt>(size + 1);
    const int status = inflate(&z, Z_FINISH);
    result.problem = problem_of(status, z.msg, z.total_out, size);
    inflateEnd(&z);
    result.bytes.pop_back();
    return result;
}

// Byte k of all elements together -> elements. Bytes that do not fill an element stay at the end.
std::vector<char> unshuffled(const std::vector<char>& bytes, std::size_t element_bytes) {
    std::vector<char> out = bytes;
    const std::size_t count = bytes.size() / element_bytes;
    if (element_bytes == 8) {
        gather<8>(bytes.data(), count, out.data());
        return out;
    }
    if (element_bytes == 4) {
        gather<4>(bytes.data(), count, out.data());
        return out;
    }
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t byte = 0; byte < element_bytes; ++byte)
            out[i * element_bytes + byte] = bytes[byte * count + i];
    return out;
}

constexpr const char* advice = "; the file is damaged or was made by a faulty program, write it again";

// One step of the pipeline of filters, by HDF5's number of it.
struct Filter {
    int id;
    unsigned element_bytes;  // of shuffle
};

// How an array is divided into chunks, and its filters in the order of writing.
struct Layout {
    Shape shape, chunk;
    std::size_t element_bytes = 0;
    bool is_text = false, edges_unfiltered = false;
    std::vector<Filter> filters;  // in the order of writing

    bool has(int id) const {
        return std::ranges::any_of(filters, [&](const Filter& f) { return f.id == id; });
    }
    std::uint64_t chunk_bytes() const { return byte_count(chunk, element_bytes); }
    // Whether this program undoes the filters. HDF5 sums a checksum word by word, and reads texts in its own form.
    bool is_read_here() const { return has(H5Z_FILTER_DEFLATE) || (has(H5Z_FILTER_FLETCHER32) && !is_text); }
};

// The one value that is asked for is the length of an element for shuffle, the level for deflate. A 0, which
// would divide by zero, becomes 1.
Filter filter_of(hid_t creation, int i) {
    std::size_t value_count = 1;
    unsigned flags = 0, config = 0, value = 1;
    const int id = H5Pget_filter2(creation, i, &flags, &value_count, &value, 0, nullptr, &config);
    return {id, value_count == 1 ? std::max(value, 1U) : 1U};
}

void read_creation(hid_t creation, Layout& layout) {
    if (H5Pget_layout(creation) != H5D_CHUNKED) return;
    std::vector<hsize_t> lengths(layout.shape.size());
    if (H5Pget_chunk(creation, count_of(lengths), lengths.data()) < 0) return;
    layout.chunk.assign(lengths.begin(), lengths.end());
    unsigned options = 0;
    layout.edges_unfiltered =
        H5Pget_chunk_opts(creation, &options) >= 0 && (options & H5D_CHUNK_DONT_FILTER_PARTIAL_CHUNKS) != 0;
    for (int i = 0; i < H5Pget_nfilters(creation); ++i) layout.filters.push_back(filter_of(creation, i));
}

// The layout of an open array. Without chunks, `chunk` stays empty.
Layout layout_of(hid_t array) {
    Layout layout;
    const Id space(H5Dget_space(array)), type(H5Dget_type(array)), creation(H5Dget_create_plist(array));
    layout.shape = shape_of(space);
    layout.element_bytes = H5Tget_size(type);
    layout.is_text = H5Tget_class(type) == H5T_STRING;
    read_creation(creation, layout);
    return layout;
}

// The size of the file that the array is in: no stored chunk can be longer.
std::uint64_t file_bytes(hid_t array) {
    const Id file(H5Iget_file_id(array));
    hsize_t bytes = 0;
    H5Fget_filesize(file, &bytes);
    return bytes;
}

// Calls visit(index) for every index of the box from `first` below `end`, the last axis first.
template <class Visit>
void for_each_index(const Shape& first, const Shape& end, const Visit& visit) {
    Shape index = first;
    for (std::size_t axis = index.size();;) {
        visit(index);
        for (axis = index.size(); axis > 0 && ++index[axis - 1] == end[axis - 1]; --axis)
            index[axis - 1] = first[axis - 1];
        if (axis == 0) return;
    }
}

// One stored chunk of a part that is read. Undoes its filters in reverse order and copies its share of the
// part. `memory` is that of an earlier chunk: new memory for each would cost more than the copy.
class StoredChunk {
  public:
    StoredChunk(const ChunkedPart& part, const Layout& layout, const std::string& where, Shape origin,
                std::vector<char> memory)
        : part_(part),
          layout_(layout),
          where_(where),
          origin_(std::move(origin)),
          offset_(origin_.begin(), origin_.end()),
          bytes_(std::move(memory)) {
        hsize_t stored = 0;
        if (H5Dget_chunk_storage_size(part.array, offset_.data(), &stored) < 0)
            fail("is not found; the file is damaged");
        if (stored == 0) fail("was not written");
        if (stored > file_bytes(part.array)) fail("declares more bytes than the file has; the file is damaged");
        stored_ = stored;
        if (layout_.is_read_here()) read();
        else if (layout_.filters.empty() || stored_ != size_before(layout_.filters.size())) find_stored_size();
        if (layout_.edges_unfiltered && reaches_over_edge()) skipped_ = ~0U;
    }

    // What was stored, with its filters undone.
    std::vector<char> unfiltered() {
        std::vector<char> bytes = std::move(bytes_);
        for (std::size_t i = layout_.filters.size(); i-- > 0;)
            if (applied(i)) bytes = undo(i, std::move(bytes));
        require_size(bytes.size(), layout_.chunk_bytes());
        return bytes;
    }
    // Whether this chunk is stored deflated. A chunk may leave out filters that its array has.
    bool deflated() const {
        for (std::size_t i = 0; i < layout_.filters.size(); ++i)
            if (applied(i) && layout_.filters[i].id == H5Z_FILTER_DEFLATE) return true;
        return false;
    }
    // A chunk without deflate has a known size in the file: its values, and four bytes for each checksum. HDF5
    // would read a shorter one into memory that holds something else.
    void require_stored_size() const { require_size(stored_, size_before(layout_.filters.size())); }

    // Converts the values to the type in memory and copies those that belong to the part.
    void put(std::vector<char>& bytes, char* out) const {
        const Id type(H5Dget_type(part_.array));
        const std::size_t from = layout_.element_bytes, to = H5Tget_size(part_.memory_type), n = bytes.size() / from;
        bytes.resize(n * std::max(from, to));
        const herr_t status = H5Tconvert(type, part_.memory_type, n, bytes.data(), nullptr, H5P_DEFAULT);
        if (status < 0) fail("cannot be converted");
        copy_rows(bytes.data(), to, out);
    }

  private:
    void read() {
        bytes_.resize(stored_);
        const std::uint64_t with_checksums = size_before(layout_.filters.size());
        if (H5Dread_chunk(part_.array, H5P_DEFAULT, offset_.data(), &skipped_, bytes_.data()) < 0)
            fail("cannot be read");
        if (layout_.has(H5Z_FILTER_DEFLATE) || stored_ != with_checksums) return;
        stored_ = size_before(layout_.filters.size());  // a chunk without its checksum may have room for it
        bytes_.resize(stored_);
    }

    // Asks how many bytes HDF5 would read of the chunk, and which filters it went without. A file that the program
    // wrote itself has no such driver; its chunks have their size.
    void find_stored_size() {
        if (!length_question.has_driver) return;
        char nothing = 0;
        length_question.bytes = 0;
        length_question.open = true;
        const herr_t status = H5Dread_chunk(part_.array, H5P_DEFAULT, offset_.data(), &skipped_, &nothing);
        length_question.open = false;
        if (status < 0) fail("is not found; the file is damaged");
        stored_ = length_question.bytes;
    }

    [[noreturn]] void fail(const std::string& what) const {
        throw DataError(where_, "chunk at " + to_text(origin_) + " " + what);
    }
    void require_size(std::uint64_t found, std::uint64_t expected) const {
        if (found != expected)
            fail("is stored in " + std::to_string(found) + " bytes, its size is " + std::to_string(expected) + advice);
    }
    // Whether the chunk reaches beyond the shape of the array. Some files leave the filters out for such
    // chunks.
    bool reaches_over_edge() const {
        for (std::size_t i = 0; i < origin_.size(); ++i)
            if (origin_[i] + layout_.chunk[i] > layout_.shape[i]) return true;
        return false;
    }
    bool applied(std::size_t filter) const { return (skipped_ >> filter & 1U) == 0; }

    // The size in bytes that a chunk had before filter i was applied, if no deflate comes earlier.
    std::uint64_t size_before(std::size_t filter) const {
        std::uint64_t size = layout_.chunk_bytes();
        for (std::size_t i = 0; i < filter; ++i)
            if (applied(i) && layout_.filters[i].id == H5Z_FILTER_FLETCHER32) size += checksum_bytes;
        return size;
    }

    // Checks and removes a checksum. HDF5 also accepts one whose halves have swapped bytes, because its first
    // versions wrote those on some machines.
    std::vector<char> without_checksum(std::vector<char> bytes) const {
        if (bytes.size() < checksum_bytes) fail("is shorter than its checksum" + std::string(advice));
        std::array<unsigned char, checksum_bytes> stored;
        std::memcpy(stored.data(), &bytes[bytes.size() - checksum_bytes], checksum_bytes);
        bytes.resize(bytes.size() - checksum_bytes);
        const std::uint32_t sum = fletcher32(bytes.data(), bytes.size());
        const auto is = [&](int a, int b, int c, int d) {
            const auto byte = [&](int i, int shift) { return std::uint32_t{stored[i]} << shift; };
            return sum == (byte(a, 0) | byte(b, 8) | byte(c, 16) | byte(d, 24));
        };
        if (!is(0, 1, 2, 3) && !is(1, 0, 3, 2)) fail("does not have its Fletcher-32 checksum" + std::string(advice));
        return bytes;
    }

    bool is_whole(std::size_t axis, std::uint64_t length) const {
        return length == layout_.chunk[axis] && length == part_.count[axis];
    }

    // Undoes filter i. What is neither a checksum nor shuffle is deflate: the checks let no other filter
    // through.
    std::vector<char> undo(std::size_t i, std::vector<char> bytes) const {
        switch (layout_.filters[i].id) {
            case H5Z_FILTER_FLETCHER32: return without_checksum(std::move(bytes));
            case H5Z_FILTER_SHUFFLE: return unshuffled(bytes, layout_.filters[i].element_bytes);
            default: break;
        }
        Inflated result = inflated(bytes, size_before(i));
        if (!result.problem.empty()) fail(result.problem + advice);
        return std::move(result.bytes);
    }

    // Copies row by row from the chunk to the part. A row lies along the last axes that are whole in both, and one
    // more.
    void copy_rows(const char* bytes, std::size_t width, char* out) const {
        const std::size_t rank = origin_.size();
        Shape first(rank), end(rank);
        for (std::size_t i = 0; i < rank; ++i) {
            first[i] = std::max(origin_[i], part_.start[i]);
            end[i] = std::min(origin_[i] + layout_.chunk[i], part_.start[i] + part_.count[i]);
        }
        std::size_t row = width, axis = rank;
        Shape one_row = end;
        do {
            --axis;
            row *= end[axis] - first[axis];
            one_row[axis] = first[axis] + 1;
        } while (axis > 0 && is_whole(axis, end[axis] - first[axis]));
        for_each_index(first, one_row, [&](const Shape& index) {
            std::uint64_t from = 0, to = 0;
            for (std::size_t i = 0; i < rank; ++i) {
                from = from * layout_.chunk[i] + index[i] - origin_[i];
                to = to * part_.count[i] + index[i] - part_.start[i];
            }
            std::memcpy(out + to * width, bytes + from * width, row);
        });
    }

    const ChunkedPart& part_;
    const Layout& layout_;
    const std::string& where_;
    Shape origin_;
    std::vector<hsize_t> offset_;
    unsigned skipped_ = 0;  // bit i: filter i was not applied to this chunk
    std::uint64_t stored_ = 0;
    std::vector<char> bytes_;  // as stored, of arrays whose filters are undone here
};

}  // namespace

// Every chunk that touches the part is checked, also those of arrays that HDF5 reads afterwards: deflated texts
// by inflating them here, others by their stored size. Is true if the values were taken from here.
bool read_whole_chunks(const ChunkedPart& part, const std::string& where, void* out) {
    const Layout layout = layout_of(part.array);
    if (layout.chunk.empty() || byte_count(part.count, 1) == 0) return false;
    const bool taken = layout.is_read_here() && !layout.is_text;
    Shape first(layout.shape.size()), end(first.size());
    for (std::size_t i = 0; i < first.size(); ++i) {
        first[i] = part.start[i] / layout.chunk[i];
        end[i] = (part.start[i] + part.count[i] - 1) / layout.chunk[i] + 1;
    }
    std::vector<char> memory;
    for_each_index(first, end, [&](Shape chunk_index) {
        for (std::size_t i = 0; i < chunk_index.size(); ++i) chunk_index[i] *= layout.chunk[i];
        StoredChunk chunk(part, layout, where, std::move(chunk_index), std::move(memory));
        if (!chunk.deflated()) chunk.require_stored_size();
        if (taken) {
            memory = chunk.unfiltered();
            chunk.put(memory, static_cast<char*>(out));
        } else if (chunk.deflated()) chunk.unfiltered();
    });
    return taken;
}

}  // namespace cchnn
