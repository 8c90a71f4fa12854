import RepositoryValues

/// Laws for a generated value: bytes and dictionaries give the same value, without loss.
enum SampleLaws {
    /// Converts bytes to a generated value, both ways.
    static func check(_ bytes: [UInt8]) throws(BrokenLaw) {
        let sample: Sample?
        do throws(JSONError) {
            sample = try Sample(jsonBytes: bytes)
        } catch {
            sample = nil
            try ValueLaws.check(error, in: bytes)
        }
        guard let value = try? JSON(jsonBytes: bytes) else {
            return try BrokenLaw.unless(sample == nil, "what is no JSON is a value")
        }
        let other: Sample?
        do throws(ConversionError) {
            other = try Sample(dictionaryValue: value.any)
        } catch {
            other = nil
            try BrokenLaw.unless(!"\(error)".isEmpty, "an error without words")
        }
        // A dictionary loses digits of numbers that no Swift type represents.
        let isExact = (try? JSON(any: value.any)) == value
        // It has lost the first value of a duplicate key.
        let isWhole = isExact && memberCount(of: value) == colonCount(in: bytes)
        try BrokenLaw.unless(sample == other || !isWhole, "bytes and dictionary differ")
        guard let sample else { return }
        let written = try? Sample(jsonBytes: (try? sample.jsonBytes()) ?? [])
        try BrokenLaw.unless(written == sample, "written, it is another value")
        let listed = try? Sample(dictionary: sample.dictionary)
        try BrokenLaw.unless(listed == sample || !isExact, "as a dictionary, it is another value")
    }

    private static func memberCount(of value: JSON) -> Int {
        switch value {
        case .null, .bool, .number, .string: 0
        case .array(let elements): elements.reduce(0) { $0 + memberCount(of: $1) }
        case .object(let members): members.values.reduce(members.count) { $0 + memberCount(of: $1) }
        }
    }

    /// The colons between keys and values in a JSON text.
    private static func colonCount(in bytes: [UInt8]) -> Int {
        var count = 0
        var isText = false
        var isEscaped = false
        for byte in bytes {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = isText
            case UInt8(ascii: "\""): isText.toggle()
            case UInt8(ascii: ":") where !isText: count += 1
            default: break
            }
        }
        return count
    }
}
