#pragma once
// How long readers are waited for. A reader that a file has taken over may answer a little now and then for ever.
//
//   (1)  most waiting for a file = patience + (bytes of the file and of its contents that are asked for) / 4 MB/s      [s]

namespace cchnn {

inline constexpr double usual_patience = 30;  // s: a disk that starts, a network that stalls, a machine that is busy

double patience();
void set_patience(double seconds);  // of readers from here on

}  // namespace cchnn
