import Diagnostics
import YAMLTree

/// Writes what stands on one line: scalars as they are, brackets with the blanks that belong there.
struct FlowText {
    /// The text of a node as it is written.
    let slice: (YAMLNode) throws(LayoutReader.Irregular) -> String

    /// The canonical text of a node.
    func text(of node: YAMLNode, _ shape: NodeShape) throws(LayoutReader.Irregular) -> String {
        let written = try slice(node)
        let shape = shape.of(node)
        switch node.content {
        case .scalar: return written
        case .sequence(let elements):
            guard written.hasPrefix("[") else { throw .init(line: node.range.start.line) }
            var parts: [String] = []
            for element in elements {
                try checkInside(element, node)
                parts.append(try text(of: element, shape.element))
            }
            return "[\(parts.joined(separator: ", "))]"
        case .mapping(let pairs):
            var parts: [String] = []
            for pair in shape.form.map({ $0.ordered(pairs) { $0.key.scalarText ?? "" } }) ?? pairs {
                try checkInside(pair.key, node)
                try checkInside(pair.value, node)
                let key = try slice(pair.key)
                guard case .scalar = pair.key.content,
                    pair.value.range.start != pair.value.range.end
                else { throw .init(line: node.range.start.line) }
                parts.append("\(key): \(try text(of: pair.value, shape[pair.key]))")
            }
            guard written.hasPrefix("{") else {
                // A pair in the brackets of a list.
                return parts.joined()
            }
            return parts.isEmpty ? "{}" : "{ \(parts.joined(separator: ", ")) }"
        }
    }

    /// What an alias or a merge key brought is not written here.
    private func checkInside(
        _ inner: YAMLNode,
        _ outer: YAMLNode
    ) throws(LayoutReader.Irregular) {
        guard outer.range.start <= inner.range.start, inner.range.end <= outer.range.end else {
            throw .init(line: outer.range.start.line)
        }
    }
}

extension Vocabulary.Form {
    /// Elements in canonical order: those with known keys first, the others as they stand.
    func ordered<Element>(_ elements: [Element], by key: (Element) -> String) -> [Element] {
        let places = elements.map { position(of: key($0)) ?? keys.count }
        return zip(places, elements.indices)
            .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
            .map { elements[$0.1] }
    }
}
