import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import RepositoryTesting
import Testing

@Suite("A middleware from a closure")
struct ClosureMiddlewareTests {
    @Test("changes the requests of one call, or of all")
    func adapting() async throws {
        let network = ScriptedNetwork()
        network.script(.get, "me", .json(#""ann""#))
        let networking = network.with(.adapting { $0.head.headerFields[.userAgent] = "Shop/1.2" })
        let german = networking.with(.adapting { $0.head.headerFields[.acceptLanguage] = "de" })
        #expect(try await german.request(Endpoint.WhoAmI<OpenService>()) == "ann")
        #expect(try await networking.request(Endpoint.WhoAmI<OpenService>()) == "ann")
        let fields = network.requests.map(\.head.headerFields)
        #expect(fields.map { $0[.userAgent] } == ["Shop/1.2", "Shop/1.2"])
        #expect(fields.map { $0[.acceptLanguage] } == ["de", nil])
    }

    @Test("that throws before sending causes an error with that cause, and nothing was sent")
    func throwing() async throws {
        struct Refusal: Error {}
        let network = ScriptedNetwork()
        network.script(.post, "notes", .json("{}"))
        let request = NetworkingRequest(method: .post, path: "notes")
        let refused = await #expect(throws: NetworkingError.self) {
            try await network.with(.adapting { _ in throw Refusal() }).send(request)
        }
        #expect(refused?.code == .invalidRequest)
        #expect(refused?.cause is Refusal)
        #expect(refused?.isAmbiguous == false)
        let offline = await #expect(throws: NetworkingError.self) {
            try await network.with(.adapting { throw NetworkingError(.offline, during: $0) })
                .send(request)
        }
        #expect(offline?.code == .offline)
        #expect(network.requests.isEmpty)
    }

    @Test("that throws after it may have sent makes a write ambiguous")
    func throwingAfterwards() async throws {
        struct Refusal: Error {}
        let network = ScriptedNetwork()
        network.script(.post, "notes", .json("{}"))
        let networking = network.with(
            .custom { request, next in
                _ = try await next.send(request)
                throw Refusal()
            }
        )
        let error = await #expect(throws: NetworkingError.self) {
            try await networking.send(NetworkingRequest(method: .post, path: "notes"))
        }
        #expect(error?.code == .unknown)
        #expect(error?.cause is Refusal)
        #expect(error?.isAmbiguous == true)
        #expect(network.requests.count == 1)
    }

    @Test("sends a request as often as it likes, at its stage, and sees each response")
    func custom() async throws {
        let network = ScriptedNetwork()
        network.script(.get, "me", .response(404), .json(#""ann""#))
        let statuses = Box<[Int]>([])
        let networking = network.with(
            .custom(stage: .exchange) { request, next in
                let response = try await next.send(request)
                statuses.withLock { $0.append(response.status) }
                return response
            },
            .custom { request, next in
                let response = try await next.send(request)
                return response.status == 404 ? try await next.send(request) : response
            }
        )
        #expect(try await networking.request(Endpoint.WhoAmI<OpenService>()) == "ann")
        #expect(statuses.withLock { $0 } == [404, 200])
    }
}
