import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Identifies a process that uses a store, so that other processes can tell that it has exited.
///
/// It relies on the process number, and only reports an exit if it is certain: within the same boot
/// and number space. Locks are no alternative: the system kills a suspended app that holds a lock
/// on a shared file. Counting how often a file was opened does not tell who still has it open.
struct ProcessMark: Hashable, Sendable {
    /// The scope of the process number: the boot time of the system, and its number space.
    private let space: String
    private let number: Int32
    /// Distinguishes processes that reuse a number.
    private let token: String

    /// The current process; nil if the system provides too little information.
    static let current: ProcessMark? = currentSpace.map { space in
        ProcessMark(
            space: space,
            number: ProcessInfo.processInfo.processIdentifier,
            token: UUID().uuidString
        )
    }

    /// Whether the process has certainly exited.
    var isGone: Bool {
        guard let current = Self.current, current.space == space else { return false }
        if current.number == number { return current.token != token }
        #if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
        // Signal 0 only tests for existence. A process that may not be signaled exists.
        return kill(number, 0) != 0 && errno == ESRCH
        #else
        return false
        #endif
    }

    /// The boot time of the system, and its number space.
    private static var currentSpace: String? {
        #if canImport(Darwin)
        var count = 0
        let name = "kern.bootsessionuuid"
        guard sysctlbyname(name, nil, &count, nil, 0) == 0, count > 1 else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        guard sysctlbyname(name, &bytes, &count, nil, 0) == 0 else { return nil }
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        #elseif os(Linux)
        // Containers on one system may have separate number spaces.
        guard
            let start = try? String(
                contentsOfFile: "/proc/sys/kernel/random/boot_id",
                encoding: .utf8
            ).split(separator: "\n").first,
            let numbers = try? FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/self/ns/pid"
            )
        else { return nil }
        return "\(start) \(numbers)"
        #else
        return nil
        #endif
    }
}

extension ProcessMark {
    /// The mark in its stored form.
    var json: JSON {
        .array([.string(space), .number(JSON.Number(Int64(number))), .string(token)])
    }

    /// Decodes a mark.
    init?(_ json: JSON?) {
        guard case .array(let parts)? = json, parts.count == 3, case .string(let space) = parts[0],
            case .number(let number) = parts[1], let number = number.integer(Int32.self),
            number > 0,
            case .string(let token) = parts[2]
        else { return nil }
        self.init(space: space, number: number, token: token)
    }
}
