public import Foundation

/// A request body that is read from disk, or produced, while it is sent.
///
///     var request = NetworkingRequest(method: .put, path: "/films/7/file")
///     request.source = try BodySource(contentsOf: url)
///
/// A file can be sent several times, as redirects and retries require. If it has changed since the
/// body was created, the request fails with the code `.unreadableBody` before it is sent.
/// async-http-client also checks the file before its last bytes, so that the server never receives
/// a mixture; URLSession does not notice a change while it reads the file.
///
/// A ``RequestStream`` has no known length and can only be sent once.
public struct BodySource: Sendable {
    enum Segment: Sendable {
        case data(Data)
        case file(FileSegment)
    }

    let segments: [Segment]
    /// Produces the body while it is sent; there are no segments then.
    package let produced: ProducedBody?
    /// The length in bytes; nil for a body that is produced while it is sent.
    public let length: Int?

    /// Creates a body from a file.
    ///
    /// - Parameter url: The URL of the file.
    /// - Throws: `CocoaError` if it cannot be read.
    public init(contentsOf url: URL) throws {
        self.init([.file(try FileSegment(url))])
    }

    /// Creates a body from segments, in order.
    init(_ segments: [Segment]) {
        self.segments = segments
        produced = nil
        length = segments.reduce(0) { $0 + $1.length }
    }

    /// Creates a body that is produced while it is sent.
    init(_ produced: ProducedBody) {
        segments = []
        self.produced = produced
        length = nil
    }

    /// Whether it has been sent and cannot be sent again.
    var isSpent: Bool { produced?.isSpent ?? false }

    /// Returns a reader of the body.
    package func reader() -> BodySourceReader {
        BodySourceReader(self)
    }

    /// The file, if it is the whole body.
    var file: FileSegment? {
        guard segments.count == 1, case .file(let file) = segments[0] else { return nil }
        return file
    }
}

extension BodySource.Segment {
    var length: Int {
        switch self {
        case .data(let data): data.count
        case .file(let file): file.length
        }
    }
}

/// A file in the state in which a request was created from it.
struct FileSegment: Sendable {
    let url: URL
    let length: Int
    private let modified: Date?

    init(_ url: URL) throws {
        // The attributes must be those of the target of a symbolic link.
        self.url = url.resolvingSymlinksInPath()
        let attributes = try FileManager.default.attributesOfItem(atPath: self.url.path)
        guard attributes[.type] as? FileAttributeType == .typeRegular,
            let size = attributes[.size] as? NSNumber,
            FileManager.default.isReadableFile(atPath: self.url.path)
        else { throw CocoaError(.fileReadUnknown, userInfo: [NSFilePathErrorKey: url.path]) }
        length = size.intValue
        modified = attributes[.modificationDate] as? Date
    }

    /// Throws if the file has changed.
    func check() throws {
        let now = try FileSegment(url)
        guard now.length == length, now.modified == modified else {
            throw BodySourceReader.Changed()
        }
    }
}

/// Reads a body chunk by chunk.
package struct BodySourceReader: ~Copyable {
    /// A file has changed since the request was created.
    package struct Changed: Error, CustomStringConvertible {
        package let description = "The file has changed since the request was created."
    }

    private var segments: ArraySlice<BodySource.Segment>
    private var open: (file: FileSegment, handle: FileHandle, rest: Int)?

    init(_ source: BodySource) {
        segments = source.segments[...]
    }

    /// Reads the next chunk.
    ///
    /// - Parameter size: The number of bytes to read from a file at once.
    /// - Returns: The chunk; nil after the last.
    /// - Throws: `CocoaError` if a file cannot be read; ``Changed`` if it has changed, before its
    ///   last bytes are returned.
    package mutating func next(size: Int = 128 * 1_024) throws -> Data? {
        while true {
            if let (file, handle, rest) = open {
                guard rest > 0 else {
                    try handle.close()
                    open = nil
                    continue
                }
                let chunk = try handle.read(upToCount: min(size, rest)) ?? Data()
                guard !chunk.isEmpty else { throw Changed() }
                open = (file, handle, rest - chunk.count)
                if chunk.count == rest { try file.check() }
                return chunk
            }
            guard let segment = segments.popFirst() else { return nil }
            switch segment {
            case .data(let data):
                if !data.isEmpty { return data }
            case .file(let file):
                try file.check()
                open = (file, try FileHandle(forReadingFrom: file.url), file.length)
            }
        }
    }

    deinit {
        try? open?.handle.close()
    }
}
