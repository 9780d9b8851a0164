#pragma once
// The commands of cchnn-eval: options in, output on stdout and in files, exit code out.

#include "core/errors.hpp"
#include "options.hpp"

namespace cchnn {

ExitCode run(const TemplateOptions& options);
ExitCode run(const CheckOptions& options);
ExitCode run(const ScoreOptions& options);
ExitCode run(const GateOptions& options);
ExitCode run(const CompareOptions& options);
ExitCode run(const DiffOptions& options);
ExitCode run(const SuiteEvalOptions& options);
ExitCode run(const CorpusEvalOptions& options);
ExitCode run(const BoardOptions& options);

}  // namespace cchnn
