import Parallelism

/// A file as it was rendered, with what says where it goes.
struct RenderedFile: Sendable {
    let name: String
    let folder: FileTable.Folder
    let header: FileHeader
    let text: String
}

extension TemplateRenderer {
    /// The files of all translations, in their order, translated and rendered on all cores.
    ///
    /// View models are larger than what is made of them: each lives only until it is rendered.
    func render(_ translations: [SchemaTranslator.Translation]) -> [RenderedFile] {
        let rendered = translations.concurrentMap(with: { RenderingSession(self) }) {
            session,
            translation in
            translation().map { file in
                RenderedFile(
                    name: file.name,
                    folder: file.folder,
                    header: file.model.header,
                    text: session.render(file.model, with: file.template)
                )
            }
        }
        return rendered.flatMap(\.self)
    }
}
