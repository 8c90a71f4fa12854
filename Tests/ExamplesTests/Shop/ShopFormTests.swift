import Foundation
import RepositoryRuntime
import Shop
import Testing

/// Forms in responses.
@Suite struct ShopFormTests {
    @Test(
        "arrays in a form of a response may have any of the usual formats",
        arguments: [
            ("scopes=1", ["1"]), ("scopes[]=1&scopes[]=2", ["1", "2"]),
            ("scopes[1]=b&scopes[0]=a", ["a", "b"]), ("scopes%5B%5D=x", ["x"]),
        ]
    )
    func formArrays(form: String, scopes: [String]) throws {
        let bytes = Data("token=t&expires_in=1&is_final=false&\(form)".utf8)
        #expect(try FormResponse<Grant>(bytes: bytes).result.scopes == scopes)
    }

    private enum Mark: String, ClosedEnum {
        case red
    }

    // The trap: as a number it must be a string, and as a string another one.
    @Test("a number instead of a case is an error, not an endless conversion")
    func numberForCase() {
        let error = #expect(throws: JSONError.self) {
            try FormResponse<[String: Mark]>(bytes: Data("mark=5".utf8))
        }
        #expect(error?.keyPath.components == [.key("mark")])
    }

    @Test("all objects in an array of a form are converted alike, and texts stay texts")
    func formObjects() throws {
        let rows = (0..<2_000).map { row in
            "rows[\(row)][token]=\(row)&rows[\(row)][expires_in]=\(row)&rows[\(row)][is_final]=true"
                + "&rows[\(row)][scopes]=a"
        }
        let form = rows.joined(separator: "&") + String(repeating: "&x=1", count: 2_000)
        let found = try FormResponse<[String: JSON]>(bytes: Data(form.utf8)).result
        #expect(found["x"]?.array?.count == 2_000)
        let typed = try FormResponse<[String: [Grant]]>(
            bytes: Data(rows.joined(separator: "&").utf8)
        ).result
        let grants = (0..<2_000).map { row in
            Grant(token: "\(row)", expiresIn: row, isFinal: true, scopes: ["a"])
        }
        #expect(typed == ["rows": grants])
    }

    @Test(
        "an invalid form is an error with its position",
        arguments: [
            ("token=t&expires_in=soon&is_final=true&scopes=a", "expires_in"),
            ("token=t&expires_in=1&is_final=1&scopes=a", "is_final"),
            ("token=t&expires_in=1&is_final=true&scopes[a]=b", "scopes"),
            ("expires_in=1&is_final=true&scopes=a", "token"),
        ]
    )
    func wrongForm(form: String, place: String) throws {
        let error = #expect(throws: JSONError.self) {
            try FormResponse<Grant>(bytes: Data(form.utf8))
        }
        #expect("\(try #require(error))".contains(place))
    }
}
