extension Conventions {
    /// The format of the errors in failure bodies.
    ///
    /// If nothing is specified, common formats are tried: RFC 9457, `message`, `error`, and those
    /// of JSON:API, Django REST framework and FastAPI.
    public struct ErrorForm: Hashable, Sendable {
        /// The path of the message; nil for the common paths.
        public var message: JSONKeyPath?
        /// Further paths of the message if it is not at ``message``; the first one found is used.
        public var otherMessages: [JSONKeyPath] = []
        /// The path of a code; nil for the common paths.
        public var code: JSONKeyPath?
        /// The path of the errors of single properties, an object by key or an array of objects;
        /// empty for the root of the body, nil for the common paths.
        public var fields: JSONKeyPath?
        /// The path of the key within an error of the array: a string, a JSON pointer, or an array
        /// of path components.
        public var fieldKey: JSONKeyPath?
        /// The path of the message within an error of the array, or in an object under the key of
        /// the property.
        public var fieldMessage: JSONKeyPath?
        /// The path of the current state of the entity after a conflict; nil if there is none.
        public var current: JSONKeyPath?

        /// Creates a form.
        ///
        /// - Parameters:
        ///   - message: The path of the message.
        ///   - code: The path of a code.
        ///   - fields: The path of the errors of single properties.
        ///   - fieldKey: The path of the key within an error of the array.
        ///   - fieldMessage: The path of the message within an error of the array.
        ///   - current: The path of the current state of the entity after a conflict.
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
