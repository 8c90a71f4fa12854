import Foundation
import SchemaLanguage

/// The files that Repogen wrote into an output folder: a line with the path and the hash of each.
///
/// ```json
/// {
///   "about": "…",
///   "version": 1,
///   "files": {
///     "Entities/Message.swift": "0123456789abcdef"
///   }
/// }
/// ```
///
/// It is committed with the files, so that on any machine an edited file can be distinguished from
/// one of an older schema. It is parsed line by line and leniently: in a merge, Git unites the
/// lines of both sides, and all of them count, even between conflict markers. During a run, a
/// changing file has two hashes, the old and the new one, so that a killed run never makes a file
/// look edited.
struct Manifest: Equatable {
    /// The file name in the output folder.
    static let name = ".repogen.json"
    private static let version = 1
    private static let about =
        "What Repogen wrote here: each file with the FNV-1a hash (64 bits) of its bytes. "
        + "Commit this file, and do not edit it."

    /// The state of a file.
    enum Knowledge {
        /// Repogen wrote it, and it is unchanged, ignoring line endings.
        case untouched
        /// Repogen wrote it, and it was edited.
        case edited
        /// No manifest lists it.
        case unknown
    }

    private var hashes: [String: Set<ContentHash>] = [:]

    /// The state of a manifest.
    enum State: Equatable {
        /// It exists.
        case readable
        case missing
        /// It is not a regular file.
        case unreadable
        /// It was written by an unsupported version of Repogen.
        case ofVersion(String)
    }

    /// Whether it lists every file that Repogen wrote; false if it was lost or is broken.
    private(set) var isWhole = false
    /// Whether it lists any file.
    private(set) var state = State.missing

    /// Creates an empty manifest, which may be incomplete.
    init() {}

    /// Creates the manifest of files.
    init(hashes: [String: Set<ContentHash>]) {
        self.hashes = hashes
        isWhole = true
        state = .readable
    }

    /// Parses a manifest; ignores lines that cannot be parsed.
    init(reading bytes: [UInt8]) {
        let normalized = LineEnds.normalized(bytes)
        let text = String(decoding: normalized, as: UTF8.self)
        var isOfThisVersion = false
        state = .unreadable
        hashes.reserveCapacity(bytes.count / 64)
        for line in text.utf8.split(whereSeparator: {
            $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
        }) {
            guard let member = ManifestLine(Substring(line)) else { continue }
            guard member.isQuoted else {
                if member.key == "version" {
                    isOfThisVersion = isOfThisVersion || member.value == "\(Self.version)"
                    state = isOfThisVersion ? .readable : .ofVersion(String(member.value))
                }
                continue
            }
            for digits in member.value.utf8.split(separator: UInt8(ascii: " ")) {
                guard let hash = ContentHash(digits: Substring(digits)) else { continue }
                hashes[String(member.key).jsonUnescaped, default: []].insert(hash)
            }
        }
        if !isOfThisVersion { hashes = [:] }
        // A broken line shows in what would be written for the same files.
        isWhole = isOfThisVersion && self.bytes == normalized
    }

    /// The paths of the files.
    var paths: some Collection<String> { hashes.keys }

    /// The possible hashes of a file that Repogen wrote.
    subscript(path: String) -> Set<ContentHash>? {
        get { hashes[path] }
        set { hashes[path] = newValue }
    }

    /// The state of a file with these bytes.
    ///
    /// A merge may move a file to the path of another one that one side renamed; Repogen still
    /// wrote its contents.
    func knowledge(of path: String, _ bytes: [UInt8]) -> Knowledge {
        guard let known = hashes[path] else { return .unknown }
        // In most cases, this check suffices.
        if known.contains(ContentHash(of: bytes)) { return .untouched }
        return has(bytes) ? .untouched : .edited
    }

    /// Whether Repogen wrote these bytes to any file, ignoring line endings.
    func has(_ bytes: [UInt8]) -> Bool {
        let found = [ContentHash(of: bytes), ContentHash(of: LineEnds.normalized(bytes))]
        return hashes.values.contains { !$0.isDisjoint(with: found) }
    }

    /// The union of both, which is true before, during and after a run.
    func union(_ other: Manifest) -> Manifest {
        Manifest(hashes: hashes.merging(other.hashes) { $0.union($1) })
    }

    /// The bytes of the file, sorted by path.
    var bytes: [UInt8] {
        var text = """
            {
              "about": \(Self.about.jsonLiteral),
              "version": \(Self.version),
              "files": {

            """
        text.reserveCapacity(hashes.count * 80)
        var isFirst = true
        for (path, hashes) in hashes.sorted(by: { $0.key.precedesInBytes($1.key) }) {
            text += isFirst ? "    " : ",\n    "
            isFirst = false
            text += path.jsonLiteral
            text += ": \""
            text += hashes.count == 1 ? hashes.first?.digits ?? "" : Self.digits(of: hashes)
            text += "\""
        }
        text += "\n  }\n}\n"
        return Array(text.utf8)
    }

    private static func digits(of hashes: Set<ContentHash>) -> String {
        hashes.sorted().map(\.digits).joined(separator: " ")
    }
}

extension String {
    /// Whether the text sorts before another one in UTF-8 order.
    func precedesInBytes(_ other: String) -> Bool {
        let order = utf8.withContiguousStorageIfAvailable { own in
            other.utf8.withContiguousStorageIfAvailable { other -> Bool in
                guard let first = own.baseAddress, let second = other.baseAddress else {
                    return own.isEmpty && !other.isEmpty
                }
                let order = memcmp(first, second, min(own.count, other.count))
                return order != 0 ? order < 0 : own.count < other.count
            }
        }
        return order.flatMap(\.self) ?? utf8.lexicographicallyPrecedes(other.utf8)
    }

    /// The text without the escapes of ``jsonLiteral``.
    fileprivate var jsonUnescaped: String {
        guard utf8.contains(UInt8(ascii: "\\")) else { return self }
        var result = ""
        var rest = self[...]
        while let character = rest.popFirst() {
            guard character == "\\", let escape = rest.popFirst() else {
                result.append(character)
                continue
            }
            switch escape {
            case "n": result.append("\n")
            case "r": result.append("\r")
            case "t": result.append("\t")
            case "u":
                let scalar = UInt32(rest.prefix(4), radix: 16).flatMap(Unicode.Scalar.init)
                result += scalar.map(String.init) ?? ""
                rest = rest.dropFirst(4)
            default: result.append(escape)
            }
        }
        return result
    }
}
