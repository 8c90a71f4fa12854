package import RepositoryValues
package import SchemaLanguage

extension ServiceModel {
    /// The value of a text in a path, a query or a form.
    ///
    /// - Parameters:
    ///   - text: The decoded text.
    ///   - type: The type of the value.
    ///   - wire: The format of the value in JSON.
    /// - Returns: The value in its JSON format; the text itself if it is not of the type.
    package func value(of text: String, as type: CheckedType, _ wire: WireForm) -> JSON {
        guard let primitive = primitive(of: type.leaf) else { return .string(text) }
        let value = SingleValueCheck.json(primitive, text) ?? .string(text)
        if let formats = dateFormats(of: self.wire(of: type.leaf, wire)) {
            let isNumber = formats[0] == .unixSeconds || formats[0] == .unixMilliseconds
            return isNumber ? JSON.Number(text).map { .number($0) } ?? value : value
        }
        switch self.wire(of: type.leaf, wire) {
        case .text, .url: return .string(text)
        case .numericBool: return ["true": 1, "1": 1, "false": 0, "0": 0][text] ?? value
        case .own, .date: return value
        }
    }

    /// The primitive type of a single value in JSON; nil for arrays and objects.
    package func primitive(of type: CheckedType) -> PrimitiveType? {
        switch type {
        case .primitive(let primitive), .identity(_, let primitive): primitive
        case .enumeration(let name): enumeration(name)?.rawType
        case .scalar(let name): scalar(name)?.primitive
        default: nil
        }
    }

    /// The format of a single value: that of its scalar, or else of its property.
    func wire(of type: CheckedType, _ wire: WireForm) -> WireForm {
        if case .scalar(let name) = type, let scalar = scalar(name) { scalar.wire } else { wire }
    }
}
