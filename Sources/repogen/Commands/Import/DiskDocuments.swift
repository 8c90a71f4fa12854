import Diagnostics
import Foundation
import SchemaImport

/// Documents on disk, by their paths from the working directory.
struct DiskDocuments: DocumentSource {
    let workingDirectory: URL

    func file(at path: String) -> SourceFile? {
        let file = DiskFile(ProjectLocator(workingDirectory: workingDirectory).url(path).path)
        guard let bytes = try? file.bytes() else { return nil }
        return SourceFile(path: path, bytes: bytes)
    }
}
