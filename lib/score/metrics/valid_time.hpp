#pragma once
// How long a prediction can be used: the first sample time at which a curve of errors (Err, NRMSE or sMAPE) is above
// the threshold. A prediction that never exceeds it is valid until the last sample (censored: the true valid time may
// be longer).

#include <vector>

namespace cchnn {

struct ValidTime {
    double time = 0;  // s
    bool censored = false;
};
ValidTime valid_time(const std::vector<double>& err, double dt, double threshold);

}  // namespace cchnn
