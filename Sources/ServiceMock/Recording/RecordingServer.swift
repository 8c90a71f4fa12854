public import Foundation
import NIOCore
package import SchemaLanguage
import ServiceModel

/// A server on loopback that forwards requests to a real service, and stores its response bodies as
/// samples for a ``MockServer``.
///
/// ```swift
/// let recording = try await RecordingServer.start(
///     schemas: [URL(filePath: "Schemas")], service: service, bodies: URL(filePath: "Bodies"))
/// … // use the app with recording.url
/// await recording.stop()
/// let mock = try await MockServer.start(
///     schemas: [URL(filePath: "Schemas")], bodies: URL(filePath: "Bodies"))
/// ```
///
/// Credentials are forwarded and never stored. Values of properties that the schema redacts, or
/// whose keys look like secrets, are replaced by made-up ones in the files.
public final class RecordingServer: Sendable {
    /// The base URL, for example `http://127.0.0.1:41823`, without a trailing slash.
    public var url: String { server.url }

    private let server: LoopbackServer
    private let recorder: BodyRecorder

    private init(_ server: LoopbackServer, _ recorder: BodyRecorder) {
        self.server = server
        self.recorder = recorder
    }

    /// Starts a server for the schemas in folders or files.
    ///
    /// - Parameters:
    ///   - schemas: The folders and files of one output, including all schemas that they refer to.
    ///   - service: The address of the service, `http` or `https`; with or without the path of the
    ///     schema's base URL.
    ///   - bodies: The folder for the bodies, created if missing; its contents are replaced
    ///     response by response.
    ///   - port: The port; 0 for any free one.
    ///   - seed: The seed of replacements for secrets.
    /// - Returns: The server, which listens on 127.0.0.1.
    /// - Throws: ``InvalidSchemas`` or ``InvalidBodies`` if the schemas or the bodies in the folder
    ///   are invalid, ``InvalidServiceAddress``, or a system error if it cannot listen.
    public static func start(
        schemas: [URL],
        service: URL,
        bodies: URL,
        port: Int = 0,
        seed: UInt64 = 0
    ) async throws -> RecordingServer {
        try await listening(
            try SchemaFiles.schema(at: schemas),
            service: service.absoluteString,
            bodies: bodies,
            port: port,
            seed: seed
        ) { _ in }.get()
    }

    /// Starts a server for a checked schema, and waits until it listens; not for code that runs in
    /// a task.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - service: The address of the service.
    ///   - bodies: The folder for the bodies.
    ///   - port: The port; 0 for any free one.
    ///   - seed: The seed of replacements for secrets.
    ///   - log: Receives each request with its outcome, at its end.
    /// - Returns: The server, which listens on 127.0.0.1.
    /// - Throws: As ``start(schemas:service:bodies:port:seed:)``; ``PortInUse`` if another process
    ///   listens.
    @available(*, noasync)
    package static func startAndWait(
        _ schema: CheckedSchema,
        service: String,
        bodies: URL,
        port: Int,
        seed: UInt64,
        log: @escaping @Sendable (MockServer.Exchange) -> Void
    ) throws -> RecordingServer {
        try listening(
            schema,
            service: service,
            bodies: bodies,
            port: port,
            seed: seed,
            log: log
        ).wait()
    }

    /// Starts a server with specific limits and a log.
    package static func start(
        schemas: [URL],
        service: String,
        bodies: URL,
        limits: RecordingLimits,
        log: @escaping @Sendable (MockServer.Exchange) -> Void
    ) async throws -> RecordingServer {
        try await listening(
            try SchemaFiles.schema(at: schemas),
            service: service,
            bodies: bodies,
            port: 0,
            seed: 0,
            limits: limits,
            log: log
        ).get()
    }

    private static func listening(
        _ schema: CheckedSchema,
        service: String,
        bodies: URL,
        port: Int,
        seed: UInt64,
        limits: RecordingLimits = RecordingLimits(),
        log: @escaping @Sendable (MockServer.Exchange) -> Void
    ) throws -> EventLoopFuture<RecordingServer> {
        let paths = schema.apis.map(\.basePath)
        guard let address = ServiceAddress(service, basePaths: paths),
            port == 0 || !address.isLocal(port: port)
        else { throw InvalidServiceAddress() }
        let recorder = try BodyRecorder(ServiceModel(schema), bodies, seed: seed)
        let relay = ServiceRelay(address, recorder, limits: limits)
        return LoopbackServer.listening(port: port) { request, _ in
            .relay { sink in
                let ending = await relay.carry(request, to: sink)
                log(
                    MockServer.Exchange(
                        request: request.withoutCredentialsInQuery,
                        status: ending.status,
                        name: ending.name,
                        findings: ending.notes,
                        fault: nil
                    )
                )
            }
        }.map { RecordingServer($0, recorder) }
    }

    /// Stops listening, and closes all connections, including forwarded ones.
    public func stop() async { await server.stop() }

    /// Switches to another schema at run time.
    package func replaceSchema(_ schema: CheckedSchema) {
        Task { [recorder] in await recorder.replaceSchema(schema) }
    }
}

/// An invalid address of a service.
public struct InvalidServiceAddress: Error, CustomStringConvertible {
    /// The expected address.
    public var description: String {
        "the address of a service must be http or https with a host, without user, query and fragment, "
            + "and not that of the recording itself"
    }
}

extension MockRequest {
    /// The address for a log, without credentials.
    fileprivate var withoutCredentialsInQuery: MockRequest {
        guard items.contains(where: { SentCredentials.isCredential($0.name) }) else { return self }
        let parts = query.split(separator: "&", omittingEmptySubsequences: false)
        let shown = parts.map { part -> Substring in
            let item = QueryItem.list(String(part)).first
            guard let item, SentCredentials.isCredential(item.name) else { return part }
            return part.prefix { $0 != "=" } + "=…"
        }
        return MockRequest(
            method: method,
            target: path + "?" + shown.joined(separator: "&"),
            headerFields: headerFields,
            body: body
        )
    }
}
