import Foundation
import RepositoryRuntime
import Testing

@Suite("All conversions of a structure with every kind of property")
struct ParcelLawTests {
    @Test("survive a round trip")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: 21)
        for _ in 0..<500 {
            let parcel = try generator.parcel()
            let bytes = try parcel.jsonBytes()
            #expect(try Parcel(jsonBytes: bytes) == parcel)
            #expect(try Parcel(dictionary: parcel.dictionary) == parcel)
            // Foundation's numbers have fewer digits than unknown values may have.
            let data = try JSONEncoder().encode(parcel)
            #expect(try JSON(jsonData: data) == JSON(jsonBytes: bytes))
            #expect(try JSONDecoder().decode(Parcel.self, from: data) == parcel)
            #expect(try JSON(any: parcel.dictionary) == JSON(jsonBytes: bytes))
        }
    }

    @Test("accept and reject the same, with equal results and reports")
    func agreement() throws {
        var generator = SeededGenerator(seed: 22)
        var accepted = 0
        var skipping = 0
        for _ in 0..<3000 {
            let whole = try JSON(jsonBytes: generator.parcel().jsonBytes())
            let text = try generator.broken(whole).jsonText()
            let bytes = Result { try SkippedValues.collect { try Parcel(jsonText: text) } }
            let any = try JSONSerialization.jsonObject(
                with: Data(text.utf8),
                options: .fragmentsAllowed
            )
            let dictionary = Result {
                try SkippedValues.collect { try Parcel(dictionaryValue: any) }
            }
            let coded = Result {
                try SkippedValues.collect {
                    try JSONDecoder().decode(Parcel.self, from: Data(text.utf8))
                }
            }
            let found = try? bytes.get()
            #expect(found?.0 == (try? dictionary.get())?.0, "\(text)")
            #expect(found?.0 == (try? coded.get())?.0, "\(text)")
            guard let (parcel, skipped) = found else {
                if case .failure(let error as JSONError) = bytes,
                    case .failure(let other as ConversionError) = dictionary
                {
                    #expect(error.keyPath == other.keyPath, "\(text)")
                }
                continue
            }
            accepted += 1
            skipping += skipped.isEmpty ? 0 : 1
            #expect(try paths(skipped) == paths(dictionary.get().1), "\(text)")
            #expect(try Set(skipped.values) == Set(coded.get().1.values), "\(text)")
            #expect(try Parcel(jsonBytes: parcel.jsonBytes()) == parcel)
            #expect(try Parcel(dictionary: parcel.dictionary) == parcel)
        }
        // If not, the values were too broken, or not enough, to prove anything.
        #expect(accepted > 500 && accepted < 2500)
        #expect(skipping > 100)
    }

    /// Returns the paths of skipped values and of their errors; bytes contain more about actual
    /// values.
    private func paths(_ skipped: SkippedValues) -> Set<[JSONKeyPath]> {
        Set(skipped.values.map { [$0.keyPath, $0.problem] })
    }

    @Test("encode unknown properties unchanged, including each digit of a number")
    func unknown() throws {
        let text = """
            {"weight":"1","is_paid":0,"currency":"EUR","level":1,"tags":[],"labels":{},"stops":[],\
            "owner":"a","mark":{"n":1.10},"attachments":[{"big":12345678901234567890.123456789,\
            "type":"video"},{"type":"image","width":1,"dpi":72.0,"name":"x"}],"added":1.10,\
            "large":123456789012345678901234567890123456789012345678901234567890}
            """
        #expect(try Parcel(jsonText: text).jsonText() == text)
        let integers = #"{"type":"none","a":12345678901234567890,"b":[-0.5,1.10,true,null]}"#
        let any = try JSONSerialization.jsonObject(with: Data(integers.utf8))
        let union = try Attachment(dictionaryValue: any)
        #expect(try union == .unknown(JSON(jsonText: integers)))
        let back = try JSONSerialization.data(withJSONObject: union.dictionaryValue)
        #expect(try JSON(jsonData: back) == JSON(jsonText: integers))
    }
}

extension SeededGenerator {
    fileprivate mutating func parcel() throws -> Parcel {
        let unknown = (0..<Int.random(in: 0...3, using: &self)).map { ("x\($0)", unknownValue()) }
        return Parcel(
            weight: Decimal(Int64(truncatingIfNeeded: next())) / 1000,
            isPaid: Bool.random(using: &self),
            currency: Currency(code: "EUR"),
            level: Int(truncatingIfNeeded: next()),
            rating: oneIn(3) ? .absent : oneIn(3) ? .null : .value(double()),
            password: oneIn(2) ? nil : text(),
            tags: (0..<Int.random(in: 0...4, using: &self)).map { _ in
                Int.random(in: -9...9, using: &self)
            },
            labels: Dictionary(
                uniqueKeysWithValues: (0..<Int.random(in: 0...3, using: &self)).map {
                    ("\($0)" + text(upTo: 3), Bool.random(using: &self))
                }
            ),
            stops: (0..<Int.random(in: 0...3, using: &self)).map { _ in
                Date(
                    timeIntervalSince1970: 86_400
                        * Double(Int.random(in: -9999...9999, using: &self))
                )
            },
            owner: reference(),
            mark: oneIn(3)
                ? nil
                : oneIn(2) ? .name(text()) : oneIn(2) ? .size(-5) : .unknown(["a": unknownValue()]),
            attachments: (0..<Int.random(in: 0...3, using: &self)).map { _ in attachment() },
            unknownKeys: Dictionary(uniqueKeysWithValues: unknown)
        )
    }

    /// Returns a value whose numbers Foundation preserves.
    private mutating func unknownValue() -> JSON {
        switch Int.random(in: 0..<6, using: &self) {
        case 0: .null
        case 1: .string(text())
        case 2: .number(JSON.Number(next()))
        case 3: .array([.bool(Bool.random(using: &self)), unknownValue()])
        case 4: ["k": unknownValue(), "type": "image"]
        default: JSON.Number(double()).map { .number($0) } ?? .null
        }
    }

    private mutating func reference() -> Reference {
        switch Int.random(in: 0..<4, using: &self) {
        case 0: .id(Int(truncatingIfNeeded: next()))
        case 1: .name(text())
        case 2: .isAnyone(Bool.random(using: &self))
        default: .user(User(id: Int(truncatingIfNeeded: next()), name: text()))
        }
    }

    private mutating func attachment(depth: Int = 3) -> Attachment {
        switch Int.random(in: 0..<(depth > 0 ? 4 : 3), using: &self) {
        case 0:
            .image(
                Image(width: Int(truncatingIfNeeded: next()), unknownKeys: ["u": unknownValue()])
            )
        case 1: .file(File())
        case 2: .unknown(["type": oneIn(2) ? "other" : unknownValue(), "v": unknownValue()])
        default: .bundle(Bundle(inner: attachment(depth: depth - 1)))
        }
    }

    /// Returns a value with one part replaced or removed.
    fileprivate mutating func broken(_ value: JSON) throws -> JSON {
        switch value {
        case .object(var members):
            guard let key = members.keys.sorted().randomElement(using: &self),
                let member = members[key], !oneIn(12)
            else { return try JSON(jsonText: json(depth: 1).text) }
            members[key] = oneIn(8) ? nil : try broken(member)
            return .object(members)
        case .array(var elements):
            guard let index = elements.indices.randomElement(using: &self), !oneIn(4) else {
                return try JSON(jsonText: json(depth: 1).text)
            }
            elements[index] = try broken(elements[index])
            return .array(elements)
        default:
            return try JSON(jsonText: json(depth: 0).text)
        }
    }
}
