import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A file at a path, with the operations that the tool needs; a process crash never leaves partial
/// results.
struct DiskFile {
    /// The kind of item at a path; links are not followed.
    enum Kind: Equatable {
        case missing, file, folder, link
        /// Another kind, as named in messages: "a named pipe".
        case other(String)

        fileprivate init(mode: mode_t) {
            self =
                switch mode & S_IFMT {
                case S_IFREG: .file
                case S_IFDIR: .folder
                case S_IFLNK: .link
                case S_IFIFO: .other("a named pipe")
                case S_IFSOCK: .other("a socket")
                case S_IFCHR, S_IFBLK: .other("a device")
                default: .other("not a file")
                }
        }
    }

    /// The suffix of temporary files; those of a killed run in an output folder are deleted by the
    /// next run.
    static let temporarySuffix = ".repogen-temporary"

    let path: String

    /// Whether this is the temporary file of a process that still runs.
    var isBeingWritten: Bool {
        let parts = path.dropLast(Self.temporarySuffix.count).split(separator: ".")
        guard path.hasSuffix(Self.temporarySuffix), let id = parts.last.flatMap({ pid_t($0) }),
            id > 0
        else { return false }
        // Without permission for the process, it exists.
        return kill(id, 0) == 0 || errno == EPERM
    }

    init(_ path: String) {
        self.path = path
    }

    /// The kind of item; missing also if it cannot be determined.
    var kind: Kind {
        var information = stat()
        guard lstat(path, &information) == 0 else { return .missing }
        return Kind(mode: information.st_mode)
    }

    /// The kind of item, for callers to whom a missing file matters.
    ///
    /// - Throws: ``ToolError`` if it cannot be determined, for example without permission for the
    ///   folder: the item may exist.
    func knownKind() throws(ToolError) -> Kind {
        var information = stat()
        if lstat(path, &information) == 0 { return Kind(mode: information.st_mode) }
        guard errno == ENOENT || errno == ENOTDIR else { throw failure("read") }
        return .missing
    }

    /// The kind of item, following links.
    var kindBehindLinks: Kind {
        var information = stat()
        guard stat(path, &information) == 0 else { return .missing }
        return Kind(mode: information.st_mode)
    }

    /// The contents; only files are read, as other items may block.
    func bytes() throws(ToolError) -> [UInt8] {
        var information = stat()
        guard stat(path, &information) == 0 else { throw failure("read") }
        if case .other(let noun) = Kind(mode: information.st_mode) {
            throw .disk("cannot read '\(path)': it is \(noun), not a file")
        }
        // Does not block either if a named pipe has just replaced the file.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw failure("read") }
        defer { close(descriptor) }
        guard fstat(descriptor, &information) == 0 else { throw failure("read") }
        guard information.st_mode & S_IFMT != S_IFDIR else { throw failure("read", EISDIR) }
        return try bytes(from: descriptor, information)
    }

    /// The bytes of a plain file; nil if there is none or it cannot be read.
    ///
    /// Links are not followed. It makes as few system calls as possible: a run in which nothing
    /// changed does hardly anything else.
    var plainBytes: [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var information = stat()
        guard fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return try? bytes(from: descriptor, information)
    }

    private func bytes(
        from descriptor: Int32,
        _ information: stat
    ) throws(ToolError) -> [UInt8] {
        let isPlain = information.st_mode & S_IFMT == S_IFREG && information.st_size > 0
        var bytes: [UInt8] = []
        // One byte more than the size, to detect the end without growing.
        var room = max(Int(information.st_size), 0) + 1
        while true {
            var problem: Int32 = 0
            let wanted = room
            let chunk = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
                let result = read(descriptor, buffer.baseAddress, wanted)
                problem = result < 0 ? errno : 0
                count = max(result, 0)
            }
            if problem == EINTR { continue }
            guard problem == 0 else { throw failure("read", problem) }
            if chunk.isEmpty { return bytes }
            if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
            // Some systems read at most two gigabytes at a time.
            if isPlain, chunk.count < wanted, bytes.count >= Int(information.st_size) {
                return bytes
            }
            room = max(room, 65_536)
        }
    }

    /// Replaces the contents atomically: the file is either old or new at any time.
    ///
    /// Creates missing parent folders. An existing link is replaced by a file, not written through.
    /// A crash of the machine, unlike one of the process, may lose the write.
    ///
    /// - Parameters:
    ///   - contents: The contents.
    ///   - isThere: Whether a file may exist, whose permissions the new one gets.
    /// - Throws: ``ToolError`` if the file cannot be written.
    func replace(with contents: [UInt8], isThere: Bool = true) throws(ToolError) {
        let temporary = "\(path).\(getpid())\(Self.temporarySuffix)"
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        var descriptor = open(temporary, flags, 0o666)
        if descriptor < 0, errno == ENOENT {
            // Another run may remove the folder while it is empty.
            for _ in 0..<3 where descriptor < 0 && errno == ENOENT {
                try makeFolder(Self.folder(of: path))
                descriptor = open(temporary, flags, 0o666)
            }
        } else if descriptor < 0, errno == EEXIST {
            // A process with the same ID was killed here.
            unlink(temporary)
            descriptor = open(temporary, flags, 0o666)
        }
        guard descriptor >= 0 else { throw failure("write") }
        var problem = Self.write(contents, to: descriptor)
        var information = stat()
        if problem == 0, isThere, stat(path, &information) == 0 {
            _ = fchmod(descriptor, information.st_mode & 0o777)
        }
        // Some file systems report a full disk only here.
        if close(descriptor) != 0, problem == 0 { problem = errno }
        if problem == 0, rename(temporary, path) != 0 { problem = errno }
        guard problem == 0 else {
            unlink(temporary)
            throw failure("write", problem)
        }
    }

    /// Updates the contents, unless they are the same.
    func update(to contents: [UInt8]) throws(ToolError) {
        if kind == .file, try bytes() == contents { return }
        try put(contents)
    }

    /// Writes to the item at the path, which may be a device or a link; a regular file is replaced.
    func put(_ contents: [UInt8]) throws(ToolError) {
        switch kind {
        case .file, .missing: try replace(with: contents)
        case .folder: throw failure("write", EISDIR)
        case .link, .other:
            // A named pipe that nobody reads would block until someone does.
            let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK
            let descriptor = open(path, flags, 0o666)
            guard descriptor >= 0 else { throw failure("write") }
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
            var problem = Self.write(contents, to: descriptor)
            if close(descriptor) != 0, problem == 0 { problem = errno }
            guard problem == 0 else { throw failure("write", problem) }
        }
    }

    /// Makes the file executable for everyone who can read it.
    func makeExecutable() throws(ToolError) {
        var information = stat()
        guard stat(path, &information) == 0 else { throw failure("change") }
        let readers = information.st_mode & 0o444
        guard chmod(path, information.st_mode & 0o777 | readers >> 2) == 0 else {
            throw failure("change")
        }
    }

    /// Creates a folder and its parents.
    func makeFolder(_ folder: String) throws(ToolError) {
        guard !folder.isEmpty, mkdir(folder, 0o777) != 0 else { return }
        let problem = errno
        switch problem {
        case ENOENT:
            let parent = Self.folder(of: folder)
            guard !parent.isEmpty, parent != folder else { throw failure("write", problem) }
            try makeFolder(parent)
            // Another run may just have created it.
            guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw failure("write") }
        case EEXIST:
            var information = stat()
            let isFolder =
                stat(folder, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
            if !isFolder { throw failure("write", ENOTDIR) }
        default: throw failure("write", problem)
        }
    }

    /// The names of the items in the folder, unsorted.
    ///
    /// - Parameter name: The folder as shown in messages; default: its path.
    /// - Returns: The names, including hidden ones, without `.` and `..`.
    /// - Throws: ``ToolError`` with the reason if the folder cannot be listed.
    func names(as name: String? = nil) throws(ToolError) -> [String] {
        try entries(as: name).map(\.name)
    }

    /// What is in the folder, in no order, as of ``names(as:)``; whether it is a plain file, where the disk
    /// tells that with the name.
    func entries(as name: String? = nil) throws(ToolError) -> [(name: String, isPlain: Bool)] {
        guard let stream = opendir(path) else { throw Self.failure("list", name ?? path, errno) }
        defer { closedir(stream) }
        var entries: [(name: String, isPlain: Bool)] = []
        while true {
            // Both the end and a failure return nil.
            errno = 0
            guard let entry = readdir(stream) else {
                guard errno == 0 else { throw Self.failure("list", name ?? path, errno) }
                return entries
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(
                    to: CChar.self,
                    capacity: MemoryLayout.size(ofValue: pointer.pointee)
                ) { String(cString: $0) }
            }
            let isPlain = Int32(entry.pointee.d_type) == Int32(DT_REG)
            if name != ".", name != ".." { entries.append((name, isPlain)) }
        }
    }

    /// Deletes the file, and then its empty parent folders, up to a given one.
    func remove(upTo folder: String) throws(ToolError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw failure("remove") }
        var parent = Self.folder(of: path)
        // rmdir fails for a folder that is not empty, which serves as the test.
        while parent.hasPrefix(folder + "/"), rmdir(parent) == 0 {
            parent = Self.folder(of: parent)
        }
    }

    /// The path of the folder that contains an item; empty for a name alone.
    ///
    /// `NSString.deletingLastPathComponent` crashes for a name of one character if the working
    /// directory has been deleted.
    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The error number; 0 for none.
    private static func write(_ contents: [UInt8], to descriptor: Int32) -> Int32 {
        contents.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let slice = UnsafeRawBufferPointer(rebasing: rest)
                #if canImport(Glibc)
                let count = Glibc.write(descriptor, slice.baseAddress, slice.count)
                #elseif canImport(Musl)
                let count = Musl.write(descriptor, slice.baseAddress, slice.count)
                #else
                let count = Darwin.write(descriptor, slice.baseAddress, slice.count)
                #endif
                if count < 0, errno == EINTR { continue }
                if count <= 0 { return count < 0 ? errno : ENOSPC }
                rest = rest.dropFirst(count)
            }
            return 0
        }
    }

    /// Writes to the standard output of the process.
    static func writeToOutput(_ text: String) throws(ToolError) {
        let problem = write(Array(text.utf8), to: STDOUT_FILENO)
        guard problem == 0 else {
            throw .disk("cannot write to standard output: \(String(cString: strerror(problem)))")
        }
    }

    private func failure(_ verb: String, _ code: Int32 = errno) -> ToolError {
        Self.failure(verb, path, code)
    }

    private static func failure(_ verb: String, _ name: String, _ code: Int32) -> ToolError {
        .disk("cannot \(verb) '\(name)': \(String(cString: strerror(code)))")
    }
}
