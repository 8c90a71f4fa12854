import RepositoryValues

/// Laws for any bytes as JSON: reading and skipping agree, and written values can be read again.
enum ValueLaws {
    /// Reads bytes as any value, and as values of several types.
    static func check(_ bytes: [UInt8]) throws(BrokenLaw) {
        let value: JSON?
        do throws(JSONError) {
            value = try JSON(jsonBytes: bytes)
        } catch {
            value = nil
            try check(error, in: bytes)
        }
        try BrokenLaw.unless(isSkipped(bytes) == (value != nil), "reading and skipping differ")
        try checkTypes(bytes)
        guard let value else { return }
        let written = try? JSON(jsonBytes: (try? value.jsonBytes()) ?? [])
        try BrokenLaw.unless(written == value, "written, it is another value")
        let again = try? JSON(any: value.any)
        try BrokenLaw.unless(again != nil, "a dictionary cannot hold the value")
    }

    /// Reads bytes as each property type; invalid ones only cause errors.
    private static func checkTypes(_ bytes: [UInt8]) throws(BrokenLaw) {
        try roundTrip(bytes, [Int].self)
        try roundTrip(bytes, [UInt8?].self)
        try roundTrip(bytes, [UInt64].self)
        try roundTrip(bytes, [Double].self)
        try roundTrip(bytes, [Float].self)
        try roundTrip(bytes, [String].self)
        try roundTrip(bytes, [String: Bool?].self)
        try roundTrip(bytes, [Day].self)
    }

    private static func roundTrip<Value: JSONDecodable & JSONEncodable & Equatable>(
        _ bytes: [UInt8],
        _ type: Value.Type
    ) throws(BrokenLaw) {
        guard let value = try? Value(jsonBytes: bytes) else { return }
        let again = try? Value(jsonBytes: (try? value.jsonBytes()) ?? [])
        try BrokenLaw.unless(again == value, "written, it is another value of \(type)")
    }

    private static func isSkipped(_ bytes: [UInt8]) -> Bool {
        do throws(JSONError) {
            try JSONReader.read(bytes) { (reader: inout JSONReader) throws(JSONError) in
                try reader.skipValue()
            }
            return true
        } catch {
            return false
        }
    }

    /// An error has a position in the text, and can be printed.
    static func check(_ error: JSONError, in bytes: [UInt8]) throws(BrokenLaw) {
        try BrokenLaw.unless((0...bytes.count).contains(error.offset), "an error outside the text")
        try BrokenLaw.unless(!"\(error)".isEmpty, "an error without words")
    }
}
