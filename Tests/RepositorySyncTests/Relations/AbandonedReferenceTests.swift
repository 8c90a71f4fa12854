import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import Testing

/// References to entities with numbers as identities, which were deleted before the server knew
/// them.
@Suite struct AbandonedReferenceTests {
    // The trap: in JSON, the identity that no entity has is neither null nor missing.
    @Test("a reference to a discarded entity stays what it is", arguments: Store.allCases)
    func stays(store: Store) async throws {
        try await World.run(in: store) { world in
            await world.server.script(
                "POST",
                "/customers",
                .json(#"{"id":7,"name":"root","branches":{},"lines":[]}"#, status: 201),
                .json(#"{"id":8,"name":"client","branches":{},"lines":[]}"#, status: 201),
                .json(#"{"id":9,"name":"late","branches":{},"lines":[]}"#, status: 201)
            )
            let remote = CustomerRepository(store: world.session)
            try await world.synchronizer.register(RemoteCollection(remote))
            let customers = LocalRepository<Customer>(storage: world.storage)
            try await world.create(Customer(id: -1, name: "seller"))
            let seller = try await customers.find(id: -1)
            try await world.create(Customer(id: -2, name: "client", seller: -1))
            try await world.create(Customer(id: -3, name: "root"))
            try await world.storage.write { store throws(StorageError) in
                try Outbox(Customer.schema, in: store).delete(id: "-1")
            }
            #expect(try await customers.find(id: -2).seller == -1)
            // Not those without one.
            #expect(try await seller.clients(in: customers).map(\.name) == ["client"])
            try await world.create(Customer(id: -4, name: "late", seller: -1))
            #expect(try await customers.find(id: -4).seller == -1)

            #expect(await world.synchronizer.push().acknowledged == 1)
            let message = "It refers to an entity that was deleted before the server knew it."
            let rejected = try await world.rejected()
            #expect(rejected.map { $0.entry.failure?.message } == [message, message])
            #expect(await world.server.requests.map { $0.text.contains("seller") } == [false])
            // Both can be read, and corrected.
            for write in rejected {
                var customer = try #require(try write.entity(as: Customer.self))
                #expect(customer.seller == -1)
                customer.seller = nil
                try await world.update(customer)
            }
            #expect(await world.synchronizer.push().acknowledged == 2)
            #expect(try await customers.find { $0.seller == nil }.map(\.id).sorted() == [7, 8, 9])
        }
    }
}
