// How much memory the texts of an array will take, before they are read.

#include <hdf5.h>

#include "core/errors.hpp"
#include "files/hdf5_file.hpp"

namespace cchnn {

std::uint64_t Hdf5File::text_bytes(const std::string& path) const {
    const hid_t array = H5Dopen2(id_, path.c_str(), H5P_DEFAULT);
    const hid_t type = array < 0 ? -1 : H5Dget_type(array), space = array < 0 ? -1 : H5Dget_space(array);
    hsize_t bytes = 0;
    const bool known = type >= 0 && space >= 0 && H5Dvlen_get_buf_size(array, type, space, &bytes) >= 0;
    for (const hid_t id : {space, type, array})
        if (id >= 0) H5Idec_ref(id);
    H5Eclear2(H5E_DEFAULT);
    if (!known) throw DataError(where(path), "holds texts that cannot be read");
    return bytes;
}

}  // namespace cchnn
