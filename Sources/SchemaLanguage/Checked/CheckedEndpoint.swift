/// A request that a service answers.
package struct CheckedEndpoint: Hashable, Sendable {
    /// The method of a request.
    package enum Method: String, Hashable, Sendable, CaseIterable {
        case get, post, put, patch, delete, head, options
    }

    /// What comes back.
    package enum Response: Hashable, Sendable {
        /// No body.
        case empty
        /// One value.
        case single(CheckedType)
        /// An array of values, of this element, which is never null.
        case array(CheckedType)
        /// One of several, by ascending status.
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

    /// What comes back with one of several statuses.
    package struct Outcome: Hashable, Sendable {
        /// The status, from 200 to 299.
        package let status: Int
        /// The type of the body; nil where there is none.
        package let type: CheckedType?
        /// How the body is written.
        package var media = CheckedMedia.json
    }

    /// The type of the body of a failure.
    package struct Failure: Hashable, Sendable {
        /// The status, from 400 to 599; its first digit for all of a class that are not named, or nil for
        /// all of both.
        package let status: Int?
        /// The type of the body.
        package let type: CheckedType
        /// Whether the body is plain text, and not JSON.
        package var isText = false
    }

    /// How urgent requests are.
    package enum Priority: String, Hashable, Sendable, CaseIterable {
        case low, high
    }

    /// Which stored responses may answer requests.
    package enum CachePolicy: String, Hashable, Sendable, CaseIterable {
        case none, revalidated, stale
    }

    /// How requests are carried, where that is not as usual.
    package struct Options: Hashable, Sendable {
        /// How many seconds a request may take in all; nil for the bounds of the session.
        package var timeout: Int?
        /// How urgent requests are; nil for the usual.
        package var priority: Priority?
        /// Which stored responses may answer requests; nil for fresh ones.
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
    /// The path: starts with `/`, `{name}` stands for the path parameter of that wire name.
    package let path: String
    /// The parameters: those of the path in its order, then the query's, the header's, the cookies and
    /// the body's in schema order.
    package let parameters: [CheckedParameter]
    /// The type of the body; nil where there is none, or the parameters are its parts.
    package let body: CheckedType?
    /// How the body is written.
    package let bodyMedia: CheckedMedia
    /// What comes back.
    package let response: Response
    /// How what comes back is written.
    package let responseMedia: CheckedMedia
    /// How the response, an array, is divided into pages; nil where it is not.
    package let paging: CheckedConventions.Paging?
    /// Where in what is sent the body stands; nil where it is the whole.
    package let wrap: String?
    /// Where in what comes back the response stands; nil where it is the whole.
    package let unwrap: String?
    /// The bodies of failures: by ascending status, then of classes, and at the end of all others.
    package let failures: [Failure]
    /// The header fields of the response, in schema order.
    package var responseHeaders: [CheckedParameter] = []
    /// How requests are carried.
    package var options = Options()
    /// What to use instead of it, where it is deprecated.
    package var deprecation: String?
    /// The environment, where the endpoint has one of its own.
    package let environment: String?
    /// Whether requests say who sends them, as the API wants it.
    package let authenticates: Bool
    /// What the mock environment answers: JSON text, or the text itself where the response is no JSON.
    package let example: String?
}

/// A parameter of an endpoint.
package struct CheckedParameter: Hashable, Sendable {
    /// Where a parameter goes.
    package enum Location: Hashable, Sendable {
        case path, query, header, cookie
        /// A field of a form, or a part of a multipart body that is text.
        case field
        /// A part of a multipart body that is JSON.
        case jsonPart
        /// A part of a multipart body that is a file; its type is that of the bytes.
        case file
    }

    /// What happens to a text before it is sent.
    package enum Transform: String, Hashable, Sendable, CaseIterable {
        case lowercased, uppercased
    }

    /// The name, as the schema writes it.
    package let name: String
    /// The name on the wire.
    package let key: String
    /// Where it goes.
    package let location: Location
    /// The type: a scalar, an array of scalars, or a value, but in a form; anything in a JSON part.
    package let type: CheckedType
    /// Whether it may be left out; always false in a path.
    package let isOptional: Bool
    /// The value when the caller gives none.
    package let defaultValue: CheckedLiteral?
    /// The documentation.
    package let doc: String?
    /// What happens to the text before it is sent.
    package let transform: Transform?
    /// The form of its values, as of ``CheckedProperty/wire``.
    package let wire: WireForm
    /// How the elements of arrays are written; elsewhere than in a query, with commas.
    package var arrays = CheckedMedia.Arrays.repeated
    /// How the properties of a value are written; elsewhere than in a query, with commas or exploded.
    package var objects = CheckedMedia.Objects.brackets
}
