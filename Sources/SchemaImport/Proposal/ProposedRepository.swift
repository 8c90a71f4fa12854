/// The body of a repository: of an entity, or of operations.
package struct ProposedRepository: Hashable, Sendable {
    /// An operation.
    package struct Operation: Hashable, Sendable {
        /// The name of the function.
        package var name: String
        /// The endpoint that it calls.
        package var endpoint: String

        /// Creates an operation.
        package init(name: String, endpoint: String) {
            self.name = name
            self.endpoint = endpoint
        }
    }

    /// The operations of a repository without an entity.
    package var operations: [Operation] = []
    /// The entity.
    package var entity: String?
    /// The path of the collection, without a leading slash.
    package var path: String?
    /// The server's operations: `create`, `read`, `update`, `patch`, `delete`.
    package var remote: [String] = []
    /// The conventions of this repository that differ.
    package var conventions: SchemaNode?
    /// The error types by status.
    package var errors: [ProposedEndpoint.Failure] = []

    /// Creates a repository of an entity.
    package init(entity: String, path: String, remote: [String] = []) {
        self.entity = entity
        self.path = path
        self.remote = remote
    }

    /// Creates a repository of operations.
    package init(operations: [Operation]) {
        self.operations = operations
    }

    func add(to mapping: inout SchemaMapping) {
        mapping.isBlock = true
        if !operations.isEmpty {
            let pairs = operations.map { (key: $0.name, value: SchemaNode.text($0.endpoint)) }
            mapping.add("operations", .mapping(pairs))
        }
        mapping.add("entity", text: entity)
        mapping.add("path", text: path)
        if !remote.isEmpty, remote != ["create", "read", "update", "delete"] {
            mapping.add("remote", .sequence(remote.map { .text($0) }))
        }
        mapping.add("conventions", conventions)
        if !errors.isEmpty {
            let pairs = errors.map { (key: $0.status, value: SchemaNode.text($0.type.text)) }
            mapping.add("errors", .mapping(pairs))
        }
    }
}
