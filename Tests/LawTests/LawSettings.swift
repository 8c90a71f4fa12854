import Foundation
import TestSupport

/// The numbers of random schemas and values.
///
/// Environment variables change them:
///
///     LAWS_SEED=1000 LAWS_COUNT=500 swift test --filter LawTests
///
/// A failure contains the seed of its schema: `LAWS_SEED=1234 LAWS_COUNT=1` tests that one alone, and
/// `LAWS_KEEP=1` keeps the folder of schemas and sources.
struct LawSettings: Sendable {
    /// The seed of the first schema; the others follow.
    let firstSeed: UInt64
    /// The number of random schemas.
    let schemaCount: Int
    /// The number of values of each type.
    let valueCount: Int
    /// Whether the folder of a run is kept.
    let keepsFolder: Bool

    /// The settings from the environment.
    static let current: LawSettings = {
        let variables = ProcessInfo.processInfo.environment
        func number(_ name: String, or standard: Int) -> Int {
            variables[name].flatMap { Int($0) } ?? standard
        }
        return LawSettings(
            firstSeed: UInt64(number("LAWS_SEED", or: 1)),
            schemaCount: Repetitions.count("LAWS_COUNT", quick: 30, thorough: 200),
            valueCount: number("LAWS_VALUES", or: 12),
            keepsFolder: variables["LAWS_KEEP"] != nil
        )
    }()

    /// Explains how to examine a failure.
    static let hint = """
        The path of a schema and the names of its types contain its seed: \
        LAWS_SEED=<seed> LAWS_COUNT=1 LAWS_KEEP=1 tests it alone, and keeps its folder.
        """

    /// The seeds of schemas that broke a law before; every run tests them.
    static let found: [UInt64] = [
        // The case of a union with its own form was written with a comma before it.
        259,
        // A decoder rounded a large number with a fraction and read it as an integer.
        239, 349,
    ]

    /// The seeds of all schemas.
    var seeds: [UInt64] {
        let seeds = (0..<UInt64(schemaCount)).map { firstSeed + $0 }
        return schemaCount > 1 ? seeds + Self.found.filter { !seeds.contains($0) } : seeds
    }
}
