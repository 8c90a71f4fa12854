import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

// The counted shapes of PokeAPI are located next to the package, and not part of it.
private let shapes = PokedexShapes.folder

@Suite("The Pokédex of the example server")
struct PokedexShapeTests {
    @Test(
        "has every key of PokeAPI, and no other, with values of the same kinds",
        .enabled(if: shapes != nil, "the counted shapes of PokeAPI are not there"),
        arguments: ["pokemon", "pokemon-species", "evolution-chain", "ability", "type"]
    )
    func shape(kind: String) async throws {
        let shape = try PokedexShapes(kind: kind)
        try await withExampleServer { _, url in
            let session = NetworkingSession(url: url + "/api/v2")
            let list = try await session.send(NetworkingRequest(method: .get, path: kind))
            let results = try #require(JSON(jsonData: list.body)["results"]?.array)
            #expect(!results.isEmpty)
            for result in results {
                let id = try #require(result["url"]?.string?.split(separator: "/").last)
                let path = "\(kind)/\(id)"
                let response = try await session.send(NetworkingRequest(method: .get, path: path))
                #expect(response.status == 200)
                let mistakes = shape.mistakes(in: try JSON(jsonData: response.body))
                #expect(mistakes == [])
            }
        }
    }

    @Test("lists in pages, with links to the next and the previous")
    func pages() async throws {
        try await withExampleServer { _, url in
            let session = NetworkingSession(url: url)
            var path: String? = "/api/v2/pokemon?limit=4"
            var names: [String] = []
            var pages = 0
            while let next = path {
                let response = try await session.send(NetworkingRequest(method: .get, path: next))
                let page = try JSON(jsonData: response.body)
                #expect(page["count"] == 9)
                #expect(page["previous"]?.isNull == (pages == 0))
                names += page["results"]?.array?.compactMap { $0["name"]?.string } ?? []
                path = page["next"]?.string.map { String($0.dropFirst(url.count)) }
                pages += 1
            }
            #expect(pages == 3)
            #expect(names.count == 9)
            #expect(Set(names).count == 9)
        }
    }

    @Test("has no other paths", arguments: ["/api/v2/pokemon/mew", "/api/v2/moves", "/nowhere"])
    func missing(path: String) async throws {
        try await withExampleServer { _, url in
            let response = try await NetworkingSession(url: url)
                .send(NetworkingRequest(method: .get, path: path))
            #expect(response.status == 404)
        }
    }
}

/// The kinds of values that were counted in PokeAPI, for each path.
struct PokedexShapes {
    private var kinds: [String: Set<String>] = [:]
    private var keys: [String: Set<String>] = [:]

    /// The folder of the counted shapes, nil if it is missing.
    static var folder: URL? {
        let package = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let beside = package.deletingLastPathComponent().appending(path: "shared/data")
        let given = ProcessInfo.processInfo.environment["REPOGEN_SHARED_DATA"]
        let data = given.map { URL(filePath: $0) } ?? beside
        let folder = data.appending(path: "pokeapi/shapes")
        return FileManager.default.fileExists(atPath: folder.path()) ? folder : nil
    }

    init(kind: String) throws {
        let folder = try #require(Self.folder)
        let text = try String(contentsOf: folder.appending(path: "\(kind).txt"), encoding: .utf8)
        for line in text.split(separator: "\n") where line.hasPrefix("$") {
            // `$.forms[].name: str×1579  (maxlen 39)`, `$.habitat: null×639 | obj×386`
            guard let colon = line.range(of: ": ") else {
                continue
            }
            let path = String(line[..<colon.lowerBound])
            let counts = line[colon.upperBound...].prefix { $0 != "(" }
            kinds[path] = Set(counts.split(separator: "|").compactMap { Self.kind(of: $0) })
            if !path.hasSuffix("[]"), let dot = path.lastIndex(of: ".") {
                keys[String(path[..<dot]), default: []].insert(String(path[dot...].dropFirst()))
            }
        }
    }

    private static func kind(of count: Substring) -> String? {
        count.split(separator: "×").first?.trimmingCharacters(in: .whitespaces)
    }

    /// Returns the differences of a body from PokeAPI.
    func mistakes(in json: JSON, at path: String = "$") -> [String] {
        guard let allowed = kinds[path] else {
            return ["\(path) is not known"]
        }
        let (kind, inner): (String, [String])
        switch json {
        case .null: (kind, inner) = ("null", [])
        case .bool: (kind, inner) = ("bool", [])
        case .string: (kind, inner) = ("str", [])
        case .number(let number):
            (kind, inner) = (number.integer(Int.self) == nil ? "float" : "int", [])
        case .array(let elements):
            (kind, inner) = ("arr", elements.flatMap { mistakes(in: $0, at: path + "[]") })
        case .object(let members):
            let missing = keys[path, default: []].subtracting(members.keys)
            let within = members.flatMap { mistakes(in: $0.value, at: "\(path).\($0.key)") }
            (kind, inner) = ("obj", missing.map { "\(path).\($0) is missing" } + within)
        }
        return allowed.contains(kind) ? inner : inner + ["\(path) is \(kind)"]
    }
}
