import Foundation

/// The folder in which recorded bodies are written.
struct SampleFolder: Sendable {
    /// Why a file is not written.
    struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    private let root: URL

    /// Opens a folder, and makes it where it is missing.
    ///
    /// - Parameter root: The folder.
    /// - Throws: An error of the system where it cannot be made.
    init(_ root: URL) throws {
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        self.root = root.standardizedFileURL
    }

    /// Writes a file as a whole: whoever reads it finds the old bytes or the new ones.
    ///
    /// No link is followed out of the folder, and none is written through.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - name: The path of the file in the folder: a name, or a folder with a name.
    /// - Throws: `Refusal` where the path leads elsewhere or the system refuses it.
    func write(_ data: Data, to name: String) throws(Refusal) {
        let steps = name.split(separator: "/", omittingEmptySubsequences: false)
        let isPlain = steps.allSatisfy { step in
            !step.isEmpty && !step.hasPrefix(".") && !step.contains("\0") && step.utf8.count <= 255
        }
        guard isPlain else { throw Refusal(description: "'\(name)' is no name of a file") }
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
