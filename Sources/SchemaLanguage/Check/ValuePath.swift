/// A name with dots that leads from a property with a value to a property of that value, or of a
/// nested one: `geo.country`.
struct ValuePath {
    /// A property on the path.
    struct Step {
        let property: PropertyDeclaration
        let structure: SchemaIndex.Structure
        /// The type, without the outermost `?`.
        let type: CheckedType
    }

    /// The properties; the last one is the target.
    var steps: [Step] = []
    /// Whether the path contains an array, so that an entity can have several targets.
    var isInList: Bool

    /// The reason why a name leads nowhere.
    enum Mistake: Error {
        /// A value has no property with a name.
        case unknown(String, in: SchemaIndex.Structure)
        /// A property on the path is not a value or an array of values.
        case noValue(String)
        /// A property on the path has a value of another output.
        case foreign(String, module: String)
        /// A part of the path cannot be read, which is reported elsewhere.
        case unreadable
    }
}

extension SchemaIndex {
    /// Follows a name into the values of a type.
    ///
    /// - Parameters:
    ///   - name: The name, with dots into nested values.
    ///   - type: The type of the property, a value or an array of values.
    /// - Returns: The properties on the path, or the reason why there are none.
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
