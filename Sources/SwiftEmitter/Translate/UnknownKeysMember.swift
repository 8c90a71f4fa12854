/// The property that carries the properties that a schema does not declare from decoding to
/// encoding.
///
/// Each function adds its line if the structure has this property, and nothing if it does not.
struct UnknownKeysMember: Sendable {
    /// Whether the structure has one.
    let isThere: Bool

    /// Declares the property.
    ///
    /// ```swift
    /// /// The properties that the schema does not declare, kept unchanged.
    /// public var unknownKeys: [String: JSON]
    /// ```
    func declare(in block: inout Block, _ access: String) {
        guard isThere else { return }
        block.line("/// The properties that the schema does not declare, kept unchanged.")
        block.line(access, "var unknownKeys: [String: JSON]")
    }

    /// Adds the parameter of an initializer.
    func addParameter(to list: inout String) {
        guard isThere else { return }
        list += list.isEmpty ? "" : ", "
        list += "unknownKeys: [String: JSON] = [:]"
    }

    /// Adds the argument of an initializer.
    func addArgument(to list: inout String) {
        guard isThere else { return }
        list += list.isEmpty ? "" : ", "
        list += "unknownKeys: unknownKeys"
    }

    /// Assigns the parameter to the property.
    func assign(in block: inout Block) {
        guard isThere else { return }
        block.line("self.unknownKeys = unknownKeys")
    }

    /// Its line in a description.
    var children: [String] {
        isThere ? [#""unknownKeys": unknownKeys"#] : []
    }

    // MARK: - Conversions

    /// The keys in the schema, as an array: `["_id", "text"]`.
    func known(_ keys: [String]) -> Block {
        Block(isThere ? ["[\(keys.joined(separator: ", "))]"] : [])
    }

    /// Decodes the properties of a dictionary that are not in the schema.
    func readDictionary(in block: inout Block) {
        guard isThere else { return }
        block.line("self.unknownKeys = try source.unknownKeys(besides: Self.knownKeys)")
    }

    /// Declares the variable that collects the properties while JSON is read.
    func declareLocal(in block: inout Block) {
        guard isThere else { return }
        block.line("var unknownKeys: [String: JSON] = [:]")
    }

    /// Skips properties that are in the schema, but not in the structure.
    ///
    /// ```swift
    /// case "password": reader.skip()
    /// ```
    func skip(_ keys: [String], in block: inout Block) {
        guard isThere else { return }
        for key in keys { block.line("case ", key, ": reader.skip()") }
    }

    /// The handling of a property that the schema does not declare.
    var readMember: String {
        isThere ? "reader.keep(key, in: &unknownKeys)" : "reader.skip()"
    }

    /// Encodes the properties, after those in the schema.
    func write(in block: inout Block) {
        guard isThere else { return }
        block.line("writer.members(unknownKeys)")
    }
}
