/// How a service writes what repositories ask of it.
///
/// What is nil, or not there, is as in plain REST.
package struct CheckedConventions: Hashable, Sendable {
    /// What a repository asks for.
    package enum Operation: String, Hashable, Sendable, CaseIterable {
        case list, read, create, update, patch, delete, synchronize
    }

    /// Where an operation goes, and what it sends beside the entity.
    package struct Request: Hashable, Sendable {
        /// What is asked for.
        package let operation: Operation
        /// The method and the path, with `{path}` and `{id}`; nil for those of plain REST.
        package var form: Form?
        /// Where the entity stands in what is sent; nil where it is as for the others.
        package var sent: String?
        /// What stands beside it.
        package var constants: [Constant] = []
        /// What it always says in its query.
        package var query: [CheckedQueryConstant] = []

        /// A method and a path.
        package struct Form: Hashable, Sendable {
            /// The method.
            package let method: CheckedEndpoint.Method
            /// The path, with `{path}` and `{id}`.
            package let path: String
        }

        /// A member of what is sent, with a value that is always the same.
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
        /// A number, as JSON writes it.
        case number(String)
    }

    /// How listings are divided.
    package struct Paging: Hashable, Sendable {
        /// How the next page is asked for.
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

        /// Where it is told how many there are.
        package enum Total: Hashable, Sendable {
            case header(String)
            /// In a header of the answer to HEAD.
            case head(String)
            case member(String)
        }

        package var style: Style
        /// How many entities a page has.
        package var size: Int?
        /// The parameter that says how many.
        package var sizeParameter: String?
        /// The key path of what is true while there is more.
        package var more: String?
        /// Where it is told how many there are.
        package var total: Total?
    }

    /// How conditions are written.
    package enum Filter: Hashable, Sendable {
        /// A parameter for each, by its operator.
        case parameters([Template])
        /// One document in the operators of MongoDB.
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

        /// How a property is compared.
        package enum Operator: String, Hashable, Sendable, CaseIterable {
            case equal, less, lessOrEqual, greater, greaterOrEqual, contains, hasPrefix, isOneOf
            case isNull
        }
    }

    /// How criteria are written.
    package struct Query: Hashable, Sendable {
        package var filter: Filter?
        /// The parameter with the order; empty where there is none.
        package var sort: String?
        package var ascending: String?
        package var descending: String?
        /// The parameter of the limit; empty where there is none.
        package var limit: String?
        /// The parameter of the offset; empty where there is none.
        package var offset: String?
    }

    /// How a state of an entity is told from another.
    package enum Versions: Hashable, Sendable {
        case none, entityTag
        case member(String, isQuoted: Bool)
    }

    /// How the service is asked for what has changed.
    package enum Changes: Hashable, Sendable {
        /// It cannot be.
        case none
        /// With how far the last listing went, which that has said.
        case since(Question, Cursor)

        /// Where a question says from where on.
        package enum Question: Hashable, Sendable {
            case parameter(String)
            case header(String)
        }

        /// Where a listing says how far it goes.
        package enum Cursor: Hashable, Sendable {
            case header(String)
            case member(String)
        }
    }

    /// How the properties that change are written.
    package enum PatchForm: String, Hashable, Sendable, CaseIterable {
        case merge, jsonPatch
    }

    /// How it is found out whether a creation without an answer has happened.
    package enum CreationCheck: Hashable, Sendable {
        case comparison, identity
        /// The lifetime is in seconds; nil where the service does not say it.
        case idempotencyKey(header: String, lifetime: Int?)
    }

    /// What the body of a failure means.
    package struct Errors: Hashable, Sendable {
        /// Where the message stands: the first place that has one counts.
        package var messages: [String]?
        package var code: String?
        package var fields: String?
        package var fieldKey: String?
        package var fieldMessage: String?
        package var current: String?
    }

    /// What tells an entity that is no more.
    package struct Tombstone: Hashable, Sendable {
        /// Where it stands in the entity; empty where nothing tells.
        package let path: String
        /// What stands there; nil for what is true, or says since when.
        package var value: Literal?
    }

    /// How many creations go in one request.
    package struct Batch: Hashable, Sendable {
        /// The path of a request that has others in it; empty where they are an array.
        package var path: String?
        /// How many it may have.
        package var limit: Int?
    }

    /// Whether they begin with those of a family of services, and not with those of the API.
    package var beginsAnew = false
    /// The media type of what is sent.
    package var sentMedia: String?
    /// The media type that is asked for.
    package var acceptedMedia: String?
    /// The media type of a patch.
    package var patchMedia: String?
    /// Where requests go, in the order of ``Operation``.
    package var requests: [Request] = []
    /// Where one entity stands in an answer.
    package var one: String?
    /// Where many stand in an answer.
    package var list: String?
    /// Where an entity stands in what is sent.
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
    /// The header field by which the service asks to be left alone; empty where there is none.
    package var backoff: String?
    package var batch = Batch()

    /// These conventions, where they say nothing as others have it.
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
