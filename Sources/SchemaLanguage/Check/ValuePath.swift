/// A name with dots that leads from a property whose type is a value to a property of that value, or of a deeper
/// one: `geo.country`.
struct ValuePath {
    /// A property on the way.
    struct Step {
        let property: PropertyDeclaration
        let structure: SchemaIndex.Structure
        /// The type, without the outermost `?`.
        let type: CheckedType
    }

    /// The properties; the last one is what the name stands for.
    var steps: [Step] = []
    /// Whether a list is on the way, so that an entity may have several of what the name stands for.
    var isInList: Bool

    /// Why a name leads nowhere.
    enum Mistake: Error {
        /// A value has no property of a name.
        case unknown(String, in: SchemaIndex.Structure)
        /// A property on the way is no value, nor a list of values.
        case noValue(String)
        /// A property on the way has a value of another output.
        case foreign(String, module: String)
        /// Something on the way cannot be read, which is reported elsewhere.
        case unreadable
    }
}

extension SchemaIndex {
    /// Follows a name into the values of a type.
    ///
    /// - Parameters:
    ///   - name: the name, with dots into deeper values.
    ///   - type: the type of the property, a value or a list of values.
    /// - Returns: the properties on the way, or why there is none.
    func path(_ name: String, in type: CheckedType) -> Result<ValuePath, ValuePath.Mistake> {
        var (type, path) = (type, ValuePath(isInList: false))
        var former: (name: String, document: SchemaDocument)?
        for word in name.split(separator: ".", omittingEmptySubsequences: false).map(String.init) {
            guard let value = type.queriedValue else {
                return .failure(former.map { .noValue($0.name) } ?? .unreadable)
            }
            guard let structure = structure(named: value) else { return .failure(.unreadable) }
            if let former, let module = structure.document.module,
                module.name != former.document.module?.name
            {
                return .failure(.foreign(former.name, module: module.name))
            }
            guard let property = structure.properties.last(where: { $0.name.value == word }) else {
                return .failure(.unknown(word, in: structure))
            }
            guard let resolved = resolve(property.type) else { return .failure(.unreadable) }
            if case .array = type { path.isInList = true }
            type = resolved.withoutNull
            path.steps.append(
                ValuePath.Step(property: property, structure: structure, type: type)
            )
            former = (word, structure.document)
        }
        return .success(path)
    }
}
