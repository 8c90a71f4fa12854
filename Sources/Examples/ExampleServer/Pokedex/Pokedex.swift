import FlyingFox
import Foundation

/// A small Pokédex at `/api/v2`, in the format of PokeAPI: lists, and objects by number or name.
enum Pokedex {
    /// Returns the response to a request, nil if the path is not one of the Pokédex.
    static func answer(to request: ReceivedRequest, at host: String) -> HTTPResponse? {
        let parts = request.path.split(separator: "/").map { $0.removingPercentEncoding ?? "" }
        guard parts.count >= 3, parts[0] == "api", parts[1] == "v2" else {
            return nil
        }
        guard request.method == "GET" else {
            return .problem(405, "The Pokédex is read only.")
        }
        let links = Links(root: "http://\(host)/api/v2")
        guard let entries = entries(of: parts[2], links) else {
            return notFound
        }
        if parts.count == 3 {
            return .json(200, list(entries, of: parts[2], links, request.parameters))
        }
        guard parts.count == 4,
            let entry = entries.first(where: { "\($0.id)" == parts[3] || $0.name == parts[3] })
        else {
            return notFound
        }
        return .json(200, entry.json())
    }

    /// An object of the Pokédex.
    struct Entry {
        let id: Int
        /// The name, nil for an evolution chain.
        let name: String?
        let json: () -> [String: Any]
    }

    // The real one also responds with an HTML page.
    private static var notFound: HTTPResponse {
        HTTPResponse(
            statusCode: .notFound,
            headers: [.contentType: "text/html"],
            body: Data("<html><body>Not Found</body></html>".utf8)
        )
    }

    private static func entries(of kind: String, _ links: Links) -> [Entry]? {
        switch kind {
        case "pokemon":
            Pokemon.all.map { one in Entry(id: one.id, name: one.name) { one.json(links) } }
        case "pokemon-species":
            Species.all.map { one in Entry(id: one.id, name: one.name) { one.json(links) } }
        case "evolution-chain":
            EvolutionChain.all.map { one in Entry(id: one.id, name: nil) { one.json(links) } }
        case "ability":
            Ability.all.map { one in Entry(id: one.id, name: one.name) { one.json(links) } }
        case "type":
            PokemonType.all.map { one in Entry(id: one.id, name: one.name) { one.json(links) } }
        default:
            nil
        }
    }

    private static func list(
        _ entries: [Entry],
        of kind: String,
        _ links: Links,
        _ parameters: [String: String]
    ) -> [String: Any] {
        let limit = max(1, parameters["limit"].flatMap { Int($0) } ?? 20)
        let offset = max(0, parameters["offset"].flatMap { Int($0) } ?? 0)
        let page = entries.dropFirst(offset).prefix(limit)
        func link(_ offset: Int) -> String {
            "\(links.root)/\(kind)?offset=\(offset)&limit=\(limit)"
        }
        let hasNext = offset + limit < entries.count
        return [
            "count": entries.count,
            "next": hasNext ? link(offset + limit) : NSNull(),
            "previous": offset > 0 ? link(max(0, offset - limit)) : NSNull(),
            "results": page.map { entry in
                var result: [String: Any] = ["url": "\(links.root)/\(kind)/\(entry.id)/"]
                result["name"] = entry.name
                return result
            },
        ]
    }
}

/// Creates references with absolute URLs.
struct Links: Sendable {
    let root: String

    func to(_ kind: String, _ id: Int, _ name: String) -> [String: Any] {
        ["name": name, "url": "\(root)/\(kind)/\(id)/"]
    }

    func generation(_ number: Int) -> [String: Any] {
        let roman = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"]
        return to("generation", number, "generation-\(roman[number - 1])")
    }

    /// Returns the names of an object in the languages of the data.
    func names(_ names: [Language: String]) -> [[String: Any]] {
        names.sorted { $0.key.rawValue < $1.key.rawValue }.map { language, name in
            ["language": self.language(language), "name": name]
        }
    }

    func language(_ language: Language) -> [String: Any] {
        to("language", language.rawValue, language.name)
    }
}

/// The languages of the data, by their numbers in PokeAPI.
enum Language: Int {
    case french = 5
    case english = 9
    case japanese = 11

    var name: String {
        switch self {
        case .french: "fr"
        case .english: "en"
        case .japanese: "ja"
        }
    }
}
