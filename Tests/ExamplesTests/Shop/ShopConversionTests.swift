import Foundation
import RepositoryRuntime
import Shop
import Testing

/// What a service writes in forms of its own comes back as it came, whichever way it goes.
@Suite struct ShopConversionTests {
    private let product: Product

    init() throws {
        product = try Product(jsonData: Data(ShopSamples.product.utf8))
    }

    @Test("bytes are read into types of the domain")
    func values() {
        #expect(product.code == ProductCode(series: "AB", number: 1234))
        #expect(product.price == Decimal(string: "19.9"))
        #expect(product.formerPrices == [Decimal(string: "24.95"), nil])
        #expect(product.isNew)
        #expect(product.height == 0.45)
        #expect(product.color == .unknown("purple"))
        #expect(product.createdAt == Date(timeIntervalSince1970: 1_700_000_000))
        #expect(product.stops?.first?.place == "Hamburg")
        #expect(product.unknownKeys["shelf"] == ["row": 3, "gap": nil])
    }

    @Test("bytes are written as they were read, with what the schema does not know")
    func bytes() throws {
        #expect(try product.jsonText() == ShopSamples.product)
    }

    @Test("a dictionary is read and written as bytes are")
    func dictionaries() throws {
        let dictionary = try ShopSamples.dictionary(ShopSamples.product)
        #expect(try Product(dictionary: dictionary) == product)
        #expect(try Product(dictionary: product.dictionary) == product)
        let written = try JSONSerialization.data(withJSONObject: product.dictionary)
        #expect(try JSON(jsonData: written) == JSON(jsonData: Data(ShopSamples.product.utf8)))
    }

    @Test("Codable reads and writes as bytes are read and written")
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

    @Test("a tag says which case a value is of, and what is unknown is kept")
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

    @Test("the kind of value says which case it is of", arguments: suppliers)
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
        "a value of a known case is not kept where it does not fit, and null is no value",
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

    @Test("a union may contain itself")
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

    @Test("a closed union refuses what it does not know, and says where")
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

    @Test("a type of the users' own says what it expects")
    func customScalar() throws {
        #expect(throws: JSONError.self) { try Code(jsonData: Data(#""lamp""#.utf8)) }
        let text = ShopSamples.product.replacing("AB-1234", with: "lamp")
        #expect {
            try Product(jsonData: Data(text.utf8))
        } throws: { error in
            "\(error)".contains("code") && "\(error)".contains("product code")
        }
    }

    @Test("what is wrong is left out, or stands for its default, and is reported")
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

    @Test("an empty text is nil where what is wrong may be left out")
    func emptyTexts() throws {
        let text = ShopSamples.product.replacing(#""rating":4.5"#, with: #""rating":"""#)
        #expect(try Product(jsonData: Data(text.utf8)).rating == nil)
        let dictionary = try ShopSamples.dictionary(text)
        #expect(try Product(dictionary: dictionary).rating == nil)
    }

    @Test("where nothing may be left out, one bad value is one too many")
    func strictness() {
        let text = ShopSamples.product.replacing("19.9", with: "a lot")
        #expect(throws: JSONError.self) { try Product(jsonData: Data(text.utf8)) }
        let number = ShopSamples.product.replacing(#""19.9""#, with: "19.9")
        #expect(throws: JSONError.self) { try Product(jsonData: Data(number.utf8)) }
    }

    // MARK: - What is deprecated, and what is not hashable

    @Test("a deprecated property is read and written, and only its users are warned")
    func deprecated() {
        var product = product
        let titles: any TitleAccess = Titles()
        #expect(titles.title(of: product) == "Old lamp")
        titles.setTitle("Older lamp", of: &product)
        #expect(titles.title(of: product) == "Older lamp")
        #expect(product.dictionary["title"] as? String == "Older lamp")
    }

    @Test("a declaration may do without being hashable")
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

/// Uses what is deprecated where the compiler does not warn: in what is deprecated itself.
private struct Titles: TitleAccess {
    @available(*, deprecated)
    func title(of product: Product) -> String? { product.title }

    @available(*, deprecated)
    func setTitle(_ title: String?, of product: inout Product) { product.title = title }
}
