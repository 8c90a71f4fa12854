import SchemaLanguage

// Conversions: one statement per property, each with a type that the compiler need not infer.
extension TranslatedProperty {
    // MARK: - From a dictionary

    /// Decodes the property.
    ///
    /// ```swift
    /// self.text = try source.required("text", as: String.self)
    /// ```
    func readDictionary(in block: inout Block, local: SwiftIdentifier) {
        let function =
            switch (presence, defaultValue) {
            case (.required, nil): "required("
            case (.required, _), (.optional, _): "optional("
            case (.nullable, _): isAbsentNotNull ? "presence(" : "optional("
            case (.optionalNullable, _): "presence("
            }
        var call = "try source."
        call += function
        call += key
        if let readingCodec {
            call += ", using: "
            call += readingCodec
        } else {
            call += ", as: "
            call += base
            call += ".self"
        }
        if survivesBadValue {
            // As a presence, an invalid value is missing; otherwise the default follows, if there
            // is one.
            call += function == "presence(" ? ", ifInvalid: .absent" : ", ifInvalid: nil"
        }
        call += ")"
        if isAbsentNotNull, let defaultValue {
            // The default replaces a missing key, not null.
            block.line("let ", local.name, " = ", call)
            call = "\(local.name).isAbsent ? \(defaultValue) : \(local.name).value"
        } else if presence == .required, let defaultValue {
            call += " ?? "
            call += defaultValue
        }
        initialize(in: &block, call)
    }

    /// Whether the value can be null and has a default, which null does not.
    private var isAbsentNotNull: Bool {
        presence == .nullable && defaultValue != nil && defaultValue != "nil"
    }

    // MARK: - From JSON

    /// Declares the variable that contains the value until all properties are read.
    ///
    /// ```swift
    /// var text: String?
    /// ```
    func declareLocal(in block: inout Block, _ local: SwiftIdentifier) {
        if presence == .optionalNullable {
            block.line("var ", local.name, " = Presence<", base, ">.absent")
        } else if isAbsentNotNull, let defaultValue {
            block.line("var ", local.name, ": ", base, "? = ", defaultValue)
        } else {
            block.line("var ", local.name, ": ", base, "?")
        }
    }

    /// Decodes the property with its key.
    ///
    /// ```swift
    /// case "text": reader.read(&text)
    /// ```
    func readMember(in block: inout Block, _ local: SwiftIdentifier) {
        let acceptsNull = presence != .required || defaultValue != nil
        block.line(
            "case ",
            key,
            ": reader.",
            acceptsNull ? "readOrNull(&" : "read(&",
            local.name,
            readingCodec == nil ? "" : ", using: ",
            readingCodec ?? "",
            substitute,
            ")"
        )
    }

    /// The argument for the replacement of an invalid value; empty if that is an error.
    private var substitute: String {
        guard survivesBadValue else { return "" }
        if presence == .optionalNullable { return ", ifInvalid: .absent" }
        // A default replaces nil where the value cannot be null.
        return isAbsentNotNull ? ", ifInvalid: \(defaultValue ?? "nil")" : ", ifInvalid: nil"
    }

    /// Returns the value of the property once all keys are read.
    ///
    /// ```swift
    /// reader.require(text, "text")
    /// ```
    func result(_ local: SwiftIdentifier) -> String {
        switch (presence, defaultValue) {
        case (.required, nil): "reader.require(\(local.name), \(key))"
        case (.required, let value?): "\(local.name) ?? \(value)"
        case (.nullable, _), (.optional, _), (.optionalNullable, _): local.name
        }
    }

    /// Whether ``result(_:)`` throws if the key is missing.
    var requiresKey: Bool { presence == .required && defaultValue == nil }

    // MARK: - To JSON and dictionaries

    /// Encodes the property.
    ///
    /// ```swift
    /// writer.memberIfPresent("nickname", nickname)
    /// ```
    func write(in block: inout Block) {
        switch presence {
        case .required: write(in: &block, "member")
        case .nullable: write(in: &block, "memberOrNull")
        case .optional: write(in: &block, "memberIfPresent")
        case .optionalNullable: write(in: &block, "presence")
        }
    }

    // MARK: - Of a patch

    /// Decodes the change of the property from a dictionary.
    ///
    /// ```swift
    /// self.text = try source.change("text", as: String.self)
    /// ```
    func readDictionaryChange(in block: inout Block) {
        let form = readingCodec.map { ", using: \($0)" } ?? ", as: \(base).self"
        initialize(in: &block, "try source.\(changeFunction)(\(key)\(form)\(kept))")
    }

    /// Declares the variable that contains the change until all properties are read.
    ///
    /// ```swift
    /// var text = Change<String>.keep
    /// ```
    func declareLocalChange(in block: inout Block, _ local: SwiftIdentifier) {
        block.line("var ", local.name, " = ", change, ".keep")
    }

    /// Decodes the change with its key.
    ///
    /// ```swift
    /// case "text": reader.read(&text)
    /// ```
    func readMemberChange(in block: inout Block, _ local: SwiftIdentifier) {
        let function = changeFunction == "change" ? "read" : "readOrNull"
        let codec = readingCodec.map { ", using: \($0)" } ?? ""
        block.line("case ", key, ": reader.", function, "(&", local.name, codec, kept, ")")
    }

    /// The argument for the replacement of an invalid value; empty if that is an error.
    private var kept: String { survivesBadValue ? ", ifInvalid: .keep" : "" }

    private var changeFunction: String {
        switch presence {
        case .required, .optional: "change"
        case .nullable, .optionalNullable: "nullableChange"
        }
    }

    /// Encodes the property of a patch, if it changes.
    ///
    /// ```swift
    /// writer.change("nickname", nickname)
    /// ```
    func writeChange(in block: inout Block) {
        write(in: &block, changeFunction)
    }

    private func write(in block: inout Block, _ function: String) {
        // A property may have the name of the parameter next to it.
        let qualifier = value == "writer" ? "self." : ""
        block.line("writer.", function, "(", key, ", ", qualifier, value, using, ")")
    }
}
