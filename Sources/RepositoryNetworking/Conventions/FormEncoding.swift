package import Foundation

/// The format of arrays in a form or query.
public enum FormArrays: String, Sendable {
    /// The name for each element: `tag=a&tag=b`.
    case repeated
    /// The name with empty brackets for each element: `tag[]=a&tag[]=b`.
    case brackets
    /// The name with the index of the element in brackets: `tag[0]=a&tag[1]=b`.
    case indices
    /// All elements in one field, separated by commas: `tag=a,b`.
    case commas
    /// All elements in one field, separated by spaces: `tag=a%20b`.
    case spaces
    /// All elements in one field, separated by vertical bars: `tag=a|b`.
    case pipes

    /// The separator between elements; nil if each has a separate field.
    var separator: Character? {
        switch self {
        case .repeated, .brackets, .indices: nil
        case .commas: ","
        case .spaces: " "
        case .pipes: "|"
        }
    }
}

/// The format of objects in a form or query.
public enum FormObjects: String, Sendable {
    /// The key of the property in brackets: `address[city]=Rome`; OpenAPI calls it `deepObject`.
    case brackets
    /// The key of the property after a dot: `address.city=Rome`.
    case dots
    /// The key of the property alone: `city=Rome`.
    case exploded
    /// Keys and values in one field, separated by commas: `address=city,Rome,zip,00100`.
    case commas
}

/// Encodes properties as `application/x-www-form-urlencoded`, or as query parameters.
///
/// The media type does not define nested values; their format is a convention of services (Stripe,
/// Rails, PHP). Null is an empty field, by which such services remove a value.
struct FormEncoding: Sendable {
    /// The media type.
    static let mediaType = "application/x-www-form-urlencoded"

    /// The format for the entities of repositories; an empty array or object is an empty field,
    /// too.
    static let repositories = FormEncoding(
        arrays: .indices,
        objects: .brackets,
        keepsEmpty: true
    )

    var arrays = FormArrays.repeated
    var objects = FormObjects.brackets
    /// Whether an empty array or object is an empty field.
    var keepsEmpty = false
    /// Whether null is an empty field rather than left out.
    var writesNull = true

    /// Encodes a body.
    ///
    /// - Parameters:
    ///   - json: The properties, an object.
    ///   - fields: Further fields.
    ///   - isNew: Whether the entity is created: empty properties are then left out, because some
    ///     services reject the removal of a missing value.
    /// - Returns: The bytes of the body.
    func encode(_ json: JSON, fields: [BodyPart] = [], isNew: Bool = false) -> Data {
        let sent = isNew ? json.withoutEmptyMembers : json
        return Data(items(sent, fields: fields).map(\.formText).joined(separator: "&").utf8)
    }

    /// Returns the fields of a body.
    func items(_ json: JSON, fields: [BodyPart] = []) -> [FormItem] {
        let members = (json.object ?? [:]).sorted { $0.key < $1.key }
            .flatMap { key, value in items(key, value) }
        let others = fields.flatMap { field in
            switch field.content {
            case .text(let text): [FormItem(field.name, text)]
            case .texts(let texts): items(field.name, .array(texts.map { .string($0) }))
            // The schema allows these only in multipart bodies.
            case .json, .file: [FormItem]()
            }
        }
        return members + others
    }

    /// Returns the fields of one value.
    func items(_ name: String, _ value: JSON) -> [FormItem] {
        switch value {
        case .null: return writesNull ? [FormItem(name, "")] : []
        case .bool, .number, .string: return [FormItem(name, value.parameterText ?? "")]
        case .array([]), .object([:]): return keepsEmpty ? [FormItem(name, "")] : []
        case .array(let elements): return items(name, elements)
        case .object(let members):
            if objects == .commas { return [joined(name, members)] }
            return members.sorted { $0.key < $1.key }
                .flatMap { key, value in
                    switch objects {
                    case .brackets: items("\(name)[\(key)]", value)
                    case .dots: items("\(name).\(key)", value)
                    case .exploded, .commas: items(key, value)
                    }
                }
        }
    }

    /// Returns keys and values in one field.
    private func joined(_ name: String, _ members: [String: JSON]) -> FormItem {
        let members = members.filter { !$0.value.isNull }.sorted { $0.key < $1.key }
        let texts = members.flatMap { key, value in value.parameterText.map { [key, $0] } ?? [] }
        return FormItem(
            name: name,
            texts: texts,
            separator: ",",
            isWhole: texts.count == members.count * 2
        )
    }

    private func items(_ name: String, _ elements: [JSON]) -> [FormItem] {
        let texts = elements.compactMap(\.parameterText)
        let isFlat = texts.count == elements.count
        if isFlat, let separator = arrays.separator {
            return [FormItem(name: name, texts: texts, separator: separator)]
        }
        // Elements with properties must be distinguishable from the next.
        var inner = self
        if objects == .exploded { inner.objects = .brackets }
        switch arrays {
        case .repeated where isFlat: return texts.map { FormItem(name, $0) }
        case .brackets:
            let parts = elements.map { inner.items("\(name)[]", $0) }
            let isReadable = isFlat || Self.showBeginnings(parts, below: "\(name)[]")
            if isReadable { return Array(parts.joined()) }
        case .repeated, .indices, .commas, .spaces, .pipes: break
        }
        return elements.enumerated().flatMap { inner.items("\(name)[\($0)]", $1) }
    }

    /// Returns whether a server can tell where each element with empty brackets begins: at a name
    /// that the previous element has already, and that is not one of an array (the rule of Rack).
    private static func showBeginnings(_ elements: [[FormItem]], below name: String) -> Bool {
        func rest(_ element: [FormItem]) -> Substring {
            element.first?.name.dropFirst(name.count) ?? ""
        }
        return elements.allSatisfy { !rest($0).hasPrefix("[]") }
            && zip(elements, elements.dropFirst()).allSatisfy { previous, element in
                guard let first = element.first?.name else { return false }
                return previous.contains { $0.name == first } && !rest(element).contains("[]")
            }
    }
}

extension JSON {
    /// Returns the properties of an object as a form, in the format that generated code reads.
    package var formData: Data { FormEncoding().encode(self) }

    /// The value without members that are null, or empty strings, arrays or objects; arrays keep
    /// all of their elements.
    fileprivate var withoutEmptyMembers: JSON {
        if case .array(let elements) = self { return .array(elements.map(\.withoutEmptyMembers)) }
        guard case .object(let members) = self else { return self }
        return .object(
            members.compactMapValues { value in
                switch value.withoutEmptyMembers {
                case .null, .string(""), .array([]), .object([:]): nil
                case let value: value
                }
            }
        )
    }
}
