import Foundation
import RepositoryRuntime

/// For every input, all conversions give the same value, or all of them fail.
struct AgreementLaw<Value: Convertible> {
    let equal: (Value, Value) -> Bool

    /// Compares the results of all conversions of a JSON text.
    func check(_ json: JSON) throws(BrokenLaw) {
        let bytes = Data("\(json)".utf8)
        let expected = Result { try Value(jsonData: bytes) }
        if let dictionary = json.any as? [String: Any], (try? JSON(any: dictionary)) == json {
            try compare(json, expected, "dictionary", Result { try Value(dictionary: dictionary) })
        }
        // Foundation's numbers are not Swift types.
        if let object = try? JSONSerialization.jsonObject(with: bytes),
            let dictionary = object as? [String: Any], (try? JSON(any: object)) == json
        {
            let found = Result { try Value(dictionary: dictionary) }
            try compare(json, expected, "JSONSerialization", found)
        }
        // The numbers of a dictionary cannot represent every number of JSON.
        guard case .success(let value) = expected, (try? JSON(any: json.any)) == json else {
            return
        }
        // The output may contain less than the input: for a date, only its day.
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

/// `Codable`, if a schema asks for it, agrees with the other conversions.
struct CodableLaw<Value: Convertible & Codable> {
    let isExact: Bool
    let equal: (Value, Value) -> Bool

    /// Checks the law on a value.
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

    /// Compares the results of all conversions of a JSON text.
    func checkAgreement(_ json: JSON) throws(BrokenLaw) {
        let bytes = Data("\(json)".utf8)
        // A decoder cannot represent every number of JSON.
        guard (try? JSON(any: json.any)) == json, isExact || json.hasPlainNumbers else { return }
        try AgreementLaw(equal: equal).compare(
            json,
            Result { try Value(jsonData: bytes) },
            "Codable",
            Result { try JSONDecoder().decode(Value.self, from: bytes) }
        )
    }
}
