#pragma once
// The values of a system's inputs at the samples of a trajectory, drawn as the system file says. Each input has its own
// random stream, named by seed, split, trajectory, attempt and its id: an input changes neither initial states nor
// other inputs, and the first samples of a longer trajectory are the same.
//
//   (1)  u_0 = mean + std n_0,  u_k+1 = mean + a (u_k - mean) + std sqrt(1 - a^2) n_k+1,  a = exp(-dt/time)
//
// is the Ornstein-Uhlenbeck process at t = k dt, n_k ~ N(0, 1).

#include <vector>

#include "elements/parts/input.hpp"
#include "sample/sample_key.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

// All inputs of one trajectory, (samples, inputs); empty for a system without inputs. Sampler calls it for the times of
// the system file, trajectory_source.cpp for those of an integration.
std::vector<double> input_samples(const SystemSpec& spec, const SampleKey& key, double dt, int samples);
// The same for inputs that are formulas of t, which need no random numbers; NaN for others. `verify` compares the
// stored inputs with them.
std::vector<double> formula_samples(const std::vector<Input>& inputs, double dt, int samples);

}  // namespace cchnn
