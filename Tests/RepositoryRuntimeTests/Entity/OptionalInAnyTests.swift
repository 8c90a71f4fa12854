import Foundation
import RepositoryRuntime
import Testing

@Suite("Optionals in Any")
struct OptionalInAnyTests {
    @Test("are treated as their value")
    func some() throws {
        let dictionary: [String: Any] = [
            "int": Int?.some(1) as Any, "double": Double?.some(1.5) as Any,
            "bool": Bool?.some(true) as Any, "text": String?.some("a") as Any,
            "deep": Int??.some(.some(2)) as Any, "date": Double?.some(0) as Any,
            "decimal": Decimal?.some(3) as Any, "list": [Double?.some(1), nil] as Any,
            "object": [String: Any]?.some(["id": Int?.some(7) as Any, "name": "n"]) as Any,
            "number": Float?.some(0.5) as Any, "unsigned": UInt64?.some(.max) as Any,
        ]
        let source = DictionaryReader(dictionary)
        #expect(try source.required("int", as: Int.self) == 1)
        #expect(try source.required("double", as: Double.self) == 1.5)
        #expect(try source.required("bool", as: Bool.self))
        #expect(try source.required("text", as: String.self) == "a")
        #expect(try source.required("deep", as: Int.self) == 2)
        #expect(
            try source.required("date", using: DateCodec(.unixSeconds))
                == Date(timeIntervalSince1970: 0)
        )
        #expect(try source.required("decimal", as: Decimal.self) == 3)
        #expect(try source.required("list", as: [Double?].self) == [1, nil])
        #expect(
            try source.required("list", using: ValueCodec<Double>().nullable.array) == [1, nil]
        )
        #expect(try source.required("object", as: User.self) == User(id: 7, name: "n"))
        #expect(try source.required("number", as: Float.self) == 0.5)
        #expect(try source.required("unsigned", as: UInt64.self) == .max)
        #expect(try source.optional("bool", as: Bool.self) == true)
        #expect(try source.presence("double", as: Double.self) == .value(1.5))
        #expect(try source.required("bool", as: Reference.self) == .isAnyone(true))
        #expect(throws: ConversionError.self) { try source.required("bool", as: Int.self) }
        #expect(throws: ConversionError.self) { try source.required("int", as: Bool.self) }
        let json = try JSON(any: dictionary)
        #expect(json["double"] == 1.5)
        #expect(json["bool"] == true)
        #expect(json["list"] == [1, .null])
        #expect(json["object"] == ["id": 7, "name": "n"])
    }

    @Test("are null if they are nil")
    func none() throws {
        let source = DictionaryReader(["a": Int?.none as Any, "b": Int??.some(.none) as Any])
        for key in ["a", "b"] {
            #expect(try source.optional(key, as: Int.self) == nil)
            #expect(try source.optional(key, as: Bool.self) == nil)
            #expect(try source.optional(key, as: User.self) == nil)
            #expect(try source.optional(key, using: DateCodec(.iso8601)) == nil)
            #expect(try source.presence(key, as: String.self) == .null)
            #expect(try source.presence(key, using: TextCodec<Int>()) == .null)
            #expect(try source.required(key, as: JSON.self) == .null)
            let error = #expect(throws: ConversionError.self) {
                try source.required(key, as: Int.self)
            }
            #expect(error?.description == "\(key): expected Int, found null")
        }
    }
}
