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
