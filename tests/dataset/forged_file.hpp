#pragma once
// A dataset's file changed consistently, as somebody would who knows the format: a number or an attribute set anew, and
// the digests that the file says of itself made to fit.

#include <doctest/doctest.h>
#include <hdf5.h>

#include <filesystem>
#include <string>
#include <vector>

#include "dataset/changed_number.hpp"
#include "dataset/content_digest.hpp"
#include "files/hdf5_file.hpp"

namespace cchnn_test {

// One number in place of another, of whatever width it is stored.
inline void set_attribute(const std::filesystem::path& path, const char* object, const char* name, double value) {
    const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    const hid_t attribute = H5Aopen_by_name(file, object, name, H5P_DEFAULT, H5P_DEFAULT);
    REQUIRE(H5Awrite(attribute, H5T_NATIVE_DOUBLE, &value) >= 0);
    H5Aclose(attribute);
    H5Fclose(file);
}

inline void set_text_attribute(const std::filesystem::path& path, const char* object, const char* name,
                               const std::string& text) {
    const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    REQUIRE(H5Adelete_by_name(file, object, name, H5P_DEFAULT) >= 0);
    const hid_t space = H5Screate(H5S_SCALAR), type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, text.size());
    H5Tset_cset(type, H5T_CSET_UTF8);
    const hid_t attribute = H5Acreate_by_name(file, object, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    REQUIRE(H5Awrite(attribute, type, text.data()) >= 0);
    H5Aclose(attribute);
    H5Tclose(type);
    H5Sclose(space);
    H5Fclose(file);
}

inline void remove_arrays(const std::filesystem::path& path, const std::vector<std::string>& arrays) {
    const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    for (const std::string& array : arrays) REQUIRE(H5Ldelete(file, array.c_str(), H5P_DEFAULT) >= 0);
    H5Fclose(file);
}

inline cchnn::ContentDigest digests_in(const std::filesystem::path& path) {
    return cchnn::digest_content(cchnn::Hdf5File::open_own(path));  // closed again before anything is written
}

inline void seal(const std::filesystem::path& path) {
    const std::string truth = digests_in(path).truth;  // is content itself
    set_text_attribute(path, "/", "truth_digest", truth);
    const std::string content = digests_in(path).content;
    set_text_attribute(path, "/", "content_digest", content);
}

}  // namespace cchnn_test
