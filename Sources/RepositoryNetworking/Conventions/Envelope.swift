extension Conventions {
    /// The envelope of entities in request and response bodies.
    public struct Envelope: Hashable, Sendable {
        /// The path of a single entity in a response; empty for the root.
        public var one: JSONKeyPath
        /// The path of an array of entities in a response; empty for the root.
        public var list: JSONKeyPath
        /// The path of an entity, or its changes, in a request body; keys only.
        public var sent: JSONKeyPath
        /// Different paths for some operations.
        public var exceptions: [ServiceOperation: JSONKeyPath]
        /// Constant properties that some operations send next to the entity.
        public var constants: [ServiceOperation: [String: JSON]]

        /// Creates an envelope.
        ///
        /// - Parameters:
        ///   - one: The path of a single entity in a response.
        ///   - list: The path of an array of entities in a response.
        ///   - sent: The path of an entity in a request body.
        ///   - exceptions: Different paths for some operations.
        ///   - constants: Constant properties that some operations send next to the entity.
        public init(
            one: JSONKeyPath = [],
            list: JSONKeyPath = [],
            sent: JSONKeyPath = [],
            exceptions: [ServiceOperation: JSONKeyPath] = [:],
            constants: [ServiceOperation: [String: JSON]] = [:]
        ) {
            self.one = one
            self.list = list
            self.sent = sent
            self.exceptions = exceptions
            self.constants = constants
        }

        /// Puts a request body into the envelope.
        func wrap(_ body: JSON, of operation: ServiceOperation) -> JSON {
            let body = body.wrapped(at: exceptions[operation] ?? sent)
            guard let constants = constants[operation], let members = body.object else {
                return body
            }
            return .object(members.merging(constants) { $1 })
        }

        /// Returns whether an operation sends its body without an envelope.
        func isEmpty(for operation: ServiceOperation) -> Bool {
            (exceptions[operation] ?? sent).components.isEmpty && constants[operation] == nil
        }
    }
}
