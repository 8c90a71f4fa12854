// In the form of generated code, by hand until a schema of the examples is generated.

import Foundation
import RepositoryRuntime

/// The conversation service.
nonisolated enum Conversations: APIDefinition {
    static let baseURLs: [APIEnvironment: String] = [
        .production: "http://127.0.0.1:1/v1",
        .staging: "http://127.0.0.1:2/v1",
    ]
    static let headers: [String: String] = [
        "Accept": "application/json",
        "X-Client": "conversations",
    ]
    static let dates = DateCodec(.iso8601, .unixSeconds)
}

nonisolated enum Visibility: OpenEnum {
    case everyone
    case unknown(String)

    init(rawValue: String) {
        switch rawValue {
        case "everyone": self = .everyone
        default: self = .unknown(rawValue)
        }
    }

    var rawValue: String {
        switch self {
        case .everyone: "everyone"
        case .unknown(let rawValue): rawValue
        }
    }
}

/// The description of an error, from the server.
nonisolated struct Problem: ValueObject, Hashable {
    var title: String
    var errors: [String: [String]]?

    init(title: String, errors: [String: [String]]? = nil) {
        self.title = title
        self.errors = errors
    }
}

nonisolated extension Problem: DictionaryInitializable {
    init(dictionary: [String: Any]) throws(ConversionError) {
        let source = DictionaryReader(dictionary)
        self.title = try source.required("title", as: String.self)
        self.errors = try source.optional("errors", as: [String: [String]].self)
    }
}

nonisolated extension Problem: JSONDecodable {
    init(from reader: inout JSONReader) throws(JSONError) {
        var title: String?
        var errors: [String: [String]]?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "title": title = try reader.value()
            case "errors": errors = try reader.valueOrNull()
            default: try reader.skipValue()
            }
        }
        self.title = try reader.require(title, "title")
        self.errors = errors
    }
}

nonisolated extension Problem: MemberEncodable {
    func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
        writer.reserve(members: 2)
        writer.member("title", title)
        writer.memberIfPresent("errors", errors)
    }
}

nonisolated extension Endpoint {
    /// The newest messages.
    nonisolated struct ListMessages: EndpointDefinition {
        typealias API = Conversations
        typealias Response = ArrayResponse<Message>
        static let path = "/messages"
        static let method = HTTPMethod.get

        var limit: Int
        var after: String?
        var since: Date?
        var labels: [String]
        var visibility: Visibility?

        init(
            limit: Int = 20,
            after: String? = nil,
            since: Date? = nil,
            labels: [String] = [],
            visibility: Visibility? = nil
        ) {
            self.limit = limit
            self.after = after
            self.since = since
            self.labels = labels
            self.visibility = visibility
        }

        var parameters: Parameters {
            var parameters = Parameters()
            parameters.query("limit", limit)
            parameters.query("after", after)
            parameters.query("since", since, using: Conversations.dates)
            parameters.query("label", labels)
            parameters.query("visibility", visibility)
            return parameters
        }
    }

    nonisolated struct GetMessage: EndpointDefinition {
        typealias API = Conversations
        typealias Response = SingleResponse<Message>
        static let path = "/messages/{id}"
        static let method = HTTPMethod.get
        static let failures: [Int: any ResponseBody.Type] = [404: Problem.self]

        var id: String

        init(id: String) {
            self.id = id
        }

        var parameters: Parameters {
            var parameters = Parameters()
            parameters.path("id", id)
            return parameters
        }
    }

    nonisolated struct CreateMessage: EndpointDefinition {
        typealias API = Conversations
        typealias Response = SingleResponse<Message>
        static let path = "/messages"
        static let method = HTTPMethod.post
        static let failures: [Int: any ResponseBody.Type] = [422: Problem.self]

        var body: Message.Draft

        init(body: Message.Draft) {
            self.body = body
        }
    }

    nonisolated struct DeleteMessage: EndpointDefinition {
        typealias API = Conversations
        typealias Response = EmptyResponse
        static let path = "/messages/{id}"
        static let method = HTTPMethod.delete

        var id: String
        var version: String?

        init(id: String, version: String? = nil) {
            self.id = id
            self.version = version
        }

        var parameters: Parameters {
            var parameters = Parameters()
            parameters.path("id", id)
            parameters.header("If-Match", version)
            return parameters
        }
    }

    nonisolated struct Suggestions: EndpointDefinition {
        typealias API = Conversations
        typealias Response = ArrayResponse<String>
        static let path = "/suggestions"
        static let method = HTTPMethod.get
        static let environment: APIEnvironment? = .mock
        static let example: String? = #"["hello","bye"]"#

        init() {}
    }
}
