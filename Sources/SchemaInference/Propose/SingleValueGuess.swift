import SchemaImport

/// The inferred type of single values.
struct SingleValueGuess {
    /// The type.
    var type: ProposedType
    /// The JSON representation, if there is a choice.
    var json: String?
    /// The date format.
    var formats: [String] = []
    /// A remark for the reader.
    var remark: String?

    private init(_ type: String, json: String? = nil, formats: [String] = [], remark: String? = nil)
    {
        self.type = .name(type)
        self.json = json
        self.formats = formats
        self.remark = remark
    }

    /// The minimum number of strings for inferring a number: with fewer, the next may not be one.
    private static let leastNumbers = 10

    /// The type of strings.
    ///
    /// It preserves all information: a date with an offset, of which `Date` only stores the
    /// instant, stays a string.
    static func text(_ texts: TextStatistics, key: String) -> SingleValueGuess {
        let forms = texts.forms
        guard texts.empties == 0, texts.count > 0 else { return SingleValueGuess("String") }
        if forms.contains(.instant) { return SingleValueGuess("Date") }
        if forms.contains(.offsetInstant) {
            return SingleValueGuess(
                "String",
                remark: "dates with offsets; a Date would be written in UTC"
            )
        }
        if forms.contains(.localInstant) {
            return SingleValueGuess("Date", formats: ["iso8601WithoutZone"])
        }
        if forms.contains(.day) { return SingleValueGuess("Day") }
        if forms.contains(.httpDate) { return SingleValueGuess("Date", formats: ["rfc1123"]) }
        if forms.contains(.uuid) { return SingleValueGuess("UUID") }
        if forms.contains(.url) { return SingleValueGuess("URL") }
        if forms.contains(.bool), texts.values?.count == 2 {
            return SingleValueGuess("Bool", json: "String")
        }
        return number(texts, key: key) ?? SingleValueGuess("String")
    }

    /// The numeric type of all strings; nil if they are not numbers, or have another meaning.
    private static func number(_ texts: TextStatistics, key: String) -> SingleValueGuess? {
        guard texts.forms.contains(.decimal), texts.count >= leastNumbers,
            texts.values.map({ $0.count >= 4 }) ?? true, !isName(key)
        else { return nil }
        if texts.forms.contains(.integer) { return SingleValueGuess("Int", json: "String") }
        // Amounts lose only trailing zeros; strings with different numbers of decimals may be
        // versions.
        let isFixed = texts.leastFraction == texts.mostFraction && texts.leastFraction >= 2
        let hasNoZeros = texts.values.map { $0.allSatisfy { !$0.hasSuffix("0") } } ?? false
        guard isFixed || hasNoZeros else { return nil }
        return SingleValueGuess("Decimal", json: "String")
    }

    /// Whether a number under this key is rather a name.
    private static func isName(_ key: String) -> Bool {
        let key = key.lowercased()
        return [
            "id", "version", "code", "phone", "zip", "postal", "number", "no", "sku", "ean", "isbn",
            "name", "key", "hash", "sha", "color", "pin", "release",
        ].contains { key == $0 || key.hasSuffix("_" + $0) }
            || Secrecy.isSecret(key: key)
            || ["version", "phone", "zip", "postal"].contains(where: key.contains)
    }

    /// The type of numbers.
    static func number(_ numbers: NumberStatistics, key: String) -> SingleValueGuess {
        guard numbers.decimals == 0 else {
            if numbers.areDoubles { return SingleValueGuess("Double") }
            if numbers.areDecimals { return SingleValueGuess("Decimal") }
            return SingleValueGuess("JSON", remark: "numbers of more digits than Decimal holds")
        }
        switch numbers.commonWidth {
        case .int:
            if isInstant(key), let format = epoch(numbers) {
                return SingleValueGuess("Date", formats: [format])
            }
            return SingleValueGuess("Int")
        case .uint64: return SingleValueGuess("UInt64")
        case .decimal: return SingleValueGuess("Decimal")
        case .none:
            return SingleValueGuess("JSON", remark: "numbers of more digits than Decimal holds")
        }
    }

    /// The time unit of numbers, if all are between 2001 and 2100.
    private static func epoch(_ numbers: NumberStatistics) -> String? {
        let seconds = 978_307_200...4_102_444_800
        if seconds.contains(numbers.least), seconds.contains(numbers.greatest) {
            return "unixSeconds"
        }
        let (least, greatest) = (numbers.least / 1000, numbers.greatest / 1000)
        return seconds.contains(least) && seconds.contains(greatest) ? "unixMilliseconds" : nil
    }

    private static func isInstant(_ key: String) -> Bool {
        let lowered = key.lowercased()
        return [
            "created", "updated", "modified", "timestamp", "expires", "expiry", "expiration",
            "date",
            "time", "ts", "at", "published", "deleted", "expires_at",
        ].contains(lowered)
            || ["_at", "_date", "_time", "_timestamp", "_ts", "_on"].contains(
                where: lowered.hasSuffix
            )
            || ["At", "Date", "Time", "Timestamp", "On"].contains(where: key.hasSuffix)
    }
}
