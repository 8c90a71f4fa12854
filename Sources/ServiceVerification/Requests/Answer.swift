import RepositoryNetworking
import RepositoryValues

/// What came back to a request of a verification.
struct Answer: Sendable {
    /// The request, such as `GET /messages/1`.
    let request: String
    /// The response as it came; nil where none did.
    let response: NetworkingResponse?
    /// The body in the form of plain REST; nil where there is none, or none that can be read.
    var plain: JSON?
    /// The version, as `If-Match` repeats it; nil where the response has none.
    var version: String?
    /// Why nothing came, or why the body cannot be read, in a sentence; nil where all is well.
    var problem: String?
    /// The status with which a repository takes it: 404 for the success that says there is nothing.
    var effectiveStatus: Int?

    /// Whether the service may have acted although no response came.
    var isAmbiguous = false

    /// The status; nil where no response came.
    var status: Int? { response?.status }

    /// Whether the service says that it has done what it was asked for.
    var isSuccess: Bool { response?.isSuccess ?? false }

    /// Whether the service wants to know who asks.
    var isForbidden: Bool { status == 401 || status == 403 }

    /// Whether the entity is not there.
    var isMissing: Bool { effectiveStatus == 404 || effectiveStatus == 410 }

    /// What happened, in words: `the status 404`, or why no response came.
    var outcome: String {
        if let status { "the status \(status)" } else { problem ?? "no response" }
    }

    /// The body as it came; nil where it is no JSON.
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

    /// Whether the body says by its media type that it is JSON.
    var isJSON: Bool {
        guard let mediaType else { return false }
        return mediaType.hasSuffix("/json") || mediaType.hasSuffix("+json")
    }
}
