import Foundation
public import RepositoryRuntime

/// A value that has all conversions of generated structures.
public typealias Convertible = Arbitrary & DictionaryInitializable & DictionaryRepresentable
    & JSONDecodable & JSONEncodable

/// Checks the laws of conversion of generated types with random values, and reports violations.
public struct LawRun {
    /// The number of values to try of each type.
    private let count: Int
    private var seed: UInt64 = 0
    private var failures = 0

    /// Creates a run.
    ///
    /// - Parameter count: The number of values to try of each type.
    public init(count: Int) {
        self.count = count
    }

    /// Sets the schema of the types that follow.
    ///
    /// - Parameter seed: The seed of the schema.
    public mutating func begin(seed: UInt64) {
        self.seed = seed
    }

    /// Ends the program, with exit status 1 if a law was broken.
    public func finish() -> Never {
        exit(failures == 0 ? 0 : 1)
    }

    /// Checks the laws on a structure.
    ///
    /// - Parameters:
    ///   - type: The structure.
    ///   - keys: The keys of its JSON object.
    ///   - required: The keys that every value has.
    ///   - equal: Whether two values are equal.
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

    /// Checks the law that both forms of a draft or a patch are the same.
    ///
    /// - Parameters:
    ///   - type: The draft or the patch.
    ///   - keys: The keys of its JSON object.
    public mutating func checkSent<Value: Arbitrary & DictionaryRepresentable & JSONEncodable>(
        _ type: Value.Type,
        keys: Set<String>
    ) {
        each(type) { value, _ throws(BrokenLaw) in
            try KeyLaw(keys: keys, required: []).check(ValueLaws<Value>.checkForms(of: value))
        }
    }

    /// Checks at compile time that a server can read and write a body.
    ///
    /// - Parameter type: The type of a body of an endpoint.
    public func checkServed<Value: JSONElementDecodable & JSONElementEncodable>(
        _ type: Value.Type
    ) {}

    /// Checks the laws of `Codable` on a structure.
    ///
    /// - Parameters:
    ///   - type: The structure.
    ///   - isExact: Whether it reads every number exactly.
    ///   - equal: Whether two values are equal.
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

    /// Checks the laws on a value that is an element of others.
    ///
    /// - Parameters:
    ///   - type: Its type, an enumeration or a union.
    ///   - equal: Whether two values are equal.
    public mutating func checkElement<Value: ConvertibleElement>(
        _ type: Value.Type,
        equal: @escaping (Value, Value) -> Bool
    ) {
        check(Holder<Value>.self, keys: ["value"], required: ["value"]) {
            equal($0.value, $1.value)
        }
    }

    /// Checks the laws of `Codable` on a value that is an element of others.
    ///
    /// - Parameters:
    ///   - type: Its type, an enumeration or a union.
    ///   - isExact: Whether it reads every number exactly. `Codable` enumerations of the standard
    ///     library leave that to the decoder.
    ///   - equal: Whether two values are equal.
    public mutating func checkCodableElement<Value: ConvertibleElement & Codable>(
        _ type: Value.Type,
        isExact: Bool,
        equal: @escaping (Value, Value) -> Bool
    ) {
        checkCodable(Holder<Value>.self, isExact: isExact) { equal($0.value, $1.value) }
    }

    /// Checks the law that an endpoint gives a request.
    ///
    /// - Parameter type: The endpoint.
    public mutating func checkRequest<Value: Arbitrary & EndpointDefinition>(_ type: Value.Type) {
        each(type) { value, _ throws(BrokenLaw) in try RequestLaw.check(value) }
    }

    private mutating func each<Value: Arbitrary>(
        _ type: Value.Type,
        _ check: (Value, inout RandomValues) throws(BrokenLaw) -> Void
    ) {
        // Printed before the check, so that a crash of the program shows its location.
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

/// The violation of a law.
struct BrokenLaw: Error {
    /// A description that contains the value.
    let message: String
}

/// Returns whether two values have equal JSON; for values that cannot be compared.
///
/// - Parameters:
///   - left: A value.
///   - right: Another value.
/// - Returns: Whether their JSON is equal.
public func sameJSON<Value: JSONEncodable>(_ left: Value, _ right: Value) -> Bool {
    (try? JSON(jsonData: left.jsonData())) == (try? JSON(jsonData: right.jsonData()))
}
