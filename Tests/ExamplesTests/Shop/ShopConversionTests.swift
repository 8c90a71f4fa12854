import Foundation
import RepositoryRuntime
import Shop
import Testing

/// Values in a service's own formats survive every conversion.
@Suite struct ShopConversionTests {
    private let product: Product

    init() throws {
        product = try Product(jsonData: Data(ShopSamples.product.utf8))
    }

    @Test("JSON is decoded into domain types")
    func values() {
        #expect(product.code == ProductCode(series: "AB", number: 1234))
        #expect(product.price == Decimal(string: "19.9"))
        #expect(product.formerPrices == [Decimal(string: "24.95"), nil])
        #expect(product.isNew)
        #expect(product.height == 0.45)
        #expect(product.color == .unknown("purple"))
        #expect(product.createdAt == Date(timeIntervalSince1970: 1_700_000_000))
        #expect(product.stops?.first?.place == "Hamburg")
        #expect(product.unknownKeys["shelf"] == ["row": 3, "gap": .null])
    }

    @Test("JSON is encoded unchanged, including unknown keys")
    func bytes() throws {
        #expect(try product.jsonText() == ShopSamples.product)
    }

    @Test("a dictionary is converted like JSON")
    func dictionaries() throws {
        let dictionary = try ShopSamples.dictionary(ShopSamples.product)
        #expect(try Product(dictionary: dictionary) == product)
        #expect(try Product(dictionary: product.dictionary) == product)
        let written = try JSONSerialization.data(withJSONObject: product.dictionary)
        #expect(try JSON(jsonData: written) == JSON(jsonData: Data(ShopSamples.product.utf8)))
    }

    @Test("Codable converts like direct decoding and encoding")
    func codable() throws {
        let body = Data(ShopSamples.product.utf8)
        #expect(try JSONDecoder().decode(Product.self, from: body) == product)
        let written = try JSONEncoder().encode(product)
        #expect(try Product(jsonData: written) == product)
        let parts = try JSONEncoder().encode(product.attachments)
        #expect(
            try JSONDecoder().decode([Shop.Attachment].self, from: parts) == product.attachments
        )
        #expect(try JSONDecoder().decode([Color].self, from: Data(#"["red"]"#.utf8)) == [.red])
    }

    // MARK: - Unions

    @Test("a tag determines the case of a value, and unknown values are preserved")
    func tags() throws {
        guard case .image(let image) = product.attachments[0],
            case .manual(let manual) = product.attachments[1],
            case .unknown(let video) = product.attachments[2]
        else {
            Issue.record("found \(product.attachments)")
            return
        }
        #expect(image.size == ImageSize(width: 640, height: 480))
        #expect(manual == Manual(title: "How to light it", pages: 12))
        #expect(video == ["type": "video", "seconds": 9.5])
    }

    private static let suppliers: [(String, Supplier)] = [
        ("17", .number(17)), (#""Ada""#, .name("Ada")), ("[1,[]]", .unknown([1, []])),
        ("1.5", .unknown(1.5)),
        (#"{"name":"Ada"}"#, .details(Company(name: "Ada"))),
        (
            #"{"name":"Ada","vat":1}"#,
            .details(Company(name: "Ada", unknownKeys: ["vat": 1]))
        ),
    ]

    @Test("the JSON type determines the case", arguments: suppliers)
    func kinds(text: String, supplier: Supplier) throws {
        #expect(try Supplier(jsonData: Data(text.utf8)) == supplier)
        #expect(try supplier.jsonText() == text)
        let any = try JSONSerialization.jsonObject(
            with: Data(text.utf8),
            options: .fragmentsAllowed
        )
        #expect(try Supplier(dictionaryValue: any) == supplier)
        #expect(try Supplier(dictionaryValue: supplier.dictionaryValue) == supplier)
    }

    @Test(
        "an invalid value of a known case is not preserved, and null is not a value",
        arguments: ["null", #"{"country":"DE"}"#]
    )
    func badKinds(text: String) throws {
        #expect(throws: JSONError.self) { try Supplier(jsonData: Data(text.utf8)) }
        let any = try JSONSerialization.jsonObject(
            with: Data(text.utf8),
            options: .fragmentsAllowed
        )
        #expect(throws: ConversionError.self) { try Supplier(dictionaryValue: any) }
    }

    @Test("a union may be recursive")
    func recursion() throws {
        let red = Condition.color(ColorCondition(color: .red))
        let condition = Condition.not(
            Negation(condition: .all(Conjunction(conditions: [red, red])))
        )
        let text = """
            {"operator":"not","condition":{"operator":"all","conditions":[\
            {"operator":"color","color":"red"},{"operator":"color","color":"red"}]}}
            """
        #expect(try condition.jsonText() == text)
        #expect(try Condition(jsonData: Data(text.utf8)) == condition)
        #expect(try Condition(dictionaryValue: condition.dictionaryValue) == condition)
    }

    @Test("a closed union rejects unknown values, with their position")
    func closedUnion() throws {
        let text = #"{"operator":"all","conditions":[{"operator":"any"}]}"#
        #expect {
            try Condition(jsonData: Data(text.utf8))
        } throws: { error in
            "\(error)".contains("conditions[0]") && "\(error)".contains("Condition")
        }
        let dictionary = try ShopSamples.dictionary(text)
        #expect {
            try Condition(dictionaryValue: dictionary)
        } throws: { error in
            "\(error)".contains("conditions[0]") && "\(error)".contains("Condition")
        }
    }

    // MARK: - What is wrong

    @Test("a custom type reports what it expects")
    func customScalar() throws {
        #expect(throws: JSONError.self) { try Code(jsonData: Data(#""lamp""#.utf8)) }
        let text = ShopSamples.product.replacing("AB-1234", with: "lamp")
        #expect {
            try Product(jsonData: Data(text.utf8))
        } throws: { error in
            "\(error)".contains("code") && "\(error)".contains("product code")
        }
    }

    @Test("an invalid value is left out, or replaced by its default, and reported")
    func skipping() throws {
        let text = ShopSamples.product.replacing(#"["light","table"]"#, with: #"["light",1,null]"#)
            .replacing(#""stock":3"#, with: #""stock":"many""#)
            .replacing(#""rating":4.5"#, with: #""rating":[]"#)
            .replacing(#""color":"purple""#, with: #""color":3"#)
        let (product, skipped) = try SkippedValues.collect {
            try Product(jsonData: Data(text.utf8))
        }
        #expect(product.tags == ["light"])
        #expect(product.stock == 0)
        #expect(product.rating == nil)
        #expect(product.color == .red)
        let paths = Set(skipped.values.map { "\($0.keyPath)" })
        #expect(paths == ["tags[1]", "tags[2]", "stock", "rating", "color"])
        let dictionary = try ShopSamples.dictionary(text)
        let (other, others) = try SkippedValues.collect { try Product(dictionary: dictionary) }
        #expect(other == product)
        #expect(Set(others.values) == Set(skipped.values))
    }

    @Test("an empty string is nil where invalid values may be left out")
    func emptyTexts() throws {
        let text = ShopSamples.product.replacing(#""rating":4.5"#, with: #""rating":"""#)
        #expect(try Product(jsonData: Data(text.utf8)).rating == nil)
        let dictionary = try ShopSamples.dictionary(text)
        #expect(try Product(dictionary: dictionary).rating == nil)
    }

    @Test("where nothing may be left out, one invalid value fails")
    func strictness() {
        let text = ShopSamples.product.replacing("19.9", with: "a lot")
        #expect(throws: JSONError.self) { try Product(jsonData: Data(text.utf8)) }
        let number = ShopSamples.product.replacing(#""19.9""#, with: "19.9")
        #expect(throws: JSONError.self) { try Product(jsonData: Data(number.utf8)) }
    }

    // MARK: - What is deprecated, and what is not hashable

    @Test("a deprecated property is converted, and only its users get a warning")
    func deprecated() {
        var product = product
        let titles: any TitleAccess = Titles()
        #expect(titles.title(of: product) == "Old lamp")
        titles.setTitle("Older lamp", of: &product)
        #expect(titles.title(of: product) == "Older lamp")
        #expect(product.dictionary["title"] as? String == "Older lamp")
    }

    @Test("a declaration need not be hashable")
    func hashability() {
        let order = Order(id: 1, customer: "ada", token: "t", total: 5)
        #expect((order as Any) is AnyHashable == false)
        #expect((product as Any) is any Hashable)
    }
}

private protocol TitleAccess {
    func title(of product: Product) -> String?
    func setTitle(_ title: String?, of product: inout Product)
}

/// Deprecated code may use deprecated declarations without warnings.
private struct Titles: TitleAccess {
    @available(*, deprecated)
    func title(of product: Product) -> String? { product.title }

    @available(*, deprecated)
    func setTitle(_ title: String?, of product: inout Product) { product.title = title }
}
