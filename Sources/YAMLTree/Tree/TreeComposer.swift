import Diagnostics

/// Makes trees from the events of a text: expands aliases, resolves scalars, checks keys.
struct TreeComposer {
    /// A node with the numbers that the limits need.
    struct Composed {
        var node: YAMLNode
        /// The number of nested collections in the node, including itself; 0 for a scalar.
        var height = 0
    }

    /// The target of an anchor.
    enum Anchor {
        /// A node that is being read.
        case open(SourceRange)
        /// A node that is complete, and the number of nodes in it.
        case complete(Composed, weight: Int)
    }

    /// The findings so far.
    var tally: ReadingTally
    /// The anchors of the document, by name; a later one replaces an earlier one.
    var anchors: [String: Anchor] = [:]
    /// Whether libyaml stopped with a syntax error.
    private(set) var isStoppedBySyntax = false
    /// The positions in the text.
    var positions: PositionMap
    private let events: YAMLEventStream

    /// Starts at the beginning of a text.
    init(_ text: SourceText, tally: ReadingTally) {
        self.tally = tally
        self.positions = PositionMap(text)
        self.events = YAMLEventStream(text.bytes)
    }

    /// Composes the root of each document; reports a second one if only one is allowed.
    mutating func documents(onlyOne: Bool) throws(ReadingStopped) -> [YAMLNode] {
        var roots: [YAMLNode] = []
        while true {
            switch try next() {
            case .streamEnd:
                return roots
            case .documentStart(let span):
                if onlyOne, !roots.isEmpty {
                    throw tally.stop(secondDocument(at: span))
                }
                anchors = [:]
                roots.append(try compose(next(), depth: 1).node)
            default:
                continue
            }
        }
    }

    /// Returns the next event; an error of libyaml becomes a diagnostic.
    mutating func next() throws(ReadingStopped) -> YAMLEvent {
        do throws(YAMLProblem) {
            return try events.next()
        } catch {
            isStoppedBySyntax = true
            let explainer = ProblemExplainer(error, positions: positions)
            throw tally.stop(explainer.diagnostic())
        }
    }

    /// Composes the node that starts with an event; the depth of a collection counts from 1.
    mutating func compose(
        _ event: YAMLEvent,
        depth: Int
    ) throws(ReadingStopped) -> Composed {
        switch event {
        case .alias(let name, let span):
            return try expandAlias(name, at: positions.range(of: span), depth: depth)
        case .scalar(let scalar, let span):
            return try composeScalar(scalar, at: span)
        case .sequenceStart(let properties, let span):
            return try composeSequence(properties, from: span, depth: depth)
        case .mappingStart(let properties, let span):
            return try composeMapping(properties, from: span, depth: depth)
        case .streamStart, .streamEnd, .documentStart, .documentEnd, .collectionEnd:
            preconditionFailure("libyaml gives a node where its grammar has one, or an error")
        }
    }

    private mutating func composeScalar(
        _ scalar: YAMLEvent.Scalar,
        at span: YAMLSpan
    ) throws(ReadingStopped) -> Composed {
        var range = positions.range(of: span)
        if scalar.style == .literal || scalar.style == .folded {
            range.end = positions.endOfText(before: range.end, after: range.start)
        }
        try tally.count(at: range)
        let tag = scalar.properties.tag
        let resolution = TagResolution(tag)
        let meaning = resolution.meaning(of: scalar)
        if meaning == nil {
            let found = VisibleText.quote(scalar.text)
            try tally.report(resolution.mismatch(found: found, at: range))
        }
        let content = YAMLScalar(scalar.text, style: scalar.style, meaning: meaning ?? .string)
        let composed = Composed(node: YAMLNode(.scalar(content), range: range, tag: tag))
        if let name = scalar.properties.anchor {
            anchors[name] = .complete(composed, weight: 1)
        }
        return composed
    }

    private mutating func composeSequence(
        _ properties: YAMLEvent.Properties,
        from start: YAMLSpan,
        depth: Int
    ) throws(ReadingStopped) -> Composed {
        let weightBefore = tally.nodes
        var range = try open(properties, from: start, depth: depth)
        var elements: [YAMLNode] = []
        var height = 0
        while true {
            let event = try next()
            if case .collectionEnd(let span) = event {
                range.end = end(of: span, after: elements.last) ?? range.end
                break
            }
            let element = try compose(event, depth: depth + 1)
            height = max(height, element.height)
            elements.append(element.node)
        }
        let resolution = TagResolution(properties.tag)
        if !resolution.allowsSequence {
            try tally.report(resolution.mismatch(found: "a list", at: range))
        }
        let node = YAMLNode(.sequence(elements), range: range, tag: properties.tag)
        return close(Composed(node: node, height: height + 1), properties, weightBefore)
    }

    /// Counts a collection that starts, and opens its anchor.
    ///
    /// - Returns: The range of the start of the collection.
    mutating func open(
        _ properties: YAMLEvent.Properties,
        from start: YAMLSpan,
        depth: Int
    ) throws(ReadingStopped) -> SourceRange {
        let range = positions.range(of: start)
        try tally.check(depth: depth, at: range)
        try tally.count(at: range)
        if let name = properties.anchor {
            anchors[name] = .open(range)
        }
        return range
    }

    /// Completes the anchor of a collection.
    mutating func close(
        _ composed: Composed,
        _ properties: YAMLEvent.Properties,
        _ weightBefore: Int
    ) -> Composed {
        if let name = properties.anchor {
            anchors[name] = .complete(composed, weight: tally.nodes - weightBefore)
        }
        return composed
    }

    /// The end of a collection: its bracket, or its last node if it has none.
    mutating func end(of span: YAMLSpan, after last: YAMLNode?) -> SourcePosition? {
        span.start == span.end ? last?.range.end : positions.position(of: span.end)
    }

    private func secondDocument(at span: YAMLSpan) -> Diagnostic {
        var positions = positions
        return Diagnostic(
            rule: YAMLRule.multipleDocuments,
            "found a second document, expected one document per file",
            at: positions.range(of: span),
            hint: "move it to a separate file"
        )
    }
}
