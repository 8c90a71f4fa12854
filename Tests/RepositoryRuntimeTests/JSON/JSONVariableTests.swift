import RepositoryRuntime
import Testing

/// How each type of variable receives a value, null and an invalid value.
@Suite("Variables that receive the values of keys")
struct JSONVariableTests {
    /// Decodes the value of the only key into a variable.
    private func read<Variable>(
        _ value: String,
        into variable: Variable,
        _ body: (inout JSONReader, inout Variable) -> Void
    ) throws(JSONError) -> Variable {
        var variable = variable
        try JSONReader.read("{\"key\":\(value)}") { reader throws(JSONError) in
            try reader.beginObject()
            while try reader.nextKey() != nil { body(&reader, &variable) }
        }
        return variable
    }

    @Test("a value sets every variable")
    func values() throws {
        #expect(try read("1", into: Int?.none) { $0.read(&$1) } == 1)
        #expect(try read("1", into: Presence<Int>.absent) { $0.read(&$1) } == .value(1))
        #expect(try read("1", into: Change<Int>.keep) { $0.read(&$1) } == .set(1))
        #expect(try read("1", into: NullableChange<Int>.keep) { $0.read(&$1) } == .set(1))
        #expect(try read("1", into: Int?.none) { $0.readOrNull(&$1) } == 1)
        #expect(try read("1", into: Presence<Int>.absent) { $0.readOrNull(&$1) } == .value(1))
        #expect(try read("1", into: NullableChange<Int>.keep) { $0.readOrNull(&$1) } == .set(1))
    }

    @Test("null is nil, null or a change to null, with and without a codec")
    func nulls() throws {
        let codec = ValueCodec<Int>()
        #expect(try read("null", into: Int?(1)) { $0.readOrNull(&$1) } == nil)
        #expect(try read("null", into: Presence.value(1)) { $0.readOrNull(&$1) } == .null)
        #expect(try read("null", into: NullableChange.set(1)) { $0.readOrNull(&$1) } == .clear)
        #expect(try read("null", into: Int?(1)) { $0.readOrNull(&$1, using: codec) } == nil)
        #expect(
            try read("null", into: Presence.value(1)) { $0.readOrNull(&$1, using: codec) } == .null
        )
        #expect(
            try read("null", into: NullableChange.set(1)) { $0.readOrNull(&$1, using: codec) }
                == .clear
        )
    }

    @Test("null is an error where a value is required")
    func requiredValues() {
        #expect(throws: JSONError.self) { try read("null", into: Int?.none) { $0.read(&$1) } }
        #expect(throws: JSONError.self) {
            try read("null", into: Presence<Int>.absent) { $0.read(&$1) }
        }
        #expect(throws: JSONError.self) {
            try read("null", into: Change<Int>.keep) { $0.read(&$1) }
        }
        #expect(throws: JSONError.self) {
            try read("null", into: NullableChange<Int>.keep) { $0.read(&$1, using: ValueCodec()) }
        }
    }

    @Test("a replacement is used for an invalid value, and for null where a value is required")
    func replacements() throws {
        let codec = ValueCodec<Int>()
        for invalid in ["\"one\"", "[1]", "null"] {
            #expect(try read(invalid, into: Int?.none) { $0.read(&$1, ifInvalid: 7) } == 7)
            #expect(
                try read(invalid, into: Presence<Int>.null) {
                    $0.read(&$1, using: codec, ifInvalid: .absent)
                } == .absent
            )
            #expect(
                try read(invalid, into: Change.set(1)) { $0.read(&$1, ifInvalid: .keep) } == .keep
            )
        }
        #expect(try read("null", into: Int?(1)) { $0.readOrNull(&$1, ifInvalid: 7) } == nil)
        #expect(try read("true", into: Int?(1)) { $0.readOrNull(&$1, ifInvalid: 7) } == 7)
    }
}
