import Diagnostics

extension TreeComposer {
    /// The node that an alias refers to, with the range of the alias; nested ranges are those of
    /// the anchor.
    ///
    /// An unknown alias is reported and becomes null, so that reading continues.
    mutating func expandAlias(
        _ name: String,
        at range: SourceRange,
        depth: Int
    ) throws(ReadingStopped) -> Composed {
        switch anchors[name] {
        case .complete(var composed, let weight):
            try tally.count(nodes: weight, at: range)
            try tally.check(depth: depth - 1 + composed.height, at: range)
            composed.node.range = range
            return composed
        case .open(let anchor):
            let diagnostic = Diagnostic(
                rule: YAMLRule.aliasCycle,
                "found the alias \(VisibleText.quote("*" + name)) inside the value it refers to",
                at: range,
                notes: [Diagnostic.Note("the value starts here", at: anchor)]
            )
            try tally.report(diagnostic)
        case nil:
            let diagnostic = Diagnostic(
                rule: YAMLRule.undefinedAlias,
                "found the alias \(VisibleText.quote("*" + name)), expected an anchor before it",
                at: range,
                hint: hint(forUndefined: name)
            )
            try tally.report(diagnostic)
        }
        let null = YAMLScalar("", style: .plain, meaning: .null)
        return Composed(node: YAMLNode(.scalar(null), range: range))
    }

    /// The nearest anchor, or how to write a string that starts with `*`.
    private func hint(forUndefined name: String) -> String {
        // With more anchors than a person writes, the search would be too slow.
        let names = anchors.count <= 1_000 ? anchors.keys.sorted() : []
        if let nearest = NearestSpelling.nearest(to: name, in: names) {
            return "did you mean \(VisibleText.quote("*" + nearest))?"
        }
        return "put a string that starts with '*' in quotes"
    }
}
