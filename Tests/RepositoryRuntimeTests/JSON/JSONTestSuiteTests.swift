import Foundation
import RepositoryRuntime
import Testing

/// The cases of https://github.com/nst/JSONTestSuite; skipped if they are missing.
@Suite("JSONTestSuite", .enabled(if: SharedData.hasTestSuite, "the shared data is absent"))
struct JSONTestSuiteTests {
    /// Whether each decoder accepts a text.
    struct Verdict: Equatable {
        let reading: Bool
        let skipping: Bool

        init(_ bytes: [UInt8]) throws {
            (reading, skipping) = try GuardedBytes.with(bytes) { buffer in
                let reading = Result { () throws(JSONError) -> JSON in
                    try JSONReader.read(buffer) { reader throws(JSONError) in
                        try JSON(from: &reader)
                    }
                }
                let skipping = Result { () throws(JSONError) in
                    try JSONReader.read(buffer) { reader throws(JSONError) in
                        try reader.skipValue()
                    }
                }
                return ((try? reading.get()) != nil, (try? skipping.get()) != nil)
            }
        }
    }

    @Test("accepts valid JSON", arguments: SharedData.testSuiteCases("y_"))
    func accepted(name: String) throws {
        let bytes = try SharedData.testSuiteCase(name)
        let verdict = try Verdict(bytes)
        #expect(verdict.reading)
        #expect(verdict.skipping)
        let value = try JSON(jsonBytes: bytes)
        #expect(try JSON(jsonBytes: value.jsonBytes()) == value)
    }

    @Test("rejects invalid JSON", arguments: SharedData.testSuiteCases("n_"))
    func refused(name: String) throws {
        let verdict = try Verdict(SharedData.testSuiteCase(name))
        #expect(!verdict.reading)
        #expect(!verdict.skipping)
    }

    @Test(
        "survives ambiguous cases, with the same result in both ways",
        arguments: SharedData.testSuiteCases("i_")
    )
    func either(name: String) throws {
        let verdict = try Verdict(SharedData.testSuiteCase(name))
        #expect(verdict.reading == verdict.skipping)
    }

    @Test("survives every case truncated at every byte", arguments: ["y_", "n_", "i_"])
    func truncated(prefix: String) throws {
        for name in SharedData.testSuiteCases(prefix) {
            let bytes = try SharedData.testSuiteCase(name)
            guard bytes.count < 400 else { continue }
            for count in bytes.indices {
                let verdict = try Verdict(Array(bytes.prefix(count)))
                #expect(verdict.reading == verdict.skipping, "\(name) cut at \(count)")
            }
        }
    }
}
