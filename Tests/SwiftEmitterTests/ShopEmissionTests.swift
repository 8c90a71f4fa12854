import Testing

@testable import SchemaLanguage
@testable import SwiftEmitter

/// The code generated from domain types, unions, directions and traits.
@Suite struct ShopEmissionTests {
    private let files: [String: String]

    init() throws {
        files = Dictionary(
            uniqueKeysWithValues: try SwiftEmitter().emit(.shop).map { ($0.path, $0.contents) }
        )
    }

    @Test(arguments: [
        // Scalars.
        ("Scalars/Money.swift", "public typealias Money = Decimal"),
        ("Scalars/Money.swift", "/// An amount of euros."),
        ("Scalars/Holiday.swift", "public import RepositoryValues"),
        ("Entities/Product.swift", "    public var price: Money"),
        ("Entities/Product.swift", "        price: Money = 0,"),
        (
            "Entities/Product.swift",
            "        writer.member(\"prices\", prices, using: TextCodec<Money>().nullable.array.dictionary)"
        ),
        (
            "Entities/Product.swift",
            "            case \"isOld\": reader.readOrNull(&isOld, using: NumericBoolCodec())"
        ),
        (
            "Entities/Product.swift",
            "        public var madeAt: Field<Timestamp> {"
        ),
        (
            "Entities/Product.swift",
            "        self.seller = try source.required(\"seller\", using: TextCodec<User.ID>())"
        ),
        (
            "Entities/Product.swift",
            "        self.changedAt = try source.optional(\"changedAt\", using: Service.dates)"
        ),
        (
            "Endpoints/Balance.swift",
            "            parameters.path(\"limit\", limit, using: TextCodec<Money>())"
        ),
        ("Endpoints/Balance.swift", "            parameters.query(\"count\", count)"),
        // Unions.
        (
            "Unions/Attachment.swift",
            "public nonisolated enum Attachment: UnionValue, Hashable {"
        ),
        ("Unions/Attachment.swift", "    case unknown(JSON)"),
        (
            "Unions/Step.swift", "public nonisolated indirect enum Step: UnionValue, Hashable {"
        ),
        ("Unions/Weight.swift", "public nonisolated enum Weight: UnionValue {"),
        ("Unions/Reference.swift", "    case dates([Timestamp?])"),
        // The effect of one invalid value.
        (
            "Entities/Product.swift",
            "            case \"stock\": reader.readOrNull(&stock, ifInvalid: nil)"
        ),
        (
            "Entities/Product.swift",
            "        self.stock = try source.optional(\"stock\", as: Count.self, ifInvalid: nil) ?? 1"
        ),
        (
            "Entities/Product.swift",
            "            case \"color\": reader.readOrNull(&color, ifInvalid: .red)"
        ),
        (
            "Entities/Product.swift",
            "            case \"picture\": reader.readOrNull(&picture, ifInvalid: .absent)"
        ),
        // Directions.
        ("Entities/Account.swift", "            password: String?,"),
        ("Entities/Account.swift", "            hint: Presence<String>,"),
        ("Entities/Account.swift", "        /// The property `hint`, which is write-only."),
        ("Entities/Account.swift", "            invitation: String? = nil,"),
        ("Entities/Account.swift", "            password: nil,"),
        ("Entities/Account.swift", "            hint: .absent,"),
        ("Entities/Account.swift", "            password: Change<String> = .keep,"),
        ("Entities/Account.swift", "            case \"password\": reader.skip()"),
        // Redacted and deprecated properties.
        (
            "Values/Card.swift",
            "        Redacted.mirror(of: self, [\"number\": Redacted()])"
        ),
        (
            "Entities/Account.swift",
            "                \"parent\": parentStorage,"
        ),
        (
            "Entities/Account.swift",
            "            case \"pin\": reader.readOrNull(&pin, using: TextCodec<Int>().redacted)"
        ),
        (
            "Entities/Account.swift",
            "    @available(*, deprecated, message: \"Use \\\"nickname\\\".\")"
        ),
        ("Entities/Account.swift", "        get { parentStorage.wrappedValue }"),
        ("Entities/Account.swift", "            get { parentStorage }"),
        ("Entities/Account.swift", "    /// Example: `\"Ada\"`."),
        // Traits.
        ("Values/Box.swift", "public nonisolated struct Box: ValueObject {"),
        ("Entities/Account.swift", "nonisolated extension Account: Codable {}"),
        ("Enums/Color.swift", "nonisolated extension Color: CodingKeyRepresentable {}"),
        ("Enums/Size.swift", "nonisolated extension Size: Codable {}"),
        ("Entities/Account.swift", "    public var unknownKeys: [String: JSON]"),
        ("Values/Empty.swift", "    public init(unknownKeys: [String: JSON] = [:]) {"),
        // Authentication.
        (
            "APIs/Service.swift",
            "    public static let authentication = Authentication.header(\"X-API-Key\")"
        ),
        ("APIs/Printer.swift", "    public static let authentication = Authentication.basic"),
        ("Endpoints/LogIn.swift", "        public static let authenticates = false"),
    ])
    func shopHasTheLine(path: String, line: String) throws {
        let contents = try #require(files[path])
        let lines = contents.split(separator: "\n").map(String.init)
        #expect(lines.contains(line), "\(contents)")
    }

    @Test(arguments: [
        ("APIs/Guest.swift", "authentication"), ("Endpoints/Balance.swift", "authenticates"),
        ("Scalars/Money.swift", "RepositoryValues"), ("Scalars/Count.swift", "import"),
        ("Entities/Product.swift", "madeAt: Change<"), ("Entities/Product.swift", "code: Change<"),
        ("Entities/Product.swift", "CustomReflectable"), ("Unions/Step.swift", "case unknown"),
        ("Entities/Account.swift", "Field<Card>"), ("Values/Card.swift", "unknownKeys"),
        ("Entities/Account.swift", "self.password = try"),
    ])
    func shopHasNot(path: String, text: String) throws {
        #expect(try #require(files[path]).contains(text) == false)
    }

    @Test("the module of a user's type is imported where the type gets its name")
    func customScalars() throws {
        let schema = CheckedSchema(
            scalars: [
                .named("Weight", custom: "Units.Weight", module: "Units"),
                .named("Color", custom: "Paint", .int),
            ],
            values: [
                .named("Box", properties: [.named("weights", .array(.scalar("Weight")))]),
                .named("Coat", properties: [.named("color", .scalar("Color"))]),
            ]
        )
        let files = Dictionary(
            uniqueKeysWithValues: try SwiftEmitter().emit(schema).map { ($0.path, $0.contents) }
        )
        let weight = try #require(files["Scalars/Weight.swift"])
        #expect(weight.contains("public import Units\n"))
        #expect(weight.contains("public typealias Weight = Units.Weight\n"))
        let box = try #require(files["Values/Box.swift"])
        #expect(box.contains("\npublic import RepositoryValues\n\n///"))
        #expect(box.contains("source.required(\"weights\", as: [Weight].self)"))
        // Types that users declare in the same module need no import.
        #expect(files["Scalars/Color.swift"]?.contains("import") == false)
        #expect(files["Scalars/Color.swift"]?.contains("typealias Color = Paint\n") == true)
        #expect(files["Values/Coat.swift"]?.contains("public var color: Color\n") == true)
    }

    @Test("a schema can declare types with the names of others that generated code needs")
    func foreignNames() throws {
        let schema = CheckedSchema(
            apis: [.named("Service", authentication: .bearer)],
            values: [
                .named("Mirror", properties: [.named("secret", isRedacted: true)]),
                .named("Authentication"),
            ]
        )
        let text = try SwiftEmitter().emit(schema).map(\.contents).joined()
        #expect(text.contains("= RepositoryNetworking.Authentication.bearer\n"))
        #expect(text.contains("public var customMirror: Swift.Mirror {"))
    }
}
