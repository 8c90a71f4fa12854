public import Foundation

/// The folder beside a store in which it keeps the bytes of files.
///
/// The store says in its transactions which files there are, and a file that no transaction names is removed. So a
/// process may end at any instruction: new bytes are written to a place of their own, and a transaction moves them in.
public struct AttachmentFolder: Hashable, Sendable {
    /// Where the folder is; it is made with the first file.
    public let url: URL

    /// Names a folder.
    ///
    /// - Parameter url: Where it is; nothing but a store writes there.
    public init(url: URL) {
        self.url = url
    }

    /// Where files are until a transaction has named them.
    private var incoming: URL { url.appending(path: "incoming", directoryHint: .isDirectory) }

    /// Where a file is.
    ///
    /// - Parameter name: The name of the file.
    /// - Returns: Its place, whether it is there or not.
    func place(of name: String) -> URL { url.appending(path: name) }

    /// Where a file is, if it is there.
    func existing(_ name: String) -> URL? {
        let place = place(of: name)
        return FileManager.default.fileExists(atPath: place.path) ? place : nil
    }

    /// A place for bytes that arrive, under a new name.
    func newPlace(like name: String) throws(StorageError) -> URL {
        let suffix = (name as NSString).pathExtension
        let isPlain = !suffix.isEmpty && suffix.utf8.count <= 16 && suffix.allSatisfy(\.isPlain)
        let file = UUID().uuidString + (isPlain ? ".\(suffix)" : "")
        try attempt {
            try FileManager.default.createDirectory(at: incoming, withIntermediateDirectories: true)
        }
        return incoming.appending(path: file)
    }

    /// Takes bytes in; they are on the disk when this returns.
    func receive(_ data: Data) throws(StorageError) -> URL {
        let place = try newPlace(like: "")
        try attempt(removing: place) {
            try data.write(to: place)
            try flush(place)
        }
        return place
    }

    /// Takes a copy of a file in; it is on the disk when this returns.
    func receive(contentsOf source: URL) throws(StorageError) -> URL {
        let place = try newPlace(like: source.lastPathComponent)
        try attempt(removing: place) {
            try FileManager.default.copyItem(at: source.resolvingSymlinksInPath(), to: place)
            // A copy has the date and the permissions of its source.
            try FileManager.default.setAttributes(
                [.modificationDate: Date(), .posixPermissions: 0o600],
                ofItemAtPath: place.path
            )
            try flush(place)
        }
        return place
    }

    /// Moves bytes in that have arrived, within the transaction that names them.
    ///
    /// - Returns: The name.
    func keep(_ place: URL) throws(StorageError) -> String {
        let name = place.lastPathComponent
        try attempt { try FileManager.default.moveItem(at: place, to: self.place(of: name)) }
        return name
    }

    /// Removes a file that no transaction names any more; one that cannot be removed is swept later.
    func remove(_ name: String) {
        try? FileManager.default.removeItem(at: place(of: name))
    }

    /// Whether there are no files but those with some names, and none that began to arrive long ago.
    func holdsOnly(_ names: Set<String>) -> Bool {
        let found = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
        return found.allSatisfy { $0 == incoming.lastPathComponent || names.contains($0) }
            && arrivedLongAgo.isEmpty
    }

    /// What began to arrive more than a day ago.
    private var arrivedLongAgo: [URL] {
        let yesterday = Date(timeIntervalSinceNow: -86_400)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: incoming.path)) ?? []
        return names.map { incoming.appending(path: $0) }.filter { place in
            let attributes = try? FileManager.default.attributesOfItem(atPath: place.path)
            return (attributes?[.modificationDate] as? Date).map { $0 < yesterday } ?? false
        }
    }

    /// Removes files that no transaction names, within a transaction: nobody else moves one in then.
    ///
    /// Bytes that began to arrive more than a day ago are removed, too.
    func sweep(keeping names: Set<String>) {
        let manager = FileManager.default
        for name in (try? manager.contentsOfDirectory(atPath: url.path)) ?? []
        where name != incoming.lastPathComponent && !names.contains(name) {
            remove(name)
        }
        for place in arrivedLongAgo { try? manager.removeItem(at: place) }
    }

    /// Removes the folder with all files.
    ///
    /// - Throws: `StorageError` if it cannot be removed; then this can be repeated.
    public func erase() throws(StorageError) {
        guard FileManager.default.fileExists(atPath: url.path) else { return }
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
    /// Whether it may stand in the ending of a file name.
    fileprivate var isPlain: Bool { isASCII && (isLetter || isNumber) }
}
