import Foundation
import SchemaLanguage

/// What Repogen wrote into an output folder: a line with the path and the hash of each file.
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
/// It is committed with the files, so that on any machine a file that somebody edited is told from one
/// that an older schema gave. It is read line by line and leniently: in a merge git joins the lines of
/// both sides, and all of them count, also between the marks of a conflict. While a run is on, a file that changes has two hashes, of what it was and
/// of what it becomes, so that a killed run never makes a file look edited.
struct Manifest: Equatable {
    /// The name of its file in the output folder.
    static let name = ".repogen.json"
    private static let version = 1
    private static let about =
        "What Repogen wrote here: each file with the FNV-1a hash (64 bits) of its bytes. "
        + "Commit this file, and do not edit it."

    /// What is known of a file.
    enum Knowledge {
        /// It is as Repogen wrote it, but for the ends of lines, which a checkout may change.
        case untouched
        /// Repogen wrote it, and somebody changed it.
        case edited
        /// Nobody says that Repogen wrote it.
        case unknown
    }

    private var hashes: [String: Set<ContentHash>] = [:]

    /// What has become of a manifest.
    enum State: Equatable {
        /// It is there.
        case readable
        case missing
        /// There is something else in its place.
        case unreadable
        /// A version of Repogen wrote it that this one does not know.
        case ofVersion(String)
    }

    /// Whether every file that Repogen wrote is in it; false where it was lost or is broken.
    private(set) var isWhole = false
    /// Whether it says anything.
    private(set) var state = State.missing

    /// Makes an empty manifest, for which nobody vouches.
    init() {}

    /// Makes the manifest of files.
    init(hashes: [String: Set<ContentHash>]) {
        self.hashes = hashes
        isWhole = true
        state = .readable
    }

    /// Reads a manifest; what cannot be read of it is as if it were not there.
    init(reading bytes: [UInt8]) {
        let text = String(decoding: LineEnds.normalized(bytes), as: UTF8.self)
        var isOfThisVersion = false
        state = .unreadable
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
            for digits in member.value.split(separator: " ") {
                guard let hash = ContentHash(digits: digits) else { continue }
                hashes[String(member.key).jsonUnescaped, default: []].insert(hash)
            }
        }
        if !isOfThisVersion { hashes = [:] }
        // A broken line shows in what would be written for the same files.
        isWhole = isOfThisVersion && self.text == text
    }

    /// The paths of the files.
    var paths: some Collection<String> { hashes.keys }

    /// The hashes that a file may have, where Repogen wrote it.
    subscript(path: String) -> Set<ContentHash>? {
        get { hashes[path] }
        set { hashes[path] = newValue }
    }

    /// What is known of a file with these bytes.
    ///
    /// A merge may move a file to the place of another that one side renamed, and what Repogen wrote
    /// stays what it wrote.
    func knowledge(of path: String, _ bytes: [UInt8]) -> Knowledge {
        guard let known = hashes[path] else { return .unknown }
        // Nearly always this is all that has to be asked.
        if known.contains(ContentHash(of: bytes)) { return .untouched }
        return has(bytes) ? .untouched : .edited
    }

    /// Whether Repogen wrote these bytes, into whichever file, but for the ends of lines.
    func has(_ bytes: [UInt8]) -> Bool {
        let found = [ContentHash(of: bytes), ContentHash(of: LineEnds.normalized(bytes))]
        return hashes.values.contains { !$0.isDisjoint(with: found) }
    }

    /// Both together: what is true before and after a run, and at any instant of it.
    func union(_ other: Manifest) -> Manifest {
        Manifest(hashes: hashes.merging(other.hashes) { $0.union($1) })
    }

    /// The text of the file, sorted by path.
    var text: String {
        let sorted = hashes.sorted { $0.key.precedesInBytes($1.key) }
        let lines = sorted.map { path, hashes in
            let digits = hashes.sorted().map(\.digits).joined(separator: " ")
            return "    \(path.jsonLiteral): \"\(digits)\""
        }
        return """
            {
              "about": \(Self.about.jsonLiteral),
              "version": \(Self.version),
              "files": {
            \(lines.joined(separator: ",\n"))
              }
            }

            """
    }
}

extension String {
    /// Whether the text comes before another one in the order of UTF-8.
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

    /// The text without the escapes that ``jsonLiteral`` writes.
    fileprivate var jsonUnescaped: String {
        guard contains("\\") else { return self }
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
