import Foundation

/// How a process has ended.
enum EndedProcess: Hashable, CustomStringConvertible {
    /// It exited with a status.
    case exited(Int32)
    /// It was killed by a signal.
    case killed(bySignal: Int32)

    /// The signal or the exit status.
    var description: String {
        switch self {
        case .exited(let status): "exited with status \(status)"
        case .killed(let signal): "killed by signal \(signal)"
        }
    }

    /// Starts this program again with the same standard output, and waits for its exit.
    ///
    /// - Parameter arguments: Its arguments.
    /// - Returns: How it has ended.
    /// - Throws: An error if it cannot be started.
    static func ofThisProgram(_ arguments: [String]) async throws -> EndedProcess {
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = arguments
        defer { withExtendedLifetime(process) {} }
        return try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { process in
                let status = process.terminationStatus
                continuation.resume(
                    returning: process.terminationReason == .uncaughtSignal
                        ? .killed(bySignal: status) : .exited(status)
                )
            }
            do {
                try process.run()
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}
