#pragma once
// What cchnn-gen does for each command: call the library, print what a person wants to know, return the exit code.

#include "core/errors.hpp"
#include "options.hpp"

namespace cchnn {

ExitCode run(const ListOptions& options);
ExitCode run(const ShowOptions& options);
ExitCode run(const CheckOptions& options);
ExitCode run(const InfoCommand& command);
ExitCode run(const GenerateCommand& command);
ExitCode run(const MergeCommand& command);
ExitCode run(const RolloutCommand& command);
ExitCode run(const AuditCommand& command);
ExitCode run(const VerifyCommand& command);
ExitCode run(const ExportCommand& command);
ExitCode run(const ImportCommand& command);
ExitCode run(const ObserveCommand& command);
ExitCode run(const SuiteCommand& command);
ExitCode run(const ChallengeCommand& command);
ExitCode run(const GraphCommand& command);
ExitCode run(const LyapunovCommand& command);
ExitCode run(const ConvertCommand& command);
ExitCode run(const CorpusCommand& command);
ExitCode run(const StreamCommand& command);
ExitCode run(const ServeCommand& command);
ExitCode run(const EnvironmentsCommand& command);

}  // namespace cchnn
