import Foundation
import RepositoryRuntime
import Testing

@Suite("Skipped values")
struct SkippedValuesTests {
    private func read<Codec: JSONCodec>(_ text: String, _ codec: Codec) throws -> Codec.Value {
        try JSONReader.read(text) { reader throws(JSONError) in try reader.value(using: codec) }
    }

    /// Returns the value and the reports, which are equal for bytes and a dictionary.
    private func collect<Codec: JSONCodec>(
        _ text: String,
        _ codec: Codec
    ) throws -> (Codec.Value, [SkippedValue]) where Codec.Value: Equatable {
        let (value, skipped) = try SkippedValues.collect { try read(text, codec) }
        let (other, others) = try SkippedValues.collect {
            try codec.decode(dictionaryValue: JSON(jsonText: text).any)
        }
        #expect(value == other)
        #expect(Set(skipped.values) == Set(others.values))
        #expect(skipped.count == others.count)
        return (value, skipped.values)
    }

    @Test("in an array are reported, and the others keep their order")
    func array() throws {
        let text = #"[3,"x",1,null,{"a":[1,"}"]},2,[]]"#
        let (value, skipped) = try collect(text, ValueCodec<Int>().lossyArray)
        #expect(value == [3, 1, 2])
        #expect(
            skipped.map(\.description) == [
                "[1] left out: expected Int, found string",
                "[3] left out: expected Int, found null",
                "[4] left out: expected Int, found object",
                "[6] left out: expected Int, found array",
            ]
        )
        #expect(try read("[1,null]", ValueCodec<Int>().nullable.lossyArray) == [1, nil])
    }

    @Test("in a dictionary are reported, and of duplicate keys the last one counts")
    func dictionary() throws {
        let codec = ValueCodec<Int>().lossyDictionary
        let (value, skipped) = try collect(#"{"a":1,"b":"x","c":3}"#, codec)
        #expect(value == ["a": 1, "c": 3])
        #expect(skipped.map(\.description) == ["b left out: expected Int, found string"])
        #expect(try read(#"{"a":1,"a":"x"}"#, codec) == [:])
        #expect(try read(#"{"a":"x","a":1}"#, codec) == ["a": 1])
    }

    @Test("are reported with the path of the error")
    func inside() throws {
        let text = #"{"l":[{"id":1,"name":"a"},{"id":2},{"id":"3","name":"c"}]}"#
        let (value, skipped) = try collect(text, ValueCodec<User>().lossyArray.dictionary)
        #expect(value == ["l": [User(id: 1, name: "a")]])
        #expect(
            skipped.map(\.description) == [
                "l[1] left out: l[1].name: expected String, found nothing",
                "l[2] left out: l[2].id: expected Int, found string",
            ]
        )
    }

    @Test("inside other skipped values are not reported")
    func nested() throws {
        // The error in the second array is found before the third one makes the whole invalid.
        let text = #"[[[1,"x"]],[["y"],3],[["z"]]]"#
        let codec = ValueCodec<Int>().lossyArray.array.lossyArray
        let (value, skipped) = try collect(text, codec)
        #expect(value == [[[1]], [[]]])
        #expect(
            Set(skipped.map(\.keyPath.description)) == ["[0][0][1]", "[1]", "[2][0][0]"]
        )
        #expect(skipped.first { $0.keyPath.description == "[1]" }?.problem.description == "[1][1]")
    }

    @Test(
        "must still be valid JSON",
        arguments: ["[1,{]", "[1,\"\\x\"]", "[\"a\",}", "[tru]", "[-]"]
    )
    func malformed(text: String) {
        #expect(throws: JSONError.self) { try read(text, ValueCodec<Int>().lossyArray) }
        #expect(throws: JSONError.self) {
            try read("{\"a\":\(text)}", ValueCodec<Int>().lossyDictionary)
        }
        #expect(throws: JSONError.self) {
            try JSONReader.read(text) { reader throws(JSONError) in
                var value: [String]?
                reader.readOrNull(&value, ifInvalid: [])
                return value
            }
        }
    }

    @Test("with malformed JSON after the error are an error, at any depth")
    func malformedBehind() {
        let codec = ValueCodec<User>().lossyArray.lossyArray
        let error = #expect(throws: JSONError.self) {
            try read(#"[[{"id":"x","n":[1,{"a":tru}]}]]"#, codec)
        }
        #expect(error?.keyPath.description == "[0][0].n[1].a")
        #expect(error?.code == .invalidSyntax)
    }

    @Test("may be a whole array or object, only if there is a replacement")
    func whole() throws {
        let codec = ValueCodec<Int>().lossyArray
        #expect(throws: JSONError.self) { try read("{}", codec) }
        #expect(throws: ConversionError.self) { try codec.decode(dictionaryValue: 1) }
        let (value, skipped) = try SkippedValues.collect {
            try JSONReader.read("{}") { reader throws(JSONError) in
                var value: [Int]?
                reader.readOrNull(&value, using: codec, ifInvalid: [7])
                return value
            }
        }
        #expect(value == [7])
        #expect(skipped.description == " left out: expected array, found object")
    }

    @Test("are replaced, in bytes and dictionaries")
    func fallback() throws {
        let text = Self.parcel.replacing("\"level\":2", with: "\"level\":\"high\"")
            .replacing("\"rating\":null", with: "\"rating\":[]")
        let any = try JSON(jsonText: text).any
        let bytes = try SkippedValues.collect { try Parcel(jsonText: text) }
        let dictionary = try SkippedValues.collect { try Parcel(dictionaryValue: any) }
        let coded = try SkippedValues.collect {
            try JSONDecoder().decode([Parcel].self, from: Data("[\(text)]".utf8))[0]
        }
        for (parcel, skipped) in [bytes, dictionary, coded] {
            #expect(parcel.level == 1)
            #expect(parcel.rating == .absent)
            #expect(
                Set(skipped.values.map(\.description)) == [
                    "level left out: expected Int, found string",
                    "rating left out: expected Double, found array",
                ]
            )
        }
        #expect(try Parcel(jsonText: Self.parcel).rating == .null)
        #expect(try Parcel(jsonText: Self.parcel).level == 2)
    }

    @Test("that are redacted are not reported")
    func redacted() throws {
        let text = Self.parcel.replacing("\"labels\":{}", with: #""labels":{"secret":"maybe"}"#)
        let any = try JSON(jsonText: text).any
        let bytes = try SkippedValues.collect { try Parcel(jsonText: text) }
        let dictionary = try SkippedValues.collect { try Parcel(dictionaryValue: any) }
        for (parcel, skipped) in [bytes, dictionary] {
            #expect(parcel.labels == [:])
            #expect(
                skipped.description
                    == "labels left out: expected Bool as text, found a redacted value"
            )
        }
    }

    @Test("are not collected without a request, nor twice")
    func scope() throws {
        let codec = ValueCodec<Int>().lossyArray
        #expect(try read("[\"x\"]", codec) == [])
        let (inner, outer) = try SkippedValues.collect {
            _ = try read("[\"x\"]", codec)
            return try SkippedValues.collect { try read("[1,true]", codec) }.1
        }
        #expect(inner.values.map(\.keyPath.description) == ["[1]"])
        #expect(outer.values.map(\.keyPath.description) == ["[0]"])
        struct Problem: Error {}
        #expect(throws: Problem.self) { try SkippedValues.collect { throw Problem() } }
        #expect(SkippedValues.collect { 5 }.1.isEmpty)
    }

    @Test("of one text do not affect another one at the same memory address")
    func severalTexts() throws {
        let codec = ValueCodec<Int>().lossyArray
        let (_, skipped) = try SkippedValues.collect {
            for text in ["[1,1,\"x\"]", "[\"x\",1,\"x\"]", "[[1]]", "[1,2,{}]"] {
                _ = try read(text, codec)
            }
        }
        #expect(skipped.values.map(\.keyPath.description) == ["[2]", "[0]", "[2]", "[0]", "[2]"])
        #expect(skipped.count == 5)
    }

    @Test("are collected from child tasks, each report with its own path")
    func concurrent() async throws {
        let text = Self.parcel.replacing("\"tags\":[]", with: #""tags":[1,"x",[],2]"#)
        let expected = Set(["tags[1]", "tags[2]"])
        let (count, skipped) = try await SkippedValues.collect {
            try await withThrowingTaskGroup(of: [Int].self) { group in
                for index in 0..<200 {
                    group.addTask {
                        index.isMultiple(of: 2)
                            ? try Parcel(jsonText: text).tags
                            : try Parcel(dictionaryValue: JSON(jsonText: text).any).tags
                    }
                }
                return try await group.reduce(into: 0) { count, tags in
                    count += tags == [1, 2] ? 1 : 0
                }
            }
        }
        #expect(count == 200)
        #expect(skipped.count == 400)
        #expect(Set(skipped.values.map(\.keyPath.description)) == expected)
    }

    @Test("are limited, and take time in proportion to the text")
    func many() throws {
        let count = 20_000
        let text = "[" + String(repeating: "[0,\"x\"],", count: count) + "[]]"
        let codec = ValueCodec<Int>().lossyArray.array
        let (value, skipped) = try SkippedValues.collect { try read(text, codec) }
        #expect(value.count == count + 1)
        #expect(value.joined().count == count)
        #expect(skipped.count == count)
        #expect(skipped.values.count == SkippedValues.maximumCount)
        #expect(skipped.values.last?.keyPath.description == "[999][1]")
        #expect(skipped.description.hasSuffix("and 19000 more"))
        // Redacted values, and errors at the end of skipped ones, are not slower.
        _ = try SkippedValues.collect {
            try read(text, ValueCodec<Int>().redacted.lossyArray.array)
        }
        let users = "[" + String(repeating: "{\"id\":1},", count: count) + "1]"
        #expect(try read(users, ValueCodec<User>().lossyArray).isEmpty)
    }

    @Test("inside other skipped values are not counted either, even beyond the limit")
    func insideBeyondTheLimit() throws {
        let limit = SkippedValues.maximumCount
        let texts =
            Array(repeating: #"[["x"]]"#, count: limit)
            + Array(repeating: #"[["x","x"],1]"#, count: 10)
        let (value, skipped) = try SkippedValues.collect {
            let codec = ValueCodec<Int>().lossyArray.array.lossyArray
            return try read("[\(texts.joined(separator: ","))]", codec)
        }
        #expect(value.count == limit)
        #expect(skipped.values.count == limit)
        #expect(skipped.count == limit + 10)
    }

    @Test("do not include values that only a larger stack could decode")
    func tooDeep() throws {
        let depth = 100_000
        let text =
            "[" + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "]"
        let limits = JSONLimits(maximumDepth: depth + 1)
        let error = #expect(throws: JSONError.self) {
            try JSONReader.read(text, limits: limits) { reader throws(JSONError) in
                try reader.value(using: ValueCodec<JSON>().lossyArray)
            }
        }
        #expect(error?.code == .tooDeep)
    }

    static let parcel = """
        {"weight":"1","is_paid":0,"currency":"EUR","level":2,"rating":null,"tags":[],"labels":{},\
        "stops":[],"owner":1,"attachments":[]}
        """
}
