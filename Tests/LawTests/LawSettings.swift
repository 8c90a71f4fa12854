import Foundation

/// How much is tried.
///
/// Variables of the environment change it, to try more by hand:
///
///     LAWS_SEED=1000 LAWS_COUNT=500 swift test --filter LawTests
///
/// A failure names the seed of its schema: `LAWS_SEED=1234 LAWS_COUNT=1` tries that one alone, and
/// `LAWS_KEEP=1` leaves the folder of schemas and sources where it is.
struct LawSettings: Sendable {
    /// The seed of the first schema; the others follow.
    let firstSeed: UInt64
    /// How many schemas.
    let schemaCount: Int
    /// How many values of each type.
    let valueCount: Int
    /// Whether the folder of a run stays.
    let keepsFolder: Bool

    /// What the environment says.
    static let current: LawSettings = {
        let variables = ProcessInfo.processInfo.environment
        func number(_ name: String, or standard: Int) -> Int {
            variables[name].flatMap { Int($0) } ?? standard
        }
        return LawSettings(
            firstSeed: UInt64(number("LAWS_SEED", or: 1)),
            schemaCount: number("LAWS_COUNT", or: 200),
            valueCount: number("LAWS_VALUES", or: 12),
            keepsFolder: variables["LAWS_KEEP"] != nil
        )
    }()

    /// How a failure is looked at.
    static let hint = """
        The seed of a schema stands in the path of its files and in the names of its types: \
        LAWS_SEED=<seed> LAWS_COUNT=1 LAWS_KEEP=1 tries it alone, and keeps its folder.
        """

    /// The seeds of schemas that once broke a law, each of which is tried in every run.
    static let found: [UInt64] = [
        // The case of a union in a form of its own was written with a comma before it.
        259,
        // A decoder rounded a large number with a fraction, and took it for an integer.
        239, 349,
    ]

    /// The seeds of all schemas.
    var seeds: [UInt64] {
        let seeds = (0..<UInt64(schemaCount)).map { firstSeed + $0 }
        return schemaCount > 1 ? seeds + Self.found.filter { !seeds.contains($0) } : seeds
    }
}
