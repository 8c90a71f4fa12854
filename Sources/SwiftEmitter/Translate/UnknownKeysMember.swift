/// What carries the members that a schema does not know from a read to a write.
///
/// Each function adds its line where the structure has one, and nothing where it has not.
struct UnknownKeysMember: Sendable {
    /// Whether the structure has one.
    let isThere: Bool

    /// Declares the property.
    ///
    /// ```swift
    /// /// The members that the schema does not know, kept as they came.
    /// public var unknownKeys: [String: JSON]
    /// ```
    func declare(in block: inout Block, _ access: String) {
        guard isThere else { return }
        block.line("/// The members that the schema does not know, kept as they came.")
        block.line(access, "var unknownKeys: [String: JSON]")
    }

    /// Adds the parameter of an initialiser.
    func addParameter(to list: inout String) {
        guard isThere else { return }
        list += list.isEmpty ? "" : ", "
        list += "unknownKeys: [String: JSON] = [:]"
    }

    /// Adds the argument of an initialiser.
    func addArgument(to list: inout String) {
        guard isThere else { return }
        list += list.isEmpty ? "" : ", "
        list += "unknownKeys: unknownKeys"
    }

    /// Gives the property the value of the parameter.
    func assign(in block: inout Block) {
        guard isThere else { return }
        block.line("self.unknownKeys = unknownKeys")
    }

    /// What a description shows of it.
    var children: [String] {
        isThere ? [#""unknownKeys": unknownKeys"#] : []
    }

    // MARK: - Conversions

    /// The keys that the schema knows, as a list: `["_id", "text"]`.
    func known(_ keys: [String]) -> Block {
        Block(isThere ? ["[\(keys.joined(separator: ", "))]"] : [])
    }

    /// Reads what a dictionary has besides the keys that the schema knows.
    func readDictionary(in block: inout Block) {
        guard isThere else { return }
        block.line("self.unknownKeys = try source.unknownKeys(besides: Self.knownKeys)")
    }

    /// Declares the variable that collects the members while JSON is read.
    func declareLocal(in block: inout Block) {
        guard isThere else { return }
        block.line("var unknownKeys: [String: JSON] = [:]")
    }

    /// Skips members that the schema knows, and the structure does not have.
    ///
    /// ```swift
    /// case "password": reader.skip()
    /// ```
    func skip(_ keys: [String], in block: inout Block) {
        guard isThere else { return }
        for key in keys { block.line("case ", key, ": reader.skip()") }
    }

    /// What becomes of a member that the schema does not know.
    var readMember: String {
        isThere ? "reader.keep(key, in: &unknownKeys)" : "reader.skip()"
    }

    /// Gives the property what was read.
    func finish(in block: inout Block) {
        assign(in: &block)
    }

    /// Writes the members, after those that the schema knows.
    func write(in block: inout Block) {
        guard isThere else { return }
        block.line("writer.members(unknownKeys)")
    }
}
