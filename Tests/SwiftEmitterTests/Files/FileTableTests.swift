import Testing

@testable import SwiftEmitter

@Suite struct FileTableTests {
    @Test("files of schemas have names that differ in more than case, and are no program's")
    func schemas() {
        var table = FileTable()
        table.add("", named: "RuntimeVersion", in: nil)
        for path in [
            "a/main.yaml", "a/user.yaml", "b/User.json", "b/user-2.yml", "c/shop.v1.yaml",
            "c/runtimeversion.yaml", "c/a:b\\c.yaml", "c/.yaml",
        ] {
            table.add("", ofSchema: path)
        }
        #expect(
            table.files.map(\.path) == [
                "RuntimeVersion.swift", "Schema.swift", "User-2.swift", "a-b-c.swift",
                "main-2.swift", "runtimeversion-2.swift", "shop.v1.swift", "user-2-2.swift",
                "user.swift",
            ]
        )
    }
}
