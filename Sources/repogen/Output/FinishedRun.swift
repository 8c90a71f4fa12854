import Diagnostics
import Foundation
import SchemaLanguage

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A run that left an output folder as it has to be, with nothing to say of it: what it was made of,
/// and what it left.
///
/// A later run that is made of the same, byte for byte, would leave the same. So where every file is
/// still there as it was left, there is nothing to do, and nothing has to be generated to know that.
struct FinishedRun {
    /// The output folder.
    let folder: OutputFolder
    /// The hash of all that it was made of: this program, what is said of the output, and the schemas and
    /// templates.
    let inputs: ContentHash
    /// The hash of the manifest, which has the hash of each file.
    let manifest: ContentHash

    /// Takes what a run was made of, and the bytes of the manifest that it left.
    init(of part: ProjectInputs.Part, by program: Program, manifest: [UInt8]) {
        folder = part.folder
        var output = part.output
        // Where the configuration says something makes no difference.
        output.schemaPlaces = []
        output.importPlaces = []
        var parts = [program.identity, String(reflecting: output)].map { Array($0.utf8) }
        for file in part.schemas + part.templates + part.imports.flatMap(\.files) {
            parts.append(Array(file.path.utf8))
            parts.append(file.bytes)
        }
        inputs = ContentHash(ofParts: parts)
        self.manifest = ContentHash(of: manifest)
    }
}

/// The program that runs, by the place and the dates of its file: one that is built anew, or put in its
/// place with the date of the old one, is another.
struct Program {
    let identity: String

    /// The running program; nil where the system does not tell its file.
    static let current: Program? = {
        guard let path = Bundle.main.executablePath else { return nil }
        var information = stat()
        guard stat(path, &information) == 0 else { return nil }
        #if canImport(Darwin)
        let (time, statusTime) = (information.st_mtimespec, information.st_ctimespec)
        #else
        let (time, statusTime) = (information.st_mtim, information.st_ctim)
        #endif
        let numbers = [
            Int(information.st_dev), Int(information.st_ino), Int(information.st_size),
            time.tv_sec, time.tv_nsec, statusTime.tv_sec, statusTime.tv_nsec,
        ]
        let text = numbers.map(String.init).joined(separator: " ")
        return Program(identity: "\(Release.version) \(path) \(text)")
    }()
}
