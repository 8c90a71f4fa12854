import Foundation
import RepositoryRuntime
import RepositorySQLite

/// Customers with addresses and order lines, and the countries that their values refer to, in one
/// store.
struct CustomerStore {
    let customers: LocalRepository<Customer>
    let lands: LocalRepository<Land>

    init(_ storage: any Storage) async throws {
        customers = LocalRepository(storage: storage)
        lands = LocalRepository(storage: storage)
        try await customers.prepare()
        try await lands.prepare()
    }

    /// Runs a body with an empty store.
    static func run(in store: Store, _ body: (CustomerStore) async throws -> Void) async throws {
        guard store == .sqlite else { return try await body(CustomerStore(MemoryStorage())) }
        let file = FileManager.default.temporaryDirectory
            .appending(path: "customers-\(UUID().uuidString).sqlite")
        defer { try? FileManager.default.removeItem(at: file) }
        try await body(CustomerStore(SQLiteStorage(url: file)))
    }

    /// Runs a body with two countries and five customers.
    ///
    /// The third has an address without geography, the fourth has none, and the fifth has only an
    /// office.
    static func runWithCustomers(
        in store: Store,
        _ body: (CustomerStore) async throws -> Void
    ) async throws {
        try await run(in: store) { store in
            try await store.lands.storeOrUpdate([
                Land(id: "fr", name: "France"), Land(id: "ch", name: "Switzerland"),
            ])
            try await store.customers.storeOrUpdate(customers)
            try await body(store)
        }
    }

    static let customers = [
        Customer(
            id: 1,
            name: "Ada",
            address: Address(
                city: "Paris",
                street: "Rue Émile",
                geo: Geo(country: "FR", zone: 1, land: "fr"),
                since: Date(timeIntervalSince1970: 100),
                height: 35.5,
                floors: [1, 2],
                visits: [Visit(city: "Rome", year: 2020), Visit(city: "Bern", year: 2024)]
            ),
            lines: [
                Line(product: 3, amount: 1, note: "gift", tags: ["red"]),
                Line(
                    product: 4,
                    amount: 5,
                    tier: .gold,
                    tags: ["blue", "red"],
                    geo: Geo(country: "IT", land: "it"),
                    discounts: [Rebate(code: "X", percent: 10)]
                ),
            ]
        ),
        Customer(
            id: 2,
            name: "Bo",
            address: Address(
                city: "Bern",
                geo: Geo(country: "CH", zone: 3, land: "ch"),
                height: 540,
                visits: [Visit(city: "Rome", year: 2024)]
            ),
            office: .value(Address(city: "Paris", geo: Geo(country: "FR"))),
            lines: [
                Line(
                    product: 3,
                    amount: 7,
                    geo: Geo(country: "CH", land: "ch"),
                    discounts: [Rebate(code: "Y", percent: 5)]
                )
            ],
            seller: 1
        ),
        Customer(id: 3, name: "Cy", address: Address(city: "Rome"), office: .null, seller: 2),
        Customer(id: 4, name: "Di", lines: [Line(product: 9, amount: 2, note: "give")], seller: 4),
        Customer(id: 5, name: "Eve", office: .value(Address(city: "Bern")), seller: 8),
    ]

    /// Returns the identities of the customers that match a condition.
    func ids(_ filter: @Sendable (Customer.Fields) -> Condition) async throws -> [Int] {
        try await customers.find(orderedBy: { [$0.id.ascending] }, where: filter).map(\.id)
    }

    /// Explains how the store finds the customers that match a condition.
    func explain(
        _ filter: @Sendable (Customer.Fields) -> Condition
    ) async throws -> QueryExplanation {
        try await customers.explain(Criteria(Customer.self, where: filter))
    }
}
