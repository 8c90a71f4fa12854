/// The body of the repository of an entity.
package struct ProposedRepository: Hashable, Sendable {
    /// The entity.
    package var entity: String
    /// The path of the collection, without a leading slash.
    package var path: String
    /// The server's operations: `create`, `read`, `update`, `patch`, `delete`.
    package var remote: [String] = []
    /// The conventions of this repository that differ.
    package var conventions: SchemaNode?
    /// The error types by status.
    package var errors: [ProposedEndpoint.Failure] = []

    /// Creates a repository.
    package init(entity: String, path: String, remote: [String] = []) {
        self.entity = entity
        self.path = path
        self.remote = remote
    }

    func add(to mapping: inout SchemaMapping) {
        mapping.isBlock = true
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
