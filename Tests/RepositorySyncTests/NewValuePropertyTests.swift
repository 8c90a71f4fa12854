import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import Testing

@testable import RepositoryLocal

/// An update of the app adds properties to the values in entities.
@Suite struct NewValuePropertyTests {
    /// What the earlier version has stored.
    private static let stored = #"""
        {"id":1,"name":"a","office":{"city":"Rome","floors":[],"visits":[]},\#
        "lines":[{"product":1,"amount":2,"tags":[],"discounts":[]}],\#
        "branches":{"north":{"city":"Pisa","floors":[],"visits":[]}}}
        """#
    /// The same version of the entity on the server, which the earlier version read in part.
    private static let remote = #"""
        {"id":1,"name":"a","office":{"city":"Rome","street":"Via Appia","floors":[3],"visits":[]},\#
        "lines":[{"product":1,"amount":2,"note":"fragile","tags":[],"discounts":[]}],\#
        "branches":{"north":{"city":"Pisa","street":"Borgo","floors":[],"visits":[]}}}
        """#
    /// The new properties.
    private static let added: Set = [
        "office.street", "office.floors", "lines.note", "branches.*.street",
    ]
    private static let policies: [ConflictPolicy] = [.merge, .fail, .serverWins, .clientWins]

    /// Sends a change after the update of the app, on request a second time after its rejection;
    /// returns the report of the first run and the bodies of the writes.
    private func push(
        _ changes: [String: JSON],
        expecting sent: [String: JSON],
        _ policy: ConflictPolicy,
        added: Set<String> = added,
        remote: String = remote,
        tag: String = "1",
        retrying: Bool = false
    ) async throws -> (report: SyncReport, bodies: [JSON]) {
        var result = (report: SyncReport(), bodies: [JSON]())
        try await World.run { world in
            let date = world.clock.now
            var earlier = Customer.schema
            earlier.properties.subtract(added)
            let former = earlier
            try await world.storage.prepare(former) { $0 }
            try await world.storage.write { store throws(StorageError) in
                _ = try Confirmations(former, in: store, at: date)
                    .put(Data(Self.stored.utf8), id: "1", entityTag: "\"1\"")
            }
            try await world.storage.prepare(Customer.self)
            let headers = ["ETag": "\"\(tag)\""]
            await world.server.script("GET", "/customers/1", .json(remote, headers: headers))
            let members = try [String: JSON](jsonData: Data(remote.utf8))
            let changed = JSON.object(members.merging(sent) { $1 }).description
            await world.server.script("PATCH", "/customers/1", .json(changed))
            try await world.synchronizer.register(
                RemoteCollection(CustomerRepository(store: world.session), conflicts: policy)
            )
            try await world.storage.write { store throws(StorageError) in
                _ = try Outbox(Customer.schema, in: store).patch(id: "1", with: changes)
            }
            let report = await world.synchronizer.push()
            if retrying {
                for write in report.rejected { try await world.synchronizer.retry(write) }
                #expect(await world.synchronizer.push().acknowledged == 1)
            }
            let writes = await world.server.requests.filter { $0.method == "PATCH" }
            result = (report, try writes.map { try JSON(jsonData: Data($0.text.utf8)) })
        }
        return result
    }

    // The trap: the version is valid, and the change replaces the value, whose new properties have
    // defaults.
    @Test("a changed value keeps what the server has in its new properties", arguments: policies)
    func changedValue(policy: ConflictPolicy) async throws {
        let office: JSON = ["city": "Oslo", "floors": [], "visits": []]
        let whole: JSON = ["city": "Oslo", "street": "Via Appia", "floors": [3], "visits": []]
        let sent = ["office": whole]
        let (report, bodies) = try await push(["office": office], expecting: sent, policy)
        #expect(report.conflicts.isEmpty && report.acknowledged == 1, "\(report)")
        #expect(bodies == [.object(sent)])
    }

    // The trap: an earlier version has written the change, which lacks the new properties.
    @Test("an earlier change of a value keeps them, too", arguments: policies)
    func earlierChange(policy: ConflictPolicy) async throws {
        let office: JSON = ["city": "Oslo", "visits": []]
        let whole: JSON = ["city": "Oslo", "street": "Via Appia", "floors": [3], "visits": []]
        let sent = ["office": whole]
        let (report, bodies) = try await push(["office": office], expecting: sent, policy)
        #expect(report.conflicts.isEmpty && report.acknowledged == 1, "\(report)")
        #expect(bodies == [.object(sent)])
    }

    // The trap: another key of the dictionary was added locally.
    @Test("a changed dictionary keeps what the server has in its values", arguments: policies)
    func changedDictionary(policy: ConflictPolicy) async throws {
        let south: JSON = ["city": "Bari", "floors": [], "visits": []]
        let north: JSON = ["city": "Oslo", "floors": [], "visits": []]
        let whole: JSON = ["city": "Oslo", "street": "Borgo", "floors": [], "visits": []]
        let sent: [String: JSON] = ["branches": ["north": whole, "south": south]]
        let branches: JSON = ["north": north, "south": south]
        let (report, bodies) = try await push(["branches": branches], expecting: sent, policy)
        #expect(report.conflicts.isEmpty && report.acknowledged == 1, "\(report)")
        #expect(bodies == [.object(sent)])
    }

    // The trap: the base of a removed entry keeps the default, so the server seems to have changed.
    @Test("removing an entry of a dictionary is no conflict", arguments: policies)
    func removedEntry(policy: ConflictPolicy) async throws {
        let sent: [String: JSON] = ["branches": [:]]
        let (report, bodies) = try await push(sent, expecting: sent, policy)
        #expect(report.conflicts.isEmpty && report.acknowledged == 1, "\(report)")
        #expect(bodies == [.object(sent)])
    }

    @Test("new properties that the user sets are sent", arguments: policies)
    func newPropertySet(policy: ConflictPolicy) async throws {
        let office: JSON = ["city": "Rome", "street": "Corso", "floors": [], "visits": []]
        let whole: JSON = ["city": "Rome", "street": "Corso", "floors": [3], "visits": []]
        let sent = ["office": whole]
        let (report, bodies) = try await push(["office": office], expecting: sent, policy)
        #expect(report.conflicts.isEmpty && report.acknowledged == 1, "\(report)")
        #expect(bodies == [.object(sent)])
    }

    @Test("receiving new properties of values is not a change", arguments: policies)
    func unchangedValues(policy: ConflictPolicy) async throws {
        let (report, bodies) = try await push(["name": "b"], expecting: ["name": "b"], policy)
        #expect(report.conflicts.isEmpty && report.acknowledged == 1, "\(report)")
        #expect(bodies == [["name": "b"]])
    }

    // The trap: the elements of a changed array cannot be assigned to those of the server, and the
    // versions are equal.
    @Test("in a changed array they are a change on the server", arguments: policies)
    func changedArray(policy: ConflictPolicy) async throws {
        let lines: JSON = [["product": 1, "amount": 3, "tags": [], "discounts": []]]
        let sent = ["lines": lines]
        let (report, bodies) = try await push(sent, expecting: sent, policy)
        switch policy {
        case .fail:
            #expect(report.conflicts.map(\.resolution) == [.open], "\(report)")
            #expect(bodies.isEmpty)
        case .serverWins:
            #expect(report.conflicts.map(\.resolution) == [.server], "\(report)")
            #expect(bodies.isEmpty)
        case .merge:
            #expect(report.conflicts.map(\.resolution) == [.local], "\(report)")
            #expect(bodies == [.object(sent)])
        case .clientWins:
            #expect(bodies == [.object(sent)])
        }
    }

    // The trap: the properties are no longer new after the conflict, but the write lacks them.
    @Test("a conflicting change that is sent again keeps them, too")
    func retriedChange() async throws {
        let changed = Self.remote.replacing(#""name":"a""#, with: #""name":"theirs""#)
        let office: JSON = ["city": "Oslo", "floors": [], "visits": []]
        let whole: JSON = ["city": "Oslo", "street": "Via Appia", "floors": [3], "visits": []]
        let (report, bodies) = try await push(
            ["office": office, "name": "mine"],
            expecting: ["office": whole, "name": "mine"],
            .fail,
            remote: changed,
            tag: "2",
            retrying: true
        )
        #expect(report.conflicts.map(\.resolution) == [.open])
        #expect(bodies == [["office": whole, "name": "mine"]])
    }

    // The trap: another property of the value has the same key.
    @Test("a property with the key of a new one elsewhere can conflict")
    func sameKey() async throws {
        let changed = Self.remote.replacing("Rome", with: "Bern")
        let office: JSON = ["city": "Oslo", "floors": [3], "visits": []]
        let (report, bodies) = try await push(
            ["office": office],
            expecting: [:],
            .fail,
            added: ["office.visits.city"],
            remote: changed,
            tag: "2"
        )
        #expect(report.conflicts.map(\.resolution) == [.open], "\(report)")
        #expect(bodies.isEmpty)
    }

    // The trap: its schema lists no properties of values, so all of them would seem to be new.
    @Test("code of an earlier generator lists no properties of values")
    func unlistedValues() async throws {
        try await World.run { world in
            var earlier = Customer.schema
            earlier.properties = earlier.properties.filter { key in
                // Nor those of values in values.
                !key.contains(".")
                    || key.hasPrefix("office.") && key.split(separator: ".").count == 2
            }
            try await world.storage.prepare(earlier) { $0 }
            try await world.storage.prepare(Customer.self)
            let new = try await world.storage.read { store throws(StorageError) in
                try NewProperties(of: "Customer", in: store).keys(since: nil)
            }
            #expect(new.isEmpty)
        }
    }
}
