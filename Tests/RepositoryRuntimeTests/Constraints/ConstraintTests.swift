import RepositoryRuntime
import Testing

/// The values that satisfy a constraint.
@Suite struct ConstraintTests {
    @Test(
        "a constraint restricts values of one kind, as in JSON Schema",
        arguments: [
            (.minLength(2), ["fo", "🐲🐲", "e\u{301}"], ["f", "🐲", ""]),
            (.maxLength(2), ["", "🐲🐲"], ["foo", "e\u{301}e"]),
            (.pattern("^a+$"), ["a"], ["", "b"]),
            (.minimum(1.1), [1.1, 2, 1e300], [0.6, -2, 1.0999999999999999]),
            (.maximum(3), [3, -1, 3.0], [3.5, 1e19]),
            (.exclusiveMinimum(-2), [-1.5, 0], [-2, -2.0, -3]),
            (.exclusiveMaximum(0), [-1e-300], [0, -0.0, 1e-300]),
            (.minItems(1), [[1], [.null]], [[]]),
            (.maxItems(1), [[], [1]], [[1, 2]]),
            (
                .uniqueItems, [[], [1, true], ["1", 1], [[1], [2]], [0, false]],
                [[1, 1.0], [.null, .null]]
            ),
            (.uniqueItems, [[["a": 1], ["a": 2]]], [[["a": 1, "b": 2], ["b": 2, "a": 1.0]]]),
            (.multipleOf(2), [10, 0, -4, 2e30], [7, 0.5]),
            (.multipleOf(1.5), [0, 4.5, -4.5], [35]),
            (.multipleOf(0.0001), [0.0075], [0.00751]),
            (.multipleOf(1e-8), [12391239123, 1e308], []),
            (.multipleOf(0.123456789), [], [1e308]),
            (.multipleOf(9_223_372_036_854_775_807), [9_223_372_036_854_775_807, 0], [1]),
        ] as [(Constraint, [JSON], [JSON])]
    )
    func kinds(constraint: Constraint, satisfying: [JSON], breaking: [JSON]) {
        for json in satisfying {
            #expect(constraint.isSatisfied(by: json), "\(constraint) \(json)")
        }
        for json in breaking { #expect(!constraint.isSatisfied(by: json), "\(constraint) \(json)") }
        let others: [JSON] = [.null, true, ["a": 1]]
        for json in others { #expect(constraint.isSatisfied(by: json)) }
    }

    @Test("numbers of any size are compared digit by digit")
    func exactNumbers() throws {
        let bound = try #require(JSON.Number("10000000000000000000000000000000000000001"))
        func satisfies(_ constraint: Constraint, _ text: String) throws -> Bool {
            constraint.isSatisfied(by: .number(try #require(JSON.Number(text))))
        }
        #expect(try satisfies(.minimum(.init(bound)), "1e40") == false)
        #expect(
            try satisfies(.minimum(.init(bound)), "1.0000000000000000000000000000000000000002e40")
        )
        #expect(try satisfies(.maximum(0), "1e-999999999999999999999") == false)
        #expect(try satisfies(.minimum(0), "-1e999999999999999999999") == false)
        #expect(try satisfies(.multipleOf(7), "7e999999999999"))
        #expect(try satisfies(.multipleOf(7), "7.7e5"))
        #expect(try satisfies(.multipleOf(7), "1e999999999999") == false)
        #expect(try satisfies(.multipleOf(5), "1e-1") == false)
    }

    @Test("a law: one of two numbers is less exactly if its double is")
    func order() {
        let numbers: [Double] = [
            0, -0.0, 1, -1, 1.5, 10, 9.99, 1e-7, -1e-7, 123456, 1e21, -1e21, 0.1,
        ]
        for left in numbers {
            for right in numbers {
                let bound = Constraint.Bound(floatLiteral: right)
                let json = JSON(floatLiteral: left)
                #expect(Constraint.minimum(bound).isSatisfied(by: json) == (left >= right))
                #expect(Constraint.maximum(bound).isSatisfied(by: json) == (left <= right))
                #expect(Constraint.exclusiveMinimum(bound).isSatisfied(by: json) == (left > right))
                #expect(Constraint.exclusiveMaximum(bound).isSatisfied(by: json) == (left < right))
            }
        }
    }

    @Test(
        "a string matches a format, or not",
        arguments: [
            (
                .email, ["a@b.co", "\"a b\"@c", "a.b+c@[127.0.0.1]", "a@[IPv6:::1]"],
                ["a", "a@", "@b", "a..b@c", "a@b_c", "a@[1]", "é@b.co"]
            ),
            (
                .hostname, ["a", "a-b.example", "1a"],
                ["", "a.", "-a", "a_b", "é.com", String(repeating: "a", count: 64)]
            ),
            (.ipv4, ["0.0.0.0", "255.1.2.3"], ["1.2.3", "256.1.1.1", "01.2.3.4", "1.2.3.4 "]),
            (
                .ipv6,
                ["::", "::1", "1::", "1:2:3:4:5:6:7:8", "::ffff:1.2.3.4", "1:2:3:4:5:6:1.2.3.4"],
                [
                    "", ":", ":::", "1", "1:2:3:4:5:6:7", "1::2::3", "1:2:3:4:5:6:7:8:9",
                    ":1:2:3:4:5:6:7", "12345::", "::1.2.3",
                ]
            ),
            (
                .uri,
                ["https://a.b/c?d=e#f", "urn:a:b", "mailto:a@b", "a://[::1]:80", "a://u:p@h:"],
                ["/a", "a", "1a:b", "a:b c", "a:%zz", "a://b:c", "a://[::1", "a://[g]", "a:b#c#d"]
            ),
            (
                .uuid, ["2EB8AA08-aa98-11ea-b4aa-73b441d16380"],
                ["2eb8aa08aa9811eab4aa73b441d16380", "g"]
            ),
        ] as [(TextFormat, [String], [String])]
    )
    func formats(format: TextFormat, texts: [String], others: [String]) {
        let constraint = Constraint.format(format)
        for text in texts {
            #expect(constraint.isSatisfied(by: .string(text)), "\(format) \(text)")
        }
        for text in others {
            #expect(!constraint.isSatisfied(by: .string(text)), "\(format) \(text)")
        }
    }

    @Test("a constraint's message has the expected value, never the actual one")
    func messages() {
        let messages = [
            Constraint.minLength(1), .maxLength(80), .pattern("^a$"), .format(.email),
            .format(.hostname), .format(.ipv4), .format(.ipv6), .format(.uri), .format(.uuid),
            .minimum(0), .maximum(0.5), .exclusiveMinimum(-1), .exclusiveMaximum(1e9),
            .multipleOf(0.25), .minItems(1), .maxItems(2), .uniqueItems,
        ].map(\.message)
        #expect(
            messages == [
                "must have at least 1 character", "must have at most 80 characters",
                "must match the pattern ^a$", "must be an email address", "must be a host name",
                "must be an IPv4 address", "must be an IPv6 address", "must be a URI",
                "must be a UUID", "must be at least 0", "must be at most 0.5",
                "must be greater than -1", "must be less than 1000000000",
                "must be a multiple of 0.25", "must have at least 1 element",
                "must have at most 2 elements", "must not have the same element twice",
            ]
        )
    }

    @Test("an invalid expression restricts nothing")
    func invalidPattern() {
        #expect(Constraint.pattern("(").isSatisfied(by: "anything"))
        #expect(Constraints([.pattern("(")]).problems(in: "anything").isEmpty)
    }

    @Test("the constraints of a property apply to its array, and to the elements")
    func properties() {
        let constraints = Constraints([.minItems(3), .uniqueItems, .minLength(2), .pattern("^a")])
        let problems = constraints.problems(
            in: ["ab", "b", .null, "ab", ["x": "a"]],
            at: JSONKeyPath([.key("tags")])
        )
        #expect(
            problems.map(\.description) == [
                "tags must not have the same element twice",
                "tags[1] must have at least 2 characters", "tags[1] must match the pattern ^a",
                "tags[4].x must have at least 2 characters",
            ]
        )
        #expect(constraints.problems(in: .null).isEmpty)
        #expect(Constraints([.minItems(1)]).problems(in: [[]]).isEmpty)
    }

    @Test("numbers in strings are numbers, if the property declares that")
    func numbersAsText() {
        let constraints = Constraints([.maximum(9)])
        #expect(constraints.problems(in: "10").isEmpty)
        #expect(
            constraints.problems(in: ["9.5", "8", "x"], numbersAreText: true).map(
                \.path.description
            ) == ["[0]"]
        )
    }

    @Test("constraints are equal if they are the same in the same order")
    func equality() {
        let all: Set<Constraints> = [
            Constraints([.minLength(1), .maxLength(2)]),
            Constraints([.minLength(1), .maxLength(2)]),
            Constraints([.maxLength(2), .minLength(1)]), Constraints([]),
        ]
        #expect(all.count == 3)
        #expect(Constraints([]).isEmpty)
    }
}
