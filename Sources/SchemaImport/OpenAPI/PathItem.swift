import YAMLTree

/// A path item with the one that it refers to.
enum PathItem {
    /// The keys of a path item other than operations.
    static let keys: Set<String> = ["$ref", "summary", "description", "servers", "parameters"]

    /// A path item; next to a reference, its own operations and parameters come first.
    ///
    /// - Parameters:
    ///   - node: The path item, or a reference to one.
    ///   - reading: The documents.
    /// - Returns: The path item; nil, with a finding, if there is none.
    static func node(_ node: YAMLNode, _ reading: inout ReadingContext) -> YAMLNode? {
        let own = node.pairs.filter { $0.key.text != "$ref" }
        guard node["$ref"] != nil, !own.isEmpty else { return reading.resolved(node) }
        let target = reading.resolved(node)
        var pairs = own
        for pair in target?.pairs ?? [] {
            guard let index = own.firstIndex(where: { $0.key.text == pair.key.text }) else {
                pairs.append(pair)
                continue
            }
            let key = pair.key.text ?? ""
            if key == "parameters" {
                // The later one of two parameters is used.
                let all = pair.value.elements + own[index].value.elements
                let range = own[index].value.range
                pairs[index] = YAMLPair(
                    key: own[index].key,
                    value: YAMLNode(.sequence(all), range: range)
                )
            } else if !keys.contains(key), !key.hasPrefix("x-") {
                reading.findings.add(
                    .wrongSchema,
                    "the path item that the `$ref` leads to has \(key.quoted), too; this one is used",
                    at: own[index].key.range
                )
            }
        }
        return YAMLNode(.mapping(pairs), range: node.range)
    }
}
