import Diagnostics
import YAMLTree

extension ParseContext {
    /// What to use instead of something; that it is deprecated alone would help nobody.
    mutating func deprecation(_ node: YAMLNode) -> String? {
        if case .scalar(let scalar) = node.content, scalar.meaning != .null {
            let isBlank = scalar.text.allSatisfy(\.isWhitespace)
            if case .bool = scalar.meaning {} else if !isBlank { return scalar.text }
        }
        reportKind(
            of: node,
            what: "deprecated",
            expected: "a text that says what to use instead",
            hint: "write `deprecated: Use text instead.`"
        )
        return nil
    }
}
