public import Foundation

/// The body of a request that is read from disk, or produced, while it is sent.
///
///     var request = NetworkingRequest(method: .put, path: "/films/7/file")
///     request.source = try BodySource(contentsOf: url)
///
/// A file can be sent several times, as redirects and repetitions need. One that has changed meanwhile ends
/// the request with an error of the kind `.unreadableBody`: the server never gets a whole body of it.
///
/// A ``RequestStream`` has no length that is known before, and can be sent once.
public struct BodySource: Sendable {
    enum Segment: Sendable {
        case data(Data)
        case file(FileSegment)
    }

    let segments: [Segment]
    /// What produces the body while it is sent; there are no segments then.
    package let produced: ProducedBody?
    /// How many bytes there are; nil where they are produced while they are sent.
    public let length: Int?

    /// Makes a body of a file.
    ///
    /// - Parameter url: Where it is.
    /// - Throws: `CocoaError` where it cannot be read.
    public init(contentsOf url: URL) throws {
        self.init([.file(try FileSegment(url))])
    }

    /// Makes a body of segments, one after the other.
    init(_ segments: [Segment]) {
        self.segments = segments
        produced = nil
        length = segments.reduce(0) { $0 + $1.length }
    }

    /// Makes a body that is produced while it is sent.
    init(_ produced: ProducedBody) {
        segments = []
        self.produced = produced
        length = nil
    }

    /// Whether it can no longer be sent.
    var isSpent: Bool { produced?.isSpent ?? false }

    /// Begins to read.
    package func reader() -> BodySourceReader {
        BodySourceReader(self)
    }

    /// The file, where that is the whole body.
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

/// A file as it was when a request was made of it.
struct FileSegment: Sendable {
    let url: URL
    let length: Int
    private let modified: Date?

    init(_ url: URL) throws {
        // A symbolic link has a length of its own.
        self.url = url.resolvingSymlinksInPath()
        let attributes = try FileManager.default.attributesOfItem(atPath: self.url.path)
        guard attributes[.type] as? FileAttributeType == .typeRegular,
            let size = attributes[.size] as? NSNumber,
            FileManager.default.isReadableFile(atPath: self.url.path)
        else { throw CocoaError(.fileReadUnknown, userInfo: [NSFilePathErrorKey: url.path]) }
        length = size.intValue
        modified = attributes[.modificationDate] as? Date
    }

    /// Throws where the file is another one now.
    func check() throws {
        let now = try FileSegment(url)
        guard now.length == length, now.modified == modified else {
            throw BodySourceReader.Changed()
        }
    }
}

/// Reads a body, chunk by chunk.
package struct BodySourceReader: ~Copyable {
    /// A file is not what it was when the request was made.
    package struct Changed: Error, CustomStringConvertible {
        package let description = "The file has changed since the request was made."
    }

    private var segments: ArraySlice<BodySource.Segment>
    private var open: (file: FileSegment, handle: FileHandle, rest: Int)?

    init(_ source: BodySource) {
        segments = source.segments[...]
    }

    /// Reads the next chunk.
    ///
    /// - Parameter size: How many bytes of a file are read at once.
    /// - Returns: The chunk; nil behind the last.
    /// - Throws: `CocoaError` where a file cannot be read, ``Changed`` where it is another one; before its
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
