import Foundation
import RepositoryRuntime
import Shop
import Testing

/// Redacted values are only visible where they belong.
@Suite struct ShopRedactionTests {
    private let customer: Customer

    init() throws {
        customer = try Customer(jsonData: Data(ShopSamples.customer.utf8))
    }

    @Test("a value keeps redacted properties, but not write-only ones")
    func values() {
        #expect(customer.email == "ada@s3cret.example")
        #expect(customer.cards.map(\.number) == ["s3cret-1"])
        #expect(customer.cards.first?.code == 123)
        // The server echoes the password; it is not even treated as an unknown key.
        #expect(Array(customer.unknownKeys.keys) == ["since"])
    }

    @Test("no description shows it, whatever contains the value")
    func descriptions() {
        let order = Order(id: 1, customer: "ada", token: ShopSamples.secret, total: 5)
        let draft = Customer.Draft(
            id: "ada",
            email: ShopSamples.secret,
            password: ShopSamples.secret,
            cards: customer.cards
        )
        let patch = Customer.Patch(
            email: .set(ShopSamples.secret),
            password: .set(ShopSamples.secret),
            cards: .set(customer.cards)
        )
        let values: [Any] = [
            customer, customer.cards, order, draft, patch, customer.draft, [order], ["a": draft],
            Optional(patch) as Any, (1, order),
        ]
        for value in values {
            var dumped = ""
            dump(value, to: &dumped)
            let texts = ["\(value)", String(describing: value), String(reflecting: value), dumped]
            for text in texts { #expect(!text.contains(ShopSamples.secret), "\(text)") }
        }
        #expect("\(order)".contains("token: <redacted>, total: 5"))
        #expect("\(draft)".contains("password: <redacted>"))
        #expect("\(patch)".contains("nickname: "))
        // The schema declares a custom description, which is written by hand.
        #expect("\(customer)" == "customer ada")
    }

    @Test(
        "no error shows it",
        arguments: [
            (#""email":"ada@s3cret.example""#, #""email":{"s3cret":"s3cret"}"#),
            (#""email":"ada@s3cret.example""#, #""email":["s3cret"]"#),
            (#""email":"ada@s3cret.example","#, ""),
            (#""cards":["#, #""cards":{"s3cret":1},"others":["#),
        ]
    )
    func errors(from: String, to: String) throws {
        let text = ShopSamples.customer.replacing(from, with: to)
        #expect {
            try Customer(jsonData: Data(text.utf8))
        } throws: {
            !"\($0)".contains(ShopSamples.secret) && !String(reflecting: $0).contains("s3cret")
        }
        let dictionary = try ShopSamples.dictionary(text)
        #expect {
            try Customer(dictionary: dictionary)
        } throws: {
            !"\($0)".contains(ShopSamples.secret) && !String(reflecting: $0).contains("s3cret")
        }
    }

    @Test("a left-out value is reported without it")
    func skipped() throws {
        let (_, skipped) = try SkippedValues.collect {
            try Customer(jsonData: Data(ShopSamples.customer.utf8))
        }
        #expect(skipped.count == 1)
        #expect("\(skipped)".contains("cards left out"))
        #expect(!"\(skipped)".contains(ShopSamples.secret))
        let dictionary = try ShopSamples.dictionary(ShopSamples.customer)
        let (_, others) = try SkippedValues.collect { try Customer(dictionary: dictionary) }
        #expect(others == skipped)
    }
}
