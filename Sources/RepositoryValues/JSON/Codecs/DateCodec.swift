#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Writes dates in one of the forms that services use, and reads them in one or more.
///
/// ```swift
/// public static let dates = DateCodec(.iso8601, .unixSeconds)
/// ```
///
/// The first form that fits is read; the first form is written. Dates are read and written to the
/// microsecond, so that a date that was read is the same one after it was written and read again;
/// ``Format/rfc1123`` has whole seconds only, and ``Format/dateOnly`` whole days.
public struct DateCodec: JSONCodec, Hashable {
    /// A form of dates on the wire.
    public enum Format: String, Hashable, Sendable, CaseIterable {
        /// `2026-11-21T02:06:32Z`, read with any offset and fraction (RFC 3339).
        ///
        /// Small letters, a space for the `T`, a missing second and offsets such as `+01` and `+0100`
        /// are read too; text without a zone is refused.
        case iso8601
        /// Seconds since 1970 as a number, with or without a fraction.
        case unixSeconds
        /// Milliseconds since 1970 as a number, with or without a fraction.
        case unixMilliseconds
        /// `Sat, 21 Nov 2026 02:06:32 GMT` (RFC 9110, RFC 1123), read with numeric offsets too
        /// (RFC 2822).
        case rfc1123
        /// `2026-11-21T02:06:32`, without a zone: UTC; read as ``iso8601`` too.
        case iso8601WithoutZone
        /// `2026-11-21`: the first instant of that day in UTC.
        case dateOnly

        var isNumber: Bool { self == .unixSeconds || self == .unixMilliseconds }
    }

    // Six fields, not an array: a codec is made at each use of a property's own format, and must
    // not allocate.
    private let first: Format
    private let second: Format?
    private let third: Format?
    private let fourth: Format?
    private let fifth: Format?
    private let sixth: Format?

    /// Makes a codec.
    ///
    /// - Parameters:
    ///   - first: The form that is written, and tried first when reading.
    ///   - second: A form that is read.
    ///   - third: A form that is read.
    ///   - fourth: A form that is read.
    ///   - fifth: A form that is read.
    ///   - sixth: A form that is read.
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

    /// Reads a date.
    ///
    /// - Parameter reader: Stands at the first byte of the value.
    /// - Returns: The value.
    /// - Throws: ``JSONError`` when no date in one of the forms stands there.
    public func decode(from reader: inout JSONReader) throws(JSONError) -> Date {
        switch reader.kind {
        case .string where firstFormat(where: { !$0.isNumber }) != nil:
            return try reader.parsedString(expected: expectation) { parse($0) }
        case .number where firstFormat(where: \.isNumber) != nil:
            let place = reader.place
            guard let date = parse(try reader.double()) else {
                throw reader.invalidValue(expected: expectation, at: place)
            }
            return date
        default:
            throw reader.mismatch(expected: expectation)
        }
    }

    /// Writes a date; one outside the years 0 to 9999 is an error where the form is text.
    ///
    /// - Parameters:
    ///   - value: The date.
    ///   - writer: Takes the date.
    public func encode(_ value: Date, to writer: inout JSONWriter) {
        guard let instant = Instant(value), writer.date(instant, as: first) else {
            return writer.fail(expected: expectation, found: "date out of range")
        }
    }

    /// Makes a date of text or a number inside a dictionary.
    ///
    /// - Parameter dictionaryValue: The text or number.
    /// - Returns: The value.
    /// - Throws: ``ConversionError`` when it is no date in one of the forms.
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

    /// A date as text or a number inside a dictionary.
    ///
    /// A date that ``encode(_:to:)`` refuses becomes a number that is not one, which nothing accepts.
    ///
    /// - Parameter value: The date.
    /// - Returns: The value inside the dictionary.
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

    // MARK: - Forms

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

    /// The forms: the one that is written, and those that are read besides.
    package var formats: [Format] {
        [first, second, third, fourth, fifth, sixth].compactMap { $0 }
    }

    private var expectation: String {
        "date (\(formats.map(\.rawValue).joined(separator: ", ")))"
    }
}

extension JSONWriter {
    /// Writes a point in time; returns whether the form can say it.
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

    /// Puts quotes around the bytes that were written behind the next one.
    private mutating func quote(_ count: Int) {
        cursor[0] = UInt8(ascii: "\"")
        cursor[count + 1] = UInt8(ascii: "\"")
        cursor += count + 2
    }

    /// Writes a whole number without a fraction.
    private mutating func number(_ value: Double) {
        if let whole = Int(exactly: value) { integer(whole) } else { double(value) }
    }
}

extension Date: JSONDecodable, JSONEncodable {
    /// Reads a date in the form ``DateCodec/Format/iso8601``.
    ///
    /// - Parameter reader: Stands at the first byte of the value.
    /// - Throws: ``JSONError`` when no such date stands there.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self = try DateCodec(.iso8601).decode(from: &reader)
    }

    /// Writes the date in the form ``DateCodec/Format/iso8601``.
    ///
    /// - Parameter writer: Takes the value.
    public func encode(to writer: inout JSONWriter) {
        DateCodec(.iso8601).encode(self, to: &writer)
    }
}

extension Date: DictionaryValueInitializable, DictionaryValueRepresentable {
    /// Makes a date of text in the form ``DateCodec/Format/iso8601``.
    ///
    /// - Parameter dictionaryValue: The text.
    /// - Throws: ``ConversionError`` when it is no such text.
    public init(dictionaryValue: Any) throws(ConversionError) {
        self = try DateCodec(.iso8601).decode(dictionaryValue: dictionaryValue)
    }

    /// The date in the form ``DateCodec/Format/iso8601``.
    public var dictionaryValue: any Sendable { DateCodec(.iso8601).dictionaryValue(of: self) }
}
