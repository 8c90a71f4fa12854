extension Conventions {
    /// What the body of a failure means.
    ///
    /// Where a service says nothing of it, the common forms are tried: RFC 9457, `message`, `error`, and those of
    /// JSON:API, Django REST framework and FastAPI.
    public struct ErrorForm: Hashable, Sendable {
        /// Where the message stands; nil for the common places.
        public var message: JSONKeyPath?
        /// Where else the message may stand, where it is not at ``message``: the first place that has one
        /// counts.
        public var otherMessages: [JSONKeyPath] = []
        /// Where a code stands; nil for the common places.
        public var code: JSONKeyPath?
        /// Where the failures of single properties stand, an object by key or an array of objects; empty
        /// where the whole body is that, nil for the common places.
        public var fields: JSONKeyPath?
        /// The member with the key in an element of an array of failures: a text, a JSON pointer, or an array
        /// of the steps to the property.
        public var fieldKey: JSONKeyPath?
        /// The member with the message in an element of an array of failures, or in an object of failures
        /// that stands under the key of the property.
        public var fieldMessage: JSONKeyPath?
        /// Where the service's state of the entity stands after a conflict; nil where it does not.
        public var current: JSONKeyPath?

        /// Creates a form.
        ///
        /// - Parameters:
        ///   - message: Where the message stands.
        ///   - code: Where a code stands.
        ///   - fields: Where the failures of single properties stand.
        ///   - fieldKey: The member with the key in an element of an array of failures.
        ///   - fieldMessage: The member with the message in an element of an array of failures.
        ///   - current: Where the service's state of the entity stands after a conflict.
        public init(
            message: JSONKeyPath? = nil,
            code: JSONKeyPath? = nil,
            fields: JSONKeyPath? = nil,
            fieldKey: JSONKeyPath? = nil,
            fieldMessage: JSONKeyPath? = nil,
            current: JSONKeyPath? = nil
        ) {
            self.message = message
            self.code = code
            self.fields = fields
            self.fieldKey = fieldKey
            self.fieldMessage = fieldMessage
            self.current = current
        }
    }
}
