import Foundation
import RepositoryRuntime
import RepositorySQLite
import Testing

/// Conditions with many parts, which SQLite's parser may be unable to read.
@Suite struct LongConditionTests {
    private typealias Items = ItemRepository<Int>

    private let folder: TemporaryFolder
    private let stores: [Items]

    init() async throws {
        folder = try TemporaryFolder()
        stores = [Items(storage: MemoryStorage()), Items(storage: try folder.store())]
        for store in stores {
            try await store.prepare()
            try await store.create(
                (0..<100).map { Item<Int>.Draft(id: $0, name: "\($0 % 7)", rank: $0 % 50) }
            )
        }
    }

    private func expectSame(
        _ parts: Int,
        _ condition: @Sendable (Item<Int>.Fields) -> Condition
    ) async throws {
        let expected = try await stores[0].find { condition($0) }.map(\.id)
        #expect(!expected.isEmpty)
        #expect(try await stores[1].find { condition($0) }.map(\.id) == expected, "\(parts) parts")
    }

    @Test("any number of alternatives and of requirements finds the same in both stores")
    func many() async throws {
        for count in [2, 88, 89, 200, 399, 401, 1_000] {
            try await expectSame(count) { fields in
                .any((0..<count).map { fields.rank == $0 * 3 })
            }
            try await expectSame(count) { fields in
                (0..<count).reduce(fields.rank == 1) { $0 || fields.rank == $1 }
            }
            try await expectSame(count) { fields in
                .all((0..<count).map { fields.rank != 50 + $0 })
            }
            try await expectSame(count) { fields in
                .all((0..<count).map { fields.rank != 50 + $0 && fields.name != "\($0 + 7)" })
            }
        }
    }

    @Test("conditions nested at any depth find the same in both stores")
    func deep() async throws {
        for depth in [2, 9, 10, 11, 20, 45, 100] {
            try await expectSame(depth) { fields in
                (0..<depth).reduce(fields.rank == 1) { inner, _ in .not(inner) }
            }
            try await expectSame(depth) { fields in
                (0..<depth).reduce(fields.rank == 1) { inner, number in
                    number.isMultiple(of: 2)
                        ? inner || fields.rank == 2 : inner && fields.name != ""
                }
            }
        }
    }
}
