import Foundation
import RepositoryRuntime
import Shop
import Testing

/// Generated types report values that violate constraints of the schema.
@Suite struct ShopConstraintTests {
    private static let json = """
        {
            "id": 1, "name": "Ada Lovelace", "email": "nobody", "age": 17,
            "interests": ["x", "tea", "tea"], "favourite": "CD-1", "budget": "4.99",
            "home": { "zip": "1234" }
        }
        """

    private static let problems = [
        "name must have at most 10 characters", "email must be an email address",
        "age must be at least 18", "interests must have at most 2 elements",
        "interests must not have the same element twice",
        "interests[0] must have at least 2 characters", "favourite must match the pattern ^AB",
        "budget must be at least 5", "budget must be a multiple of 0.05",
        "home.zip must match the pattern ^\\d{5}$",
    ]

    @Test("a value that violates every constraint can be decoded, and is encoded unchanged")
    func reading() throws {
        let member = try Member(jsonData: Data(Self.json.utf8))
        #expect(member.problems().map(\.description) == Self.problems)
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(Self.json.utf8)) as? [String: Any]
        )
        #expect(try Member(dictionary: object) == member)
        #expect(try JSON(jsonData: try member.jsonData()) == JSON(jsonText: Self.json))
    }

    @Test("a draft reports what a form has to correct, including write-only properties")
    func draft() throws {
        var draft = try Member(jsonData: Data(Self.json.utf8)).draft
        draft.password = "s3cret"
        let problems = draft.problems()
        let expected =
            Self.problems.prefix(9) + ["password must have at least 8 characters"]
            + Self.problems.suffix(1)
        #expect(problems.map(\.description) == Array(expected))
        #expect(problems.of("interests").count == 3)
        #expect(problems.of("home").map(\.message) == ["must match the pattern ^\\d{5}$"])
        #expect(problems.messages["age"] == ["must be at least 18"])
        #expect(!"\(problems)".contains("s3cret"))
    }

    @Test("a valid draft reports nothing, and neither do missing properties")
    func valid() {
        let whole = Member.Draft(
            name: "Ada",
            email: "ada@shop.example",
            age: 36,
            interests: ["tea", "books"],
            favourite: ProductCode(series: "AB", number: 1),
            budget: .value(5.05),
            password: "correct horse",
            home: MemberHome(zip: "12345")
        )
        #expect(whole.problems().isEmpty)
        let little = Member.Draft(
            name: "A",
            email: "a@b",
            interests: [],
            budget: .null,
            password: nil
        )
        #expect(little.problems().isEmpty)
    }

    @Test("a patch reports only the values that it sets")
    func patch() {
        #expect(Member.Patch().problems().isEmpty)
        let patch = Member.Patch(
            name: .set(""),
            age: .keep,
            budget: .clear,
            password: .set("short"),
            home: .set(MemberHome(zip: ""))
        )
        #expect(
            patch.problems().map(\.description) == [
                "name must have at least 1 character", "password must have at least 8 characters",
                "home.zip must match the pattern ^\\d{5}$",
            ]
        )
    }

    @Test("types without constraints have no function for reporting problems")
    func unconstrained() {
        let types: [Any.Type] = [
            Complaint.self, Complaint.Draft.self, Member.self, MemberHome.self,
        ]
        #expect(types.map { $0 is any Constrained.Type } == [false, false, true, true])
    }
}
