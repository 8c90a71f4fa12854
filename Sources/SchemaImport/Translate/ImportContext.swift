import Diagnostics
import YAMLTree

/// The state of an import: the documents read, the declarations, and the names in use.
struct ImportContext {
    var reading: ReadingContext
    var usage = SchemaUsage()
    var names: NameTable
    var naming = PropertyNaming.parameters
    /// The declarations so far, in the order of discovery.
    var declarations: [ProposedDeclaration] = [] {
        didSet {
            guard let last = declarations.last else { return }
            switch last.body {
            case .enumeration(let body): enumCases[last.name] = body.cases
            case .value(let body): structures[last.name] = body
            default: break
            }
        }
    }
    /// The results for referenced schemas.
    var components: [DocumentPlace: Component] = [:]
    /// The names of components, assigned before the translation.
    var componentNames: [DocumentPlace: String] = [:]
    /// The names of enums of properties.
    var enumNames: [EnumSignature: String] = [:]
    /// The JSON types of schemas by place, to the extent requested.
    var kinds: [DocumentPlace: ShapeSketch.Kind?] = [:]
    /// Whether schemas allow null, by place, to the extent requested.
    var nulls: [DocumentPlace: Bool] = [:]
    /// The inline objects being translated.
    var openObjects: Set<SourceRange> = []
    /// The names of unnamed schemas, by place.
    var inlineNames: [SourceRange: String] = [:]
    /// The names of unions of JSON types, by their cases.
    var kindUnions: [String: String] = [:]
    /// The names of the subtypes of a schema with a discriminator.
    var variantNames: [SourceRange: String] = [:]
    /// The discriminators that unions write, by the values that omit them.
    var variantKeys: [String: String] = [:]
    /// The cases of enums, by name.
    var enumCases: [String: [ProposedEnumeration.Case]] = [:]
    /// The values, by name.
    var structures: [String: ProposedStructure] = [:]
    /// The places of components in the document's order, by name.
    var order: [String: Int] = [:]
    /// The schemas included in others as a whole, which need no declaration.
    var inPlace: Set<DocumentPlace> = []
    /// The names of enums that include the values of others, by the schemas that name them.
    var joinedEnums: [DocumentPlace: [EnumSignature: String]] = [:]
    /// The names of types used in both requests and responses.
    var shared: Set<String> = []
    /// The schemas that are declared as mixins.
    var mixins: Set<DocumentPlace> = []
    /// The translated operations.
    var imported: [EntityFinder.Imported] = []
    /// Whether all documents describe one service, which inferring entities requires.
    var isOfOneService = true
    /// The positions of declarations in the documents.
    var origins: [String: SourceRange] = [:]
    /// The current nesting depth.
    var depth = 0
    /// The user's names, by those in the document.
    var renames = RenamedSchemas()

    /// The result for a referenced schema.
    enum Component {
        /// It has, or will have, a declaration with this name.
        case declared(String)
        /// It is expanded at each use.
        case alias(TypeUse)
        /// It is being translated; another reference to it is a cycle.
        case open
    }

    init(_ options: ImportOptions, from source: some DocumentSource) {
        reading = ReadingContext(
            documents: DocumentSet(source),
            findings: Findings(isStrict: options.isStrict)
        )
        names = NameTable(reserved: options.reservedNames.keys)
        renames = RenamedSchemas(options.renames)
    }

    mutating func report(
        _ rule: ImportRule,
        _ message: String,
        at range: SourceRange,
        hint: String? = nil
    ) {
        reading.findings.add(rule, message, at: range, hint: hint)
    }

    /// The declarations in the order of the document, each component followed by the types it
    /// needs.
    func ordered() -> [ProposedDeclaration] {
        var places: [(first: Int, second: Int)] = []
        var last = Int.max
        // The types that a component needs are declared before it.
        for index in declarations.indices.reversed() {
            if let own = order[declarations[index].name] {
                last = own
                places.append((own, -1))
            } else {
                places.append((last, index))
            }
        }
        places.reverse()
        return declarations.indices.sorted { one, other in
            (places[one].first, places[one].second, one)
                < (places[other].first, places[other].second, other)
        }.map { declarations[$0] }
    }

    /// The name of the component at a place, assigned once.
    mutating func name(ofComponent place: DocumentPlace, _ node: YAMLNode) -> String {
        if let name = componentNames[place] { return name }
        let file = place.path.split(separator: "/").last?.split(separator: ".").first
        let wanted =
            place.name ?? node["title"]?.sentence ?? file.map(String.init) ?? "Value"
        let name = take(wanted, or: "Value")
        componentNames[place] = name
        // A component that only refers to a file names it: `Pet: { $ref: schemas/pet.yaml }`.
        if node.pairs.count == 1, let reference = node.reference,
            let target = reading.target(of: reference)?.place, target.path != place.path,
            componentNames[target] == nil,
            target.name.map({ NameTable.typeName($0) == NameTable.typeName(wanted) }) ?? true
        {
            componentNames[target] = name
        }
        return name
    }

    /// The name for a schema, which may be derived from that of a type.
    func names(ofComponent word: String) -> [String] {
        let places = componentNames.filter { place, _ in
            [place.name, place.name.flatMap(NameTable.typeName)].contains(word)
        }
        return places.isEmpty ? [NameTable.typeName(word) ?? word] : Set(places.values).sorted()
    }

    /// Reserves the name of a schema or an operation: the user's, or that in the document.
    mutating func take(_ wanted: String, _ identity: String? = nil, or word: String) -> String {
        let renamed = renames.name(for: wanted, identity)
        let name = names.take(renamed ?? wanted, or: word)
        renames.note(name, wanted: renamed ?? wanted, isRenamed: renamed != nil)
        return name
    }
}
