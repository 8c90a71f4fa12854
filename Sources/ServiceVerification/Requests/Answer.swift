import RepositoryNetworking
import RepositoryValues

/// The result of a request of a verification.
struct Answer: Sendable {
    /// The request, for example `GET /messages/1`.
    let request: String
    /// The original response; nil without a response.
    let response: NetworkingResponse?
    /// The body in plain REST; nil if it is missing or cannot be read.
    var plain: JSON?
    /// The version for `If-Match`; nil if the response has none.
    var version: String?
    /// The reason for a missing response or an unreadable body, as a sentence; nil for success.
    var problem: String?
    /// The status as a repository sees it: 404 for a successful response without an entity.
    var effectiveStatus: Int?

    /// Whether the service may have processed the request without a response.
    var isAmbiguous = false
    /// Whether the body was read to its end.
    var isWhole = true

    /// The status; nil without a response.
    var status: Int? { response?.status }

    /// Whether the service reported success.
    var isSuccess: Bool { response?.isSuccess ?? false }

    /// Whether the service requires credentials.
    var isForbidden: Bool { status == 401 || status == 403 }

    /// Whether the entity does not exist.
    var isMissing: Bool { effectiveStatus == 404 || effectiveStatus == 410 }

    /// The outcome as text: `the status 404`, or the reason for a missing response.
    var outcome: String {
        if let status { "the status \(status)" } else { problem ?? "no response" }
    }

    /// The original body; nil if it is not JSON.
    var json: JSON? {
        guard let body = response?.body, !body.isEmpty else { return nil }
        return try? JSON(jsonData: body)
    }

    /// The media type of the response, in lower case and without parameters.
    var mediaType: String? {
        response?.header("Content-Type").map { field in
            String(field.prefix { $0 != ";" }.filter { !$0.isWhitespace }).lowercased()
        }
    }

    /// Whether the media type of the body is JSON.
    var isJSON: Bool {
        guard let mediaType else { return false }
        return mediaType.hasSuffix("/json") || mediaType.hasSuffix("+json")
    }
}
