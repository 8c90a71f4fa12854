import RepositoryRuntime

// Writes of folders and pages, which are deleted with the folder that contains them.
extension RandomWrites {
    private static let deletedKey = "test/deleted"
    private static let createdKey = "test/created"

    /// Returns the titles of the folders and pages that this client has created.
    static func createdTitles(of store: any StorageReader) throws(StorageError) -> Set<String> {
        try titles(createdKey, of: store)
    }

    /// Returns the titles of the folders and pages that this client has deleted.
    static func deletedTitles(of store: any StorageReader) throws(StorageError) -> Set<String> {
        try titles(deletedKey, of: store)
    }

    /// Creates, moves or deletes a folder or a page.
    func writeFolders(_ number: Int, _ random: inout SplitMix) throws(StorageError) {
        let folders = try store.records(in: "Folder", matching: .all).map(\.key.id)
        let pages = try store.records(in: "Page", matching: .all).map(\.key.id)
        func some(_ ids: [String], _ random: inout SplitMix) -> JSON {
            random.next() % 2 == 0
                ? ids.randomElement(using: &random).map { .string($0) } ?? .null : .null
        }
        let choice = random.next() % 10
        guard choice > 1, let folder = folders.randomElement(using: &random) else {
            let parent = some(folders, &random).string
            let made = Folder(id: "g\(number)", title: "g\(number)", parent: parent)
            try Outbox(Folder.schema, in: store).create(try document(made), id: made.id)
            return try note([made.title], Self.createdKey)
        }
        let page = pages.randomElement(using: &random)
        switch choice {
        case 2...4:
            let made = Page(
                id: "h\(number)",
                title: "h\(number)",
                folder: folder,
                cover: some(folders, &random).string,
                shelves: random.next() % 2 == 0 ? Array(folders.prefix(2)) : nil
            )
            try Outbox(Page.schema, in: store).create(try document(made), id: made.id)
            try note([made.title], Self.createdKey)
        case 5:
            guard let page else { return }
            try noteKept(
                try Outbox(Page.schema, in: store).patch(
                    id: page,
                    with: ["folder": .string(folder), "cover": some(folders, &random)]
                )
            )
        case 6:
            // Folders may form a cycle.
            try noteKept(
                try Outbox(Folder.schema, in: store)
                    .patch(id: folder, with: ["parent": some(folders, &random)])
            )
        case 7:
            guard let page else { return }
            try noteDeleted { () throws(StorageError) in
                try Outbox(Page.schema, in: store).delete(id: page)
            }
        default:
            try noteDeleted { () throws(StorageError) in
                try Outbox(Folder.schema, in: store).delete(id: folder)
            }
        }
    }

    private func noteDeleted(_ body: () throws(StorageError) -> Void) throws(StorageError) {
        let before = try shown()
        try body()
        try note(before.subtracting(try shown()), Self.deletedKey)
    }

    /// Records that an entity is to be kept, even if the service had rejected its deletion.
    private func noteKept(_ record: StoredRecord?) throws(StorageError) {
        guard let title = try record?.members(["title"])["title"]?.string else { return }
        try write(try Self.titles(Self.deletedKey, of: store).subtracting([title]), Self.deletedKey)
    }

    /// Returns the titles of the visible entities.
    private func shown() throws(StorageError) -> Set<String> {
        var titles: Set<String> = []
        for name in ["Folder", "Page"] {
            for record in try store.records(in: name, matching: .all) {
                if let title = try record.members(["title"])["title"]?.string {
                    titles.insert(title)
                }
            }
        }
        return titles
    }

    private func note(_ titles: Set<String>, _ key: String) throws(StorageError) {
        try write(try Self.titles(key, of: store).union(titles), key)
    }

    private func write(_ titles: Set<String>, _ key: String) throws(StorageError) {
        let all = titles.sorted().map { JSON.string($0) }
        try store.set(try document(JSON.array(all)), forKey: key)
    }

    private static func titles(
        _ key: String,
        of store: any StorageReader
    ) throws(StorageError) -> Set<String> {
        let data = try store.value(forKey: key)
        let json = data.flatMap { try? JSON(jsonData: $0) }
        return Set(json?.array?.compactMap(\.string) ?? [])
    }
}
