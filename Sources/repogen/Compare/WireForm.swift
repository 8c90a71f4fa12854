/// The form of values on the wire, as generated code says it with a codec: `DateCodec(.iso8601).array`.
struct WireForm: Hashable {
    /// The codec of single values, without what says how they are shown or left out; nil where they have
    /// the form of their type.
    private let codec: String?
    /// Whether elements that do not fit are left out.
    let isLossy: Bool

    /// Reads a codec; nil is the form of the type.
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

    /// What becomes of the form in words; nil where it is the same.
    ///
    /// - Parameters:
    ///   - other: The new form.
    ///   - types: What single values were, and what they are.
    /// - Returns: The words, and what follows.
    func change(
        to other: WireForm,
        of types: (old: String, new: String)
    ) -> (words: String, effect: DeclarationChange.Effect)? {
        // What dates are written as where nothing says it.
        let isOfDates = [self, other].contains { $0.formats != nil || $0.api != nil }
        let plain = { (type: String) in
            isOfDates ? "iso8601" : type == "String" ? "text" : "the form of its type"
        }
        let (old, new) = (words ?? plain(types.old), other.words ?? plain(types.new))
        guard old != new else {
            let isSaidByType = (codec == nil) != (other.codec == nil) && !isOfDates
            return isSaidByType ? ("written as \(new), as before", .compatible) : nil
        }
        let words = "written as \(old) → \(new)"
        // What an API says of its dates stands in another file.
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

    /// The formats of dates, the first of which is written.
    private var formats: String? {
        guard let (head, elements) = codec?.call, head == "DateCodec" else { return nil }
        let names = elements.map { $0.drop { $0 == "." } }
        let others = names.dropFirst().joined(separator: " and ")
        return (names.first ?? "") + (others.isEmpty ? "" : " (and read as \(others))")
    }

    /// The service whose dates they are.
    private var api: Substring? {
        codec.flatMap { $0.hasSuffix(".dates") ? $0.dropLast(".dates".count) : nil }
    }
}
