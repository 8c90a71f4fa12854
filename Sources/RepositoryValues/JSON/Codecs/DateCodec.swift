#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A codec of dates in one or more of the formats that services use.
///
/// ```swift
/// public static let dates = DateCodec(.iso8601, .unixSeconds)
/// ```
///
/// It decodes with the first format that matches, and encodes with the first format. Dates have
/// microsecond precision, so that a decoded date remains equal after encoding and decoding it;
/// ``Format/rfc1123`` has only whole seconds, and ``Format/dateOnly`` whole days.
public struct DateCodec: JSONCodec, Hashable {
    /// A date format.
    public enum Format: String, Hashable, Sendable, CaseIterable {
        /// `2026-11-21T02:06:32Z`, decoded with any offset and fraction (RFC 3339).
        ///
        /// Lower case, a space instead of the `T`, missing seconds and offsets such as `+01` and
        /// `+0100` are accepted too; a missing time zone is rejected.
        case iso8601
        /// Seconds since 1970 as a number, with or without a fraction.
        case unixSeconds
        /// Milliseconds since 1970 as a number, with or without a fraction.
        case unixMilliseconds
        /// `Sat, 21 Nov 2026 02:06:32 GMT` (RFC 9110, RFC 1123), decoded with numeric offsets too
        /// (RFC 2822).
        case rfc1123
        /// `2026-11-21T02:06:32`, without a time zone, in UTC; decodes ``iso8601`` too.
        case iso8601WithoutZone
        /// `2026-11-21`: the first instant of that day in UTC.
        case dateOnly

        var isNumber: Bool { self == .unixSeconds || self == .unixMilliseconds }
    }

    // Six properties instead of an array: a codec is created at each use and must not allocate.
    private let first: Format
    private let second: Format?
    private let third: Format?
    private let fourth: Format?
    private let fifth: Format?
    private let sixth: Format?

    /// Creates a codec.
    ///
    /// - Parameters:
    ///   - first: The format for encoding, and the first one tried for decoding.
    ///   - second: A further format for decoding.
    ///   - third: A further format for decoding.
    ///   - fourth: A further format for decoding.
    ///   - fifth: A further format for decoding.
    ///   - sixth: A further format for decoding.
    public init(
        _ first: Format,
        _ second: Format? = nil,
        _ third: Format? = nil,
        _ fourth: Format? = nil,
        _ fifth: Format? = nil,
        _ sixth: Format? = nil
    ) {
        self.first = first
        self.second = second
        self.third = third
        self.fourth = fourth
        self.fifth = fifth
        self.sixth = sixth
    }

    /// Decodes a date.
    ///
    /// - Parameter reader: The reader, positioned at the first byte of the value.
    /// - Returns: The value.
    /// - Throws: ``JSONError`` if the value is not a date in one of the formats.
    public func decode(from reader: inout JSONReader) throws(JSONError) -> Date {
        switch reader.kind {
        case .string where firstFormat(where: { !$0.isNumber }) != nil:
            return try reader.scanner.parsedString(expected: expectation) { parse($0) }
        case .number where firstFormat(where: \.isNumber) != nil:
            let place = reader.place
            guard let date = parse(try reader.scanner.double()) else {
                throw reader.invalidValue(expected: expectation, at: place)
            }
            return date
        default:
            throw reader.scanner.mismatch(expected: expectation)
        }
    }

    /// Encodes a date; a date outside the years 0 to 9999 is an error in string formats.
    ///
    /// - Parameters:
    ///   - value: The date.
    ///   - writer: The writer.
    public func encode(_ value: Date, to writer: inout JSONWriter) {
        guard let instant = Instant(value), writer.date(instant, as: first) else {
            return writer.fail(expected: expectation, found: "date out of range")
        }
    }

    /// Creates a date from a string or a number in a dictionary.
    ///
    /// - Parameter dictionaryValue: The string or number.
    /// - Returns: The value.
    /// - Throws: ``ConversionError`` if it is not a date in one of the formats.
    public func decode(dictionaryValue: Any) throws(ConversionError) -> Date {
        let date: Date?
        if var text = dictionaryValue as? String {
            date = text.withUTF8 { parse($0) }
        } else {
            date = DictionaryValueKind.number(dictionaryValue).flatMap { parse($0.double) }
        }
        guard let date else {
            throw ConversionError(expected: expectation, butFound: dictionaryValue)
        }
        return date
    }

    /// Returns the representation of a date in a dictionary: a string or a number.
    ///
    /// A date that ``encode(_:to:)`` rejects becomes not-a-number, which nothing accepts.
    ///
    /// - Parameter value: The date.
    /// - Returns: The value for a dictionary.
    public func dictionaryValue(of value: Date) -> any Sendable {
        guard let instant = Instant(value) else { return DictionaryWriter.unrepresentable }
        switch first {
        case .iso8601:
            return text(capacity: Instant.longestISO8601) { instant.writeISO8601(to: $0) }
        case .iso8601WithoutZone:
            return text(capacity: Instant.longestISO8601) {
                instant.writeISO8601(to: $0, hasZone: false)
            }
        case .dateOnly:
            return text(capacity: Instant.longestISO8601) { instant.writeDateOnly(to: $0) }
        case .rfc1123:
            return text(capacity: Instant.longestRFC1123) { instant.writeRFC1123(to: $0) }
        case .unixSeconds:
            let seconds = instant.secondsSince1970
            return Int(exactly: seconds) ?? seconds
        case .unixMilliseconds:
            let milliseconds = instant.millisecondsSince1970
            return Int(exactly: milliseconds) ?? milliseconds
        }
    }

    private func text(
        capacity: Int,
        _ write: (UnsafeMutablePointer<UInt8>) -> Int?
    ) -> any Sendable {
        let text = String(unsafeUninitializedCapacity: capacity) { buffer in
            buffer.baseAddress.flatMap(write) ?? 0
        }
        return text.isEmpty ? DictionaryWriter.unrepresentable : text
    }

    // MARK: - Formats

    private func firstFormat(where isWanted: (Format) -> Bool) -> Format? {
        if isWanted(first) { return first }
        if let second, isWanted(second) { return second }
        if let third, isWanted(third) { return third }
        if let fourth, isWanted(fourth) { return fourth }
        if let fifth, isWanted(fifth) { return fifth }
        if let sixth, isWanted(sixth) { return sixth }
        return nil
    }

    private func parse(_ text: UnsafeBufferPointer<UInt8>) -> Date? {
        var instant: Instant?
        _ = firstFormat { format in
            switch format {
            case .iso8601: instant = Instant(iso8601: text)
            case .rfc1123: instant = Instant(rfc1123: text)
            case .iso8601WithoutZone: instant = Instant(iso8601: text, needsZone: false)
            case .dateOnly: instant = Instant(dateOnly: text)
            case .unixSeconds, .unixMilliseconds: break
            }
            return instant != nil
        }
        return instant?.date
    }

    private func parse(_ number: Double) -> Date? {
        switch firstFormat(where: \.isNumber) {
        case .unixSeconds: Instant(secondsSince1970: number)?.date
        case .unixMilliseconds: Instant(millisecondsSince1970: number)?.date
        default: nil
        }
    }

    /// The formats: the one for encoding, and the others for decoding.
    package var formats: [Format] {
        [first, second, third, fourth, fifth, sixth].compactMap { $0 }
    }

    private var expectation: String {
        "date (\(formats.map(\.rawValue).joined(separator: ", ")))"
    }
}

extension JSONWriter {
    /// Writes an instant; returns whether the format supports it.
    fileprivate mutating func date(_ instant: Instant, as format: DateCodec.Format) -> Bool {
        switch format {
        case .iso8601:
            reserve(Instant.longestISO8601 + 2)
            guard let count = instant.writeISO8601(to: cursor + 1) else { return false }
            quote(count)
        case .iso8601WithoutZone:
            reserve(Instant.longestISO8601 + 2)
            guard let count = instant.writeISO8601(to: cursor + 1, hasZone: false) else {
                return false
            }
            quote(count)
        case .dateOnly:
            reserve(Instant.longestISO8601 + 2)
            guard let count = instant.writeDateOnly(to: cursor + 1) else { return false }
            quote(count)
        case .rfc1123:
            reserve(Instant.longestRFC1123 + 2)
            guard let count = instant.writeRFC1123(to: cursor + 1) else { return false }
            quote(count)
        case .unixSeconds:
            number(instant.secondsSince1970)
        case .unixMilliseconds:
            number(instant.millisecondsSince1970)
        }
        return true
    }

    /// Adds quotes around the bytes written after the next one.
    private mutating func quote(_ count: Int) {
        cursor[0] = UInt8(ascii: "\"")
        cursor[count + 1] = UInt8(ascii: "\"")
        cursor += count + 2
    }

    /// Writes an integer without a fraction.
    private mutating func number(_ value: Double) {
        if let whole = Int(exactly: value) { integer(whole) } else { double(value) }
    }
}

extension Date: JSONDecodable, JSONEncodable {
    /// Decodes a date in the format ``DateCodec/Format/iso8601``.
    ///
    /// - Parameter reader: The reader, positioned at the first byte of the value.
    /// - Throws: ``JSONError`` if the value is not such a date.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self = try DateCodec(.iso8601).decode(from: &reader)
    }

    /// Encodes the date in the format ``DateCodec/Format/iso8601``.
    ///
    /// - Parameter writer: The writer.
    public func encode(to writer: inout JSONWriter) {
        DateCodec(.iso8601).encode(self, to: &writer)
    }
}

extension Date: DictionaryValueInitializable, DictionaryValueRepresentable {
    /// Creates a date from a string in the format ``DateCodec/Format/iso8601``.
    ///
    /// - Parameter dictionaryValue: The string.
    /// - Throws: ``ConversionError`` if it is not such a string.
    public init(dictionaryValue: Any) throws(ConversionError) {
        self = try DateCodec(.iso8601).decode(dictionaryValue: dictionaryValue)
    }

    /// The date in the format ``DateCodec/Format/iso8601``.
    public var dictionaryValue: any Sendable { DateCodec(.iso8601).dictionaryValue(of: self) }
}
