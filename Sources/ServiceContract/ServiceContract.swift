import Diagnostics
import Foundation
import SchemaLanguage
import ServiceMock
import ServiceVerification

/// Compares a live service with schemas, for tests created by `repogen generate --contract-tests`.
///
/// Environment variables configure the service and what tests may do there:
///
/// | variable | value |
/// |---|---|
/// | `SERVICE_URL` | its base URL, or `mock` for a mock; if missing, the tests are skipped |
/// | `SERVICE_WRITE` | `1` lets tests create, change and delete entities |
/// | `SERVICE_CREDENTIAL` | a token, `user:password`, or a key |
/// | `SERVICE_PARAMETERS` | values of parameters: `GetUser.id=12&page=1` |
/// | `SERVICE_RATE` | the largest number of requests per second; 20 by default, 0 for no limit |
public struct ServiceContract: Sendable {
    private let schemas: [URL]

    /// Creates a contract.
    ///
    /// - Parameters:
    ///   - schemas: The paths of the schemas or their directories, relative to the file.
    ///   - file: The file that the paths are relative to.
    public init(schemas: [String], from file: String = #filePath) {
        let folder = URL(filePath: file).deletingLastPathComponent()
        self.schemas = schemas.map { folder.appending(path: $0).standardizedFileURL }
    }

    /// Whether the environment configures a service.
    public static var isConfigured: Bool { value("SERVICE_URL") != nil }

    private static func value(_ name: String) -> String? {
        ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Verifies a repository or an endpoint.
    ///
    /// - Parameter name: Its name in the schema.
    /// - Returns: The differences between the schema and the service; empty if they agree.
    /// - Throws: ``ContractError`` if the schemas or the environment are invalid, the service does
    ///   not respond, or an entity created by a test still exists.
    public func differences(of name: String) async throws -> [ContractDifference] {
        let (schema, files) = try SchemaFiles.read(schemas)
        guard let url = Self.value("SERVICE_URL") else {
            throw ContractError(description: "The environment variable SERVICE_URL is not set.")
        }
        guard url == "mock" else {
            return try await differences(of: name, schema, files, at: url)
        }
        let mock = try await MockServer.start(schemas: schemas)
        do {
            let found = try await differences(of: name, schema, files, at: mock.url)
            await mock.stop()
            return found
        } catch {
            await mock.stop()
            throw error
        }
    }

    private func differences(
        of name: String,
        _ schema: CheckedSchema,
        _ files: [SourceFile],
        at url: String
    ) async throws -> [ContractDifference] {
        var settings = VerificationSettings(url: url)
        settings.names = [name]
        settings.writes = Self.value("SERVICE_WRITE") == "1"
        settings.credential = Self.value("SERVICE_CREDENTIAL")
        settings.seed = .random(in: 1...(1 << 40))
        settings.rate = Self.value("SERVICE_RATE").flatMap(Double.init) ?? settings.rate
        for item in (Self.value("SERVICE_PARAMETERS") ?? "").split(separator: "&") {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else {
                throw ContractError(
                    description: "SERVICE_PARAMETERS has '\(item)' without a value."
                )
            }
            let value = parts[1].removingPercentEncoding ?? String(parts[1])
            settings.parameters[String(parts[0])] = value
        }
        let verifier = ServiceVerifier(schema, settings)
        if let problem = verifier.problem {
            throw ContractError(description: "SERVICE_PARAMETERS: \(problem).")
        }
        let verification = await verifier.verify()
        guard verification.responses > 0 || verification.requests == 0 else {
            throw ContractError(description: "\(url) does not respond.")
        }
        guard verification.left.isEmpty else {
            let list = verification.left.joined(separator: "\n  ")
            throw ContractError(description: "Entities created by the test still exist:\n  \(list)")
        }
        // An expired credential verifies nothing, which must not look like success.
        if verification.confirmed == 0, verification.differences.isEmpty,
            let part = verification.unverified.first
        {
            throw ContractError(
                description: "Nothing could be verified. \(part.subject): \(part.reason)."
            )
        }
        let places = DifferencePlaces(schema, files)
        return verification.differences.map {
            ContractDifference($0, at: places.range(of: $0.place))
        }
    }
}

/// A difference between a schema and its service.
public struct ContractDifference: Sendable, CustomStringConvertible {
    /// What the schema declares, what the service does, and the change that would fix it.
    public let description: String
    /// The path of the schema.
    public let path: String
    /// The name of the file.
    public var file: String { URL(filePath: path).lastPathComponent }
    /// The line of the declaration, starting at 1.
    public let line: Int
    /// The column, starting at 1.
    public let column: Int

    init(_ difference: Difference, at range: SourceRange) {
        let hint = difference.hint.map { "\n\($0)" } ?? ""
        description = "\(difference.message) (\(difference.request))\(hint)"
        path = range.path
        line = range.start.line
        column = range.start.column
    }
}

/// The error of a service that cannot be compared with its schemas.
public struct ContractError: Error, CustomStringConvertible {
    /// The reason.
    public let description: String
}
