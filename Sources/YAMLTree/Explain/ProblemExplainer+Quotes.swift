import Diagnostics

extension ProblemExplainer {
    /// A hint for what stands behind a closed bracket, and belongs to it where the whole is in quotes:
    /// `e: "[Int] = []"`.
    ///
    /// - Parameter isInBrackets: whether the value ends at a comma or a closing bracket.
    /// - Returns: the hint; nil where nothing with a bracket stands before the place, and where quotes
    ///   would not do.
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

    /// What to write where the default of a short form has a `:` in its quotes, which are none of YAML:
    /// `x: String = 'a: b'`; nil where it is not like that.
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

    /// Where the bracket stands that the one at an index closes.
    private static func opening(of end: Int, in bytes: ArraySlice<UInt8>) -> Int? {
        var depth = 0
        for index in bytes[...end].indices.reversed() {
            if "]}".utf8.contains(bytes[index]) { depth += 1 }
            if "[{".utf8.contains(bytes[index]) { depth -= 1 }
            if depth == 0 { return index }
        }
        return nil
    }

    /// Where a value ends that goes on at the start of some bytes, blanks left out.
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

    /// The key with its `: ` before a value, without what stands before it on the line.
    private static func key(before bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard bytes.suffix(2).elementsEqual(": ".utf8) else { return [] }
        let word = bytes.dropLast(2).reversed().prefix { !" ,{[".utf8.contains($0) }
        return bytes.suffix(word.count + 2)
    }
}
