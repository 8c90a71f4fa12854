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

/// A run that left an output folder up to date without diagnostics, with its inputs and outputs.
///
/// A later run with identical inputs would produce the same files. So if every file is unchanged,
/// nothing needs to be generated.
struct FinishedRun {
    /// The output folder.
    let folder: OutputFolder
    /// The hash of all inputs: this program, the settings of the output, and the schemas and
    /// templates.
    let inputs: ContentHash
    /// The hash of the manifest, which contains the hash of each file.
    let manifest: ContentHash

    /// Takes the inputs of a run, and the bytes of its manifest.
    init(of part: ProjectInputs.Part, by program: Program, manifest: [UInt8]) {
        folder = part.folder
        let settings = part.output.settings + ["\(part.isImported)"]
        var parts = ([program.identity] + settings).map { Array($0.utf8) }
        for file in part.schemas + part.templates + part.imports.flatMap(\.files) {
            parts.append(Array(file.path.utf8))
            parts.append(file.bytes)
        }
        inputs = ContentHash(ofParts: parts)
        self.manifest = ContentHash(of: manifest)
    }
}

/// The running program, identified by the path and dates of its file, which change with each build
/// or replacement.
struct Program {
    let identity: String

    /// The running program; nil if the system does not provide its file.
    static let current: Program? = {
        guard let path else { return nil }
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

    private static var path: String? {
        #if os(Linux)
        // The bundle would list the folder of the program.
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        #else
        Bundle.main.executablePath
        #endif
    }
}

extension ProjectConfiguration.Output {
    /// The settings that determine the generated files: each as its number of values, and these.
    ///
    /// Not among them: places in the configuration, and the budget.
    var settings: [String] {
        let settings = [
            schemas, [output], [access.rawValue], [grouping.rawValue], ["\(isServer)"],
            templates.map { [$0] } ?? [], conformances, module.map { [$0] } ?? [], imports,
        ]
        return settings.flatMap { ["\($0.count)"] + $0 }
    }
}
