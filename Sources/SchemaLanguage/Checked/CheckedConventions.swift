/// The conventions of a service that repositories follow.
///
/// Anything that is nil or missing is as in plain REST.
package struct CheckedConventions: Hashable, Sendable {
    /// An operation of a repository.
    package enum Operation: String, Hashable, Sendable, CaseIterable {
        case list, read, create, update, patch, delete, synchronize
    }

    /// The request for an operation, and the constants in it.
    package struct Request: Hashable, Sendable {
        /// The operation.
        package let operation: Operation
        /// The method and the path, with `{path}` and `{id}`; nil for those of plain REST.
        package var form: Form?
        /// The key path of the entity in the request body; nil if it is the usual one.
        package var sent: String?
        /// The constants next to it.
        package var constants: [Constant] = []
        /// The constant query parameters.
        package var query: [CheckedQueryConstant] = []

        /// A method and a path.
        package struct Form: Hashable, Sendable {
            /// The method.
            package let method: CheckedEndpoint.Method
            /// The path, with `{path}` and `{id}`.
            package let path: String
        }

        /// A constant property in the request body.
        package struct Constant: Hashable, Sendable {
            /// The key.
            package let key: String
            /// The value.
            package let value: Literal
        }
    }

    /// A scalar.
    package enum Literal: Hashable, Sendable {
        case string(String)
        case boolean(Bool)
        /// A number in JSON notation.
        case number(String)
    }

    /// How listings are split into pages.
    package struct Paging: Hashable, Sendable {
        /// How the next page is requested.
        package enum Style: Hashable, Sendable {
            case none, link
            case header(String)
            case next(String)
            case page(parameter: String, first: Int)
            case offset(parameter: String)
            case token(String, parameter: String)
            case headerToken(String, parameter: String)
            case lastID(parameter: String)
        }

        /// The location of the total number of entities.
        package enum Total: Hashable, Sendable {
            case header(String)
            /// In a header field of the response to HEAD.
            case head(String)
            case member(String)
        }

        package var style: Style
        /// The number of entities on a page.
        package var size: Int?
        /// The parameter for the page size.
        package var sizeParameter: String?
        /// The key path of the flag that is true while there are more pages.
        package var more: String?
        /// The location of the total number of entities.
        package var total: Total?
    }

    /// How conditions are written.
    package enum Filter: Hashable, Sendable {
        /// A parameter for each, by its operator.
        case parameters([Template])
        /// One document with MongoDB operators.
        case document(parameter: String)
        /// One array of filter objects.
        case objects(parameter: String)

        /// The parameter of an operator, with `{key}`.
        package struct Template: Hashable, Sendable {
            /// The operator.
            package let `operator`: Operator
            /// The text.
            package let text: String
        }

        /// A comparison of a property.
        package enum Operator: String, Hashable, Sendable, CaseIterable {
            case equal, less, lessOrEqual, greater, greaterOrEqual, contains, hasPrefix, isOneOf
            case isNull
        }
    }

    /// How criteria are written.
    package struct Query: Hashable, Sendable {
        package var filter: Filter?
        /// The parameter for the sort order; empty if there is none.
        package var sort: String?
        package var ascending: String?
        package var descending: String?
        /// The parameter for the limit; empty if there is none.
        package var limit: String?
        /// The parameter for the offset; empty if there is none.
        package var offset: String?
    }

    /// How versions of an entity are distinguished.
    package enum Versions: Hashable, Sendable {
        case none, entityTag
        case member(String, isQuoted: Bool)
    }

    /// How a client requests changes.
    package enum Changes: Hashable, Sendable {
        /// Changes cannot be requested.
        case none
        /// By sending the cursor of the last listing.
        case since(Question, Cursor)

        /// The location of the cursor in a request.
        package enum Question: Hashable, Sendable {
            case parameter(String)
            case header(String)
        }

        /// The location of the cursor in a listing.
        package enum Cursor: Hashable, Sendable {
            case header(String)
            case member(String)
        }
    }

    /// How changed properties are written.
    package enum PatchForm: String, Hashable, Sendable, CaseIterable {
        case merge, jsonPatch
    }

    /// How a client finds out whether a creation without a response succeeded.
    package enum CreationCheck: Hashable, Sendable {
        case comparison, identity
        /// The lifetime is in seconds; nil if the service does not specify it.
        case idempotencyKey(header: String, lifetime: Int?)
    }

    /// The body of a failure.
    package struct Errors: Hashable, Sendable {
        /// The key paths of the message; the first one that exists counts.
        package var messages: [String]?
        package var code: String?
        package var fields: String?
        package var fieldKey: String?
        package var fieldMessage: String?
        package var current: String?
    }

    /// The mark of a deleted entity.
    package struct Tombstone: Hashable, Sendable {
        /// Its key path in the entity; empty if there is none.
        package let path: String
        /// Its value; nil if it is true, or the time of deletion.
        package var value: Literal?
    }

    /// How several creations are sent in one request.
    package struct Batch: Hashable, Sendable {
        /// The path of a request that contains others; empty if they are sent as an array.
        package var path: String?
        /// The maximum number of creations.
        package var limit: Int?
    }

    /// Whether they are based on a profile instead of the conventions of the API.
    package var beginsAnew = false
    /// The media type of request bodies.
    package var sentMedia: String?
    /// The media type in the `Accept` header field.
    package var acceptedMedia: String?
    /// The media type of a patch.
    package var patchMedia: String?
    /// The requests, in the order of ``Operation``.
    package var requests: [Request] = []
    /// The key path of one entity in a response.
    package var one: String?
    /// The key path of the array of entities in a response.
    package var list: String?
    /// The key path of an entity in a request body.
    package var sent: String?
    /// Whether entities are resources of JSON:API.
    package var isJSONAPI: Bool?
    package var paging: Paging?
    package var query = Query()
    package var versions: Versions?
    package var tombstone: Tombstone?
    package var changes: Changes?
    package var patches: PatchForm?
    package var errors = Errors()
    package var creation: CreationCheck?
    /// The header field with which the service asks clients to pause; empty if there is none.
    package var backoff: String?
    package var batch = Batch()

    /// These conventions, with missing ones taken from others.
    package func overriding(_ other: CheckedConventions) -> CheckedConventions {
        var all = other
        func put<Value>(_ path: WritableKeyPath<CheckedConventions, Value?>) {
            all[keyPath: path] = self[keyPath: path] ?? other[keyPath: path]
        }
        put(\.sentMedia)
        put(\.acceptedMedia)
        put(\.patchMedia)
        put(\.one)
        put(\.list)
        put(\.sent)
        put(\.isJSONAPI)
        put(\.paging)
        put(\.query.filter)
        put(\.query.sort)
        put(\.query.ascending)
        put(\.query.descending)
        put(\.query.limit)
        put(\.query.offset)
        put(\.versions)
        put(\.tombstone)
        put(\.changes)
        put(\.patches)
        put(\.errors.messages)
        put(\.errors.code)
        put(\.errors.fields)
        put(\.errors.fieldKey)
        put(\.errors.fieldMessage)
        put(\.errors.current)
        put(\.creation)
        put(\.backoff)
        put(\.batch.path)
        put(\.batch.limit)
        all.requests = Operation.allCases.compactMap { operation in
            let named = other.requests.first { $0.operation == operation }
            guard var own = requests.first(where: { $0.operation == operation }) else {
                return named
            }
            own.form = own.form ?? named?.form
            own.sent = own.sent ?? named?.sent
            if own.constants.isEmpty { own.constants = named?.constants ?? [] }
            if own.query.isEmpty { own.query = named?.query ?? [] }
            return own
        }
        return all
    }
}
