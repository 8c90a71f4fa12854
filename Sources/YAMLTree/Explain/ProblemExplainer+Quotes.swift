import Diagnostics

extension ProblemExplainer {
    /// A hint for text after a closing bracket that would be part of the value in quotes: `e:
    /// "[Int] = []"`.
    ///
    /// - Parameter isInBrackets: Whether the value ends at a comma or a closing bracket.
    /// - Returns: The hint; nil if no bracketed value precedes the position, or quotes would not
    ///   help.
    func quotedWhole(isInBrackets: Bool) -> String? {
        let line = lines.line(place.line)
        let offset = lines.offset(of: place)
        guard offset > line.startIndex, offset < line.endIndex else { return nil }
        let before = line[..<offset]
        guard let end = before.lastIndex(where: { $0 != 0x20 }), "]}".utf8.contains(before[end]),
            let start = Self.opening(of: end, in: before)
        else { return nil }
        let rest = line[offset...]
        let value = line[start..<Self.end(of: rest, isInBrackets: isInBrackets)]
        let key = Self.key(before: line[..<start])
        let isPlain = (key + value).allSatisfy {
            (0x20...0x7E).contains($0) && !"\"\\`".utf8.contains($0)
        }
        guard isPlain, value.count <= 60 else { return nil }
        let text = String(decoding: value, as: UTF8.self)
        let name = String(decoding: key, as: UTF8.self)
        return "put the whole value in quotes: `\(name)\"\(text)\"`"
    }

    /// The hint for a `:` inside the quotes of a default in the short form, which are not YAML
    /// quotes: `x: String = 'a: b'`; nil in all other cases.
    var quotedDefault: String? {
        let line = lines.line(place.line)
        let offset = lines.offset(of: place)
        guard offset > line.startIndex, offset < line.endIndex else { return nil }
        let start = line[..<offset].firstRange(of: Array(": ".utf8))?.upperBound ?? line.startIndex
        let value = line[start...].prefix { $0 != 0x0D }
        guard value.contains(Array("= '".utf8)) || value.contains(Array("= \"".utf8)),
            value.count <= 60, value.allSatisfy({ (0x20...0x7E).contains($0) && $0 != 0x5C }),
            let quote = ["\"", "'"].first(where: { !value.contains($0.utf8.first ?? 0) })
        else { return nil }
        let name = String(decoding: Self.key(before: line[..<start]), as: UTF8.self)
        let text = String(decoding: value, as: UTF8.self)
        return "put the whole value in quotes: `\(name)\(quote)\(text)\(quote)`"
    }

    /// The position of the bracket that the one at an index closes.
    private static func opening(of end: Int, in bytes: ArraySlice<UInt8>) -> Int? {
        var depth = 0
        for index in bytes[...end].indices.reversed() {
            if "]}".utf8.contains(bytes[index]) { depth += 1 }
            if "[{".utf8.contains(bytes[index]) { depth -= 1 }
            if depth == 0 { return index }
        }
        return nil
    }

    /// The end of a value that continues at the start of some bytes, without trailing blanks.
    private static func end(of rest: ArraySlice<UInt8>, isInBrackets: Bool) -> Int {
        var depth = 0
        var end = rest.startIndex
        var previous: UInt8 = 0x20
        for index in rest.indices {
            let byte = rest[index]
            if byte == 0x23, previous == 0x20 { break }
            if "[{".utf8.contains(byte) { depth += 1 }
            if "]}".utf8.contains(byte) { depth -= 1 }
            if isInBrackets, depth < 0 || depth == 0 && byte == 0x2C { break }
            if byte != 0x20 { end = index + 1 }
            previous = byte
        }
        return end
    }

    /// The key before a value, with its `: `, without the text before it on the line.
    private static func key(before bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard bytes.suffix(2).elementsEqual(": ".utf8) else { return [] }
        let word = bytes.dropLast(2).reversed().prefix { !" ,{[".utf8.contains($0) }
        return bytes.suffix(word.count + 2)
    }
}
