import Diagnostics

extension TreeComposer {
    /// Composes the mapping whose start was read.
    mutating func composeMapping(
        _ properties: YAMLEvent.Properties,
        from start: YAMLSpan,
        depth: Int
    ) throws(ReadingStopped) -> Composed {
        let weightBefore = tally.nodes
        // Of a schema, that is a declaration.
        if depth == 3 { positions.separatePath() }
        var range = try open(properties, from: start, depth: depth)
        var builder = MappingBuilder()
        var height = 0
        var last: YAMLNode?
        while true {
            let event = try next()
            if case .collectionEnd(let span) = event {
                range.end = end(of: span, after: last) ?? range.end
                break
            }
            let key = try compose(event, depth: depth + 1)
            let isDuplicate = try reportDuplicate(key.node, in: builder)
            var value = try compose(next(), depth: depth + 1)
            if value.node.isWrittenNowhere(after: key.node) {
                // libyaml ends it at the next token, which may be lines later.
                value.node.range = SourceRange(
                    path: range.path,
                    start: key.node.range.end,
                    end: key.node.range.end
                )
            }
            height = max(height, key.height, value.height)
            last = value.node
            if isDuplicate {
                continue
            }
            if key.node.isMergeKey {
                builder.merge(try pairs(toMerge: value.node), for: key.node)
            } else {
                builder.append(key: key.node, value: value.node)
                try tally.check(keys: builder.pairs.count, at: range)
            }
        }
        builder.applyMerge()
        try tally.check(keys: builder.pairs.count, at: range)
        let resolution = TagResolution(properties.tag)
        if !resolution.allowsMapping {
            try tally.report(resolution.mismatch(found: "a mapping", at: range))
        }
        let node = YAMLNode(.mapping(builder.pairs), range: range, tag: properties.tag)
        return close(Composed(node: node, height: height + 1), properties, weightBefore)
    }

    /// Reports a duplicate key.
    private mutating func reportDuplicate(
        _ key: YAMLNode,
        in builder: MappingBuilder
    ) throws(ReadingStopped) -> Bool {
        guard let first = key.isMergeKey ? builder.mergeKey : builder.existing(key) else {
            return false
        }
        try tally.report(.duplicateKey(key, first: first))
        return true
    }

    /// The pairs that the value of a merge key adds; empty if it is not a mapping.
    private mutating func pairs(toMerge value: YAMLNode) throws(ReadingStopped) -> [YAMLPair] {
        switch value.content {
        case .mapping(let pairs):
            return pairs
        case .sequence(let elements):
            var pairs: [YAMLPair] = []
            for element in elements {
                if case .mapping(let more) = element.content {
                    pairs += more
                } else {
                    try reportMerge(of: element)
                }
            }
            return pairs
        // An unknown alias has been reported.
        case .scalar where value.isAliasOfNothing:
            return []
        case .scalar:
            try reportMerge(of: value)
            return []
        }
    }

    private mutating func reportMerge(of value: YAMLNode) throws(ReadingStopped) {
        let diagnostic = Diagnostic(
            rule: YAMLRule.invalidMerge,
            "found \(value.kind) to merge, expected a mapping or a list of mappings",
            at: value.range,
            hint: "put '<<' in quotes if it is an ordinary key"
        )
        try tally.report(diagnostic)
    }
}

extension Diagnostic {
    /// The diagnostic of a duplicate key.
    static func duplicateKey(_ key: YAMLNode, first: YAMLNode) -> Diagnostic {
        let name: String
        switch key.content {
        case .scalar(let scalar) where scalar.meaning != .null || !scalar.text.isEmpty:
            name = " \(VisibleText.quote(scalar.text))"
        default:
            name = ""
        }
        return Diagnostic(
            rule: YAMLRule.duplicateKey,
            "found the key\(name) twice in one mapping",
            at: key.range,
            notes: [Note("the first is here", at: first.range)]
        )
    }
}

extension YAMLNode {
    /// Whether the node is a merge key: a plain `<<`.
    fileprivate var isMergeKey: Bool {
        guard case .scalar(let scalar) = content, scalar.style == .plain else {
            return false
        }
        return scalar.text == "<<" && (tag == nil || tag == "tag:yaml.org,2002:merge")
    }

    /// Whether the node is the value of a key, with neither text nor a `:` on its line.
    fileprivate func isWrittenNowhere(after key: YAMLNode) -> Bool {
        guard case .scalar(let scalar) = content, scalar.text.isEmpty else { return false }
        return range.start == range.end && range.start.line > key.range.end.line
    }

    /// Whether the node is an alias of an unknown anchor.
    fileprivate var isAliasOfNothing: Bool {
        guard case .scalar(let scalar) = content else { return false }
        return scalar.text.isEmpty && scalar.style == .plain && range.start < range.end
    }

    /// What the node is, with an article, for messages.
    fileprivate var kind: String {
        switch content {
        case .scalar(let scalar): VisibleText.quote(scalar.text)
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }
}
