import Foundation
import RepositoryRuntime
import TestSupport

#if os(Linux)
import RepositoryAsyncHTTPClient
#endif

/// The servers that others wrote, started once for all tests of this process.
///
/// They end with it: they watch their standard input, which closes when the process is gone.
enum RealServers {
    /// A server that answers.
    struct Address: Sendable {
        let url: String
        /// What it wants of its clients: `user`, `password`, `token`, `scheme`.
        let settings: [String: String]

        /// The port on 127.0.0.1.
        var port: UInt16? { URLComponents(string: url)?.port.flatMap(UInt16.init) }

        /// The same server behind a proxy on another port.
        func behind(_ port: UInt16) -> Address {
            var components = URLComponents(string: url)
            components?.port = Int(port)
            return Address(url: components?.string ?? url, settings: settings)
        }

        /// A session with what the server wants, for a connection on which anything can happen.
        func robustSession() -> NetworkingSession {
            #if os(Linux)
            session().using(AsyncHTTPClientTransport.shared)
            #else
            session()
            #endif
        }

        /// A session with what the server wants.
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

    /// Why there is none.
    struct NotStarted: Error, CustomStringConvertible {
        let description: String
    }

    private static let script = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Scripts/real-servers").path

    /// What `Scripts/real-servers status` says, and whether they are installed.
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

    /// The address of a server, which is started if it is not.
    static func address(of name: String) async throws -> Address {
        guard let address = try await all.value[name] else {
            throw NotStarted(description: "\(name) is none of the servers")
        }
        return address
    }

    /// The address of a server of the same name that no other tests use.
    ///
    /// What verification creates and deletes would be in the way of those that look at all there is.
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
        // Kept for as long as the process lives: closing it ends the servers.
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

    /// What a line says: `kinto http://127.0.0.1:PORT/v1 user=… password=…`.
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
    // The lock is held whenever the array is touched.
    private let lock = NSLock()
    private var pipes: [Pipe] = []

    func withLock(_ body: (inout [Pipe]) -> Void) {
        lock.lock()
        defer { lock.unlock() }
        body(&pipes)
    }
}
