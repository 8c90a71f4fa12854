import Foundation

/// The folder for recorded bodies.
struct SampleFolder: Sendable {
    /// The reason for not writing a file.
    struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    private let root: URL

    /// Opens a folder, and creates it if missing.
    ///
    /// - Parameter root: The folder.
    /// - Throws: A system error if it cannot be created.
    init(_ root: URL) throws {
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        self.root = root.standardizedFileURL
    }

    /// Writes a file atomically.
    ///
    /// Links out of the folder are not followed, and no file is written through a link.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - name: The path of the file in the folder: a name, or a folder and a name.
    /// - Throws: `Refusal` if the path leads out of the folder, or for system errors.
    func write(_ data: Data, to name: String) throws(Refusal) {
        let steps = name.split(separator: "/", omittingEmptySubsequences: false)
        let isPlain = steps.allSatisfy { step in
            !step.isEmpty && !step.hasPrefix(".") && !step.contains("\0") && step.utf8.count <= 255
        }
        guard isPlain else { throw Refusal(description: "'\(name)' is not a file name") }
        let file = steps.reduce(root) { $0.appending(path: String($1)) }
        do {
            if steps.count > 1 {
                let folder = file.deletingLastPathComponent()
                try requireNoLink(at: folder)
                try FileManager.default.createDirectory(
                    at: folder,
                    withIntermediateDirectories: true
                )
            }
            try requireNoLink(at: file)
            try data.write(to: file, options: .atomic)
        } catch let refusal as Refusal {
            throw refusal
        } catch {
            let reason = error.localizedDescription
            throw Refusal(description: "'\(name)' cannot be written: \(reason)")
        }
    }

    private func requireNoLink(at place: URL) throws {
        let attributes = try? FileManager.default.attributesOfItem(atPath: place.path)
        guard attributes?[.type] as? FileAttributeType == .typeSymbolicLink else { return }
        throw Refusal(description: "'\(place.path)' is a symbolic link, which is not followed")
    }
}
