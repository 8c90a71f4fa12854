import Foundation
import RepositoryLocal

/// The content of a column for one document.
enum ColumnCell: Hashable, Sendable {
    /// The property is null or missing.
    case null
    /// The property has a value.
    case value(ColumnValue)
    /// The property has a value of another kind, or one that the column cannot represent exactly.
    case misfit

    /// Creates the content of a column of some kind for a value.
    init(_ json: JSON, kind: IndexedProperty.Kind?) {
        let json = json.value(at: kind?.path ?? [])
        if json.isNull {
            self = .null
            return
        }
        let value = kind.flatMap { ColumnCell.value(of: json, kind: $0.leaf) }
        self = value.map { .value($0) } ?? .misfit
    }

    // Consistent with `Field`: values that it decodes as nil must be misfits here.
    private static func value(of json: JSON, kind: IndexedProperty.Kind) -> ColumnValue? {
        switch (kind, json) {
        case (.text, .string(let text)): .text(text)
        case (.boolean, .bool(let value)): .integer(value ? 1 : 0)
        case (.integer, .number(let number)):
            (Int64(number.literal) ?? number.integer(Int64.self)).map { .integer($0) }
        case (.real, .number(let number)): number.double.map { .real($0) }
        case (.float, .number):
            (try? Float(dictionaryValue: json.any)).map { .real(Double($0)) }
        case (.url, .string(let text)):
            (try? URL(dictionaryValue: text)).map { .text($0.absoluteString) }
        case (.quoted(let inner), .string(let text)): quoted(text, kind: inner)
        case (.day, .string(let text)): Day(text).map { .text($0.description) }
        case (.uuid, .string(let text)):
            (try? UUID(dictionaryValue: text)).map { .text($0.uuidString) }
        case (.elements(let inner), .array(let list)):
            elements(list, kind: inner).map { .text(JSON.array($0).description) }
        case (.date(let codec), .string), (.date(let codec), .number):
            (try? codec.decode(dictionaryValue: json.any))
                .map { .real($0.timeIntervalSinceReferenceDate) }
        default: nil
        }
    }

    /// Returns the elements of an array, or the values found in them; nil if a column cannot
    /// represent one of them.
    private static func elements(_ elements: [JSON], kind: IndexedProperty.Kind) -> [JSON]? {
        let (path, leaf) = (kind.path, kind.leaf)
        var values: [JSON] = []
        for element in elements {
            let found = element.value(at: path)
            // No condition on a value matches an element without one.
            if !path.isEmpty, found.isNull { continue }
            if case .elements(let inner) = leaf {
                guard let list = found.array, let inner = Self.elements(list, kind: inner) else {
                    return nil
                }
                values += inner
                continue
            }
            switch value(of: found, kind: leaf) {
            // SQLite would end the text there.
            case .text(let text)?:
                guard !text.utf8.contains(0) else { return nil }
                values.append(.string(text))
            case .integer(let integer)?: values.append(.number(JSON.Number(integer)))
            case .real?, nil: return nil
            }
        }
        return values
    }

    /// Returns a number or Boolean in a string, parsed as fields do.
    private static func quoted(_ text: String, kind: IndexedProperty.Kind) -> ColumnValue? {
        switch kind {
        case .integer:
            (try? TextCodec<Int64>().decode(dictionaryValue: text)).map { .integer($0) }
        case .real: (try? TextCodec<Double>().decode(dictionaryValue: text)).map { .real($0) }
        case .float:
            (try? TextCodec<Float>().decode(dictionaryValue: text)).map { .real(Double($0)) }
        case .boolean:
            (try? TextCodec<Bool>().decode(dictionaryValue: text)).map { .integer($0 ? 1 : 0) }
        case .text, .day, .uuid, .url, .quoted, .date, .elements, .member: nil
        }
    }
}

extension BoundStatement {
    func bind(_ cell: ColumnCell, at index: Int) {
        switch cell {
        case .null: bindNull(at: index)
        case .value(let value): bind(value, at: index)
        case .misfit: bind(Data(), at: index)
        }
    }

    /// Binds the operands of a condition in order.
    func bind(_ operands: [ColumnValue], from first: Int = 1) {
        for (place, operand) in operands.enumerated() { bind(operand, at: first + place) }
    }

    func bind(_ value: ColumnValue, at index: Int) {
        switch value {
        case .integer(let integer): bind(integer, at: index)
        case .real(let real): bind(real, at: index)
        case .text(let text): bind(text, at: index)
        }
    }
}
