import FlyingSocks

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Runs a body with the base URL of a port on which nobody listens, and that nobody else gets
/// meanwhile.
func withClosedPort(_ body: (String) async throws -> Void) async throws {
    let socket = try Socket(domain: AF_INET)
    defer { try? socket.close() }
    try socket.bind(to: sockaddr_in.inet(ip4: "127.0.0.1", port: 0))
    guard case .ip4(_, let port) = try socket.sockname() else {
        throw SocketError.unsupportedAddress
    }
    try await body("http://127.0.0.1:\(port)")
}

/// Runs a body with the base URL of a port that takes no more connections, and answers none.
func withFullPort(_ body: (String) async throws -> Void) async throws {
    let socket = try Socket(domain: AF_INET)
    defer { try? socket.close() }
    try socket.bind(to: sockaddr_in.inet(ip4: "127.0.0.1", port: 0))
    try socket.listen(maxPendingConnection: 0)
    guard case .ip4(_, let port) = try socket.sockname() else {
        throw SocketError.unsupportedAddress
    }
    // Systems let some more wait than they are told.
    let waiting = try (0..<8).map { _ in try Socket(domain: AF_INET) }
    defer { for socket in waiting { try? socket.close() } }
    for socket in waiting {
        try socket.setFlags(.nonBlocking)
        try? socket.connect(to: sockaddr_in.inet(ip4: "127.0.0.1", port: port))
    }
    try await body("http://127.0.0.1:\(port)")
}
