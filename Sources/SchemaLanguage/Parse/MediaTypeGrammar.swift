/// The grammar of media types with their parameters (RFC 9110, section 8.3), such as
/// `application/json` or `text/csv; charset=utf-8`.
enum MediaTypeGrammar {
    /// A regular expression that matches a whole media type.
    ///
    /// - Parameter allowsRange: Whether it also matches a range such as `image/*`, which is only
    ///   valid in requests.
    /// - Returns: The expression, without anchors.
    static func pattern(allowsRange: Bool = false) -> String {
        let token = "[A-Za-z0-9!#$&^_.+-]+"
        let subtype = allowsRange ? "(?:\(token)|\\*)" : token
        return "\(token)/\(subtype)( *; *\(token)=[^,;\"]+)*"
    }

    /// Whether a string is a media type, or, if allowed, a range.
    static func matches(_ text: String, allowsRange: Bool = false) -> Bool {
        guard let grammar = try? Regex(pattern(allowsRange: allowsRange)) else { return false }
        return (try? grammar.wholeMatch(in: text)) != nil
    }
}
