#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A process that uses a store, so that others which use it can tell that it has ended.
///
/// That is said only where it is sure: by its number, among the processes that count their numbers as
/// this one does. No lock is held for it: a system that puts an app to sleep ends one that holds a lock on
/// a shared file, and a count of how often a file was opened says nothing of who still has it open.
struct ProcessMark: Hashable, Sendable {
    /// Where its number counts: the start of the system, and the space of numbers in it.
    private let space: String
    private let number: Int32
    /// What tells it from others that have the same number, one after the other.
    private let token: String

    /// This process; nil where the system does not say enough of it.
    static let current: ProcessMark? = currentSpace.map { space in
        ProcessMark(
            space: space,
            number: ProcessInfo.processInfo.processIdentifier,
            token: UUID().uuidString
        )
    }

    /// Whether it is sure that the process has ended.
    var isGone: Bool {
        guard let current = Self.current, current.space == space else { return false }
        if current.number == number { return current.token != token }
        #if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
        // Signal 0 is none: it only asks. A process that may not be asked is there.
        return kill(number, 0) != 0 && errno == ESRCH
        #else
        return false
        #endif
    }

    /// The start of the system, and the space of process numbers.
    private static var currentSpace: String? {
        #if canImport(Darwin)
        var count = 0
        let name = "kern.bootsessionuuid"
        guard sysctlbyname(name, nil, &count, nil, 0) == 0, count > 1 else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        guard sysctlbyname(name, &bytes, &count, nil, 0) == 0 else { return nil }
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        #elseif os(Linux)
        // Containers on one system may count apart.
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
    /// The mark as it is stored.
    var json: JSON {
        .array([.string(space), .number(JSON.Number(Int64(number))), .string(token)])
    }

    /// Reads a mark.
    init?(_ json: JSON?) {
        guard case .array(let parts)? = json, parts.count == 3, case .string(let space) = parts[0],
            case .number(let number) = parts[1], let number = number.integer(Int32.self),
            number > 0,
            case .string(let token) = parts[2]
        else { return nil }
        self.init(space: space, number: number, token: token)
    }
}
