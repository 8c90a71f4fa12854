import Foundation
import RepositoryRuntime
import TestSupport

#if os(Linux)
import RepositoryAsyncHTTPClient
#endif

/// The third-party servers, started once for all tests of this process.
///
/// They stop with it: they watch their standard input, which closes when the process exits.
enum RealServers {
    /// A running server.
    struct Address: Sendable {
        let url: String
        /// The credentials for it: `user`, `password`, `token`, `scheme`.
        let settings: [String: String]

        /// The port on 127.0.0.1.
        var port: UInt16? { URLComponents(string: url)?.port.flatMap(UInt16.init) }

        /// Returns the address of the same server behind a proxy on another port.
        func behind(_ port: UInt16) -> Address {
            var components = URLComponents(string: url)
            components?.port = Int(port)
            return Address(url: components?.string ?? url, settings: settings)
        }

        /// Returns a session with the credentials, for an unreliable connection.
        func robustSession() -> NetworkingSession {
            #if os(Linux)
            session().using(AsyncHTTPClientTransport.shared)
            #else
            session()
            #endif
        }

        /// Returns a session with the credentials.
        func session(password: String? = nil) -> NetworkingSession {
            let credentials: Credentials? =
                if let user = settings["user"] {
                    .user(user, password: password ?? settings["password"] ?? "")
                } else if let token = settings["token"], let scheme = settings["scheme"] {
                    scheme == "Bearer" ? .token(token) : .key("\(scheme) \(token)")
                } else {
                    nil
                }
            return NetworkingSession(url: url, credentials: credentials)
        }
    }

    /// The reason why a server is missing.
    struct NotStarted: Error, CustomStringConvertible {
        let description: String
    }

    private static let script = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Scripts/real-servers").path

    /// The output of `Scripts/real-servers status`, and whether they are installed.
    static let status: (isInstalled: Bool, text: String) = {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["bash", script, "status"]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return (false, "there is no bash") }
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(),
            as: UTF8.self
        )
        process.waitUntilExit()
        return (
            process.terminationStatus == 0, text.trimmingCharacters(in: .whitespacesAndNewlines)
        )
    }()

    /// Returns the address of a server, which is started if needed.
    static func address(of name: String) async throws -> Address {
        guard let address = try await all.value[name] else {
            throw NotStarted(description: "\(name) is none of the servers")
        }
        return address
    }

    /// Returns the address of another instance of a server, not used by other tests.
    ///
    /// Entities created and deleted by verification would affect tests that list all.
    static func ownAddress(of name: String) async throws -> Address {
        guard let address = try await own.value[name] else {
            throw NotStarted(description: "\(name) is none of the servers")
        }
        return address
    }

    private static let own = Task {
        try await BackgroundWork.run { try start() }
    }

    private static let all = Task {
        try await BackgroundWork.run { try start() }
    }

    private static let names = [
        "kinto", "datasette", "django", "jsonapi", "fastapi", "httpbin",
    ]

    private static func start() throws -> [String: Address] {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["bash", script, "start"] + names
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        // The input is stored for the lifetime of the process: closing it stops the servers.
        held.withLock { $0.append(input) }
        var text = ""
        while text.split(separator: "\n").count < names.count || !text.hasSuffix("\n") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else {
                throw NotStarted(description: "the servers did not start: \(text)")
            }
            text += String(decoding: data, as: UTF8.self)
        }
        return Dictionary(uniqueKeysWithValues: try text.split(separator: "\n").map(address))
    }

    private static let held = Held()

    /// Parses a line: `kinto http://127.0.0.1:PORT/v1 user=… password=…`.
    private static func address(_ line: Substring) throws -> (String, Address) {
        let words = line.split(separator: " ").map(String.init)
        guard words.count >= 2 else { throw NotStarted(description: "not understood: \(line)") }
        let settings = words.dropFirst(2).compactMap { word -> (String, String)? in
            guard let equals = word.firstIndex(of: "=") else { return nil }
            return (String(word[..<equals]), String(word[word.index(after: equals)...]))
        }
        let address = Address(
            url: words[1],
            settings: Dictionary(settings) { first, _ in first }
        )
        return (words[0], address)
    }
}

/// Pipes that stay open.
private final class Held: @unchecked Sendable {
    // The lock protects the array.
    private let lock = NSLock()
    private var pipes: [Pipe] = []

    func withLock(_ body: (inout [Pipe]) -> Void) {
        lock.lock()
        defer { lock.unlock() }
        body(&pipes)
    }
}
