/// Breaks a line that is too long in the way that `swift format` leaves unchanged.
///
/// Only lines that do not fit are passed in; pieces that do not fit are broken again.
struct LineBreaker {
    /// A line with the number of spaces before it.
    struct Line: Hashable {
        var bytes: [UInt8]
        var indentation: Int
        /// Whether a comma follows that is not part of the bytes.
        var isBeforeComma = false

        /// Whether the line fits; a line with a list needs room for the comma that the formatter
        /// adds after its last element.
        var fits: Bool {
            let columns = indentation + (isBeforeComma ? 1 : 0)
            guard columns + bytes.count >= LayoutWriter.columns else { return true }
            let width = columns + bytes.characterCount
            return width < LayoutWriter.columns
                || width == LayoutWriter.columns
                    && (bytes.starts(with: "//".utf8) || !LineStructure(bytes).hasList)
        }
    }

    /// The lines that result from a line.
    static func lines(of bytes: [UInt8], indentation: Int) -> [Line] {
        var breaker = LineBreaker()
        breaker.write(Line(bytes: bytes, indentation: indentation))
        return breaker.lines
    }

    var lines: [Line] = []

    mutating func write(_ line: Line) {
        guard !line.fits else { return lines.append(line) }
        let bytes = line.bytes
        if bytes.starts(with: "///".utf8) {
            lines += DocumentationWrapper.lines(of: bytes, indentation: line.indentation).map {
                Line(bytes: $0, indentation: line.indentation)
            }
            return
        }
        if bytes.starts(with: "//".utf8) { return lines.append(line) }
        if bytes.last == UInt8(ascii: ",") {
            var before = line
            before.bytes.removeLast()
            before.isBeforeComma = true
            write(before)
            lines[lines.count - 1].bytes.append(UInt8(ascii: ","))
            return
        }
        let structure = LineStructure(bytes)
        if breakCase(line, structure) || breakBody(line, structure)
            || breakFunction(line, structure)
            || breakDeclaration(line, structure) || breakAssignment(line, structure)
            || breakTernary(line, structure) || breakFallback(line, structure)
            || breakCall(line, structure)
            || breakList(line, structure) || breakPair(line, structure)
            || breakChain(line, structure)
        {
            return
        }
        lines.append(line)
    }

    /// ```swift
    /// case "text":
    ///     text = try reader.value()
    /// ```
    private mutating func breakCase(_ line: Line, _ structure: LineStructure) -> Bool {
        guard
            line.bytes.starts(with: "case ".utf8) || line.bytes.starts(with: "default: ".utf8),
            let colon = structure.first(": ")
        else { return false }
        lines.append(line.part(...colon))
        write(line.part((colon + 2)..., deeper: 1))
        return true
    }

    /// ```swift
    /// var text: Field<String> {
    ///     Field("text")
    /// }
    /// ```
    private mutating func breakBody(_ line: Line, _ structure: LineStructure) -> Bool {
        guard let body = structure.groups.last, body.close == line.bytes.count - 1,
            line.bytes[body.open] == UInt8(ascii: "{"), body.close > body.open + 3
        else { return false }
        write(line.part(...body.open))
        write(line.part((body.open + 2)..<(body.close - 1), deeper: 1))
        lines.append(line.part(body.close...))
        return true
    }

    /// ```swift
    /// func newest(
    ///     limit: Int,
    ///     after: String?
    /// ) async throws(RepositoryError) -> [Message] {
    /// ```
    private mutating func breakFunction(_ line: Line, _ structure: LineStructure) -> Bool {
        guard
            let parameters = structure.groups.first(where: {
                line.bytes[$0.open] == UInt8(ascii: "(")
            }),
            line.bytes[..<parameters.open].isFunctionHead
                || line.bytes.starts(with: "switch ".utf8),
            parameters.close > parameters.open + 1
        else { return false }
        breakGroup(line, parameters)
        return true
    }

    /// ```swift
    /// struct MessageRepository:
    ///     MessageRepositoryProtocol,
    ///     CRUDNetworkingRepository
    /// {
    /// ```
    private mutating func breakDeclaration(_ line: Line, _ structure: LineStructure) -> Bool {
        guard let colon = structure.first(": "), let body = structure.first(" {"),
            body >= colon + 2,
            line.bytes.count - body <= 3
        else { return false }
        lines.append(line.part(...colon))
        let elements = LineStructure.elements(of: line.bytes[(colon + 2)..<body])
        writeElements(elements, indentation: line.indentation + 4)
        lines.append(line.part((body + 1)...))
        return true
    }

    /// ```swift
    /// self.sentAt =
    ///     try source.required("sent_at", using: Conversations.dates)
    /// ```
    private mutating func breakAssignment(_ line: Line, _ structure: LineStructure) -> Bool {
        guard let equals = structure.first(" = ") else { return false }
        let value = line.part((equals + 3)..., deeper: 1)
        if !value.fits, let group = structure.groups.last, group.open > equals,
            group.close == line.bytes.count - 1, group.close > group.open + 1,
            LineStructure(value.bytes).first(" ?? ") == nil
        {
            // Only brackets where breaking helps: the text before the last may itself be too long.
            let fitting = structure.groups.last {
                $0.open > equals && line.part(...$0.open).fits
                    && line.bytes[$0.open] != UInt8(ascii: "{")
            }
            if let fitting {
                breakGroup(line, fitting)
                return true
            }
        }
        let target = line.part(...(equals + 1))
        guard target.fits || !breakPair(target, LineStructure(target.bytes)) else {
            // The formatter treats a value that starts with a dot as a continuation of the type.
            let isMember = line.bytes[equals + 3] == UInt8(ascii: ".")
            write(line.part((equals + 3)..., deeper: isMember ? 1 : 2))
            return true
        }
        lines.append(target)
        if !value.fits, let fallback = LineStructure(value.bytes).first(" ?? ") {
            write(value.part(..<fallback))
            write(value.part((fallback + 1)...))
        } else {
            write(value)
        }
        return true
    }

    /// ```swift
    /// text.isAbsent
    /// ? "none"
    /// : text.value
    /// ```
    private mutating func breakTernary(_ line: Line, _ structure: LineStructure) -> Bool {
        guard let question = structure.first(" ? "), let colon = structure.first(" : "),
            colon > question
        else { return false }
        lines.append(line.part(..<question))
        write(line.part((question + 1)..<colon))
        write(line.part((colon + 1)...))
        return true
    }

    /// ```swift
    /// nickname: nickname
    ///     ?? "none"
    /// ```
    private mutating func breakFallback(_ line: Line, _ structure: LineStructure) -> Bool {
        guard let colon = structure.first(": "),
            let fallback = structure.first(" ?? "), fallback > colon
        else { return false }
        if line.part(..<fallback).fits {
            lines.append(line.part(..<fallback))
            write(line.part((fallback + 1)..., deeper: 1))
            return true
        }
        lines.append(line.part(...colon))
        let value = line.part((colon + 2)..., deeper: 1)
        let valueStructure = LineStructure(value.bytes)
        let fallbacks = valueStructure.places(of: " ?? ")
        if value.fits || fallbacks.isEmpty {
            write(value)
        } else if fallbacks.count > 1,
            let group = valueStructure.groups.last(where: { $0.close < fallbacks[1] }),
            group.open > fallbacks[0]
        {
            breakGroup(value, group)
        } else {
            write(value.part(..<fallbacks[0]))
            write(value.part((fallbacks[0] + 1)...))
        }
        return true
    }

    /// ```swift
    /// writer.member(
    ///     "sent_at",
    ///     sentAt
    /// )
    /// TextCodec<Money>().array
    ///     .dictionaryValue(of: prices)
    /// ```
    private mutating func breakCall(_ line: Line, _ structure: LineStructure) -> Bool {
        guard let group = structure.groups.last, group.close == line.bytes.count - 1,
            line.bytes[group.open] == UInt8(ascii: "("), group.close > group.open + 1
        else { return false }
        let base = structure.groups.dropLast().first { line.bytes[$0.open] == UInt8(ascii: "(") }
        if let base,
            let dot = structure.places(of: ".").last(where: {
                $0 > base.close && line.part(..<$0).fits
            })
        {
            lines.append(line.part(..<dot))
            write(line.part(dot..., deeper: 1))
        } else {
            breakGroup(line, group)
        }
        return true
    }

    /// ```swift
    /// [
    ///     "text", "likes", "nickname",
    ///     "sent_at",
    /// ]
    /// ```
    private mutating func breakList(_ line: Line, _ structure: LineStructure) -> Bool {
        guard let group = structure.groups.last, group.close == line.bytes.count - 1,
            structure.isList(group)
        else { return false }
        breakGroup(line, group)
        return true
    }

    /// ```swift
    /// var text:
    ///     SomeLongType
    /// ```
    private mutating func breakPair(_ line: Line, _ structure: LineStructure) -> Bool {
        guard let colon = structure.first(": ") else { return false }
        lines.append(line.part(...colon))
        write(line.part((colon + 2)..., deeper: 1))
        return true
    }

    /// ```swift
    /// DateCodec(.iso8601, .unixSeconds)
    /// .nullable.array
    /// ```
    private mutating func breakChain(_ line: Line, _ structure: LineStructure) -> Bool {
        let fitting = structure.places(of: ".").last { $0 > 0 && line.part(..<$0).fits }
        guard let fitting else { return false }
        lines.append(line.part(..<fitting))
        write(line.part(fitting...))
        return true
    }

    /// Writes the contents of a pair of brackets with one element per line; a list gets as many
    /// elements per line as fit.
    mutating func breakGroup(_ line: Line, _ group: LineStructure.Group) {
        lines.append(line.part(...group.open))
        let elements = LineStructure.elements(of: line.bytes[(group.open + 1)..<group.close])
        if LineStructure.isList(elements, after: line.bytes[group.open]) {
            fillRows(with: elements, indentation: line.indentation + 4)
        } else {
            writeElements(elements, indentation: line.indentation + 4)
        }
        let end = line.part(group.close...)
        let brace = line.bytes.count - 1
        if !end.fits, line.bytes[brace] == UInt8(ascii: "{") {
            lines.append(line.part(group.close..<(brace - 1)))
            lines.append(line.part(brace...))
        } else {
            lines.append(end)
        }
    }

    private mutating func writeElements(_ elements: [[UInt8]], indentation: Int) {
        for (index, element) in elements.enumerated() {
            let comma = index < elements.count - 1 ? [UInt8(ascii: ",")] : []
            write(Line(bytes: element + comma, indentation: indentation))
        }
    }

    mutating func fillRows(with elements: [[UInt8]], indentation: Int) {
        var row = Line(bytes: [], indentation: indentation)
        // The formatter removes the comma after a single element.
        let comma = elements.count > 1 ? [UInt8(ascii: ",")] : []
        for element in elements {
            let element = element + comma
            var longer = row
            longer.bytes += row.bytes.isEmpty ? element : [UInt8(ascii: " ")] + element
            if !row.bytes.isEmpty, !longer.fits {
                writeRow(row)
                longer.bytes = element
            }
            row = longer
        }
        writeRow(row)
    }
}

extension LineBreaker.Line {
    /// A part of the line, on its own line.
    func part(_ range: some RangeExpression<Int>, deeper levels: Int = 0) -> Self {
        let range = range.relative(to: bytes)
        return Self(
            bytes: Array(bytes[range]),
            indentation: indentation + 4 * levels,
            isBeforeComma: isBeforeComma && range.upperBound == bytes.count
        )
    }
}

extension [UInt8] {
    /// How many characters the text has.
    fileprivate var characterCount: Int {
        // Nearly all lines are plain ASCII, where every byte is one.
        allSatisfy { 0x20..<0x7F ~= $0 } ? count : String(decoding: self, as: UTF8.self).count
    }
}

extension Collection<UInt8> {
    /// Whether the text before a parenthesis declares a function.
    fileprivate var isFunctionHead: Bool {
        let words = split(separator: UInt8(ascii: " "))
        return words.last?.elementsEqual("init".utf8) == true
            || words.contains { $0.elementsEqual("func".utf8) }
    }
}
