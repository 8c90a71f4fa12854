import Foundation
public import RepositoryRuntime

/// A value that converts in all ways that generated structures do.
public typealias Convertible = Arbitrary & DictionaryInitializable & DictionaryRepresentable
    & JSONDecodable & JSONEncodable

/// Holds generated types to the laws of conversion, with random values, and reports what breaks one.
public struct LawRun {
    /// How many values of each type are tried.
    private let count: Int
    private var seed: UInt64 = 0
    private var failures = 0

    /// Makes a run.
    ///
    /// - Parameter count: How many values of each type are tried.
    public init(count: Int) {
        self.count = count
    }

    /// Says of which schema the types are that come next.
    ///
    /// - Parameter seed: The seed of the schema.
    public mutating func begin(seed: UInt64) {
        self.seed = seed
    }

    /// Ends the program, with a failure where a law was broken.
    public func finish() -> Never {
        exit(failures == 0 ? 0 : 1)
    }

    /// Holds a structure to the laws.
    ///
    /// - Parameters:
    ///   - type: The structure.
    ///   - keys: The keys of its members.
    ///   - required: Those that are there in every value.
    ///   - equal: Whether two values are the same.
    public mutating func check<Value: Convertible>(
        _ type: Value.Type,
        keys: Set<String>,
        required: Set<String>,
        equal: @escaping (Value, Value) -> Bool
    ) {
        each(type) { value, values throws(BrokenLaw) in
            let bytes = try ValueLaws(equal: equal).check(value)
            try KeyLaw(keys: keys, required: required).check(bytes)
            for _ in 0..<4 {
                try AgreementLaw(equal: equal).check(Mutation.mutated(bytes, &values))
            }
        }
    }

    /// Holds what a client sends to the law that both its forms are the same.
    ///
    /// - Parameters:
    ///   - type: The draft or the patch.
    ///   - keys: The keys of its members.
    public mutating func checkSent<Value: Arbitrary & DictionaryRepresentable & JSONEncodable>(
        _ type: Value.Type,
        keys: Set<String>
    ) {
        each(type) { value, _ throws(BrokenLaw) in
            try KeyLaw(keys: keys, required: []).check(ValueLaws<Value>.checkForms(of: value))
        }
    }

    /// Holds a body to the law that a server can read and write it, which the compiler proves.
    ///
    /// - Parameter type: The type of a body of an endpoint.
    public func checkServed<Value: JSONElementDecodable & JSONElementEncodable>(
        _ type: Value.Type
    ) {}

    /// Holds a structure that is to be `Codable` to the laws.
    ///
    /// - Parameters:
    ///   - type: The structure.
    ///   - isExact: Whether it reads every number exactly.
    ///   - equal: Whether two values are the same.
    public mutating func checkCodable<Value: Convertible & Codable>(
        _ type: Value.Type,
        isExact: Bool = true,
        equal: @escaping (Value, Value) -> Bool
    ) {
        each(type) { value, values throws(BrokenLaw) in
            let law = CodableLaw(isExact: isExact, equal: equal)
            let json = try law.check(value)
            for _ in 0..<4 { try law.checkAgreement(Mutation.mutated(json, &values)) }
        }
    }

    /// Holds a value that stands in others to the laws.
    ///
    /// - Parameters:
    ///   - type: Its type, an enumeration or a union.
    ///   - equal: Whether two values are the same.
    public mutating func checkElement<Value: ConvertibleElement>(
        _ type: Value.Type,
        equal: @escaping (Value, Value) -> Bool
    ) {
        check(Holder<Value>.self, keys: ["value"], required: ["value"]) {
            equal($0.value, $1.value)
        }
    }

    /// Holds a value that stands in others, and is to be `Codable`, to the laws.
    ///
    /// - Parameters:
    ///   - type: Its type, an enumeration or a union.
    ///   - isExact: Whether it reads every number exactly, which the standard library, whose `Codable`
    ///     enumerations have, leaves to the decoder.
    ///   - equal: Whether two values are the same.
    public mutating func checkCodableElement<Value: ConvertibleElement & Codable>(
        _ type: Value.Type,
        isExact: Bool,
        equal: @escaping (Value, Value) -> Bool
    ) {
        checkCodable(Holder<Value>.self, isExact: isExact) { equal($0.value, $1.value) }
    }

    /// Holds an endpoint to the law that it makes a request.
    ///
    /// - Parameter type: The endpoint.
    public mutating func checkRequest<Value: Arbitrary & EndpointDefinition>(_ type: Value.Type) {
        each(type) { value, _ throws(BrokenLaw) in try RequestLaw.check(value) }
    }

    private mutating func each<Value: Arbitrary>(
        _ type: Value.Type,
        _ check: (Value, inout RandomValues) throws(BrokenLaw) -> Void
    ) {
        // Said before, so that whoever finds the program dead knows where it died.
        print("checking seed \(seed) \(type)")
        fflush(nil)
        for number in 0..<UInt64(count) {
            var values = RandomValues(seed: seed &* 1_000 &+ number)
            do throws(BrokenLaw) {
                try check(values.next(), &values)
            } catch {
                failures += 1
                print("broken: seed \(seed) \(type) value \(number): \(error.message)")
                return
            }
        }
    }
}

/// A law that does not hold.
struct BrokenLaw: Error {
    /// What happened, with the value at hand.
    let message: String
}

/// Whether two values say the same in JSON, for those that cannot be compared.
///
/// - Parameters:
///   - left: A value.
///   - right: Another value.
/// - Returns: Whether their members are equal.
public func sameJSON<Value: JSONEncodable>(_ left: Value, _ right: Value) -> Bool {
    (try? JSON(jsonData: left.jsonData())) == (try? JSON(jsonData: right.jsonData()))
}
