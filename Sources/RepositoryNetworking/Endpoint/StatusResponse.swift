public import Foundation

/// A response that is one of several, by the status that the server answers with.
///
/// Generated code declares an enumeration for each endpoint with `responses:`:
///
///     switch try await networking.request(Endpoint.AddJob(body: draft)) {
///     case .ok(let result): show(result)
///     case .accepted(let job): wait(for: job)
///     case .noContent: break
///     }
///
/// Where not all bodies are JSON, the enumeration reads the response itself, with
/// ``ResponseDefinition/init(_:at:)``.
public protocol StatusResponse: ResponseDefinition where Result == Self {
    /// The media types that a server must name with a status, where it names one; by status, none by
    /// default.
    static var media: [Int: String] { get }

    /// Reads what comes back with a status.
    ///
    /// - Parameters:
    ///   - status: The status code, from 200 to 299.
    ///   - bytes: The body, as JSON text; empty where there is none.
    /// - Throws: `JSONError` where the body is not what that status declares, or the status is not
    ///   declared.
    init(status: Int, bytes: Data) throws(JSONError)
}

extension StatusResponse {
    /// Any.
    public static var media: [Int: String] {
        [:]
    }

    /// The response itself.
    public var result: Self {
        self
    }

    /// Some statuses have no body.
    public static var mayBeEmpty: Bool {
        true
    }

    /// Reads what comes back with the status of a response.
    ///
    /// - Parameters:
    ///   - response: The response of the server.
    ///   - path: Where in its body the content stands.
    /// - Throws: `JSONError` where the body is not what that status declares, or the status is not
    ///   declared.
    public init(_ response: NetworkingResponse, at path: JSONKeyPath) throws(JSONError) {
        let content = response.isBlank ? nil : try JSONPart.text(at: path, in: response.body)
        try self.init(status: response.status, bytes: content ?? Data())
    }

    /// Reads what comes back with the status 200.
    ///
    /// - Parameter bytes: The body, as JSON text.
    /// - Throws: `JSONError` where the body is not what that status declares.
    public init(bytes: Data) throws(JSONError) {
        try self.init(status: 200, bytes: bytes)
    }

    /// Makes what comes back with the status 200 from values such as `JSONSerialization` gives.
    ///
    /// - Parameter json: A dictionary, an array, or a scalar.
    /// - Throws: `ConversionError` where it is not what that status declares.
    public init(json: Any) throws(ConversionError) {
        let json = try JSON(any: json)
        do {
            try self.init(bytes: try json.jsonData())
        } catch {
            throw ConversionError(
                keyPath: error.keyPath,
                expected: error.expected,
                found: error.found
            )
        }
    }

    /// The error of a status that is not declared.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - declared: Those that are.
    /// - Returns: The error.
    public static func undeclared(_ status: Int, among declared: [Int]) -> JSONError {
        let statuses = declared.map { "\($0)" }.joined(separator: ", ")
        return JSONError(
            code: .invalidValue,
            expected: "one of the statuses \(statuses)",
            found: "\(status)",
            offset: 0
        )
    }
}
