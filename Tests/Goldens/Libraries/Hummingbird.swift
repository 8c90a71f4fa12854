/// As much of Hummingbird 2 as a page shows: the shape of its functions, which do nothing here.
///
/// The service in `Sources/Examples/Notes` makes the same calls of the library itself.
public import Foundation
public import HTTPTypes
public import NIOCore

public struct RequestBody: Sendable {
    public func collect(upTo maximum: Int) async throws -> ByteBuffer { ByteBuffer() }
}

public struct QueryParameters: Sendable {
    public subscript(name: Substring) -> Substring? { nil }

    public func get<Value: LosslessStringConvertible>(_ name: String, as type: Value.Type) -> Value? { nil }
}

public struct URI: Sendable {
    public var queryParameters: QueryParameters { QueryParameters() }
}

public struct Request: Sendable {
    public var body = RequestBody()
    public var uri = URI()
}

public struct ResponseBody: Sendable {
    public init() {}
    public init(byteBuffer: ByteBuffer) {}
}

public struct Response: ResponseGenerator, Sendable {
    public init(status: HTTPResponse.Status, headers: HTTPFields = .init(), body: ResponseBody = .init()) {}

    public func response(from request: Request, context: some RequestContext) -> Response { self }
}

public protocol ResponseGenerator {
    func response(from request: Request, context: some RequestContext) throws -> Response
}

public protocol HTTPResponseError: Error, ResponseGenerator {
    var status: HTTPResponse.Status { get }
}

public struct PathParameters: Sendable {
    public func require(_ name: String, as type: UUID.Type) throws -> UUID { throw CancellationError() }
}

public protocol RequestContext: Sendable {
    var parameters: PathParameters { get }
}

public struct BasicRequestContext: RequestContext {
    public var parameters: PathParameters { PathParameters() }
}

public struct RouterPath: ExpressibleByStringLiteral, Sendable {
    public init(stringLiteral value: String) {}
}

public struct RouterGroup<Context: RequestContext> {
    public typealias Handler<Output> = @Sendable (Request, Context) async throws -> Output

    @discardableResult
    public func get(_ path: RouterPath = "", use handler: @escaping Handler<some ResponseGenerator>) -> Self { self }

    @discardableResult
    public func post(_ path: RouterPath = "", use handler: @escaping Handler<some ResponseGenerator>) -> Self { self }

    @discardableResult
    public func patch(_ path: RouterPath = "", use handler: @escaping Handler<some ResponseGenerator>) -> Self { self }

    @discardableResult
    public func delete(_ path: RouterPath = "", use handler: @escaping Handler<some ResponseGenerator>) -> Self { self }
}

public final class Router<Context: RequestContext> {
    public init(context: Context.Type = BasicRequestContext.self) {}

    public func group(_ path: RouterPath = "") -> RouterGroup<Context> { RouterGroup() }
}

public struct BindAddress: Sendable {
    public static func hostname(_ host: String = "127.0.0.1", port: Int = 8080) -> Self { Self() }
}

public struct ApplicationConfiguration: Sendable {
    public init(address: BindAddress = .hostname()) {}
}

public struct Application<Context: RequestContext> {
    public init(router: Router<Context>, configuration: ApplicationConfiguration = ApplicationConfiguration()) {}

    public func runService() async throws {}
}
