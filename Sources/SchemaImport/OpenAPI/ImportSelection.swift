import Diagnostics
import YAMLTree

/// What of documents is imported, by the words that the user gives, and which of these mean nothing.
struct ImportSelection {
    private let options: ImportOptions
    /// The schemas of other files that the user names.
    private(set) var foreign: [(place: DocumentPlace, node: YAMLNode)] = []
    private var operations: [OpenAPIOperation] = []
    private var components: [String] = []

    init(_ options: ImportOptions) {
        self.options = options
    }

    /// Whether an operation is imported.
    func takes(_ operation: OpenAPIOperation) -> Bool {
        options.only.isEmpty || options.only.contains { Self.matches($0, operation) }
    }

    /// Whether a schema is imported, whether or not anything needs it.
    func takes(_ place: DocumentPlace) -> Bool {
        guard !options.includesUnused, let name = place.keys.last else {
            return options.includesUnused
        }
        return options.only.contains(name)
            || options.entities.contains { $0 == name || $0 == NameTable.typeName(name) }
    }

    private static func matches(_ word: String, _ operation: OpenAPIOperation) -> Bool {
        if word.hasPrefix("/") {
            let path = OpenAPIOperation.path(writtenAs: word)
            return operation.path == path || operation.path.hasPrefix(path + "/")
        }
        return operation.tags.contains(word) || operation.identity == word
    }

    /// Looks at all that a document has, and looks for what the user names in the files that it refers to.
    mutating func note(
        _ document: OpenAPIDocument,
        _ operations: [OpenAPIOperation],
        _ reading: inout ReadingContext
    ) {
        self.operations += operations
        let names = document.components.compactMap(\.place.keys.last)
        components += names
        let open = (options.only + options.entities).filter { word in
            !names.contains(word) && !operations.contains { Self.matches(word, $0) }
        }
        guard !open.isEmpty else { return }
        var usage = SchemaUsage()
        for operation in operations { usage.walk(operation.node, &reading) }
        for (place, _) in document.components { usage.walk(component: place, &reading) }
        let places = usage.referred.filter { $0.path != document.path }
            .sorted {
                ($0.path, $0.keys.joined(separator: "/")) < (
                    $1.path, $1.keys.joined(separator: "/")
                )
            }
        for place in places {
            guard let name = place.keys.last, let node = reading.node(at: place) else { continue }
            components.append(name)
            if open.contains(name), !foreign.contains(where: { $0.place == place }) {
                foreign.append((place, node))
            }
        }
    }

    // MARK: - Mistakes

    /// The words of the user that select nothing, and the names that cannot be given.
    func mistakes(_ renames: RenamedSchemas) -> [ImportResult.Mistake] {
        let known = operations.flatMap { $0.tags + [$0.identity, $0.path].compactMap(\.self) }
        var mistakes: [ImportResult.Mistake] = []
        for word in options.only
        where !components.contains(word) && !operations.contains(where: { Self.matches(word, $0) })
        {
            mistakes.append(
                .init(
                    option: "only",
                    value: word,
                    "nothing is called \(word.quoted): no tag, operation, path or schema",
                    like: word,
                    in: components + known
                )
            )
        }
        let types = Set(components.compactMap(NameTable.typeName))
        for word in options.entities where !components.contains(word) && !types.contains(word) {
            mistakes.append(
                .init(
                    option: "entity",
                    value: word,
                    "there is no schema \(word.quoted)",
                    like: word,
                    in: components
                )
            )
        }
        return mistakes + Self.mistakes(in: options.renames, renames)
    }

    /// The renames that rename nothing, or give a name that something else has.
    static func mistakes(
        in options: [String: String],
        _ renames: RenamedSchemas
    ) -> [ImportResult.Mistake] {
        options.sorted { $0.key < $1.key }.compactMap { old, new in
            guard renames.used.contains(old) else {
                return .init(
                    option: "rename",
                    value: old,
                    "nothing that is imported is called \(old.quoted)",
                    like: old,
                    in: renames.known
                )
            }
            guard let type = NameTable.typeName(new), renames.clashes.contains(type) else {
                return nil
            }
            return .init(
                option: "rename",
                value: old,
                "\(old.quoted) cannot become \(new.quoted), which is the name of something else",
                like: nil,
                in: []
            )
        }
    }
}

extension ImportResult.Mistake {
    /// Makes a mistake, with the word that was probably meant.
    init(
        option: String,
        value: String,
        _ message: String,
        like word: String?,
        in known: [String]
    ) {
        self.option = option
        self.value = value
        self.message = message
        hint = word.flatMap { NearestSpelling.nearest(to: $0, in: known) }
            .map { "did you mean \($0.quoted)?" }
    }
}
