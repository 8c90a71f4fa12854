import SchemaLanguage

// Declarations: each function adds the lines in the sketch above it.
extension TranslatedProperty {
    /// Declares the property.
    ///
    /// ```swift
    /// /// What was said.
    /// public var text: String
    /// ```
    ///
    /// An indirectly stored property is computed. A property wrapper would be shorter, but the
    /// compiler rejects wrapped properties in a nonisolated structure.
    func declare(in block: inout Block, _ access: String) {
        Documentation.append(doc, to: &block) { block in
            let isClear = presence == .required && direction != .writeOnly && example == nil
            guard !isClear || needsSentence(access) else { return }
            block.line("/// The property ", keyInProse, remark)
        }
        if let example {
            block.line("///")
            block.line("/// Example: ", Documentation.code(example), ".")
        }
        declare(type, in: &block, access)
    }

    private func declare(_ type: String, in block: inout Block, _ access: String) {
        addDeprecation(to: &block)
        guard let storage else { return block.line(access, "var ", name.name, ": ", type) }
        let read = storage.name + (isIndirect ? ".wrappedValue" : "")
        // A nil passed to the initializer needs no separate storage.
        let written = isIndirect ? "Indirect(wrappedValue: newValue)" : "newValue"
        block.line(access, "var ", name.name, ": ", type, " {")
        block.line("    get { ", read, " }")
        block.line("    set { ", storage.name, " = ", written, " }")
        block.line("}")
    }

    /// Adds the attribute if it is deprecated.
    func addDeprecation(to block: inout Block) {
        guard let deprecation else { return }
        block.line("@available(*, deprecated, message: ", deprecation, ")")
    }

    /// Declares the stored property behind it, if there is one.
    ///
    /// ```swift
    /// private var replyToStorage: Indirect<Message?>
    /// ```
    func declareStorage(in block: inout Block) {
        declareStorage(of: type, in: &block)
    }

    /// Declares the stored property behind its change, if there is one.
    func declareChangeStorage(in block: inout Block) {
        declareStorage(of: change, in: &block)
    }

    private func declareStorage(of type: String, in block: inout Block) {
        guard let storage else { return }
        let stored = isIndirect ? "Indirect<\(type)>" : type
        block.line("private var ", storage.name, ": ", stored)
    }

    /// Adds the parameter of an initializer: `likes: Int = 0`.
    func addParameter(to list: inout String) {
        list += list.isEmpty ? "" : ", "
        list += name.parameter
        list += ": "
        list += type
        guard !mustBeGiven else { return }
        switch (presence, defaultValue) {
        case (.optionalNullable, _): list += " = .absent"
        case (_, let value?):
            list += " = "
            list += value
        case (.required, nil): break
        case (.nullable, nil), (.optional, nil): list += " = nil"
        }
    }

    /// Adds the argument of an initializer: `likes: likes`; nothing for a property that the entity
    /// lacks.
    func addArgument(to list: inout String) {
        list += list.isEmpty ? "" : ", "
        guard direction == .writeOnly else {
            return list += name.argument(valueInEntity ?? value)
        }
        list += name.argument(presence == .optionalNullable ? ".absent" : "nil")
    }

    /// Adds the argument of an initializer that decodes: `likes: likes ?? 0`.
    func addResult(_ value: String, to list: inout String) {
        list += list.isEmpty ? "" : ", "
        list += name.argument(value)
    }

    /// Assigns the parameter to the property.
    ///
    /// ```swift
    /// self.likes = likes
    /// ```
    func assign(in block: inout Block) {
        guard storage == nil else { return initialize(in: &block, name.name) }
        block.line("self.", name.text, " = ", name.name)
    }

    /// Assigns a value to the property in an initializer.
    func initialize(in block: inout Block, _ value: String) {
        guard isIndirect, let storage else {
            return block.line("self.", (storage ?? name).text, " = ", value)
        }
        let tries = value.hasPrefix("try ")
        block.line(
            "self.",
            storage.text,
            tries ? " = try Indirect(wrappedValue: " : " = Indirect(wrappedValue: ",
            tries ? String(value.dropFirst("try ".count)) : value,
            ")"
        )
    }

    /// Whether to write a sentence if the schema has no documentation: linters require one for a
    /// public declaration; for others, it must say more than the declaration.
    private func needsSentence(_ access: String) -> Bool {
        access == "public " || keyInProse != "`\(name.text)`"
    }

    private var remark: String {
        if direction == .writeOnly { return ", which is write-only." }
        return switch presence {
        case .required: "."
        case .nullable: ", which can be null."
        case .optional: ", which is optional."
        case .optionalNullable: ", which is optional and can be null."
        }
    }

    /// The property in a description: `"text": text`.
    var child: String {
        "\(StringLiteral.literal(name.text)): \(isRedacted ? "Redacted()" : value)"
    }

    // MARK: - In a patch

    /// The type of a change, including null if that can be sent.
    var change: String {
        switch presence {
        case .required, .optional: "Change<\(base)>"
        case .nullable, .optionalNullable: "NullableChange<\(base)>"
        }
    }

    /// Declares the change of the property.
    ///
    /// ```swift
    /// /// The change to `text`.
    /// public var text: Change<String>
    /// ```
    func declareChange(in block: inout Block, _ access: String) {
        if needsSentence(access) { block.line("/// The change to ", keyInProse, ".") }
        declare(change, in: &block, access)
    }

    /// Adds the parameter of a patch: `text: Change<String> = .keep`.
    func addChangeParameter(to list: inout String) {
        list += list.isEmpty ? "" : ", "
        list += name.parameter
        list += ": "
        list += change
        list += " = .keep"
    }

    // MARK: - In queries

    /// The property of an entity's fields, as an expression on `$0`; a deprecated one is named by
    /// its key, because generated code would be warned of using it.
    var queried: String {
        guard deprecation != nil else { return "$0.\(name.text)" }
        let target = fieldName.map { ", \($0.target)" } ?? ""
        return "\(fieldName?.type ?? "Field")<\(base)\(target)>(\(key)\(using))"
    }

    /// Declares the name of the property in queries.
    ///
    /// ```swift
    /// /// The field `text`.
    /// public var text: Field<String> { Field("text") }
    /// ```
    func declareField(in block: inout Block, _ access: String) {
        if needsSentence(access) { block.line("/// The field ", keyInProse, ".") }
        addDeprecation(to: &block)
        block.line(
            access,
            "var ",
            name.name,
            ": ",
            fieldName?.type ?? "Field",
            "<",
            base,
            fieldName.map { ", \($0.target)" } ?? "",
            "> { ",
            fieldName?.type ?? "Field",
            "(",
            key,
            using,
            ") }"
        )
    }
}
