import Diagnostics
import YAMLTree

extension ParseContext {
    /// Constant query parameters; anything else is a mistake.
    ///
    /// - Parameters:
    ///   - node: The parameters.
    ///   - refusal: Why they cannot contain `{id}`; nil if it stands for the identity.
    /// - Returns: The valid ones.
    mutating func constantParameters(
        _ node: YAMLNode,
        withoutIdentity refusal: String?
    ) -> [APIDeclaration.Parameter] {
        guard case .mapping(let pairs) = node.content else {
            reportKind(
                of: node,
                what: "query",
                expected: "a mapping of parameters to values",
                hint: "write `query: { force: true }`"
            )
            return []
        }
        return pairs.compactMap { pair in
            guard let name = text(pair.key, what: "a query parameter"),
                let value = constant(pair.value)
            else { return nil }
            guard !name.value.allSatisfy(\.isWhitespace), !name.value.contains(where: \.isNewline)
            else {
                report(
                    .invalidValue,
                    "expected the name of a query parameter, found "
                        + "'\(name.value.shortened(to: 40))'",
                    at: name.range
                )
                return nil
            }
            if let refusal, value.value.contains("{id}") {
                report(
                    .invalidValue,
                    refusal,
                    at: value.range,
                    hint:
                        "declare it for requests of one entity: read, update, patch and delete"
                )
                return nil
            }
            return APIDeclaration.Parameter(name: name, value: value)
        }
    }

    /// The text of a constant value.
    private mutating func constant(_ node: YAMLNode) -> Located<String>? {
        if case .scalar(let scalar) = node.content, scalar.meaning != .null {
            return Located(scalar.text, at: node.range)
        }
        let isMany = node.scalarText == nil && node.count > 0
        reportKind(
            of: node,
            what: "a query parameter",
            expected: "a string, a number, true or false",
            hint: isMany
                ? "write it as it appears in the query, such as `\"name,email\"`; a "
                    + "value that callers choose is a parameter of an endpoint"
                : "write `\"\"` for a parameter without a value"
        )
        return nil
    }
}

extension APIDeclaration.Parameter {
    /// The parameter without its place.
    var checked: CheckedQueryConstant {
        CheckedQueryConstant(name: name.value, value: value.value)
    }
}
