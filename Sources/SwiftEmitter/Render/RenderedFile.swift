import Parallelism

/// A rendered file with the information that decides its location.
struct RenderedFile: Sendable {
    let name: String
    let folder: FileTable.Folder
    let header: FileHeader
    /// The text in UTF-8.
    let text: [UInt8]
}

extension TemplateRenderer {
    /// The files of all translations, in their order, translated and rendered on all cores.
    ///
    /// View models are larger than the text made from them, so each exists only until it is
    /// rendered.
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
