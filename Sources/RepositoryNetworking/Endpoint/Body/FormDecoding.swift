import Foundation

/// The fields of a URL-encoded form as a value.
///
/// A form has no types, so it is read as an object of texts, and where the value expects another kind,
/// the text there is taken for one.
struct FormDecoding {
    private var json: JSON

    /// Reads the fields of a form.
    ///
    /// Names follow the conventions that ``FormEncoding`` writes, without commas and dots.
    ///
    /// - Throws: `JSONError` of the code `.invalidText` where a field is not percent-encoded UTF-8.
    init(_ bytes: Data) throws(JSONError) {
        var fields = Node.members([:])
        for field in bytes.split(separator: UInt8(ascii: "&")) {
            let sides = field.split(
                separator: UInt8(ascii: "="),
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            guard let name = Self.text(sides[0]),
                let value = Self.text(sides.dropFirst().first ?? Data())
            else {
                throw JSONError(
                    code: .invalidText,
                    expected: "percent-encoded text",
                    found: "other bytes",
                    offset: field.startIndex - bytes.startIndex
                )
            }
            fields.add(value, at: Self.steps(of: name)[...])
        }
        json = fields.json
    }

    /// Reads a value from the fields.
    ///
    /// - Throws: `JSONError` where the fields are not such a value.
    func value<Value: JSONDecodable>(_ type: Value.Type = Value.self) throws(JSONError) -> Value {
        var json = json
        while true {
            do throws(JSONError) {
                return try Value(jsonData: try json.jsonData())
            } catch {
                // Each round gives one text its kind, which is never changed again.
                guard json.retype(at: error.keyPath.components[...], as: error.expected) else {
                    throw error
                }
            }
        }
    }

    private static func text(_ bytes: Data) -> String? {
        let text = String(validating: bytes, as: UTF8.self)
        return text.flatMap { PercentEncoding.decode($0.replacing("+", with: " ")) }
    }

    /// The steps of a name: `a[b][]` are `a`, `b` and an empty one.
    private static func steps(of name: String) -> [String] {
        guard let bracket = name.firstIndex(of: "["), name.hasSuffix("]"), bracket > name.startIndex
        else { return [name] }
        let inner = name[name.index(after: bracket)...].dropLast()
        // Names that are nested this deep are an attack, or no convention.
        let steps = inner.split(separator: "][", maxSplits: 32, omittingEmptySubsequences: false)
        return [String(name[..<bracket])] + steps.map(String.init)
    }
}

/// What stands under a name, while the fields are collected.
private indirect enum Node {
    case texts([String])
    case members([String: Node])

    mutating func add(_ text: String, at steps: ArraySlice<String>) {
        guard let step = steps.first, !(step.isEmpty && steps.count == 1) else {
            if case .texts(let texts) = self {
                self = .texts(texts + [text])
            } else {
                self = .texts([text])
            }
            return
        }
        var members = if case .members(let members) = self { members } else { [String: Node]() }
        var member = members[step] ?? .texts([])
        member.add(text, at: steps.dropFirst())
        members[step] = member
        self = .members(members)
    }

    /// One text is a string, several are an array; members with the names 0, 1, 2 are an array.
    var json: JSON {
        switch self {
        case .texts(let texts):
            return texts.count == 1 ? .string(texts[0]) : .array(texts.map { .string($0) })
        case .members(let members):
            let indices = (0..<members.count).map(String.init)
            let elements = indices.compactMap { members[$0]?.json }
            guard !members.isEmpty, elements.count == members.count else {
                return .object(members.mapValues(\.json))
            }
            return .array(elements)
        }
    }
}

extension JSON {
    /// Gives the text at a place the kind that is expected there, with its neighbours in an array.
    ///
    /// - Returns: Whether that was possible.
    fileprivate mutating func retype(
        at path: ArraySlice<JSONKeyPath.Component>,
        as expected: String
    ) -> Bool {
        switch (path.first, self) {
        case (.key(let key), .object(var members)):
            guard var member = members[key],
                member.retype(at: path.dropFirst(), as: expected)
            else { return false }
            members[key] = member
            self = .object(members)
            return true
        case (.index(let index), .array(var elements)):
            guard elements.indices.contains(index),
                elements[index].retype(at: path.dropFirst(), as: expected)
            else { return false }
            if path.count == 1 {
                for other in elements.indices where other > index {
                    _ = elements[other].retype(at: [], as: expected)
                }
            }
            self = .array(elements)
            return true
        case (nil, .string(let text)):
            if expected == "array" {
                self = .array([self])
                return true
            }
            guard expected != "String", expected != "object",
                let value = try? JSON(jsonData: Data(text.utf8)),
                value.number != nil || value.bool != nil
            else { return false }
            self = value
            return true
        default:
            return false
        }
    }
}
