import SchemaLanguage

/// Translates scalars.
struct ScalarTranslator: Sendable {
    let headers: HeaderTranslator
    let types: TypeTranslator

    /// A scalar, for the template `Scalar`.
    func translate(_ scalar: CheckedScalar) -> ScalarModel {
        let type =
            switch scalar.type {
            case .primitive(let primitive): primitive.rawValue
            case .custom(let name, _, _): name
            }
        var imports = types.imports(of: [.scalar(scalar.head.name)])
        if scalar.type == .primitive(.day) { imports.modules.insert("RepositoryRuntime") }
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
