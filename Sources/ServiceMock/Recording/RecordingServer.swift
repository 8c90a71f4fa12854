public import Foundation
import NIOCore
package import SchemaLanguage
import ServiceModel

/// A server on loopback that passes requests on to a real service, and keeps the bodies of its responses as
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
/// Credentials go on to the service and are never written. Values of properties that the schema redacts, or
/// whose keys look like secrets, are replaced by made-up ones in the files.
public final class RecordingServer: Sendable {
    /// The base URL, such as `http://127.0.0.1:41823`, without a slash at the end.
    public var url: String { server.url }

    private let server: LoopbackServer
    private let recorder: BodyRecorder

    private init(_ server: LoopbackServer, _ recorder: BodyRecorder) {
        self.server = server
        self.recorder = recorder
    }

    /// Starts a server for the schemas of some folders or files.
    ///
    /// - Parameters:
    ///   - schemas: The folders and files of one output; what they name must be in them.
    ///   - service: The address of the service, `http` or `https`; with or without the path that the base URL
    ///     of the schema has.
    ///   - bodies: The folder for the bodies, made where it is missing; what is in it is replaced response by
    ///     response.
    ///   - port: The port; 0 for any that is free.
    ///   - seed: The seed of what takes the places of secrets.
    /// - Returns: The server, which listens on 127.0.0.1.
    /// - Throws: ``InvalidSchemas`` or ``InvalidBodies`` where the schemas or the bodies in the folder have a
    ///   mistake, ``InvalidServiceAddress``, or an error of the system where it cannot listen.
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

    /// Starts a server for a checked schema, and waits until it listens; not for code that runs in a task.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - service: The address of the service.
    ///   - bodies: The folder for the bodies.
    ///   - port: The port; 0 for any that is free.
    ///   - seed: The seed of what takes the places of secrets.
    ///   - log: Gets each request with what became of it, when that is over.
    /// - Returns: The server, which listens on 127.0.0.1.
    /// - Throws: As ``start(schemas:service:bodies:port:seed:)``; ``PortInUse`` where another process listens.
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

    /// Starts a server with limits of its own, and a log.
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

    /// Stops listening, and ends all connections and what is still passed on.
    public func stop() async { await server.stop() }

    /// Takes another schema while it runs.
    package func replaceSchema(_ schema: CheckedSchema) {
        Task { [recorder] in await recorder.replaceSchema(schema) }
    }
}

/// An address at which no service can be recorded.
public struct InvalidServiceAddress: Error, CustomStringConvertible {
    /// What is expected.
    public var description: String {
        "the address of a service is http or https with a host, without user, query and fragment, and not "
            + "that of the recording itself"
    }
}

extension MockRequest {
    /// The same for a log: what lets a client in is left out.
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
