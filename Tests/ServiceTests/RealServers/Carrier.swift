import Foundation
import RepositoryRuntime

#if os(Linux)
import RepositoryAsyncHTTPClient
#endif

/// The transport of a session: a server must receive the same requests from each.
enum Carrier: CaseIterable, Sendable {
    case urlSession
    #if os(Linux)
    case asyncHTTPClient
    #endif
}

extension NetworkingSession {
    /// Returns the same session on a transport.
    ///
    /// Each has a transport of its own: a server that closes a connection after one request must not
    /// break the next request of another test.
    func over(_ carrier: Carrier) -> NetworkingSession {
        switch carrier {
        case .urlSession: self
        #if os(Linux)
        case .asyncHTTPClient: using(AsyncHTTPClientTransport())
        #endif
        }
    }
}

extension RealServers {
    /// Returns a session for one of the servers.
    static func session(
        _ name: String,
        over carrier: Carrier,
        _ credentials: Credentials? = nil
    ) async throws -> NetworkingSession {
        let url = try await address(of: name).url
        return NetworkingSession(url: url, credentials: credentials).over(carrier)
    }
}

/// The digest of bytes on both sides: their number and CRC-32.
enum Told {
    static func bytes(_ data: Data) -> String {
        "bytes \(data.count) \(checksum(data))"
    }

    static func checksum(_ data: Data) -> String {
        let crc = data.withUnsafeBytes { bytes in
            bytes.reduce(UInt32.max) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
        }
        let digits = String(~crc, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    private static let table = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { crc, _ in crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
}

/// Runs a body with a folder that is removed afterwards.
func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "real-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
}

extension Data {
    /// Bytes without repetition.
    static func sample(_ count: Int) -> Data {
        var state: UInt32 = 7
        return Data(
            (0..<count).map { _ in
                state = state &* 1_664_525 &+ 1_013_904_223
                return UInt8(state >> 24)
            }
        )
    }
}

/// A text with all characters that are special in forms, queries and header fields.
let awkwardText = #"Grüße 🏔 "a' &b=c+d;e,f|g%41<h>?i#j/k[l]{m}\n~"#
