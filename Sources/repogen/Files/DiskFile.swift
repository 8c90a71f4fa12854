import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A file by its path, with the few operations that the tool needs, each of them safe to be killed in.
struct DiskFile {
    /// What stands at a path; links are not followed.
    enum Kind: Equatable {
        case missing, file, folder, link
        /// Something else, as a message says it: "a named pipe".
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
                default: .other("no file")
                }
        }
    }

    /// What the name of a temporary file ends in; one that a killed run left in an output folder is removed by the next.
    static let temporarySuffix = ".repogen-temporary"

    let path: String

    init(_ path: String) {
        self.path = path
    }

    /// What stands there; missing also where the disk does not say it.
    var kind: Kind {
        var information = stat()
        guard lstat(path, &information) == 0 else { return .missing }
        return Kind(mode: information.st_mode)
    }

    /// What stands there, where what is missing matters.
    ///
    /// - Throws: ``ToolError`` where the disk does not say it, such as in a folder that nobody may look
    ///   into: what is there is not missing.
    func knownKind() throws(ToolError) -> Kind {
        var information = stat()
        if lstat(path, &information) == 0 { return Kind(mode: information.st_mode) }
        guard errno == ENOENT || errno == ENOTDIR else { throw failure("read") }
        return .missing
    }

    /// What stands there, or where the link leads that stands there.
    var kindBehindLinks: Kind {
        var information = stat()
        guard stat(path, &information) == 0 else { return .missing }
        return Kind(mode: information.st_mode)
    }

    /// The bytes; of what is no file there are none to wait for.
    func bytes() throws(ToolError) -> [UInt8] {
        var information = stat()
        guard stat(path, &information) == 0 else { throw failure("read") }
        if case .other(let noun) = Kind(mode: information.st_mode) {
            throw .disk("cannot read '\(path)': it is \(noun), and no file")
        }
        // Does not wait either where a named pipe took the place of the file just now.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw failure("read") }
        defer { close(descriptor) }
        guard fstat(descriptor, &information) == 0 else { throw failure("read") }
        guard information.st_mode & S_IFMT != S_IFDIR else { throw failure("read", EISDIR) }
        var bytes: [UInt8] = []
        // One more than the size, so that the end shows without another growth.
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
            room = max(room, 65_536)
        }
    }

    /// Replaces the contents in one step: at any instant the file is old or new, never half.
    ///
    /// The folders above are made. What stands there is replaced, not written through: a link becomes
    /// a file. A crash of the machine, unlike one of the process, may lose the step.
    func replace(with contents: [UInt8]) throws(ToolError) {
        let temporary = "\(path).\(getpid())\(Self.temporarySuffix)"
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        var descriptor = open(temporary, flags, 0o666)
        if descriptor < 0, errno == ENOENT {
            try makeFolder((path as NSString).deletingLastPathComponent)
            descriptor = open(temporary, flags, 0o666)
        } else if descriptor < 0, errno == EEXIST {
            // A process of the same number was killed here.
            unlink(temporary)
            descriptor = open(temporary, flags, 0o666)
        }
        guard descriptor >= 0 else { throw failure("write") }
        var problem = Self.write(contents, to: descriptor)
        var information = stat()
        if problem == 0, stat(path, &information) == 0 {
            _ = fchmod(descriptor, information.st_mode & 0o777)
        }
        // Some disks say only here that they are full.
        if close(descriptor) != 0, problem == 0 { problem = errno }
        if problem == 0, rename(temporary, path) != 0 { problem = errno }
        guard problem == 0 else {
            unlink(temporary)
            throw failure("write", problem)
        }
    }

    /// Makes the contents these, leaving a file alone that has them.
    func update(to contents: [UInt8]) throws(ToolError) {
        if kind == .file, try bytes() == contents { return }
        try put(contents)
    }

    /// Writes where the path leads, be it a device or through a link; a plain file is replaced.
    func put(_ contents: [UInt8]) throws(ToolError) {
        switch kind {
        case .file, .missing: try replace(with: contents)
        case .folder: throw failure("write", EISDIR)
        case .link, .other:
            let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
            guard descriptor >= 0 else { throw failure("write") }
            var problem = Self.write(contents, to: descriptor)
            if close(descriptor) != 0, problem == 0 { problem = errno }
            guard problem == 0 else { throw failure("write", problem) }
        }
    }

    /// Lets whoever may read the file run it.
    func makeExecutable() throws(ToolError) {
        var information = stat()
        guard stat(path, &information) == 0 else { throw failure("change") }
        let readers = information.st_mode & 0o444
        guard chmod(path, information.st_mode & 0o777 | readers >> 2) == 0 else {
            throw failure("change")
        }
    }

    /// Makes a folder with those above it.
    func makeFolder(_ folder: String) throws(ToolError) {
        guard !folder.isEmpty, mkdir(folder, 0o777) != 0 else { return }
        let problem = errno
        switch problem {
        case ENOENT:
            let parent = (folder as NSString).deletingLastPathComponent
            guard !parent.isEmpty, parent != folder else { throw failure("write", problem) }
            try makeFolder(parent)
            // Another run may have made it just now.
            guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw failure("write") }
        case EEXIST:
            var information = stat()
            let isFolder =
                stat(folder, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
            if !isFolder { throw failure("write", ENOTDIR) }
        default: throw failure("write", problem)
        }
    }

    /// The names of what is in the folder, in no order.
    ///
    /// - Parameter name: The folder as a message has it; its path, where that is left out.
    /// - Returns: The names, hidden ones too, without `.` and `..`.
    /// - Throws: ``ToolError`` with the reason where the folder cannot be listed.
    func names(as name: String? = nil) throws(ToolError) -> [String] {
        guard let stream = opendir(path) else { throw Self.failure("list", name ?? path, errno) }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            // The end and a failure are both nothing.
            errno = 0
            guard let entry = readdir(stream) else {
                guard errno == 0 else { throw Self.failure("list", name ?? path, errno) }
                return names
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(
                    to: CChar.self,
                    capacity: MemoryLayout.size(ofValue: pointer.pointee)
                ) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
    }

    /// Removes the file, and then the folders above it that are empty, up to one that stays.
    func remove(upTo folder: String) throws(ToolError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw failure("remove") }
        var parent = (path as NSString).deletingLastPathComponent
        // rmdir refuses a folder with something in it, which is the test.
        while parent.hasPrefix(folder + "/"), rmdir(parent) == 0 {
            parent = (parent as NSString).deletingLastPathComponent
        }
    }

    /// The number of the error; nought for none.
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
