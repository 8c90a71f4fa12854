import Foundation

/// The elements of an array or the properties of an object as one comma-separated string: the
/// OpenAPI style `simple`, or `form` without `explode`.
struct JoinedParts: Sendable {
    /// Each is a single string, or the key and the value of a property, to be joined with `=`.
    private let parts: [[String]]

    /// Creates the elements of an array; nil if one cannot be encoded.
    init?(_ texts: [String?]) {
        let known = texts.compactMap(\.self)
        guard known.count == texts.count else { return nil }
        parts = known.map { [$0] }
    }

    /// Creates the properties of an object sorted by key, omitting null; nil if one is an array or
    /// an object, or cannot be encoded.
    ///
    /// - Parameters:
    ///   - value: The object.
    ///   - objects: Whether keys and values are separate parts, or each property is one part.
    init?(_ value: some JSONEncodable, _ objects: FormObjects) {
        guard let members = (try? JSON(jsonData: value.jsonData()))?.object,
            [.commas, .exploded].contains(objects)
        else { return nil }
        var parts: [[String]] = []
        for (key, member) in members.sorted(by: { $0.key < $1.key }) where !member.isNull {
            guard let text = member.parameterText else { return nil }
            if objects == .exploded {
                parts.append([key, text])
            } else {
                parts += [[key], [text]]
            }
        }
        self.parts = parts
    }

    /// Whether there are no parts.
    var isEmpty: Bool { parts.isEmpty }

    /// Returns the joined string; the separators are not encoded.
    func text(encoding encode: (String) -> String) -> String {
        parts.map { $0.map(encode).joined(separator: "=") }.joined(separator: ",")
    }

    /// The reason why the parts would be ambiguous without encoding, as in a header field; nil if
    /// they are not.
    var plainProblem: String? {
        let texts = parts.joined()
        if texts.contains(where: { $0.contains(",") }) {
            return "has an element containing ',', which is the separator."
        }
        // Spaces around commas are ignored (RFC 9110, section 5.6.1).
        if texts.contains(where: { $0.isEmpty || $0.first == " " || $0.last == " " }) {
            return "has an element that is empty, or begins or ends with a space."
        }
        return parts.contains { $0.count > 1 && $0[0].contains("=") }
            ? "has a key containing '=', which is the separator." : nil
    }
}
