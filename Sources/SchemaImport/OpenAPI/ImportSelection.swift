import Diagnostics
import YAMLTree

/// The selected parts of documents, and the option values that match nothing.
struct ImportSelection {
    private let options: ImportOptions
    /// The schemas in other files that the user names.
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

    /// Whether a schema is imported, even if unused.
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

    /// Collects the names in a document, and looks up the user's names in referenced files.
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

    /// The option values that match nothing, and the names that cannot be used.
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
                    "no tag, operation, path or schema is named \(word.quoted)",
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
                    "no schema is named \(word.quoted)",
                    like: word,
                    in: components
                )
            )
        }
        return mistakes + Self.mistakes(in: options.renames, renames)
    }

    /// The renames that match nothing, or whose new name is taken.
    static func mistakes(
        in options: [String: String],
        _ renames: RenamedSchemas
    ) -> [ImportResult.Mistake] {
        options.sorted { $0.key < $1.key }.compactMap { old, new in
            guard renames.used.contains(old) else {
                return .init(
                    option: "rename",
                    value: old,
                    "no imported schema or operation is named \(old.quoted)",
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
                "\(old.quoted) cannot become \(new.quoted): the name is taken",
                like: nil,
                in: []
            )
        }
    }
}

extension ImportResult.Mistake {
    /// Creates an error with a suggestion.
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
