import TestSupport

/// A schema with comments, in canonical form or scrambled: with another order of keys, indentation
/// and spaces.
struct ScrambledSchema {
    /// Writes one of the forms.
    private struct Writer {
        var random: SeededGenerator?
        var lines: [String] = []

        mutating func pick(_ canonical: Int, _ range: ClosedRange<Int>) -> Int {
            random?.next(in: range) ?? canonical
        }

        mutating func write(_ node: Node, indentation: Int) {
            var entries = node.entries
            if node.isOrdered, random != nil { shuffle(&entries) }
            for entry in entries {
                let indent = String(repeating: " ", count: indentation)
                for comment in entry.comments { lines.append("\(indent)# \(comment)") }
                let colon = ":" + String(repeating: " ", count: pick(1, 1...4))
                let trailing = entry.trailing.map { " # \($0)" } ?? ""
                switch entry.value {
                case .text(let text): lines.append(indent + entry.key + colon + text + trailing)
                case .flow(let pairs):
                    var pairs = pairs
                    if random != nil { shuffle(&pairs) }
                    let inner = pairs.map { pair in
                        pair.0 + ": " + String(repeating: " ", count: pick(0, 0...2)) + pair.1
                    }
                    let separator = "," + String(repeating: " ", count: pick(1, 1...3))
                    let text = "{ " + inner.joined(separator: separator) + " }"
                    lines.append(indent + entry.key + colon + text + trailing)
                case .block(let node):
                    lines.append(indent + entry.key + ":" + trailing)
                    write(node, indentation: indentation + pick(2, 1...5))
                }
            }
        }

        mutating func shuffle<Element>(_ elements: inout [Element]) {
            guard elements.count > 1 else { return }
            for index in elements.indices.dropFirst() {
                elements.swapAt(index, pick(index, 0...index))
            }
        }
    }

    private struct Node {
        /// Whether the language defines an order of the keys.
        let isOrdered: Bool
        var entries: [Entry] = []
    }

    private struct Entry {
        let key: String
        var comments: [String] = []
        var trailing: String?
        var value: Value
    }

    private enum Value {
        case text(String)
        case flow([(String, String)])
        case block(Node)
    }

    /// The canonical text.
    let canonical: String
    /// Another text with the same meaning.
    let scrambled: String

    /// Creates a schema from a seed.
    init(seed: UInt64) {
        var random = SeededGenerator(state: seed)
        let root = Self.root(&random)
        var writer = Writer()
        writer.write(root, indentation: 0)
        // The comment at the top stays there, whatever follows.
        canonical = (["# The file.", ""] + writer.lines).map { $0 + "\n" }.joined()
        var scrambler = Writer(random: random)
        scrambler.write(root, indentation: 0)
        scrambled = (["# The file.", ""] + scrambler.lines).map { $0 + "\n" }.joined()
    }

    private static func root(_ random: inout SeededGenerator) -> Node {
        var root = Node(isOrdered: true)
        root.entries.append(Entry(key: "repogen", value: .text("1")))
        root.entries.append(
            Entry(
                key: "enums",
                value: .block(
                    declarations(&random) { _ in
                        .flow([("doc", "A word."), ("cases", "[b, a]")])
                    }
                )
            )
        )
        for kind in ["values", "entities"] {
            root.entries.append(
                Entry(
                    key: kind,
                    value: .block(declarations(&random) { .block(structure(kind, &$0)) })
                )
            )
        }
        for index in root.entries.indices { comment(&root.entries[index], &random) }
        return root
    }

    private static func declarations(
        _ random: inout SeededGenerator,
        _ make: (inout SeededGenerator) -> Value
    ) -> Node {
        var node = Node(isOrdered: false)
        for number in 0...random.next(in: 0...3) {
            var entry = Entry(key: "Z\(9 - number)", value: make(&random))
            comment(&entry, &random)
            node.entries.append(entry)
        }
        return node
    }

    private static func structure(_ kind: String, _ random: inout SeededGenerator) -> Node {
        var node = Node(isOrdered: true)
        if random.next(in: 0...1) == 0 {
            node.entries.append(Entry(key: "doc", value: .text("\"It's # no comment.\"")))
        }
        if kind == "entities" {
            let id = Value.flow([("type", "String"), ("key", "_id"), ("assignedBy", "client")])
            node.entries.append(Entry(key: "id", value: id))
        }
        var properties = Node(isOrdered: false)
        for number in 0...random.next(in: 0...4) {
            let long = [("type", "Int"), ("key", "k\(number)"), ("doc", "x")]
            let value: Value =
                switch random.next(in: 0...2) {
                case 0: .text("Int = \(number)")
                case 1: .flow(long)
                default:
                    .block(
                        Node(
                            isOrdered: true,
                            entries: long.map { Entry(key: $0, value: .text($1)) }
                        )
                    )
                }
            var entry = Entry(key: "p\(9 - number)?", value: value)
            comment(&entry, &random)
            properties.entries.append(entry)
        }
        node.entries.append(Entry(key: "properties", value: .block(properties)))
        for index in node.entries.indices { comment(&node.entries[index], &random) }
        return node
    }

    private static func comment(_ entry: inout Entry, _ random: inout SeededGenerator) {
        for _ in 0..<random.next(in: 0...2) {
            entry.comments.append("above \(random.next() % 1_000)")
        }
        if random.next(in: 0...2) == 0 { entry.trailing = "behind \(random.next() % 1_000)" }
    }
}

extension SeededGenerator {
    fileprivate mutating func next(in range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &self)
    }
}
