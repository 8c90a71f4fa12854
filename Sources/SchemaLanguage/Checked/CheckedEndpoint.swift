/// A request to a service.
package struct CheckedEndpoint: Hashable, Sendable {
    /// The method of a request.
    package enum Method: String, Hashable, Sendable, CaseIterable {
        case get, post, put, patch, delete, head, options
    }

    /// The response.
    package enum Response: Hashable, Sendable {
        /// No body.
        case empty
        /// One value.
        case single(CheckedType)
        /// An array of values, of this element, which is never null.
        case array(CheckedType)
        /// One of several types, by ascending status.
        case byStatus([Outcome])

        /// The types of the bodies.
        package var types: [CheckedType] {
            switch self {
            case .empty: []
            case .single(let type), .array(let type): [type]
            case .byStatus(let outcomes): outcomes.compactMap(\.type)
            }
        }
    }

    /// The response with one of several statuses.
    package struct Outcome: Hashable, Sendable {
        /// The status, from 200 to 299.
        package let status: Int
        /// The type of the body; nil if there is none.
        package let type: CheckedType?
        /// The encoding of the body.
        package var media = CheckedMedia.json
    }

    /// The type of the body of a failure.
    package struct Failure: Hashable, Sendable {
        /// The status, from 400 to 599; its first digit for the other statuses of a class, or nil
        /// for all others.
        package let status: Int?
        /// The type of the body.
        package let type: CheckedType
        /// Whether the body is plain text instead of JSON.
        package var isText = false
    }

    /// The priority of requests.
    package enum Priority: String, Hashable, Sendable, CaseIterable {
        case low, high
    }

    /// The stored responses that a client may use.
    package enum CachePolicy: String, Hashable, Sendable, CaseIterable {
        case none, revalidated, stale
    }

    /// Options for requests that differ from the defaults.
    package struct Options: Hashable, Sendable {
        /// The maximum duration of a request in seconds; nil for the limits of the session.
        package var timeout: Int?
        /// The priority of requests; nil for the default.
        package var priority: Priority?
        /// The stored responses that a client may use; nil for fresh ones.
        package var cachePolicy: CachePolicy?

        package init(
            timeout: Int? = nil,
            priority: Priority? = nil,
            cachePolicy: CachePolicy? = nil
        ) {
            self.timeout = timeout
            self.priority = priority
            self.cachePolicy = cachePolicy
        }
    }

    /// Name, schema and documentation.
    package let head: DeclarationHead
    /// The method.
    package let method: Method
    /// The path, which starts with `/`; `{name}` stands for the path parameter with that key.
    package let path: String
    /// The parameters: those of the path in its order, then those of the query, the header fields,
    /// the cookies and the body in schema order.
    package let parameters: [CheckedParameter]
    /// The type of the body; nil if there is none, or the parameters are its parts.
    package let body: CheckedType?
    /// The encoding of the body.
    package let bodyMedia: CheckedMedia
    /// The response.
    package let response: Response
    /// The encoding of the response.
    package let responseMedia: CheckedMedia
    /// How the response, an array, is split into pages; nil if it is not.
    package let paging: CheckedConventions.Paging?
    /// The key path of the body in the request; nil if it is the whole body.
    package let wrap: String?
    /// The key path of the response in the body; nil if it is the whole body.
    package let unwrap: String?
    /// The bodies of failures: by ascending status, then of classes, then of all others.
    package let failures: [Failure]
    /// The header fields of the response, in schema order.
    package var responseHeaders: [CheckedParameter] = []
    /// The options of requests.
    package var options = Options()
    /// What to use instead, if it is deprecated.
    package var deprecation: String?
    /// The environment, if the endpoint has its own.
    package let environment: String?
    /// Whether requests are authenticated as the API specifies.
    package let authenticates: Bool
    /// The response of the mock environment: JSON text, or the text itself if the response is not
    /// JSON.
    package let example: String?
}

/// A parameter of an endpoint.
package struct CheckedParameter: Hashable, Sendable {
    /// The location of a parameter in a request.
    package enum Location: Hashable, Sendable {
        case path, query, header, cookie
        /// A field of a form, or a part of a multipart body that is a string.
        case field
        /// A part of a multipart body that is JSON.
        case jsonPart
        /// A part of a multipart body that is a file; its type is that of the bytes.
        case file
    }

    /// A transformation of a string before it is sent.
    package enum Transform: String, Hashable, Sendable, CaseIterable {
        case lowercased, uppercased
    }

    /// The name in the schema.
    package let name: String
    /// The name in the request.
    package let key: String
    /// Its location.
    package let location: Location
    /// The type: a scalar, an array of scalars, or, except in a form, a value; any type in a JSON
    /// part.
    package let type: CheckedType
    /// Whether it is optional; always false in a path.
    package let isOptional: Bool
    /// The value if the caller passes none.
    package let defaultValue: CheckedLiteral?
    /// The documentation.
    package let doc: String?
    /// The transformation before it is sent.
    package let transform: Transform?
    /// The form of its values, as in ``CheckedProperty/wire``.
    package let wire: WireForm
    /// How the elements of arrays are written; outside of a query, with commas.
    package var arrays = CheckedMedia.Arrays.repeated
    /// How the properties of a value are written; outside of a query, with commas or exploded.
    package var objects = CheckedMedia.Objects.brackets
}
