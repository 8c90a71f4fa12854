import Foundation

/// The elements of an array or the properties of an object as one text, with commas between them: the style
/// `simple` of OpenAPI, or `form` without `explode`.
struct JoinedParts: Sendable {
    /// Each is a text, or the key and the value of a property with `=` between them.
    private let parts: [[String]]

    /// The elements of an array; nil where one cannot be written.
    init?(_ texts: [String?]) {
        let known = texts.compactMap(\.self)
        guard known.count == texts.count else { return nil }
        parts = known.map { [$0] }
    }

    /// The properties of an object in the order of their keys, without those that are null; nil where one is
    /// an array or an object, or cannot be written.
    ///
    /// - Parameters:
    ///   - value: The object.
    ///   - objects: Whether keys and values are parts of their own, or each property is one.
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

    /// Whether there is nothing in it.
    var isEmpty: Bool { parts.isEmpty }

    /// The text, in which only what separates is not encoded.
    func text(encoding encode: (String) -> String) -> String {
        parts.map { $0.map(encode).joined(separator: "=") }.joined(separator: ",")
    }

    /// Why no server could tell the parts apart where nothing is encoded, as in a header field; nil where it
    /// can.
    var plainProblem: String? {
        let texts = parts.joined()
        if texts.contains(where: { $0.contains(",") }) {
            return "has an element with ',' in it, which separates its elements."
        }
        // What is between commas is read without the spaces around it (RFC 9110, section 5.6.1).
        if texts.contains(where: { $0.isEmpty || $0.first == " " || $0.last == " " }) {
            return "has an element that is empty, or begins or ends with a space."
        }
        return parts.contains { $0.count > 1 && $0[0].contains("=") }
            ? "has a key with '=' in it, which separates it from its value." : nil
    }
}
