// Rows of lists, whose elements may be lists and calls.
extension LineBreaker {
    /// Writes elements of a list; one that does not fit alone is broken where it ends in a list or a call.
    ///
    /// ```swift
    /// "Line": .members([
    ///     "product": .identity(of: "Product"), "parts": .array(of: .value("Line")),
    /// ]),
    /// "likes": [
    ///     FormerProperty("stars", .withoutNull, .text)
    /// ],
    /// IndexedProperty(
    ///     "lines",
    ///     .elements(.member("product", .integer))
    /// ),
    /// "Address": FormerValue(
    ///     .members(["region": .value("Region")]),
    ///     properties: ["street", "region"]
    /// ),
    /// ```
    mutating func writeRow(_ row: Line) {
        let structure = LineStructure(row.bytes)
        let end = row.bytes.count - (row.bytes.last == UInt8(ascii: ",") ? 2 : 1)
        guard !row.fits else { return lines.append(row) }
        guard let call = structure.groups.last, call.close == end else { return write(row) }
        if row.bytes[call.open] == UInt8(ascii: "[") { return writeRow(row, breaking: call) }
        if row.bytes[..<call.open].ends(with: "FormerValue") {
            return writeRow(row, breakingArgumentsOf: call)
        }
        guard row.bytes[call.open] == UInt8(ascii: "("),
            row.bytes[call.open + 1] == UInt8(ascii: "["),
            let list = LineStructure(Array(row.bytes[(call.open + 1)..<call.close])).groups.last,
            list.open == 0, call.open + 1 + list.close == call.close - 1
        else { return breakGroup(row, call) }
        lines.append(row.part(...(call.open + 1)))
        let elements = LineStructure.elements(of: row.bytes[(call.open + 2)..<(call.close - 1)])
        fillRows(with: elements, indentation: row.indentation + 4)
        lines.append(row.part((call.close - 1)...))
    }

    /// Writes a row that ends in a list, with a line for each element.
    private mutating func writeRow(_ row: Line, breaking list: LineStructure.Group) {
        lines.append(row.part(...list.open))
        var elements = LineStructure.elements(of: row.bytes[(list.open + 1)..<list.close])
        if elements.count > 1 { elements = elements.map { $0 + [UInt8(ascii: ",")] } }
        for element in elements { write(Line(bytes: element, indentation: row.indentation + 4)) }
        lines.append(row.part(list.close...))
    }

    /// Writes a row that ends in a call, with a line for each argument.
    private mutating func writeRow(_ row: Line, breakingArgumentsOf call: LineStructure.Group) {
        lines.append(row.part(...call.open))
        var arguments = LineStructure.elements(of: row.bytes[(call.open + 1)..<call.close])
        for index in arguments.indices.dropLast() { arguments[index].append(UInt8(ascii: ",")) }
        for argument in arguments {
            let line = Line(bytes: argument, indentation: row.indentation + 4)
            let isList =
                argument.starts(with: ".kinds([".utf8) || argument.starts(with: ".members([".utf8)
            if isList { writeRow(line) } else { write(line) }
        }
        lines.append(row.part(call.close...))
    }
}

extension Collection<UInt8> {
    /// Whether text ends in another one.
    fileprivate func ends(with text: String) -> Bool {
        suffix(text.utf8.count).elementsEqual(text.utf8)
    }
}
