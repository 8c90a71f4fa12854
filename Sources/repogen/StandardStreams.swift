#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The standard input, output and error output of the process.
enum StandardStreams {
    /// Occupies the numbers of the streams that the caller has closed: otherwise, the next files and
    /// pipes would get them.
    ///
    /// Reading and writing still fail, as with a closed stream.
    static func occupyClosed() {
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
        where fcntl(stream, F_GETFD) == -1 {
            _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
