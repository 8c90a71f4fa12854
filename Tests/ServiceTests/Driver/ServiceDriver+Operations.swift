import Foundation
import RepositoryRuntime
import Testing

extension ServiceDriver {
    /// Creates, reads, patches, replaces and deletes.
    func operations() async throws {
        let repository = try await S.repository(line)
        var content = Content(title: "one \(UUID().uuidString)", priority: 3)
        let created = try await repository.create(S.draft(content))
        try await check(created, content)
        try await check(try await repository.find(id: created.id), content)

        content = content.with(priority: 5, isRich: false)
        try await check(
            try await repository.patch(id: created.id, with: S.patch(content)),
            content
        )
        content = content.with(title: "two \(UUID().uuidString)", priority: 4, isRich: true)
        try await check(
            try await repository.patch(id: created.id, with: S.patch(content)),
            content
        )
        // Other properties do not change.
        content.priority = 1
        try await check(
            try await repository.patch(id: created.id, with: S.priority(1)),
            content
        )
        try await replacements(of: created.id, content, repository)

        try await repository.delete(id: created.id)
        #expect(try await witness.all()[text(of: created)] == nil)
        // It does not exist, whoever deleted it.
        try await repository.delete(id: created.id)
        for body in [
            { _ = try await repository.find(id: created.id) },
            { _ = try await repository.patch(id: created.id, with: S.priority(2)) },
        ] as [() async throws -> Void] {
            let error = await #expect(throws: RepositoryError.self) { try await body() }
            #expect(error?.code == .notFound, "\(S.name): \(error?.description ?? "")")
        }
    }

    /// Returns the service's error response for a missing entity.
    func notFound() async throws -> ServiceFailure? {
        let repository = try await S.repository(line)
        let entity = try await repository.create(S.draft(Content(title: "gone")))
        try await repository.delete(id: entity.id)
        let error = await #expect(throws: RepositoryError.self) {
            try await repository.find(id: entity.id)
        }
        return error?.service
    }

    private func replacements(
        of id: S.Entity.ID,
        _ content: Content,
        _ repository: S.Repository
    ) async throws {
        for isRich in [false, true] {
            var entity = try await repository.find(id: id)
            let content = Content(title: "put \(UUID().uuidString)", priority: 2, isRich: isRich)
            S.assign(content, to: &entity)
            guard let replaced = try await S.replace(entity, in: repository) else { return }
            try await check(replaced, content)
        }
    }

    /// Lists in pages, with filters and orders.
    func listing() async throws {
        let repository = try await S.repository(line)
        try await clear()
        for number in 1...5 {
            let content = Content(title: "number \(number)", priority: number, isRich: number > 2)
            try await repository.create(S.draft(content))
        }
        var pages: [[S.Entity]] = []
        for try await page in repository.pages(size: 2) { pages.append(page.elements) }
        #expect(pages.map(\.count) == [2, 2, 1], "\(S.name)")
        try await checkSame(pages.flatMap { $0 })
        try await checkSame(try await repository.find())

        let field = Field<Int>(S.keys.priority)
        let criteria = Criteria(
            filter: field >= 2 && field <= 4,
            order: [field.descending],
            limit: 2
        )
        #expect(try await priorities(repository.find(criteria)) == [4, 3], "\(S.name)")
        let one = Criteria(filter: field == 3)
        #expect(try await priorities(repository.find(one)) == [3], "\(S.name)")
        let title = Field<String>(S.keys.title)
        let named = Criteria(filter: title == "number 2")
        #expect(try await priorities(repository.find(named)) == [2], "\(S.name)")
        let ordered = Criteria(filter: field >= 0, order: [field.ascending], limit: 3, offset: 1)
        #expect(try await priorities(repository.find(ordered)) == [2, 3, 4], "\(S.name)")
    }

    private func priorities(_ entities: [S.Entity]) throws -> [Int] {
        try entities.map { try members(of: $0)[S.keys.priority]?.int ?? -1 }
    }
}
