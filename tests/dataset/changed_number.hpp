#pragma once
// One number of an HDF5 file set anew, and nothing else: no digest of the file follows.

#include <doctest/doctest.h>
#include <hdf5.h>

#include <filesystem>
#include <vector>

namespace cchnn_test {

inline void set_number(const std::filesystem::path& path, const char* name, const std::vector<hsize_t>& at,
                       double value) {
    const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), array = H5Dopen2(file, name, H5P_DEFAULT);
    const hid_t there = H5Dget_space(array), one = H5Screate(H5S_SCALAR);
    REQUIRE(H5Sselect_elements(there, H5S_SELECT_SET, 1, at.data()) >= 0);
    REQUIRE(H5Dwrite(array, H5T_NATIVE_DOUBLE, one, there, H5P_DEFAULT, &value) >= 0);
    H5Sclose(one);
    H5Sclose(there);
    H5Dclose(array);
    H5Fclose(file);
}

}  // namespace cchnn_test
