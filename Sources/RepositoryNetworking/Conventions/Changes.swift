extension Conventions {
    /// The way in which a service reports what has changed since an earlier listing.
    ///
    /// Every listing has a cursor. A request with the cursor returns what was created, changed or
    /// deleted since. A deleted entity is recognized only by its tombstone; an entity that is not
    /// listed is unchanged.
    public struct Changes: Hashable, Sendable {
        /// The location of the cursor in a listing.
        public enum Cursor: Hashable, Sendable {
            /// A header field of its first page, sent back unchanged. A date (RFC 9110) is set back
            /// by a second if the page was created within a minute of it, because later changes may
            /// have the same date.
            case header(String)
            /// A property of the entities: the greatest value on the first page. Numbers are
            /// compared by value, strings by character, so dates must have the same format and time
            /// zone.
            case member(JSONKeyPath)
        }

        /// The location of the cursor in a request.
        public enum Question: Hashable, Sendable {
            /// A query parameter.
            case parameter(String)
            /// A header field, such as `If-Modified-Since`; status `304` means that nothing has
            /// changed.
            case header(String)
        }

        /// The location of the cursor in a request.
        public var question: Question
        /// The location of the cursor in a listing.
        public var cursor: Cursor

        /// Creates settings with the cursor in a query parameter.
        ///
        /// - Parameters:
        ///   - parameter: The query parameter for the cursor.
        ///   - cursor: The location of the cursor in a listing.
        public init(parameter: String, cursor: Cursor) {
            self.question = .parameter(parameter)
            self.cursor = cursor
        }

        /// Creates settings with the cursor in a header field.
        ///
        /// - Parameters:
        ///   - header: The header field for the cursor.
        ///   - cursor: The location of the cursor in a listing.
        public init(header: String, cursor: Cursor) {
            self.question = .header(header)
            self.cursor = cursor
        }
    }
}
