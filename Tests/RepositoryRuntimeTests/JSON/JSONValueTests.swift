import Foundation
import RepositoryRuntime
import Testing

@Suite("Any JSON")
struct JSONValueTests {
    @Test(
        "numbers are equal by value, with equal hashes",
        arguments: [
            ["1", "1.0", "1e0", "10e-1", "0.1e1", "1.000", "100e-2"],
            ["0", "-0", "0.0", "0e5", "-0e-99999999999999999999"],
            ["12345678901234567890", "1234567890123456789e1", "12345678901234567890.0"],
            ["-1.5e300", "-15e299"], ["1e400", "10e399"], ["1e-400", "0.1e-399"],
        ]
    )
    func equalNumbers(literals: [String]) throws {
        let numbers = try literals.map { try #require(JSON.Number($0)) }
        #expect(Set(numbers).count == 1)
    }

    @Test("numbers that differ in the last digit differ")
    func differentNumbers() throws {
        let literals = [
            "12345678901234567890", "12345678901234567891", "0.1", "0.10000000000000001",
            "0.1000000000000000055511151231257827", "1e400", "1e401", "-1", "1", "10",
        ]
        #expect(Set(literals.compactMap { JSON.Number($0) }).count == literals.count)
    }

    @Test("it is encoded as it was decoded", arguments: NumberPool.literals)
    func lossless(literal: String) throws {
        #expect(try JSON(jsonText: "[\(literal)]").jsonText() == "[\(literal)]")
    }

    @Test("it can be written as literals")
    func literals() throws {
        let value: JSON = [
            "a": [1, 2.5, .null, true, "x"], "b": ["c": -3],
        ]
        #expect(try value == JSON(jsonText: #"{"a":[1,2.5,null,true,"x"],"b":{"c":-3}}"#))
        #expect(value.description == #"{"a":[1,2.5,null,true,"x"],"b":{"c":-3}}"#)
    }

    @Test("its parts are accessible")
    func access() throws {
        var value: JSON = ["a": [1, 2.5, .null, true, "x"], "n": .null]
        #expect(value["a"]?[0]?.int == 1)
        #expect(value["a"]?[1]?.double == 2.5)
        #expect(value["a"]?[1]?.int == nil)
        #expect(value["a"]?[2]?.isNull == true)
        #expect(value["a"]?[3]?.bool == true)
        #expect(value["a"]?[4]?.string == "x")
        #expect(value["a"]?[5] == nil)
        #expect(value["a"]?[-1] == nil)
        #expect(value["missing"] == nil)
        #expect(value["n"] == .some(.null))
        #expect(value["a"]?["x"] == nil)
        #expect(JSONKind.allCases.count == Set(JSONKind.allCases.map(\.rawValue)).count)
        #expect(value.kind == .object)
        value["b"] = 3
        value["n"] = JSON?.none
        #expect(value.object?.keys.sorted() == ["a", "b"])
        var null = JSON.null
        null["made"] = true
        #expect(null == ["made": true])
        var text: JSON = "x"
        text["made"] = true
        #expect(text == "x")
    }

    @Test("it is created from Foundation's values, distinguishing numbers and Booleans")
    func fromAny() throws {
        let text = #"{"b":[true,false,0,1,1.0,-1,0.5,1e3,12345678901234567890,null,"s",{}]}"#
        let any = try JSONSerialization.jsonObject(with: Data(text.utf8))
        #expect(try JSON(any: any) == JSON(jsonText: text))
        let native: [String: Any] = [
            "b": [true, false] as [Any], "i": Int8(-3), "u": UInt64.max, "d": 0.1,
            "f": Float(0.1), "n": NSNull(), "dec": try #require(Decimal(string: "0.30")),
            "j": JSON.bool(true),
        ]
        let expected: JSON = [
            "b": [true, false], "i": -3, "d": 0.1, "f": 0.1, "n": .null, "dec": 0.3, "j": true,
            "u": .number(JSON.Number(UInt64.max)),
        ]
        #expect(try JSON(any: native) == expected)
        #expect(throws: ConversionError.self) { try JSON(any: Double.nan) }
        #expect(throws: ConversionError.self) { try JSON(any: ["a": [Date()]] as [String: Any]) }
    }

    @Test("it converts to Foundation's values, exactly where possible")
    func toAny() throws {
        let value = try JSON(
            jsonText:
                #"{"a":[1,1.0,0.1,9223372036854775808,1e300,0.12345678901234567,null,true,"s"]}"#
        )
        let data = try JSONSerialization.data(withJSONObject: value.any)
        #expect(try JSON(jsonData: data) == value)
        #expect(JSON.Number("1.0").map { $0.integer(Int.self) } == 1)
        #expect(
            try JSON(any: JSON(jsonText: "1e400").any)
                == .number(#require(JSON.Number(Double.greatestFiniteMagnitude)))
        )
    }

    @Test("it decodes its own output, also by way of dictionaries")
    func random() throws {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<3000 {
            let text = generator.json(depth: 4).text
            let value = try JSON(jsonText: text)
            #expect(try JSON(jsonText: value.jsonText()) == value, "\(text)")
            try JSONReader.read(text) { reader throws(JSONError) in try reader.skipValue() }
        }
    }

    @Test("of duplicate keys, the last one counts")
    func duplicates() throws {
        #expect(try JSON(jsonText: #"{"a":1,"\u0061":2}"#) == ["a": 2])
        #expect(try [String: Int](jsonText: #"{"a":1,"b":0,"a":3}"#) == ["a": 3, "b": 0])
        #expect(
            try User(jsonText: #"{"id":1,"name":"x","id":2,"name":"y"}"#) == User(id: 2, name: "y")
        )
        let any = try JSONSerialization.jsonObject(with: Data(#"{"a":1,"a":2}"#.utf8))
        #expect(try JSON(any: any) == ["a": 2])
    }

    @Test("keys are encoded in order")
    func order() throws {
        let value: JSON = ["b": 1, "a": 2, "é": 3, "B": 4, "aa": 5, "": 6]
        #expect(try value.jsonText() == #"{"":6,"B":4,"a":2,"aa":5,"b":1,"é":3}"#)
    }
}
