import Diagnostics

extension TreeComposer {
    /// The node an alias stands for, with the range of the alias; inside, ranges are the anchor's.
    ///
    /// An alias that stands for nothing is reported and becomes null, so that reading goes on.
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
                "found the alias \(VisibleText.quote("*" + name)) inside the value it stands for",
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

    /// The nearest anchor, or what to do where the `*` was meant as text.
    private func hint(forUndefined name: String) -> String {
        // With more anchors than a person writes, looking through them is not worth its time.
        let names = anchors.count <= 1_000 ? anchors.keys.sorted() : []
        if let nearest = NearestSpelling.nearest(to: name, in: names) {
            return "did you mean \(VisibleText.quote("*" + nearest))?"
        }
        return "put a text that starts with '*' in quotes"
    }
}
