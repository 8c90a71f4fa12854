extension Conventions {
    /// What stands around entities in bodies.
    public struct Envelope: Hashable, Sendable {
        /// Where one entity stands in an answer; the whole, where it is empty.
        public var one: JSONKeyPath
        /// Where many stand in an answer; the whole, where it is empty.
        public var list: JSONKeyPath
        /// Where an entity, or what changes of it, stands in what is sent; members only.
        public var sent: JSONKeyPath
        /// The same for some operations, where they have it elsewhere.
        public var exceptions: [ServiceOperation: JSONKeyPath]
        /// What some operations send beside it.
        public var constants: [ServiceOperation: [String: JSON]]

        /// Creates an envelope.
        ///
        /// - Parameters:
        ///   - one: Where one entity stands in an answer.
        ///   - list: Where many stand in an answer.
        ///   - sent: Where an entity stands in what is sent.
        ///   - exceptions: The same for some operations.
        ///   - constants: What some operations send beside it.
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

        /// Puts what is sent into it.
        func wrap(_ body: JSON, of operation: ServiceOperation) -> JSON {
            let body = body.wrapped(at: exceptions[operation] ?? sent)
            guard let constants = constants[operation], let members = body.object else {
                return body
            }
            return .object(members.merging(constants) { $1 })
        }

        /// Whether what an operation sends stands alone.
        func isEmpty(for operation: ServiceOperation) -> Bool {
            (exceptions[operation] ?? sent).components.isEmpty && constants[operation] == nil
        }
    }
}
