import Diagnostics
import TestSupport

@testable import SwiftEmitter

/// Makes a schema by chance, and keeps in mind what it needs to remain legal.
struct SchemaMaker {
    let prefix: String
    var random: SeededGenerator
    /// What decides which identities have types of their own: all else is the same with them and without.
    var identities: SeededGenerator
    var fileCount = 1
    /// What was declared so far.
    var declarations: [RandomDeclaration] = []
    var apis: [RandomAPI] = []
    var enumerations: [RandomEnumeration] = []
    var entities: [RandomEntity] = []
    var scalars: [RandomScalar] = []
    var unions: [RandomUnion] = []
    var mixins: [RandomMixin] = []
    /// The structures in the order in which they may contain one another, and the ones to come.
    var structures: [String] = []
    /// All values and entities, declared already or not.
    var allStructures: [String] = []
    /// The endpoints, each with the API that it belongs to.
    var endpoints: [(name: String, api: String?)] = []
    /// How many references have a way back, by whose number it is called.
    var inverses = 0
    private let seed: UInt64
    private var names: Set<String> = []

    init(seed: UInt64) {
        self.seed = seed
        prefix = "S\(seed)"
        random = SeededGenerator(state: seed)
        identities = SeededGenerator(state: seed &+ 0x7479_7065)
    }

    /// Makes all files.
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

    /// A new name of a declaration: some schemas have one that is in use elsewhere.
    mutating func declarationName() -> String {
        if names.isEmpty, let name = oddName {
            names.insert(name.lowercased())
            return name
        }
        while true {
            let stem = random.element(of: OddNames.stems) ?? "A"
            let number = random.once(in: 2) ? "" : "\(random.number(in: 1...9))"
            let name = prefix + random.choice("", "_", "x") + stem + number
            // Of a repository, a protocol and a mock are named too.
            let taken = [name, name + "Protocol", name + "Mock"].map { $0.lowercased() }
            guard names.isDisjoint(with: taken) else { continue }
            names.insert(name.lowercased())
            return name
        }
    }

    /// The name in use elsewhere that this schema has, and no other one that is compiled with it.
    private var oddName: String? {
        let number = Int(seed % 1_000)
        guard OddNames.types.indices.contains(number),
            !SwiftNames.isReservedTypeName(OddNames.types[number]),
            // Where a schema has such a name, other modules say which they mean; other schemas not.
            SwiftNames.qualifiableTypes[OddNames.types[number]] == nil
        else { return nil }
        return OddNames.types[number]
    }

    /// Takes the names that a repository makes beside its own.
    mutating func takeNames(ofRepository name: String) -> Bool {
        let derived = [name + "Protocol", name + "Mock"].map { $0.lowercased() }
        guard names.isDisjoint(with: derived) else { return false }
        names.formUnion(derived)
        return true
    }

    /// Names without their like among those given.
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

    /// Takes a name that follows from others; false where it is taken.
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
        // The order of keys means nothing.
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
