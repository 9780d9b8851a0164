#pragma once
// How long a reader process is waited for. One that a hostile file has taken over could otherwise answer a
// little at a time for ever.
//
//   (1)  most waiting for a file = patience + (bytes of the file and of its contents that are asked for) / 4 MB/s   [s]

namespace cchnn {

inline constexpr double usual_patience = 30;  // s: a disk that starts, a network that stalls, a machine that is busy

double patience();
void set_patience(double seconds);  // of readers from here on

}  // namespace cchnn
