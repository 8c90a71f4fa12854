import Foundation
import ServiceVerification
import Testing

/// Real servers compared with their schemas.
///
/// Serially: entities created by one test would affect another.
@Suite("Verification of real servers", .serialized, .timeLimit(.minutes(20)))
struct RealServersVerificationTests {
    private static let applications = ["fastapi", "kinto", "django", "jsonapi"]

    @Test(
        "a real server matches its schema",
        .enabled(if: RealServers.status.isInstalled, Comment(rawValue: RealServers.status.text)),
        arguments: applications + ["datasette", "httpbin"]
    )
    func realServers(_ name: String) async throws {
        let address = try await RealServers.ownAddress(of: name)
        let subject = try VerifiedSchema("Schemas/Services/\(name).yaml")
        let verification = await subject.verify(address.url, credential: address.credential)
        #expect(verification.differences.isEmpty)
        #expect(verification.left.isEmpty)
        #expect(verification.confirmed > 10)
    }

    @Test(
        "a difference of a real server is found at the line of the schema",
        .enabled(if: RealServers.status.isInstalled, Comment(rawValue: RealServers.status.text)),
        arguments: PlantedDifference.all
    )
    func plantedInRealServers(_ difference: PlantedDifference) async throws {
        let address = try await RealServers.ownAddress(of: difference.service)
        try await VerifiedSchema.expect(difference, at: address.url, credential: address.credential)
    }
}

extension RealServers.Address {
    /// The credentials, in the format of `verify`.
    fileprivate var credential: String? {
        if let user = settings["user"] { return "\(user):\(settings["password"] ?? "")" }
        guard let token = settings["token"], let scheme = settings["scheme"] else { return nil }
        return scheme == "Bearer" ? token : "\(scheme) \(token)"
    }
}
