#if canImport(Glibc)
package import Glibc
#elseif canImport(Musl)
package import Musl
#elseif canImport(Darwin)
package import Darwin
#endif

/// A running program, and its exit status.
///
/// On Linux, Foundation's `Process` changes the directory of the whole test process for a moment.
/// It
/// may also miss the end of a child if many run at once; then a caller that waits for it waits
/// forever.
package final class ChildProcess {
    /// The reason why there is no exit status.
    package enum Failure: Error {
        /// The program could not be started; contains the error number.
        case notStarted(Int32)
        /// The program did not end, and was killed.
        case hung([String])
    }

    /// The time after which a program counts as hung: far longer than any program takes on a busy
    /// machine.
    package static let patience = Duration.seconds(1_800)

    /// The process identifier.
    package let identifier: pid_t
    private let command: [String]
    private var status: Int32?

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - command: The program with its arguments.
    ///   - folder: The working directory.
    ///   - environment: All its variables.
    ///   - output: The file for its standard output.
    ///   - errors: The file for its standard error.
    /// - Throws: ``Failure/notStarted(_:)`` if it cannot be started.
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
        #if canImport(Darwin)
        var attributes: posix_spawnattr_t?
        #else
        var attributes = posix_spawnattr_t()
        #endif
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A program inherits ignored and blocked signals, and threads of Dispatch block all
        // signals.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        posix_spawnattr_setflags(&attributes, Int16(flags))
        // It must not inherit open descriptors either: a port, for example, would stay in use.
        for descriptor in 3..<min(getdtablesize(), 4096) {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
        var identifier = pid_t()
        let number = posix_spawn(&identifier, "/bin/sh", nil, &attributes, &argv, &envp)
        guard number == 0 else { throw Failure.notStarted(number) }
        self.identifier = identifier
        self.command = command
    }

    deinit {
        // A test that fails midway leaves no program running.
        if isRunning { end() }
    }

    /// Whether the program is still running.
    package var isRunning: Bool {
        guard status == nil else { return false }
        var found: Int32 = 0
        guard waitpid(identifier, &found, WNOHANG) != 0 else { return true }
        status = found
        return false
    }

    /// Waits for the program to end.
    ///
    /// - Parameter patience: The time after which it counts as hung.
    /// - Returns: Its exit status; as in a shell, 128 plus the number of the signal that ended it.
    /// - Throws: ``Failure/hung(_:)`` if it does not end.
    @discardableResult
    package func wait(atMost patience: Duration = patience) throws -> Int32 {
        let start = ContinuousClock.now
        var pause: UInt32 = 100
        while isRunning {
            guard start.duration(to: .now) < patience else {
                end()
                throw Failure.hung(command)
            }
            usleep(pause)
            pause = min(2 * pause, 10_000)
        }
        let found = status ?? 0
        return found & 0x7F == 0 ? (found >> 8) & 0xFF : 128 + found & 0x7F
    }

    /// Interrupts the program, as Ctrl-C does.
    package func interrupt() { kill(identifier, SIGINT) }

    /// Kills the program.
    private func end() {
        var found: Int32 = 0
        kill(identifier, SIGKILL)
        while waitpid(identifier, &found, 0) == -1, errno == EINTR {}
        status = found
    }
}
