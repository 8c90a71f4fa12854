import Diagnostics
import YAMLTree

extension ExampleChecker {
    /// The parts of a node that are not a value of a union.
    func diagnostics(for node: YAMLNode, of union: UnionDeclaration) -> [Diagnostic] {
        guard !union.lacksCases, !union.hasUnreadableDiscriminator else { return [] }
        guard let discriminator = union.discriminator?.value else {
            return byKind(node, union)
        }
        return byTag(node, union, discriminator)
    }

    private func byTag(
        _ node: YAMLNode,
        _ union: UnionDeclaration,
        _ discriminator: String
    ) -> [Diagnostic] {
        let tags = union.cases.map { ($0.tag ?? $0.name).value }
        guard case .mapping(let pairs) = node.content,
            let tag = pairs.first(where: { $0.key.scalarText == discriminator })?.value
        else {
            if union.keepsUnknown, !node.isNull { return [] }
            return [mismatch(node, "a mapping with the key '\(discriminator)'")]
        }
        if let position = tags.firstIndex(where: { $0 == tag.scalarText }) {
            guard PrimitiveType.string.isExample(tag) else {
                return [mismatch(tag, "the tag as a string", hint: "put quotes around it")]
            }
            // A case that is no structure is an error; a union inside itself would recurse forever.
            guard let type = index.resolve(union.cases[position].type), type.structureName != nil
            else { return [] }
            return diagnostics(for: node, as: type)
        }
        if union.keepsUnknown { return [] }
        let hint = tag.scalarText.flatMap { NearestSpelling.hint(for: $0, in: tags) }
        return [mismatch(tag, "the tag \(tags.listed(by: "or"))", hint: hint)]
    }

    private func byKind(_ node: YAMLNode, _ union: UnionDeclaration) -> [Diagnostic] {
        let types = union.cases.compactMap { index.resolve($0.type) }
        if let kind = node.wireKind,
            let type = types.first(where: { index.wireKind(of: $0) == kind })
        {
            // A single value that the case does not accept is kept, like one that matches no case.
            let isKept = union.keepsUnknown && kind.isSingleValue
            return isKept ? [] : diagnostics(for: node, as: type)
        }
        // If the type of a case is unknown, any value is allowed.
        if union.keepsUnknown && !node.isNull || types.count < union.cases.count { return [] }
        return [mismatch(node, "a value of \(union.heading.name.value)")]
    }
}

extension YAMLNode {
    /// The kind of its JSON value; nil for null.
    fileprivate var wireKind: WireKind? {
        switch content {
        case .sequence: .array
        case .mapping: .object
        case .scalar(let scalar):
            switch scalar.meaning {
            case .null: nil
            case .bool: .bool
            case .integer, .float: .number
            case .string: .string
            }
        }
    }
}
