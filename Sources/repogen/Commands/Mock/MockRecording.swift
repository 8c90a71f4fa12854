import Foundation
import SchemaLanguage
import ServiceMock

/// Records a service while it is used through a mock.
struct MockRecording {
    /// The default folder for bodies.
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
    /// - Throws: `ToolError` if the address, the folder or the port cannot be used.
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
                hint: "write, for example, https://api.example.com"
            )
        } catch let error as PortInUse {
            throw Mock.nothingServed(error)
        } catch {
            throw ToolError(
                kind: .disk,
                message: "cannot record in '\(bodies)': \(error.localizedDescription)"
            )
        }
    }

    /// Waits for the command `quit`; without a terminal, until the process ends.
    static func waitUntilTold() {
        while let line = readLine() {
            let word = line.filter { !$0.isWhitespace }
            if word == "quit" || word == "exit" { return }
            if !word.isEmpty { Terminal.write("a recording has no faults; type `quit` to stop it") }
        }
        while true { sleep(3_600) }
    }
}
