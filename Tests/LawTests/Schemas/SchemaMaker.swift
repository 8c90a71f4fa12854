import Diagnostics
import TestSupport

@testable import SwiftEmitter

/// Creates a random schema, and tracks the state that keeps it legal.
struct SchemaMaker {
    let prefix: String
    var random: SeededGenerator
    /// Decides which identities have their own types; everything else is the same with and without
    /// them.
    var identities: SeededGenerator
    var fileCount = 1
    /// The declarations so far.
    var declarations: [RandomDeclaration] = []
    var apis: [RandomAPI] = []
    var enumerations: [RandomEnumeration] = []
    var entities: [RandomEntity] = []
    var scalars: [RandomScalar] = []
    var unions: [RandomUnion] = []
    var mixins: [RandomMixin] = []
    /// The structures declared so far and the next ones, in the order in which they may contain one
    /// another.
    var structures: [String] = []
    /// All values and entities, whether declared yet or not.
    var allStructures: [String] = []
    /// The endpoints, each with the API that it belongs to.
    var endpoints: [(name: String, api: String?)] = []
    /// The number of references that have an inverse; it names the next inverse.
    var inverses = 0
    private let seed: UInt64
    private var names: Set<String> = []

    init(seed: UInt64) {
        self.seed = seed
        prefix = "S\(seed)"
        random = SeededGenerator(state: seed)
        identities = SeededGenerator(state: seed &+ 0x7479_7065)
    }

    /// Creates all files.
    mutating func make() -> [SourceFile] {
        fileCount = random.choice(1, 1, 1, 2, 3)
        makeAPIs()
        for _ in 0..<random.number(in: 0...2) { makeEnumeration() }
        for _ in 0..<random.choice(0, 0, 1, 2) { makeScalar() }
        makeStructures()
        for _ in 0..<random.number(in: 0...2) { makeEndpoint() }
        if random.once(in: 2) { makeRepository() }
        return (0..<fileCount).map { file($0) }
    }

    private mutating func file(_ number: Int) -> SourceFile {
        var pairs: [(key: String, value: YAMLText)] = [("repogen", .plain("1"))]
        if random.once(in: 4) {
            pairs.append(("version", .plain("\(random.number(in: 1...9))")))
        }
        if identities.once(in: 3) { pairs.append(("typedIdentities", .plain("true"))) }
        if let api = apis.first(where: { $0.ruledFiles.contains(number) }) {
            pairs.append(("api", .text(api.name)))
        }
        for section in RandomDeclaration.Section.allCases {
            let members = declarations.filter { $0.file == number && $0.section == section }
            guard !members.isEmpty else { continue }
            pairs.append((section.rawValue, .map(members.map { ($0.name, $0.body) })))
        }
        let text = YAMLText.map(pairs).document(&random)
        return SourceFile(path: "Schemas/\(prefix)-\(number).yaml", text: text)
    }

    // MARK: - Names

    /// Returns a new name for a declaration; some schemas have one that is also used elsewhere.
    mutating func declarationName() -> String {
        if names.isEmpty, let name = oddName {
            names.insert(name.lowercased())
            return name
        }
        while true {
            let stem = random.element(of: OddNames.stems) ?? "A"
            let number = random.once(in: 2) ? "" : "\(random.number(in: 1...9))"
            let name = prefix + random.choice("", "_", "x") + stem + number
            // A repository also names a protocol and a mock.
            let taken = [name, name + "Protocol", name + "Mock"].map { $0.lowercased() }
            guard names.isDisjoint(with: taken) else { continue }
            names.insert(name.lowercased())
            return name
        }
    }

    /// The name used elsewhere that this schema has, and no other schema in the same module.
    private var oddName: String? {
        let number = Int(seed % 1_000)
        guard OddNames.types.indices.contains(number),
            !SwiftNames.isReservedTypeName(OddNames.types[number]),
            // A schema with such a name qualifies the type of the other module; other schemas do
            // not.
            SwiftNames.qualifiableTypes[OddNames.types[number]] == nil
        else { return nil }
        return OddNames.types[number]
    }

    /// Reserves the names that a repository derives from its own.
    mutating func takeNames(ofRepository name: String) -> Bool {
        let derived = [name + "Protocol", name + "Mock"].map { $0.lowercased() }
        guard names.isDisjoint(with: derived) else { return false }
        names.formUnion(derived)
        return true
    }

    /// Returns distinct names that are not among those given.
    mutating func memberNames(_ count: Int, besides taken: Set<String> = []) -> [String] {
        var names: [String] = []
        var taken = taken
        while names.count < count {
            let pool = random.choice(
                OddNames.plain,
                OddNames.plain,
                OddNames.plain,
                OddNames.keywords,
                OddNames.taken,
                OddNames.hostile
            )
            guard let name = random.element(of: pool), !name.hasSuffix("?"),
                taken.insert(name).inserted
            else { continue }
            names.append(name)
        }
        return names
    }

    /// Reserves a derived name; false if it is taken.
    mutating func take(_ name: String) -> Bool {
        names.insert(name.lowercased()).inserted
    }

    // MARK: - What several declarations have

    mutating func declare(
        _ section: RandomDeclaration.Section,
        _ name: String,
        in file: Int,
        _ pairs: [(key: String, value: YAMLText)]
    ) {
        var pairs = pairs
        addDoc(to: &pairs)
        // The order of keys has no meaning.
        if random.once(in: 4) { pairs.shuffle(using: &random) }
        declarations.append(
            RandomDeclaration(section: section, file: file, name: name, body: .map(pairs))
        )
    }

    mutating func addDoc(to pairs: inout [(key: String, value: YAMLText)], once times: Int = 4) {
        guard random.once(in: times), let doc = random.element(of: OddNames.docs) else { return }
        pairs.append(("doc", .text(doc)))
    }

    mutating func anyFile() -> Int { random.number(in: 0...fileCount - 1) }
}
