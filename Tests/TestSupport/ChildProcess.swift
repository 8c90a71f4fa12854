#if canImport(Glibc)
package import Glibc
#elseif canImport(Musl)
package import Musl
#elseif canImport(Darwin)
package import Darwin
#endif

/// A program that runs, and how it ends.
///
/// Foundation's `Process` on Linux changes the directory of the whole test process for a moment, and may
/// miss the end of a child when many run at once; then whoever waits for it waits for ever.
package final class ChildProcess {
    /// The program could not be started.
    package struct Failure: Error {
        /// The error number.
        package let number: Int32
    }

    /// The number of the process.
    package let identifier: pid_t
    private var status: Int32?

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - command: The program with its arguments.
    ///   - folder: Where it runs.
    ///   - environment: All its variables.
    ///   - output: The file that its output goes to.
    ///   - errors: The file that its errors go to.
    /// - Throws: ``Failure`` where it cannot be started.
    package init(
        _ command: [String],
        in folder: String,
        environment: [String: String],
        output: String = "/dev/null",
        errors: String = "/dev/null"
    ) throws {
        let script = #"cd "$1" && o=$2 e=$3 && shift 3 && exec "$@" >"$o" 2>"$e" </dev/null"#
        let arguments = ["/bin/sh", "-c", script, "sh", folder, output, errors] + command
        var argv = arguments.map { strdup($0) } + [nil]
        var envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in argv + envp { free(pointer) } }
        var identifier = pid_t()
        let number = posix_spawn(&identifier, "/bin/sh", nil, nil, &argv, &envp)
        guard number == 0 else { throw Failure(number: number) }
        self.identifier = identifier
    }

    /// Whether it has not ended yet.
    package var isRunning: Bool {
        guard status == nil else { return false }
        var found: Int32 = 0
        guard waitpid(identifier, &found, WNOHANG) != 0 else { return true }
        status = found
        return false
    }

    /// Waits for its end.
    ///
    /// - Returns: Its exit status, or the number of the signal that ended it.
    @discardableResult
    package func wait() -> Int32 {
        var found = status ?? 0
        if status == nil {
            while waitpid(identifier, &found, 0) == -1, errno == EINTR {}
            status = found
        }
        return found & 0x7F == 0 ? (found >> 8) & 0xFF : found & 0x7F
    }
}
