import Diagnostics
import YAMLTree

extension ParseContext {
    /// The replacement of something deprecated, which is required.
    mutating func deprecation(_ node: YAMLNode) -> String? {
        if case .scalar(let scalar) = node.content, scalar.meaning != .null {
            let isBlank = scalar.text.allSatisfy(\.isWhitespace)
            if case .bool = scalar.meaning {} else if !isBlank { return scalar.text }
        }
        reportKind(
            of: node,
            what: "deprecated",
            expected: "a sentence about what to use instead",
            hint: "write `deprecated: Use text instead.`"
        )
        return nil
    }
}
