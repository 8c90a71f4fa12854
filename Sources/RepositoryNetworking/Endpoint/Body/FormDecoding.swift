import Foundation

/// Decodes the fields of a URL-encoded form.
///
/// A form has no types, so it is first decoded as an object of strings; where a value of another
/// type is expected, the string is then converted.
struct FormDecoding {
    private var json: JSON

    /// Parses the fields of a form.
    ///
    /// Names follow the conventions that ``FormEncoding`` writes, except commas and dots.
    ///
    /// - Throws: `JSONError` of the code `.invalidText` if a field is not percent-encoded UTF-8.
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

    /// Decodes a value from the fields.
    ///
    /// - Throws: `JSONError` if the fields are not such a value.
    func value<Value: JSONDecodable>(_ type: Value.Type = Value.self) throws(JSONError) -> Value {
        var json = json
        // What was tried, as pairs of a path and an expectation.
        var tried: Set<[String]> = []
        while true {
            let (value, skipped): (Value, SkippedValues)
            do throws(JSONError) {
                let bytes = try json.jsonData()
                (value, skipped) = try SkippedValues.collect { () throws(JSONError) in
                    try Value(jsonData: bytes)
                }
            } catch {
                guard tried.insert(["\(error.keyPath)", error.expected]).inserted,
                    json.retype(at: error.keyPath.components[...], as: error.expected)
                else { throw error }
                continue
            }
            // A value with `onInvalid` causes no error.
            var isRetyped = false
            for value in skipped.values
            where tried.insert(["\(value.problem)", value.expected]).inserted {
                let path = value.problem.components[...]
                isRetyped = json.retype(at: path, as: value.expected) || isRetyped
            }
            if isRetyped { continue }
            // Decoded again, so that the caller can collect what remains invalid.
            return skipped.isEmpty ? value : try Value(jsonData: try json.jsonData())
        }
    }

    private static func text(_ bytes: Data) -> String? {
        let text = String(validating: bytes, as: UTF8.self)
        return text.flatMap { PercentEncoding.decode($0.replacing("+", with: " ")) }
    }

    /// Returns the steps of a name: for `a[b][]`, `a`, `b` and an empty one.
    private static func steps(of name: String) -> [String] {
        guard let bracket = name.firstIndex(of: "["), name.hasSuffix("]"), bracket > name.startIndex
        else { return [name] }
        let inner = name[name.index(after: bracket)...].dropLast()
        // Deeper nesting is an attack or follows another convention.
        let steps = inner.split(separator: "][", maxSplits: 32, omittingEmptySubsequences: false)
        return [String(name[..<bracket])] + steps.map(String.init)
    }
}

/// The value of a name while the fields are collected.
private indirect enum Node {
    case texts([String])
    case members([String: Node])

    mutating func add(_ text: String, at steps: ArraySlice<String>) {
        guard let step = steps.first, !(step.isEmpty && steps.count == 1) else {
            var texts = if case .texts(let texts) = self { texts } else { [String]() }
            // Not copied, as it has no other owner.
            self = .texts([])
            texts.append(text)
            self = .texts(texts)
            return
        }
        var members = if case .members(let members) = self { members } else { [String: Node]() }
        self = .texts([])
        members[step, default: .texts([])].add(text, at: steps.dropFirst())
        self = .members(members)
    }

    /// One value is a string, several are an array; properties named 0, 1, 2 are an array.
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
    private mutating func retypeMember(
        _ key: String,
        at path: ArraySlice<JSONKeyPath.Component>,
        as expected: String
    ) -> Bool {
        guard case .object(var members) = self, members[key] != nil else { return false }
        // Without another owner, the members are not copied.
        self = .null
        var member = members.updateValue(.null, forKey: key) ?? .null
        let isRetyped = member.retype(at: path, as: expected)
        members[key] = member
        self = .object(members)
        return isRetyped
    }

    /// Converts the string at a path to the expected type, together with those at this path in later
    /// elements of the arrays on it.
    ///
    /// - Returns: Whether the conversion was possible.
    fileprivate mutating func retype(
        at path: ArraySlice<JSONKeyPath.Component>,
        as expected: String
    ) -> Bool {
        if case .key(let key)? = path.first {
            return retypeMember(key, at: path.dropFirst(), as: expected)
        }
        switch (path.first, self) {
        case (.index(let index), .array(var elements)):
            guard elements.indices.contains(index),
                elements[index].retype(at: path.dropFirst(), as: expected)
            else { return false }
            for other in elements.indices where other > index {
                _ = elements[other].retype(at: path.dropFirst(), as: expected)
            }
            self = .array(elements)
            return true
        // Converted together with an element of another type.
        case (nil, .number(let number)) where expected == "String":
            self = .string(number.literal)
            return true
        case (nil, .bool(let flag)) where expected == "String":
            self = .string(flag ? "true" : "false")
            return true
        case (nil, .string(let text)):
            if expected == "array" {
                self = .array([self])
                return true
            }
            // Null is an empty field.
            if text.isEmpty, expected != "String" {
                self = .null
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
