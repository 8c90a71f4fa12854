import SchemaLanguage

/// Translates scalars.
struct ScalarTranslator: Sendable {
    let headers: HeaderTranslator
    let types: TypeTranslator

    /// A scalar, for the template `Scalar`; nil where it is called as the type that its users wrote
    /// beside the output, which needs no second name.
    func translate(_ scalar: CheckedScalar) -> ScalarModel? {
        let name = types.names[scalar.head.name]
        let type = types.type(of: scalar)
        guard name != type else { return nil }
        var imports = types.imports(of: [.scalar(scalar.head.name)])
        if scalar.type == .primitive(.day) { imports.modules.insert("RepositoryRuntime") }
        return ScalarModel(
            header: headers.headerWithoutRuntime(of: scalar.head, imports),
            docs: Documentation.block(
                scalar.head.doc,
                or: "The scalar \(Documentation.code(scalar.head.name))."
            ),
            name: name,
            type: type
        )
    }
}
