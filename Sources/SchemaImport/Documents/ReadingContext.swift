import Diagnostics
import YAMLTree

/// The documents of an import, and what was found in them.
struct ReadingContext {
    var documents: DocumentSet
    var findings: Findings

    /// What is at a place; nil for nothing.
    mutating func node(at place: DocumentPlace) -> YAMLNode? {
        documents.node(at: place, &findings)
    }

    /// What a reference leads to; nil, with a finding, where that is nothing.
    mutating func target(of reference: YAMLNode) -> (place: DocumentPlace, node: YAMLNode)? {
        guard let text = reference.text else {
            findings.add(.brokenReference, "expected a text as a reference", at: reference.range)
            return nil
        }
        guard let place = DocumentSet.place(of: text, from: reference.range.path) else {
            findings.add(
                .remoteReference,
                "'\(text)' is on another machine, and is not fetched",
                at: reference.range,
                hint: "download it, and refer to the file"
            )
            return nil
        }
        guard let node = node(at: place) else {
            findings.add(
                .brokenReference,
                "there is nothing at '\(text)'",
                at: reference.range
            )
            return nil
        }
        return (place, node)
    }

    /// A node, or what its `$ref` leads to, over any number of them.
    mutating func resolved(_ node: YAMLNode) -> YAMLNode? {
        var node = node
        var seen: Set<DocumentPlace> = []
        while let reference = node["$ref"] {
            guard let (place, target) = target(of: reference) else { return nil }
            guard seen.insert(place).inserted else {
                findings.add(
                    .referenceCycle,
                    "'\(reference.text ?? "")' leads back to itself",
                    at: reference.range
                )
                return nil
            }
            node = target
        }
        return node
    }
}
