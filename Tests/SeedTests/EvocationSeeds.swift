import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

/// The features of Evocation in this project.
@Suite struct EvocationSeeds {
    @Test("Evocation: find, store, update, remove and storeOrUpdate, single and batch, by criteria")
    func vocabulary() async throws {
        try await SeedWorld.run { world in
            for strategy in [Strategy.remoteOnly, .localOnly] {
                let remarks = world.remarks(strategy)
                var one = try await remarks.create(Remark.Draft(text: "one", likes: 1))
                var many = try await remarks.create([.init(text: "two"), .init(text: "three")])
                one.likes = 7
                one = try await remarks.update(one)
                for index in many.indices { many[index].likes = index + 7 }
                many = try await remarks.update(many)
                #expect(try await remarks.find { $0.likes == 7 } == [one, many[0]])
                let criteria: [String: Any] = ["text": "three"]
                #expect(try await remarks.find(Criteria(criteria)) == [many[1]])
                #expect(try await remarks.findOne { $0.text == "one" } == one)
                #expect(try await remarks.findOne { $0.text == "none" } == nil)
                one.text = "stored"
                #expect(try await remarks.storeOrUpdate(one) == one)
                #expect(try await remarks.storeOrUpdate(many) == many)
                #expect(try await remarks.find(id: one.id) == one)
                try await remarks.delete(one)
                try await remarks.delete(many)
                #expect(try await remarks.find().isEmpty)
            }
        }
    }

    @Test("Evocation: a result has data, an origin and the attempts; errors are typed")
    func result() async throws {
        try await SeedWorld.run { world in
            let remarks = world.remarks(.default)
            let remark = try await world.remote.create(Remark.Draft(text: "hi"))
            let up = try await remarks.results.find()
            #expect(up.value == [remark])
            #expect(up.origin == .remote)
            try await world.withoutServer {
                let down = try await remarks.results.find()
                #expect(down.value == [remark])
                #expect(down.origin == .local)
                #expect(down.age != nil)
                #expect(down.attempts.map(\.side) == [.remote, .local])
                #expect(down.attempts.first?.error?.isRetryable == true)
                do throws(RepositoryError) {
                    _ = try await world.remarks(.remoteOnly).find()
                    Issue.record("nobody listens")
                } catch {
                    #expect(error.code == .network)
                }
            }
        }
    }

    @Test("Evocation: a type is registered with a remote, a local and a strategy")
    func registry() async throws {
        try await SeedWorld.run { world in
            var registry = RepositoryRegistry()
            #expect(throws: RepositoryError.self) {
                try registry.repository(for: Remark.self)
            }
            registry.register(
                RepositoryProxy(remote: world.remote, storage: world.storage, strategy: .default)
            )
            let remarks = try registry.repository(for: Remark.self)
            let remark = try await remarks.create(Remark.Draft(text: "hi"))
            #expect(try await world.remoteRemarks() == [remark])
            try await world.withoutServer {
                let found = try await remarks.find()
                #expect(found == [remark])
            }
            // With the strategy of the schema.
            registry.register(try await world.remote.offline(with: world.synchronizer))
            let generated = try registry.repository(for: Remark.self)
            #expect(generated.strategy == RemarkRepository.strategy)
        }
    }

    @Test("Evocation: a strategy has rules with target, fallback and synchronize by operation")
    func strategy() async throws {
        let localFirst = Strategy.Rule(target: .local, fallback: .remote, synchronize: true)
        let hereAlone = Strategy.Rule(target: .local, synchronize: false)
        let strategy = Strategy(.remoteFirst, [.create: localFirst, .update: hereAlone])
        #expect(strategy[.create] == localFirst)
        #expect(
            Strategy.default[.find]
                == Strategy.Rule(target: .remote, fallback: .local, synchronize: true)
        )
        #expect(RemarkRepository.strategy[.create].target == .local)
        #expect(RemarkRepository.strategy[.find] == Strategy.Rule.remoteFirst)
        try await SeedWorld.run { world in
            var there = try await world.remote.create(Remark.Draft(text: "there"))
            let remarks = world.remarks(strategy)
            await world.server.forgetRequests()
            // The target is local, and the intent waits for a synchronization.
            let here = try await remarks.results.create(Remark.Draft(text: "here"))
            #expect(here.origin == .local)
            #expect(await world.requests().isEmpty)
            // The target is remote, its response is stored, and the fallback finds it.
            #expect(try await remarks.results.find(id: there.id).origin == .remote)
            try await world.withoutServer {
                let found = try await remarks.results.find(id: there.id)
                #expect(found.origin == .local)
                #expect(found.value == there)
            }
            // It is not synchronized, and the result has a warning.
            there.text = "changed here alone"
            #expect(try await remarks.results.update(there).warnings == [.willNotBeSent])
            #expect(await world.synchronizer.push().acknowledged == 1)
            #expect(try await world.remoteRemarks().map(\.text) == ["there", "here"])
        }
    }
}
