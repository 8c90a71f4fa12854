import ExampleServer
import Foundation
import RepositoryRuntime
import RepositorySQLite
import RepositoryTesting
import Testing

/// The features of the repository layer sample in this project.
@Suite struct RepositoryLayerSampleSeeds {
    @Test("Repository layer sample: responses contain one entity, several or none")
    func responses() async throws {
        #expect(Endpoint.MakeRemark.Response.self == SingleResponse<Remark>.self)
        #expect(Endpoint.LatestRemarks.Response.self == ArrayResponse<Remark>.self)
        #expect(Endpoint.RemoveRemark.Response.self == EmptyResponse.self)
        try await SeedWorld.run { world in
            let session = NetworkingSession(url: world.url)
            let made = try await session.request(Endpoint.MakeRemark(body: .init(text: "hi")))
            #expect(try await session.request(Endpoint.LatestRemarks()) == [made])
            try await session.request(Endpoint.RemoveRemark(id: made.id))
            #expect(try await world.remoteRemarks().isEmpty)
        }
    }

    @Test(
        "Repository layer sample: an endpoint has a response, a path, an environment, parameters, a method"
    )
    func endpoint() async throws {
        #expect(Endpoint.RemoveRemark.path == "/messages/{id}")
        #expect(Endpoint.RemoveRemark.method == .delete)
        #expect(Endpoint.Topics.environment == .mock)
        #expect(Endpoint.LatestRemarks.environment == nil)
        #expect(Set(Talk.baseURLs.keys) == [.production, .staging])
        try await SeedWorld.run { world in
            let session = NetworkingSession(url: world.url)
            _ = try await session.request(Endpoint.LatestRemarks(limit: 3))
            _ = try await session.request(Endpoint.Topics())
            // The mock environment sends no requests.
            #expect(await world.requests() == ["GET /messages"])
            #expect(await world.server.requests.first?.query == "limit=3")
        }
        let session = NetworkingSession(api: Talk.self, environment: .mock)
        #expect(try await session.request(Endpoint.Topics()) == ["weather", "football"])
    }

    @Test(
        "Repository layer sample: endpoints share a namespace, and their requests are generated"
    )
    func genericRequest() async throws {
        let request = try GenericRequest(Endpoint.RemoveRemark(id: "a/b")).networkingRequest()
        #expect(request.operation == "DELETE /messages/a%2Fb")
        #expect(request.endpoint?.contains("RemoveRemark") == true)
        let network = ScriptedNetwork()
        network.script(.delete, "/messages/a%2Fb", .response(204))
        _ = try await network.send(request)
        #expect(network.requests.count == 1)
    }

    @Test(
        "Repository layer sample: requests are abstract, changes are streamed, protocols are mocked"
    )
    func stream() async throws {
        try await SeedWorld.run { world in
            // Writes of all repositories appear in the single stream of the store.
            var changes = world.storage.changes().makeAsyncIterator()
            let remarks = world.remarks(.offlineFirst)
            var popular = remarks.observe { $0.likes > 3 }.makeAsyncIterator()
            #expect(try await popular.next() == [])
            let remark = try await remarks.create(Remark.Draft(text: "hi", likes: 4))
            let change = await changes.next()
            #expect(change?.touches(collection: "Remark") == true)
            #expect(change?.touchesOutbox() == true)
            #expect(try await popular.next() == [remark])
        }
        let mock = TalkRepositoryMock()
        mock.latestStub.returns([Remark(id: "1", text: "told")])
        let talk: any TalkRepositoryProtocol = mock
        #expect(try await talk.latest(limit: 2).map(\.text) == ["told"])
        #expect(mock.latestStub.calls == [2])
    }
}
