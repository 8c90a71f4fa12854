import Foundation
import SchemaLanguage
import ServiceMock

/// Records a service while it is used through a mock.
struct MockRecording {
    /// The folder for bodies where none is named.
    static let defaultBodies = "Bodies"

    /// The address of the service.
    let service: String
    /// The folder for bodies.
    let bodies: String
    let port: Int
    let seed: UInt64
    let isQuiet: Bool

    /// Starts to record, and waits until the server listens.
    ///
    /// - Parameter schema: The schema.
    /// - Returns: The server.
    /// - Throws: `ToolError` where the address, the folder or the port cannot be used.
    func start(_ schema: CheckedSchema) throws -> RecordingServer {
        let isQuiet = isQuiet
        do {
            return try RecordingServer.startAndWait(
                schema,
                service: service,
                bodies: URL(filePath: bodies),
                port: port,
                seed: seed,
                log: { if !isQuiet { Terminal.write(MockLog.text(of: $0)) } }
            )
        } catch let error as InvalidBodies {
            throw Mock.mistake(in: error)
        } catch let error as InvalidServiceAddress {
            throw ToolError.arguments(
                "'\(service)' cannot be recorded: \(error)",
                hint: "write it as in https://api.example.com"
            )
        } catch let error as PortInUse {
            throw Mock.nothingServed(error)
        } catch {
            throw ToolError(
                kind: .disk,
                message: "nothing can be recorded in '\(bodies)': \(error.localizedDescription)"
            )
        }
    }

    /// Waits until somebody ends it with `quit`; without a terminal, until the process ends.
    static func waitUntilTold() {
        while let line = readLine() {
            let word = line.filter { !$0.isWhitespace }
            if word == "quit" || word == "exit" { return }
            if !word.isEmpty { Terminal.write("`quit` ends the recording; it has no faults") }
        }
        while true { sleep(3_600) }
    }
}
