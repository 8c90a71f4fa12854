import Foundation
import RepositoryRuntime

/// The elements of the streams in these tests.
struct Tick: JSONDecodable, Equatable, Sendable {
    var number: Int

    init(number: Int) {
        self.number = number
    }

    init(from reader: inout JSONReader) throws(JSONError) {
        var number: Int?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "n": reader.read(&number)
            default: reader.skip()
            }
        }
        self.number = try reader.require(number, "n")
    }
}

struct Lines: EndpointDefinition {
    typealias Response = JSONLinesResponse<Tick>
    static let path = "/stream"
    static let method = RepositoryRuntime.HTTPMethod.get
}

struct Texts: EndpointDefinition {
    typealias Response = JSONSequenceResponse<Tick>
    static let path = "/stream"
    static let method = RepositoryRuntime.HTTPMethod.get
}

struct Numbers: EndpointDefinition {
    typealias Response = JSONSequenceResponse<Int>
    static let path = "/stream"
    static let method = RepositoryRuntime.HTTPMethod.get
}

struct Events: EndpointDefinition {
    typealias Response = EventsResponse<Tick>
    static let path = "/stream"
    static let method = RepositoryRuntime.HTTPMethod.get
    static let lastEventData: String? = "[DONE]"
}

struct PostedEvents: EndpointDefinition {
    typealias Response = TextEventsResponse
    static let path = "/stream"
    static let method = RepositoryRuntime.HTTPMethod.post
}

struct Manual: EndpointDefinition {
    typealias Response = DownloadResponse
    static let path = "/stream"
    static let method = RepositoryRuntime.HTTPMethod.get
}

/// Returns the head of a response that ends with its connection, and the start of its body.
func streamed(_ mediaType: String, _ body: String = "", fields: String = "") -> String {
    "HTTP/1.1 200 OK\r\nContent-Type: \(mediaType)\r\n\(fields)\r\n\(body)"
}
