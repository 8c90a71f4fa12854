import SchemaLanguage

/// Translates scalars.
struct ScalarTranslator: Sendable {
    let headers: HeaderTranslator
    let types: TypeTranslator

    /// A scalar, for the template `Scalar`.
    func translate(_ scalar: CheckedScalar) -> ScalarModel {
        let type: String
        var imports = Imports()
        switch scalar.type {
        case .primitive(let primitive):
            type = primitive.rawValue
            imports.foundation = primitive.isOfFoundation ? .shown : nil
            if primitive == .day { imports.modules.insert(RuntimeLayer.values.rawValue) }
        case .custom(let name, let module, _):
            type = name
            imports.modules.formUnion([module].compactMap(\.self))
        }
        return ScalarModel(
            header: headers.headerWithoutRuntime(of: scalar.head, imports),
            docs: Documentation.block(
                scalar.head.doc,
                or: "The scalar \(Documentation.code(scalar.head.name))."
            ),
            name: types.names[scalar.head.name],
            type: type
        )
    }
}
