import Foundation
import RepositoryRuntime

/// Whatever the input, all conversions make the same value of it, or refuse it.
struct AgreementLaw<Value: Convertible> {
    let equal: (Value, Value) -> Bool

    /// Compares what becomes of a text.
    func check(_ json: JSON) throws(BrokenLaw) {
        let bytes = Data("\(json)".utf8)
        let expected = Result { try Value(jsonData: bytes) }
        if let dictionary = json.any as? [String: Any], (try? JSON(any: dictionary)) == json {
            try compare(json, expected, "dictionary", Result { try Value(dictionary: dictionary) })
        }
        // Foundation's own numbers are none of Swift's types.
        if let object = try? JSONSerialization.jsonObject(with: bytes),
            let dictionary = object as? [String: Any], (try? JSON(any: object)) == json
        {
            let found = Result { try Value(dictionary: dictionary) }
            try compare(json, expected, "JSONSerialization", found)
        }
        // The numbers of a dictionary do not say every number that JSON can.
        guard case .success(let value) = expected, (try? JSON(any: json.any)) == json else {
            return
        }
        // What is written may say less than what was read: a date its day alone.
        let written = Result { try Value(jsonData: value.jsonData()) }
        guard case .success(let again) = written else {
            throw BrokenLaw(message: "what comes of \(json) is refused: \(written)")
        }
        _ = try ValueLaws(equal: equal).check(again)
    }

    func compare(
        _ json: JSON,
        _ expected: Result<Value, any Error>,
        _ way: String,
        _ found: Result<Value, any Error>
    ) throws(BrokenLaw) {
        switch (expected, found) {
        case (.failure, .failure): return
        case (.success(let value), .success(let other)) where equal(value, other): return
        case (.success(let value), .success(let other)):
            throw BrokenLaw(message: "\(json) is \(value) by bytes, by \(way) \(other)")
        case (.success, .failure(let error)):
            throw BrokenLaw(message: "\(way) refuses what bytes take: \(json): \(error)")
        case (.failure(let error), .success):
            throw BrokenLaw(message: "\(way) takes what bytes refuse: \(json): \(error)")
        }
    }
}

/// `Codable`, where a schema asks for it, is no other conversion than the rest.
struct CodableLaw<Value: Convertible & Codable> {
    let isExact: Bool
    let equal: (Value, Value) -> Bool

    /// Holds a value to the law.
    ///
    /// - Returns: The value as JSON.
    func check(_ value: Value) throws(BrokenLaw) -> JSON {
        do {
            let data = try JSONEncoder().encode(value)
            let json = try JSON(jsonData: value.jsonData())
            guard try JSON(jsonData: data) == json else {
                throw BrokenLaw(
                    message: "an encoder writes \(String(decoding: data, as: UTF8.self))"
                )
            }
            let other = try JSONDecoder().decode(Value.self, from: data)
            guard equal(value, other) else {
                throw BrokenLaw(message: "by Codable, \(value) becomes \(other): \(json)")
            }
            return json
        } catch let error as BrokenLaw {
            throw error
        } catch {
            throw BrokenLaw(message: "Codable refuses \(value): \(error)")
        }
    }

    /// Compares what becomes of a text.
    func checkAgreement(_ json: JSON) throws(BrokenLaw) {
        let bytes = Data("\(json)".utf8)
        // A decoder does not say every number that JSON can.
        guard (try? JSON(any: json.any)) == json, isExact || json.hasPlainNumbers else { return }
        try AgreementLaw(equal: equal).compare(
            json,
            Result { try Value(jsonData: bytes) },
            "Codable",
            Result { try JSONDecoder().decode(Value.self, from: bytes) }
        )
    }
}
