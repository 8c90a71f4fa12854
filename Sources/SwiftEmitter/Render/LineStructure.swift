/// The places at which a line of Swift can be broken: its outermost brackets and the text between
/// them.
///
/// It recognizes string literals, plain and raw, and distinguishes the brackets of generics from
/// comparisons, which have spaces around them.
struct LineStructure {
    /// A pair of brackets that is not inside another.
    struct Group {
        let open: Int
        let close: Int
    }

    /// The pairs, in order.
    private(set) var groups: [Group] = []
    private let bytes: [UInt8]

    /// Finds the structure of a line without its indentation.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var stack: [(open: Int, closing: UInt8)] = []
        var index = 0
        while index < bytes.count {
            if let end = Self.endOfLiteral(in: bytes, at: index) {
                index = end
                continue
            }
            let byte = bytes[index]
            if let closing = Self.closing(byte),
                byte != UInt8(ascii: "<") || opensGeneric(at: index)
            {
                stack.append((index, closing))
            } else if let last = stack.last, byte == last.closing, !isArrow(at: index) {
                stack.removeLast()
                if stack.isEmpty { groups.append(Group(open: last.open, close: index)) }
            }
            index += 1
        }
    }

    /// The first occurrence of a text outside of brackets and literals, such as ` = `.
    func first(_ text: String) -> Int? {
        places(of: text, atMost: 1).first
    }

    /// The parts between the commas of a line, or of a pair of brackets.
    static func elements(of bytes: ArraySlice<UInt8>) -> [[UInt8]] {
        let content = Array(bytes)
        var elements: [[UInt8]] = []
        var start = 0
        for comma in LineStructure(content).places(of: ", ") {
            elements.append(Array(content[start..<comma]))
            start = comma + 2
        }
        return elements + [Array(content[start...])]
    }

    /// The occurrences of a text outside of brackets and literals.
    func places(of text: String, atMost limit: Int = .max) -> [Int] {
        let pattern = Array(text.utf8)
        var places: [Int] = []
        var index = 0
        var group = 0
        while index + pattern.count <= bytes.count, places.count < limit {
            if group < groups.count, groups[group].open == index {
                index = groups[group].close + 1
                group += 1
            } else if let end = Self.endOfLiteral(in: bytes, at: index) {
                index = end
            } else {
                if bytes[index] == pattern[0], bytes[index...].starts(with: pattern) {
                    places.append(index)
                }
                index += 1
            }
        }
        return places
    }

    /// Whether the line contains a list of several elements.
    var hasList: Bool {
        groups.contains { group in
            isList(group)
                || LineStructure(Array(bytes[(group.open + 1)..<group.close])).hasList
        }
    }

    /// Whether a pair of brackets contains a list of several elements, or a dictionary.
    func isList(_ group: Group) -> Bool {
        Self.isList(
            Self.elements(of: bytes[(group.open + 1)..<group.close]),
            after: bytes[group.open]
        )
    }

    /// Whether elements after a bracket are a list of several, or a dictionary of literals: the
    /// brackets of a type contain neither commas nor quotes, those of a subscript no colon.
    static func isList(_ elements: [[UInt8]], after bracket: UInt8) -> Bool {
        guard bracket == UInt8(ascii: "["), let first = elements.first else { return false }
        return elements.count > 1
            || (first.first == UInt8(ascii: "\"") && LineStructure(first).first(": ") != nil)
    }

    private func opensGeneric(at index: Int) -> Bool {
        guard index > 0, index + 1 < bytes.count else { return false }
        let (before, after) = (bytes[index - 1], bytes[index + 1])
        return before != UInt8(ascii: " ") && after != UInt8(ascii: " ")
            && after != UInt8(ascii: "=")
    }

    private func isArrow(at index: Int) -> Bool {
        bytes[index] == UInt8(ascii: ">") && index > 0 && bytes[index - 1] == UInt8(ascii: "-")
    }

    private static func closing(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "("): UInt8(ascii: ")")
        case UInt8(ascii: "["): UInt8(ascii: "]")
        case UInt8(ascii: "{"): UInt8(ascii: "}")
        case UInt8(ascii: "<"): UInt8(ascii: ">")
        default: nil
        }
    }

    /// The index after the string literal that starts here; nil if there is none.
    private static func endOfLiteral(in bytes: [UInt8], at start: Int) -> Int? {
        let quote = UInt8(ascii: "\"")
        var index = start
        guard bytes[start] == quote || bytes[start] == UInt8(ascii: "#") else { return nil }
        while index < bytes.count, bytes[index] == UInt8(ascii: "#") { index += 1 }
        let hashes = index - start
        guard index < bytes.count, bytes[index] == quote else { return nil }
        index += 1
        while index < bytes.count {
            if hashes == 0, bytes[index] == UInt8(ascii: "\\") {
                index += 2
            } else if bytes[index] == quote,
                bytes[(index + 1)...].prefix(hashes).elementsEqual(
                    repeatElement(UInt8(ascii: "#"), count: hashes)
                )
            {
                return index + 1 + hashes
            } else {
                index += 1
            }
        }
        return bytes.count
    }
}
