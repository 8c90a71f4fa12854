public import Foundation

/// A response with a separate case for each declared status code.
///
/// Generated code declares an enum for each endpoint with `responses:`:
///
///     switch try await networking.request(Endpoint.AddJob(body: draft)) {
///     case .ok(let result): show(result)
///     case .accepted(let job): wait(for: job)
///     case .noContent: break
///     }
///
/// If not all bodies are JSON, the enum decodes the response itself, with
/// ``ResponseDefinition/init(_:at:)``.
public protocol StatusResponse: ResponseDefinition where Result == Self {
    /// The media type that a response with a status must have if the server sends one; empty by
    /// default.
    static var media: [Int: String] { get }

    /// Decodes the response with a status.
    ///
    /// - Parameters:
    ///   - status: The status code, from 200 to 299.
    ///   - bytes: The body, as JSON text; empty if there is none.
    /// - Throws: `JSONError` if the body is not of the type declared for the status, or the status
    ///   is not declared.
    init(status: Int, bytes: Data) throws(JSONError)
}

extension StatusResponse {
    /// Any media type.
    public static var media: [Int: String] {
        [:]
    }

    /// The response itself.
    public var result: Self {
        self
    }

    /// A status may have no body.
    public static var mayBeEmpty: Bool {
        true
    }

    /// Decodes the response with its status.
    ///
    /// - Parameters:
    ///   - response: The response of the server.
    ///   - path: The path in its body at which the content is located.
    /// - Throws: `JSONError` if the body is not of the type declared for the status, or the status
    ///   is not declared.
    public init(_ response: NetworkingResponse, at path: JSONKeyPath) throws(JSONError) {
        let content = response.isBlank ? nil : try JSONPart.text(at: path, in: response.body)
        try self.init(status: response.status, bytes: content ?? Data())
    }

    /// Decodes the response with status 200.
    ///
    /// - Parameter bytes: The body, as JSON text.
    /// - Throws: `JSONError` if the body is not of the type declared for that status.
    public init(bytes: Data) throws(JSONError) {
        try self.init(status: 200, bytes: bytes)
    }

    /// Creates the response with status 200 from `JSONSerialization` values.
    ///
    /// - Parameter json: A dictionary, an array, or a scalar.
    /// - Throws: `ConversionError` if it is not of the type declared for that status.
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

    /// Returns the error for an undeclared status.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - declared: The declared status codes.
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
