import Diagnostics
import YAMLTree

/// The state of an import: what was read, what is declared, and what has which name.
struct ImportContext {
    var reading: ReadingContext
    var usage = SchemaUsage()
    var names: NameTable
    var naming = PropertyNaming.parameters
    /// The declarations so far, in the order of their discovery.
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
    /// What has become of the schemas that something refers to.
    var components: [DocumentPlace: Component] = [:]
    /// The names of components, given before anything is translated.
    var componentNames: [DocumentPlace: String] = [:]
    /// The names of enums of properties.
    var enumNames: [EnumSignature: String] = [:]
    /// The kinds of JSON that schemas are, by their places, as far as anything asked.
    var kinds: [DocumentPlace: ShapeSketch.Kind?] = [:]
    /// The objects in place that are being translated.
    var openObjects: Set<SourceRange> = []
    /// The names of schemas without one, by their places.
    var inlineNames: [SourceRange: String] = [:]
    /// The names of unions of kinds of JSON, by their cases.
    var kindUnions: [String: String] = [:]
    /// The names of the subtypes of a schema with a discriminator.
    var variantNames: [SourceRange: String] = [:]
    /// The keys that unions write, by the values that lack them for it.
    var variantKeys: [String: String] = [:]
    /// The cases of enums, by name.
    var enumCases: [String: [ProposedEnumeration.Case]] = [:]
    /// The values, by name.
    var structures: [String: ProposedStructure] = [:]
    /// The places of components among one another, by name.
    var order: [String: Int] = [:]
    /// The schemas that are in others as a whole, and need no declaration.
    var inPlace: Set<DocumentPlace> = []
    /// The names of enums that have the values of others, too, by the schemas that they are called after.
    var joinedEnums: [DocumentPlace: [EnumSignature: String]] = [:]
    /// The names of what both requests and responses have.
    var shared: Set<String> = []
    /// The schemas that are declared as mixins.
    var mixins: Set<DocumentPlace> = []
    /// The operations that have become endpoints.
    var imported: [EntityFinder.Imported] = []
    /// Whether all documents describe one service, so that conclusions can be drawn.
    var isOfOneService = true
    /// Where declarations come from in the documents.
    var origins: [String: SourceRange] = [:]
    /// How deeply schemas are nested where translation is.
    var depth = 0
    /// Names that the user gave, by those of the document.
    var renames = RenamedSchemas()

    /// What has become of a schema that something refers to.
    enum Component {
        /// It is declared, or will be, under a name.
        case declared(String)
        /// It is written out wherever it is used.
        case alias(TypeUse)
        /// It is being translated, and whoever meets it again has gone in a circle.
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

    /// The declarations in the order of the document: those that components need follow them.
    func ordered() -> [ProposedDeclaration] {
        var places: [(first: Int, second: Int)] = []
        var last = Int.max
        // What a component needs is declared before it.
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

    /// The name of the component at a place, given once.
    mutating func name(ofComponent place: DocumentPlace, _ node: YAMLNode) -> String {
        if let name = componentNames[place] { return name }
        let file = place.path.split(separator: "/").last?.split(separator: ".").first
        let wanted =
            place.name ?? node["title"]?.sentence ?? file.map(String.init) ?? "Value"
        let name = take(wanted, or: "Value")
        componentNames[place] = name
        // A component that only refers to a file is what names it: `Pet: { $ref: schemas/pet.yaml }`.
        if node.pairs.count == 1, let reference = node.reference,
            let target = reading.target(of: reference)?.place, target.path != place.path,
            componentNames[target] == nil,
            target.name.map({ NameTable.typeName($0) == NameTable.typeName(wanted) }) ?? true
        {
            componentNames[target] = name
        }
        return name
    }

    /// The names that a schema of the document has, which may be that of a type already.
    func names(ofComponent word: String) -> [String] {
        let places = componentNames.filter { place, _ in
            [place.name, place.name.flatMap(NameTable.typeName)].contains(word)
        }
        return places.isEmpty ? [NameTable.typeName(word) ?? word] : Set(places.values).sorted()
    }

    /// Takes the name of a schema or an operation: the one that the user gives it, or that of the document.
    mutating func take(_ wanted: String, _ identity: String? = nil, or word: String) -> String {
        let renamed = renames.name(for: wanted, identity)
        let name = names.take(renamed ?? wanted, or: word)
        renames.note(name, wanted: renamed ?? wanted, isRenamed: renamed != nil)
        return name
    }
}
