public import Foundation
public import HTTPTypes
import RepositoryValues

/// A response of a mock.
public struct MockResponse: Sendable {
    /// The status code.
    public var status: Int
    /// The header fields.
    public var headerFields: HTTPFields
    /// The body.
    public var body: Data

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headerFields: The header fields.
    ///   - body: The body.
    public init(_ status: Int, headerFields: HTTPFields = [:], body: Data = Data()) {
        self.status = status
        self.headerFields = headerFields
        self.body = body
    }

    /// A response with a JSON body.
    static func json(
        _ status: Int,
        _ json: JSON,
        as mediaType: String = "application/json",
        _ headerFields: HTTPFields = [:]
    ) -> MockResponse {
        var fields = headerFields
        fields[.contentType] = mediaType
        return MockResponse(status, headerFields: fields, body: (try? json.jsonData()) ?? Data())
    }

    /// Sets a header field by its name; ignores invalid names.
    mutating func set(_ name: String, _ value: String) {
        if let name = HTTPField.Name(name) { headerFields[name] = value }
    }
}
