import FlyingSocks

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Runs a body with the base URL of a port that is closed and reserved.
func withClosedPort(_ body: (String) async throws -> Void) async throws {
    let socket = try Socket(domain: AF_INET)
    defer { try? socket.close() }
    try socket.bind(to: sockaddr_in.inet(ip4: "127.0.0.1", port: 0))
    guard case .ip4(_, let port) = try socket.sockname() else {
        throw SocketError.unsupportedAddress
    }
    try await body("http://127.0.0.1:\(port)")
}

/// Runs a body with the base URL of a port that accepts no more connections, and does not respond.
func withFullPort(_ body: (String) async throws -> Void) async throws {
    let socket = try Socket(domain: AF_INET)
    defer { try? socket.close() }
    try socket.bind(to: sockaddr_in.inet(ip4: "127.0.0.1", port: 0))
    try socket.listen(maxPendingConnection: 0)
    guard case .ip4(_, let port) = try socket.sockname() else {
        throw SocketError.unsupportedAddress
    }
    // Systems queue some more connections than requested.
    let waiting = try (0..<8).map { _ in try Socket(domain: AF_INET) }
    defer { for socket in waiting { try? socket.close() } }
    for socket in waiting {
        try socket.setFlags(.nonBlocking)
        try? socket.connect(to: sockaddr_in.inet(ip4: "127.0.0.1", port: port))
    }
    try await body("http://127.0.0.1:\(port)")
}
