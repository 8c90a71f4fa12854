/// The files of one output, by their paths.
struct FileTable {
    /// A folder of the output.
    enum Folder: String {
        case apis = "APIs"
        case endpoints = "Endpoints"
        case entities = "Entities"
        case enums = "Enums"
        case mocks = "Mocks"
        case relations = "Relations"
        case repositories = "Repositories"
        case scalars = "Scalars"
        case unions = "Unions"
        case values = "Values"
    }

    private var contents: [String: [UInt8]] = [:]
    private var taken: Set<String> = []
    /// The next number for a name that is taken; all smaller numbers are taken, too.
    private var nextNumbers: [String: Int] = [:]

    /// Adds a file that is named after its declaration.
    ///
    /// File names differ by more than case, because some disks ignore case. They are unique across
    /// folders, because the compiler rejects two files with the same name in a module.
    mutating func add(_ contents: [UInt8], named name: String, in folder: Folder?) {
        let path = (folder.map { $0.rawValue + "/" } ?? "") + free(name) + ".swift"
        self.contents[path] = contents
    }

    /// Adds a file that is named after the schema of its declarations.
    mutating func add(_ contents: [UInt8], ofSchema schemaPath: String) {
        let fileName = schemaPath.split(separator: "/").last ?? "Schema"
        let stem = fileName.lastIndex(of: ".").map { fileName[..<$0] } ?? fileName
        // Swift treats a file with that name as the main file.
        taken.insert("main")
        self.contents[free(Self.safe(stem)) + ".swift"] = contents
    }

    /// The name, or a name derived from it that no other file has.
    private mutating func free(_ name: String) -> String {
        let key = name.lowercased()
        var candidate = name
        var number = nextNumbers[key] ?? 2
        while !taken.insert(candidate.lowercased()).inserted {
            candidate = "\(name)-\(number)"
            number += 1
            nextNumbers[key] = number
        }
        return candidate
    }

    /// The name without characters that some disks, or the compiler, reject in file names.
    private static func safe(_ name: Substring) -> String {
        let scalars = name.unicodeScalars.map { scalar -> Unicode.Scalar in
            scalar.value < 0x20 || scalar.value == 0x7F
                || #"\:*?"<>|"#.unicodeScalars.contains(scalar)
                ? "-" : scalar
        }
        return scalars.isEmpty ? "Schema" : String(String.UnicodeScalarView(scalars))
    }

    /// The files, sorted by path.
    var files: [GeneratedFile] {
        contents.map { GeneratedFile(path: $0.key, bytes: $0.value) }
            .sorted { $0.path < $1.path }
    }
}
