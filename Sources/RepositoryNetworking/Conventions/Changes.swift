extension Conventions {
    /// How a service is asked for what has changed since it was asked before.
    ///
    /// It says with every listing how far that goes, and lists from there what is new, what is other, and
    /// what is no more. What is no more is known by its tombstone alone: one that is not listed has only
    /// not changed.
    public struct Changes: Hashable, Sendable {
        /// Where a listing says how far it goes.
        public enum Cursor: Hashable, Sendable {
            /// In a header of its first page, which is sent again as it is. A date (RFC 9110) is set back by
            /// a second where the page was made within a minute of it: other changes may have the same.
            case header(String)
            /// In a member of the entities: the greatest on the first page. Numbers compare by value,
            /// texts by their characters, so that dates must be of one form and zone.
            case member(JSONKeyPath)
        }

        /// Where a question says from where on.
        public enum Question: Hashable, Sendable {
            /// In a query parameter.
            case parameter(String)
            /// In a header field, such as `If-Modified-Since`; `304` answers that nothing has changed.
            case header(String)
        }

        /// Where a question has the cursor.
        public var question: Question
        /// Where a listing says how far it goes.
        public var cursor: Cursor

        /// Creates the form of such questions.
        ///
        /// - Parameters:
        ///   - parameter: The query parameter with the cursor.
        ///   - cursor: Where a listing says how far it goes.
        public init(parameter: String, cursor: Cursor) {
            self.question = .parameter(parameter)
            self.cursor = cursor
        }

        /// Creates the form of such questions.
        ///
        /// - Parameters:
        ///   - header: The header field with the cursor.
        ///   - cursor: Where a listing says how far it goes.
        public init(header: String, cursor: Cursor) {
            self.question = .header(header)
            self.cursor = cursor
        }
    }
}
