package import Diagnostics

/// A source of the files that documents refer to, by path.
package protocol DocumentSource: Sendable {
    /// The file at a path; nil if there is none.
    func file(at path: String) -> SourceFile?
}

/// Files in memory.
package struct LoadedDocuments: DocumentSource {
    private let files: [String: SourceFile]

    /// Creates a source of files in memory.
    package init(_ files: some Sequence<SourceFile>) {
        self.files = Dictionary(files.map { ($0.path, $0) }, uniquingKeysWith: { one, _ in one })
    }

    package func file(at path: String) -> SourceFile? { files[path] }
}
