/// A statement at the level of declarations: its text on one line, without comments and bodies.
struct SwiftStatement: Equatable {
    /// The text before the body: `public struct Message: Entity`.
    let text: String
    /// The statements in the body of a type or an extension; empty for other statements.
    let members: [SwiftStatement]
    /// The text in the braces of other statements, without comments.
    let body: String

    /// The whole statement as text, independent of the order of members and cases.
    var inAnyOrder: String {
        let body = Self.lines(of: body).sorted().joined(separator: "\n")
        return "\(text){\(members.map(\.inAnyOrder).sorted().joined(separator: "\n"))}{\(body)}"
    }

    /// The statements of a source text that compiles; unspecified for other texts.
    static func statements(of source: [UInt8]) -> [SwiftStatement] {
        var scanner = SwiftScanner(source)
        return scanner.statements()
    }
}

/// Splits Swift code written by Repogen into statements; never fails, always terminates.
private struct SwiftScanner {
    /// Generated types nest three levels deep; deeper code is not ours.
    private static let depthLimit = 32

    private let bytes: [UInt8]
    private var index = 0
    private var depth = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads up to the closing brace or the end.
    mutating func statements() -> [SwiftStatement] {
        var found: [SwiftStatement] = []
        var text: [UInt8] = []
        var brackets = 0
        func finish(_ members: [SwiftStatement] = [], body: [UInt8] = []) {
            let words = String(decoding: text, as: UTF8.self).split(separator: " ")
            if !words.isEmpty {
                found.append(
                    SwiftStatement(
                        text: words.joined(separator: " "),
                        members: members,
                        body: String(decoding: body, as: UTF8.self)
                    )
                )
            }
            text = []
        }
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "/") where skipsComment(): continue
            case UInt8(ascii: "\""): text += string()
            case UInt8(ascii: "#") where opensRawString: text += string()
            case UInt8(ascii: "#") where text.allSatisfy({ $0 == 0x20 }): skipLine()
            case UInt8(ascii: "("), UInt8(ascii: "["):
                brackets += 1
                take(&text)
            case UInt8(ascii: ")"), UInt8(ascii: "]"):
                brackets -= 1
                take(&text)
            case UInt8(ascii: "{"):
                index += 1
                let isType = brackets == 0 && depth < Self.depthLimit && Self.opensType(text)
                guard isType else {
                    let body = body()
                    if brackets == 0 { finish(body: body) }
                    continue
                }
                depth += 1
                let members = statements()
                depth -= 1
                finish(members)
            case UInt8(ascii: "}"):
                index += 1
                finish()
                return found
            case 0x0A, 0x0D:
                takeSpace(&text)
                if brackets <= 0, !continues(text) { finish() }
            case 0x20, 0x09: takeSpace(&text)
            default: take(&text)
            }
        }
        finish()
        return found
    }

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func take(_ text: inout [UInt8]) {
        text.append(bytes[index])
        index += 1
    }

    /// Collapses white space, as thousands of comment lines would otherwise be slow.
    private mutating func takeSpace(_ text: inout [UInt8]) {
        index += 1
        if let last = text.last, last != 0x20 { text.append(0x20) }
    }

    private static func opensType(_ text: [UInt8]) -> Bool {
        let words = String(decoding: text, as: UTF8.self).split { " :<".contains($0) }
        return words.contains { SwiftOutline.typeKeywords.contains(String($0)) }
    }

    /// Whether the text after a line break belongs to the statement before it.
    private func continues(_ text: [UInt8]) -> Bool {
        guard let end = text.lastIndex(where: { $0 != 0x20 }) else { return true }
        let isArrow = text[...end].suffix(2).elementsEqual("->".utf8)
        if isArrow || ":,=<".utf8.contains(text[end]) { return true }
        let rest = bytes[index...].drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x09 }
        return ["{", "->", "where ", "async ", "throws", ".", ">"].contains {
            rest.starts(with: $0.utf8)
        }
    }

    private mutating func skipLine() {
        while let byte = peek, byte != 0x0A { index += 1 }
    }

    /// Skips a comment; false if the slash does not start one.
    private mutating func skipsComment() -> Bool {
        guard index + 1 < bytes.count else { return false }
        switch bytes[index + 1] {
        case UInt8(ascii: "/"):
            skipLine()
            return true
        case UInt8(ascii: "*"):
            var nesting = 0
            while index < bytes.count {
                let pair = bytes[index..<min(index + 2, bytes.count)]
                if pair.elementsEqual("/*".utf8) {
                    nesting += 1
                    index += 2
                } else if pair.elementsEqual("*/".utf8) {
                    nesting -= 1
                    index += 2
                    if nesting == 0 { return true }
                } else {
                    index += 1
                }
            }
            return true
        default: return false
        }
    }

    /// Whether the characters here start a raw string, as `#"` does.
    private var opensRawString: Bool {
        let hashes = bytes[index...].prefix { $0 == UInt8(ascii: "#") }
        return hashes.endIndex < bytes.count && bytes[hashes.endIndex] == UInt8(ascii: "\"")
    }

    /// Reads a string literal with its quotes; braces inside it do not count.
    private mutating func string() -> [UInt8] {
        let begin = index
        let hashes = Array(bytes[index...].prefix { $0 == UInt8(ascii: "#") })
        index += hashes.count
        let quote = [UInt8(ascii: "\"")]
        let isBlock = bytes[index...].starts(with: quote + quote + quote)
        let end = (isBlock ? quote + quote + quote : quote) + hashes
        index += end.count - hashes.count
        while let byte = peek {
            if byte == UInt8(ascii: "\\"), hashes.isEmpty {
                index = min(index + 2, bytes.count)
            } else if bytes[index...].starts(with: end) {
                index += end.count
                break
            } else if !isBlock, byte == 0x0A {
                break
            } else {
                index += 1
            }
        }
        return Array(bytes[begin..<index])
    }

    /// Reads the text between braces, after the first of them, without comments.
    private mutating func body() -> [UInt8] {
        var body: [UInt8] = []
        var braces = 1
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "/") where skipsComment(): continue
            case _ where byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#") && opensRawString:
                body += string()
                continue
            case UInt8(ascii: "{"): braces += 1
            case UInt8(ascii: "}"): braces -= 1
            default: break
            }
            index += 1
            guard braces > 0 else { return body }
            body.append(byte)
        }
        return body
    }
}
