import YAMLTree

/// A tree without ranges, from a reader or from the events of the suite, for comparisons.
indirect enum TreeShape: Hashable {
    case scalar(String, YAMLScalar.Style, tag: String?)
    case sequence([TreeShape], tag: String?)
    case mapping([[TreeShape]], tag: String?)

    /// Creates the shape of a node.
    init(_ node: YAMLNode) {
        self =
            switch node.content {
            case .scalar(let scalar): .scalar(scalar.text, scalar.style, tag: node.tag)
            case .sequence(let elements): .sequence(elements.map(TreeShape.init), tag: node.tag)
            case .mapping(let pairs):
                .mapping(pairs.map { [TreeShape($0.key), TreeShape($0.value)] }, tag: node.tag)
            }
    }
}

/// Reads the event notation of the YAML test suite and expands its aliases.
struct EventNotation {
    private var lines: [Substring]
    private var anchors: [String: TreeShape] = [:]

    /// Returns the documents that a list of events describes; nil if it is malformed.
    static func documents(of events: String) -> [TreeShape]? {
        var notation = EventNotation(lines: events.split(separator: "\n").reversed())
        var documents: [TreeShape] = []
        while let line = notation.lines.popLast() {
            guard line.hasPrefix("+DOC") else {
                continue
            }
            notation.anchors = [:]
            guard let document = notation.node() else {
                return nil
            }
            documents.append(document)
        }
        return documents
    }

    private init(lines: [Substring]) {
        self.lines = lines
    }

    private mutating func node() -> TreeShape? {
        guard let line = lines.popLast() else {
            return nil
        }
        var rest = line.dropFirst(4).drop { $0 == " " }
        if line.hasPrefix("=ALI") {
            return anchors[String(rest.dropFirst())]
        }
        if rest.hasPrefix("[]") || rest.hasPrefix("{}") {
            rest = rest.dropFirst(2).drop { $0 == " " }
        }
        let anchor = Self.property("&", of: &rest)
        let tag = Self.property("<", of: &rest).map { String($0.dropLast()) }
        let shape: TreeShape
        if line.hasPrefix("=VAL") {
            guard let style = Self.styles[rest.first ?? " "] else {
                return nil
            }
            shape = .scalar(Self.unescaped(rest.dropFirst()), style, tag: tag)
        } else if line.hasPrefix("+SEQ"), let nodes = nodes(until: "-SEQ") {
            shape = .sequence(nodes, tag: tag)
        } else if line.hasPrefix("+MAP"), let nodes = nodes(until: "-MAP") {
            let pairs = stride(from: 0, to: nodes.count, by: 2).map { Array(nodes[$0..<($0 + 2)]) }
            shape = .mapping(pairs, tag: tag)
        } else {
            return nil
        }
        if let anchor {
            anchors[anchor] = shape
        }
        return shape
    }

    private mutating func nodes(until end: String) -> [TreeShape]? {
        var nodes: [TreeShape] = []
        while let line = lines.last, line != end {
            guard let node = node() else {
                return nil
            }
            nodes.append(node)
        }
        return lines.popLast() == nil ? nil : nodes
    }

    private static let styles: [Character: YAMLScalar.Style] = [
        ":": .plain, "'": .singleQuoted, "\"": .doubleQuoted, "|": .literal, ">": .folded,
    ]

    /// Removes an anchor or a tag from the start of a line.
    private static func property(_ indicator: Character, of line: inout Substring) -> String? {
        guard line.first == indicator else {
            return nil
        }
        let property = line.dropFirst().prefix { $0 != " " }
        line = line.dropFirst(property.count + 1).drop { $0 == " " }
        return String(property)
    }

    private static func unescaped(_ text: Substring) -> String {
        let escapes: [Character: Character] = [
            "n": "\n", "t": "\t", "r": "\r", "b": "\u{8}", "\\": "\\",
        ]
        var result = ""
        var rest = text
        while let character = rest.popFirst() {
            if character == "\\", let escape = rest.popFirst() {
                result.append(escapes[escape] ?? "?")
            } else {
                result.append(character)
            }
        }
        return result
    }
}
