package import RepositoryValues
package import SchemaLanguage

extension ServiceModel {
    /// What a text in a path, a query or a form stands for.
    ///
    /// - Parameters:
    ///   - text: The text, decoded.
    ///   - type: The type of the value.
    ///   - wire: The form of the value in JSON.
    /// - Returns: The value in the form that it has in JSON; the text itself where it is none of the type.
    package func value(of text: String, as type: CheckedType, _ wire: WireForm) -> JSON {
        guard let primitive = primitive(of: type.leaf) else { return .string(text) }
        let value = SingleValueCheck.json(primitive, text) ?? .string(text)
        if let formats = dateFormats(of: own(wire, of: type.leaf)) {
            let isNumber = formats[0] == .unixSeconds || formats[0] == .unixMilliseconds
            return isNumber ? JSON.Number(text).map { .number($0) } ?? value : value
        }
        switch own(wire, of: type.leaf) {
        case .text, .url: return .string(text)
        case .numericBool: return ["true": 1, "1": 1, "false": 0, "0": 0][text] ?? value
        case .own, .date: return value
        }
    }

    /// The type of the language that a single value has in JSON; nil of one that has parts.
    package func primitive(of type: CheckedType) -> PrimitiveType? {
        switch type {
        case .primitive(let primitive), .identity(_, let primitive): primitive
        case .enumeration(let name): enumeration(name)?.rawType
        case .scalar(let name): scalar(name)?.primitive
        default: nil
        }
    }

    /// The form of a scalar, which has its own.
    private func own(_ wire: WireForm, of type: CheckedType) -> WireForm {
        if case .scalar(let name) = type, let scalar = scalar(name) { scalar.wire } else { wire }
    }
}
