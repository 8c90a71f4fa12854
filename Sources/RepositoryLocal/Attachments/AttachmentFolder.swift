public import Foundation

/// The folder next to a store that holds the contents of files.
///
/// The store's transactions record which files exist, and a file that no transaction records is
/// deleted. So a crash at any point does no harm: new contents are first written to a temporary
/// location, and a transaction moves them in.
public struct AttachmentFolder: Hashable, Sendable {
    /// The URL of the folder, which is created with the first file.
    public let url: URL

    /// Creates the description of a folder.
    ///
    /// - Parameter url: The URL; only the store may write there.
    public init(url: URL) {
        self.url = url
    }

    /// The location of files until a transaction has recorded them.
    private var incoming: URL { url.appending(path: "incoming", directoryHint: .isDirectory) }

    /// Returns the location of a file.
    ///
    /// - Parameter name: The name of the file.
    /// - Returns: The location, even if there is no such file.
    func place(of name: String) -> URL { url.appending(path: name) }

    /// Returns the location of a file, if it exists.
    func existing(_ name: String) -> URL? {
        let place = place(of: name)
        return FileManager.default.fileExists(atPath: place.path) ? place : nil
    }

    /// Returns a location for incoming contents, under a new name.
    func newPlace(like name: String) throws(StorageError) -> URL {
        let suffix = (name as NSString).pathExtension
        let isPlain = !suffix.isEmpty && suffix.utf8.count <= 16 && suffix.allSatisfy(\.isPlain)
        let file = UUID().uuidString + (isPlain ? ".\(suffix)" : "")
        try attempt {
            try FileManager.default.createDirectory(at: incoming, withIntermediateDirectories: true)
        }
        return incoming.appending(path: file)
    }

    /// Stores contents temporarily; they are on disk when this returns.
    func receive(_ data: Data) throws(StorageError) -> URL {
        let place = try newPlace(like: "")
        try attempt(removing: place) {
            try data.write(to: place)
            try flush(place)
        }
        return place
    }

    /// Stores a copy of a file temporarily; it is on disk when this returns.
    func receive(contentsOf source: URL) throws(StorageError) -> URL {
        let place = try newPlace(like: source.lastPathComponent)
        try attempt(removing: place) {
            try FileManager.default.copyItem(at: source.resolvingSymlinksInPath(), to: place)
            // A copy has the date and permissions of its source.
            try FileManager.default.setAttributes(
                [.modificationDate: Date(), .posixPermissions: 0o600],
                ofItemAtPath: place.path
            )
            try flush(place)
        }
        return place
    }

    /// Moves incoming contents in, within the transaction that records them.
    ///
    /// - Returns: The name.
    func keep(_ place: URL) throws(StorageError) -> String {
        let name = place.lastPathComponent
        try attempt { try FileManager.default.moveItem(at: place, to: self.place(of: name)) }
        return name
    }

    /// Removes a file that is no longer recorded; one that cannot be removed is swept later.
    func remove(_ name: String) {
        try? FileManager.default.removeItem(at: place(of: name))
    }

    /// Returns the files with other names than those recorded, and incoming contents that are more
    /// than a day old.
    ///
    /// Remove them within a transaction, so that no file is moved in meanwhile.
    func strays(besides names: Set<String>) -> [URL] {
        let manager = FileManager.default
        let found = (try? manager.contentsOfDirectory(atPath: url.path)) ?? []
        let yesterday = Date(timeIntervalSinceNow: -86_400)
        let arrived = (try? manager.contentsOfDirectory(atPath: incoming.path)) ?? []
        let abandoned = arrived.map { incoming.appending(path: $0) }.filter { place in
            let attributes = try? manager.attributesOfItem(atPath: place.path)
            return (attributes?[.modificationDate] as? Date).map { $0 < yesterday } ?? false
        }
        return found.filter { $0 != incoming.lastPathComponent && !names.contains($0) }
            .map(place(of:)) + abandoned
    }

    /// Removes the folder with all files.
    ///
    /// - Throws: `StorageError` if it cannot be removed; then call it again.
    public func erase() throws(StorageError) {
        // A file that arrives meanwhile may add to the folder while it is removed.
        for _ in 0..<20 {
            guard FileManager.default.fileExists(atPath: url.path) else { return }
            if (try? FileManager.default.removeItem(at: url)) != nil { return }
        }
        try attempt { try FileManager.default.removeItem(at: url) }
    }

    private func flush(_ place: URL) throws {
        let handle = try FileHandle(forUpdating: place)
        try handle.synchronize()
        try handle.close()
    }

    private func attempt(
        removing place: URL? = nil,
        _ body: () throws -> Void
    ) throws(StorageError) {
        do {
            try body()
        } catch {
            if let place { try? FileManager.default.removeItem(at: place) }
            let code: StorageError.Code =
                switch (error as? CocoaError)?.code {
                case .fileWriteOutOfSpace: .full
                case .fileWriteNoPermission, .fileWriteVolumeReadOnly: .readOnly
                default: .io
                }
            throw StorageError(
                code,
                message: "A file of the store cannot be written.",
                cause: error
            )
        }
    }
}

extension Character {
    /// Whether the character may be part of a file extension.
    fileprivate var isPlain: Bool { isASCII && (isLetter || isNumber) }
}
