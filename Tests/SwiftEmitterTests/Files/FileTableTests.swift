import Testing

@testable import SwiftEmitter

@Suite struct FileTableTests {
    // Counting up from 2 for each of them would take hours.
    @Test("many files with the same name are numbered in their order")
    func many() {
        var table = FileTable()
        for number in 0..<100_000 {
            table.add(Array("\(number)".utf8), named: number % 2 == 0 ? "Note" : "note", in: nil)
        }
        let files = Dictionary(table.files.map { ($0.path, $0.contents) }) { first, _ in first }
        #expect(files.count == 100_000)
        #expect(files["Note.swift"] == "0")
        #expect(files["note-100000.swift"] == "99999")
    }

    @Test("files of schemas have names that differ by more than case, and none is the main file")
    func schemas() {
        var table = FileTable()
        table.add([], named: "Shop+RuntimeVersion", in: nil)
        for path in [
            "a/main.yaml", "a/user.yaml", "b/User.json", "b/user-2.yml", "c/shop.v1.yaml",
            "c/shop+runtimeversion.yaml", "c/a:b\\c.yaml", "c/.yaml",
        ] {
            table.add([], ofSchema: path)
        }
        #expect(
            table.files.map(\.path) == [
                "Schema.swift", "Shop+RuntimeVersion.swift", "User-2.swift", "a-b-c.swift",
                "main-2.swift", "shop+runtimeversion-2.swift", "shop.v1.swift", "user-2-2.swift",
                "user.swift",
            ]
        )
    }
}
