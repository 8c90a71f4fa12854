/// The kind of a generated declaration, by the folder of its file.
enum DeclarationKind: String, CaseIterable, Comparable {
    case apis = "APIs"
    case enums = "Enums"
    case scalars = "Scalars"
    case unions = "Unions"
    case values = "Values"
    case entities = "Entities"
    case relations = "Relations"
    case endpoints = "Endpoints"
    case repositories = "Repositories"
    case mocks = "Mocks"
    /// The compile-time check of the runtime's version.
    case other = "Other"

    /// The kind of a file at a path in the output folder, if each declaration has its own file.
    init(path: String) {
        let folder = path.split(separator: "/").dropLast().first.map(String.init)
        self = folder.flatMap(Self.init(rawValue:)) ?? .other
    }

    /// The kind in a table, in the plural.
    var title: String { self == .apis ? rawValue : rawValue.lowercased() }

    static func < (lhs: Self, rhs: Self) -> Bool { lhs.position < rhs.position }

    private var position: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
