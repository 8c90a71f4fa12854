import Foundation
import RepositoryRuntime

/// A conversion there and back gives the same value.
struct ValueLaws<Value> {
    let equal: (Value, Value) -> Bool

    /// Checks that both forms of a value agree, and returns its JSON.
    static func checkForms(of value: Value) throws(BrokenLaw) -> JSON
    where Value: DictionaryRepresentable & JSONEncodable {
        let bytes: Data
        let json: JSON
        do {
            bytes = try value.jsonData()
            json = try JSON(jsonData: bytes)
            _ = try JSONSerialization.jsonObject(with: bytes)
        } catch {
            throw BrokenLaw(message: "no JSON comes of \(value): \(error)")
        }
        do throws(ConversionError) {
            let other = try JSON(any: value.dictionary)
            guard other == json else {
                throw ConversionError(expected: "\(json)", found: "\(other)")
            }
        } catch {
            throw BrokenLaw(message: "the dictionary says something else: \(error)")
        }
        return json
    }
}

extension ValueLaws where Value: Convertible {
    /// Checks the laws on a value.
    ///
    /// - Returns: The value as JSON.
    func check(_ value: Value) throws(BrokenLaw) -> JSON {
        let json = try Self.checkForms(of: value)
        try expect(value, "bytes", json) { try Value(jsonData: value.jsonData()) }
        try expect(value, "dictionary", json) { try Value(dictionary: value.dictionary) }
        if let object = try? JSONSerialization.jsonObject(with: value.jsonData()),
            let dictionary = object as? [String: Any], (try? JSON(any: object)) == json
        {
            // Only if it keeps all digits of all numbers, which it does not for a long decimal.
            try expect(value, "JSONSerialization", json) { try Value(dictionary: dictionary) }
        }
        return json
    }

    private func expect(
        _ value: Value,
        _ way: String,
        _ json: JSON,
        _ convert: () throws -> Value
    ) throws(BrokenLaw) {
        do {
            let other = try convert()
            guard equal(value, other) else {
                throw BrokenLaw(message: "by \(way), \(value) becomes \(other): \(json)")
            }
            let problems = (value as? any Constrained)?.problems()
            guard problems == (other as? any Constrained)?.problems() else {
                throw BrokenLaw(
                    message: "by \(way), \(json) has not the problems \(problems ?? [])"
                )
            }
        } catch let error as BrokenLaw {
            throw error
        } catch {
            throw BrokenLaw(message: "by \(way), \(json) is refused: \(error)")
        }
    }
}

/// The keys are those that the schema declares.
struct KeyLaw {
    let keys: Set<String>
    let required: Set<String>

    func check(_ json: JSON) throws(BrokenLaw) {
        guard case .object(let members) = json else {
            throw BrokenLaw(message: "expected an object, found \(json)")
        }
        let unknown = Set(members.keys).subtracting(keys)
        let missing = required.subtracting(members.keys)
        guard unknown.isEmpty, missing.isEmpty else {
            throw BrokenLaw(
                message: "unknown keys \(unknown.sorted()), missing \(missing.sorted()): \(json)"
            )
        }
    }
}
