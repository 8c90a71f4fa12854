/// The format of values in JSON, as a codec in generated code: `DateCodec(.iso8601).array`.
struct WireForm: Hashable {
    /// The codec of single values, without redaction and omission; nil for the default format of
    /// the type.
    private let codec: String?
    /// Whether invalid elements are left out.
    let isLossy: Bool

    /// Reads a codec; nil stands for the default format of the type.
    init(codec text: String?) {
        var steps: Set<Substring> = []
        var codec = text ?? "ValueCodec"
        while let dot = codec.lastIndex(of: "."), !codec.hasSuffix(")"),
            Self.steps.contains(codec[codec.index(after: dot)...])
        {
            steps.insert(codec[codec.index(after: dot)...])
            codec = String(codec[..<dot])
        }
        self.codec = codec.hasPrefix("ValueCodec") ? nil : codec
        isLossy = !steps.isDisjoint(with: ["lossyArray", "lossyDictionary"])
    }

    private static let steps: Set<Substring> = [
        "array", "dictionary", "lossyArray", "lossyDictionary", "nullable", "redacted",
    ]

    /// The change of the format as text; nil if it is unchanged.
    ///
    /// - Parameters:
    ///   - other: The new format.
    ///   - types: The old and the new type of single values.
    /// - Returns: The text and the effect.
    func change(
        to other: WireForm,
        of types: (old: String, new: String)
    ) -> (words: String, effect: DeclarationChange.Effect)? {
        // The default format of dates.
        let isOfDates = [self, other].contains { $0.formats != nil || $0.api != nil }
        let plain = { (type: String) in
            isOfDates ? "iso8601" : type == "String" ? "text" : "the default format"
        }
        let (old, new) = (words ?? plain(types.old), other.words ?? plain(types.new))
        guard old != new else {
            let isSaidByType = (codec == nil) != (other.codec == nil) && !isOfDates
            return isSaidByType ? ("written as \(new), as before", .compatible) : nil
        }
        let words = "written as \(old) → \(new)"
        // The date formats of an API are declared in another file.
        guard api == nil, other.api == nil else { return (words, .maybeOverTheWire) }
        let isWrittenAlike = old.prefix { $0 != " " } == new.prefix { $0 != " " }
        return (words, isOfDates && isWrittenAlike ? .reading : .overTheWire)
    }

    private var words: String? {
        guard let codec else { return nil }
        if let formats { return formats }
        if let api { return "the dates of \(api)" }
        let (head, elements) = codec.call ?? (codec, [])
        if head == "NumericBoolCodec" { return "0 or 1" }
        if head.hasPrefix("TextCodec") { return "text" }
        if head.hasPrefix("ReferenceURLCodec"), let template = elements.first { return template }
        return codec
    }

    /// The date formats; the first one is used for writing.
    private var formats: String? {
        guard let (head, elements) = codec?.call, head == "DateCodec" else { return nil }
        let names = elements.map { $0.drop { $0 == "." } }
        let others = names.dropFirst().joined(separator: " and ")
        return (names.first ?? "") + (others.isEmpty ? "" : " (and read as \(others))")
    }

    /// The service that declares the date format.
    private var api: Substring? {
        codec.flatMap { $0.hasSuffix(".dates") ? $0.dropLast(".dates".count) : nil }
    }
}
