/// The files of one output, by their paths.
struct FileTable {
    /// A folder of the output.
    enum Folder: String {
        case apis = "APIs"
        case endpoints = "Endpoints"
        case entities = "Entities"
        case enums = "Enums"
        case mocks = "Mocks"
        case repositories = "Repositories"
        case scalars = "Scalars"
        case unions = "Unions"
        case values = "Values"
    }

    private var contents: [String: String] = [:]
    private var taken: Set<String> = []

    /// Adds a file that is named after what it declares.
    ///
    /// The names of files differ in more than case, for disks that do not see it, and between folders
    /// too: the compiler takes no two files of one name in a module.
    mutating func add(_ contents: String, named name: String, in folder: Folder?) {
        var candidate = name
        var number = 2
        while !taken.insert(candidate.lowercased()).inserted {
            candidate = "\(name)-\(number)"
            number += 1
        }
        let path = (folder.map { $0.rawValue + "/" } ?? "") + candidate + ".swift"
        self.contents[path] = contents
    }

    /// The files, sorted by path.
    var files: [GeneratedFile] {
        contents.map { GeneratedFile(path: $0.key, contents: $0.value) }
            .sorted { $0.path < $1.path }
    }
}
