#include "files/jail/descriptor_driver.hpp"

#include <hdf5.h>

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <limits>

#include "core/errors.hpp"
#include "files/hdf5_chunks.hpp"
#include "files/hdf5_handles.hpp"

namespace cchnn {
namespace {

// The file that this process serves. It was opened by the asker: this process itself may open nothing.
struct Source {
    int descriptor = -1;
    haddr_t bytes = 0;
};
Source served;  // HDF5 gives its drivers names, not descriptors

// What HDF5 holds of an open file. H5FD_t must come first, because HDF5 knows only a pointer to it.
struct OpenFile {
    H5FD_t base;
    haddr_t allocated;  // how far HDF5 believes the file to reach
};

OpenFile& of(H5FD_t* file) { return *reinterpret_cast<OpenFile*>(file); }

// HDF5 calls this for each file it wants to open, with a name that is not looked at. There is only one source,
// and only for reading.
H5FD_t* open_source(const char*, unsigned flags, hid_t, haddr_t) {
    if (flags & H5F_ACC_RDWR) return nullptr;
    return &(new OpenFile{})->base;
}
herr_t close_file(H5FD_t* file) {
    delete reinterpret_cast<OpenFile*>(file);
    return 0;
}
// What the driver allows HDF5 to do to read less often: to gather small reads of headers and values into larger
// ones.
herr_t say_features(const H5FD_t*, unsigned long* flags) {
    *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
             H5FD_FEAT_AGGREGATE_SMALLDATA;
    return 0;
}
haddr_t allocated(const H5FD_t* file, H5FD_mem_t) { return reinterpret_cast<const OpenFile*>(file)->allocated; }
herr_t set_allocated(H5FD_t* file, H5FD_mem_t, haddr_t end) {
    of(file).allocated = end;
    return 0;
}
haddr_t file_end(const H5FD_t*, H5FD_mem_t) { return served.bytes; }

// Reads zeros beyond the end of the file, as HDF5's own drivers do. Answers a question for a length without reading.
herr_t read_at(H5FD_t*, H5FD_mem_t kind, hid_t, haddr_t position, std::size_t size, void* buffer) {
    if (length_question.open && kind == H5FD_MEM_DRAW) {
        length_question.bytes = size;
        return 0;
    }
    char* out = static_cast<char*>(buffer);
    if (position > static_cast<haddr_t>(std::numeric_limits<off_t>::max()) - size) return -1;
    while (size > 0) {
        const ssize_t n = ::pread(served.descriptor, out, size, position);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return -1;
        if (n == 0) {
            std::memset(out, 0, size);
            return 0;
        }
        out += n;
        position += n;
        size -= n;
    }
    return 0;
}
herr_t refuse_to_write(H5FD_t*, H5FD_mem_t, hid_t, haddr_t, std::size_t, const void*) { return -1; }

// Only what reading needs is filled in; HDF5 takes its defaults for functions that are null.
hid_t register_driver() {
    H5FD_class_t driver{};
    driver.name = "descriptor";
    driver.maxaddr = std::numeric_limits<off_t>::max();
    driver.fc_degree = H5F_CLOSE_STRONG;
    driver.open = open_source;
    driver.close = close_file;
    driver.query = say_features;
    driver.get_eoa = allocated;
    driver.set_eoa = set_allocated;
    driver.get_eof = file_end;
    driver.read = read_at;
    driver.write = refuse_to_write;
    const H5FD_mem_t kinds[H5FD_MEM_NTYPES] = H5FD_FLMAP_DICHOTOMY;
    std::memcpy(driver.fl_map, kinds, sizeof kinds);
    return H5FDregister(&driver);
}

hid_t driver_id = -1;

// Rewords HDF5's message about a truncated file, which users meet most often after an interrupted copy or
// download.
std::string in_plain_words(const std::string& reason) {
    unsigned long long bytes = 0, base = 0, stored = 0;
    const char* pattern = "truncated file: eof = %llu, sblock->base_addr = %llu, stored_eof = %llu";
    if (std::sscanf(reason.c_str(), pattern, &bytes, &base, &stored) != 3) return reason;
    return "it may be truncated: " + std::to_string(bytes) + " bytes, its header says " + std::to_string(stored);
}

}  // namespace

// Is called before the system calls are cut off: HDF5 opens and allocates things at its start that are
// forbidden later.
void prepare_descriptor_driver() {
    prepare_library();
    H5open();
    driver_id = register_driver();
}

std::int64_t open_descriptor(int descriptor, std::uint64_t file_bytes) {
    served = {descriptor, file_bytes};
    const Id access(H5Pcreate(H5P_FILE_ACCESS));
    H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
    H5Pset_driver(access, driver_id, nullptr);
    const hid_t id = H5Fopen("/file", H5F_ACC_RDONLY, access);  // of other names HDF5 asks where this process is
    length_question.has_driver = id >= 0;
    if (id < 0) throw DataError("", "is a damaged HDF5 file: " + in_plain_words(reason()));
    return id;
}

}  // namespace cchnn
