import ExampleServer
import Foundation
import HTTPTypes
import RepositoryAsyncHTTPClient
import RepositoryRuntime
import Shop
import Testing

/// Arrays and objects in a query, as received by a server.
@Suite struct ShopParameterTests {
    private func received(_ endpoint: some EndpointDefinition) async throws -> ReceivedRequest {
        try await withExampleServer { url, server in
            let path = String(
                try GenericRequest(endpoint).networkingRequest().operation.drop { $0 != "/" }
            )
            await server.script("GET", path, .json("[]"))
            let session = NetworkingSession(url: url, credentials: .token("t"))
            _ = try await session.request(endpoint)
            return try #require(await server.requests.first)
        }
    }

    /// Returns the query parameters as a server parses them: split first, then decoded.
    private func parameters(_ request: ReceivedRequest) throws -> [[String]] {
        try request.query.split(separator: "&").map { item in
            try item.split(separator: "=", maxSplits: 1).map {
                try #require(String($0).removingPercentEncoding)
            }
        }
    }

    @Test("arrays are written in the declared format")
    func arrays() async throws {
        let request = try await received(
            Endpoint.Compare(
                ids: [7, 8],
                names: ["a,b", "c&d=e"],
                brands: ["Ada", "Bo|b"],
                tags: ["x y", "z"],
                colors: [.red, .unknown("é")],
                days: [Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: 2)],
                prices: [1, 2.5]
            )
        )
        #expect(
            try parameters(request) == [
                ["ids", "7,8"], ["names", "a,b,c&d=e"], ["brands", "Ada Bo|b"],
                ["tags", "x y|z"], ["colors[]", "red"], ["colors[]", "é"], ["days[0]", "1"],
                ["days[1]", "2"], ["prices", "1"], ["prices", "2.5"],
            ]
        )
        // A separator is distinguished from a comma in an element.
        let query = request.query
        #expect(query.contains("ids=7,8&names=a%2Cb,c%26d%3De&brands=Ada%20Bo%7Cb&tags=x%20y%7Cz"))
    }

    @Test("empty arrays and nil are not sent")
    func emptyArrays() async throws {
        let request = try await received(
            Endpoint.Compare(ids: [], names: [""], brands: [], colors: [], days: [])
        )
        #expect(request.query == "names=")
    }

    @Test(
        "an element that contains the separator is an error, and nothing is sent",
        arguments: [(["a b"], [String](), "brands", "a space"), ([], ["a|b"], "tags", "'|'")]
    )
    func ambiguousElements(
        brands: [String],
        tags: [String],
        name: String,
        separator: String
    ) async throws {
        try await withExampleServer { url, server in
            let session = NetworkingSession(url: url, credentials: .token("t"))
            let endpoint = Endpoint.Compare(
                ids: [],
                names: [],
                brands: brands,
                tags: tags,
                colors: [],
                days: []
            )
            let error = await #expect(throws: RepositoryError.self) {
                try await session.request(endpoint)
            }
            #expect(error?.code == .invalidRequest)
            #expect(
                error?.message
                    == "The query parameter '\(name)' has an element containing \(separator), "
                    + "which is the separator."
            )
            #expect(await server.requests.isEmpty)
        }
    }

    @Test("objects are written in the declared format, with the keys of the API")
    func objects() async throws {
        let endpoint = Endpoint.Match(
            shade: Shade(red: 1, green: 2, blue: 3, usedFor: ["wall & floor", "door"]),
            shelf: MatchShelf(
                row: 4,
                levels: [5, 6],
                place: MatchShelfPlace(city: "Rome", zip: "00100")
            ),
            size: MatchSize(width: 7.5, maxHeight: nil)
        )
        #expect(
            try parameters(try await received(endpoint)) == [
                ["shade[blue]", "3"], ["shade[green]", "2"], ["shade[red]", "1"],
                ["shade[used_for]", "wall & floor"], ["shade[used_for]", "door"],
                ["shelf.levels", "5,6"], ["shelf.place.city", "Rome"],
                ["shelf.place.postal_code", "00100"], ["shelf.row", "4"], ["width", "7.5"],
            ]
        )
    }

    @Test("a number that cannot be written is an error")
    func unwritable() async throws {
        let shade = Shade(red: 1, green: 2, blue: 3, usedFor: [])
        let shelf = MatchShelf(row: 4, levels: [], place: MatchShelfPlace(city: "", zip: ""))
        let size = MatchSize(width: .nan, maxHeight: 1)
        let endpoint = Endpoint.Match(shade: shade, shelf: shelf, size: size)
        let error = #expect(throws: RepositoryError.self) {
            try GenericRequest(endpoint).networkingRequest()
        }
        #expect(error?.message == "The query parameter 'size' has a value that cannot be encoded.")
    }

    // MARK: - Outside of a query

    private static let lamp = Tint(name: "a,b=c", depth: nil, isGlossy: true)

    @Test("arrays and objects in the path, header fields and cookies are comma-separated")
    func joined() async throws {
        let endpoint = Endpoint.Swatches(
            shades: [.red, .unknown("a/b,c")],
            wanted: Self.lamp,
            days: [Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: 2)],
            other: Self.lamp,
            brands: ["Ada & co", "Öl"],
            ids: [7, 8],
            tint: Tint(name: "sea", depth: 2, isGlossy: false),
            mixed: Tint(name: "sea", depth: 2, isGlossy: false),
            seen: [9, 10],
            names: ["a,b", "c; d%"],
            last: Self.lamp
        )
        let request = try GenericRequest(endpoint).networkingRequest()
        #expect(
            request.head.path == "/paints/red,a%2Fb%2Cc/is_glossy=true,name=a%2Cb%3Dc/;days=1,2"
                + "?other=is_glossy,true,name,a%2Cb%3Dc"
        )
        try await withExampleServer { url, server in
            let path = "/paints/red,a%2Fb%2Cc/is_glossy=true,name=a%2Cb%3Dc/;days=1,2"
            await server.script("GET", path, .json("[]"))
            for transport in [0, 1] {
                let session = NetworkingSession(url: url, credentials: .token("t"))
                _ = try await (transport == 0 ? session : session.using(.shared)).request(endpoint)
            }
            for request in await server.requests {
                #expect(request.path == path)
                #expect(request.query == "other=is_glossy,true,name,a%2Cb%3Dc")
                #expect(request.headers["x-brands"] == "Ada & co,Öl")
                #expect(request.headers["x-ids"] == "7,8")
                #expect(request.headers["x-tint"] == "depth,2,is_glossy,false,name,sea")
                #expect(request.headers["x-mixed"] == "depth=2,is_glossy=false,name=sea")
                #expect(
                    request.headers["cookie"]
                        == "seen=9,10; names=a%2Cb,c%3B%20d%25; last=is_glossy,true,name,a%2Cb%3Dc"
                )
            }
            #expect(await server.requests.count == 2)
        }
    }

    private func swatches(
        shades: [Color] = [.red],
        wanted: Tint = lamp,
        brands: [String] = [],
        mixed: Tint? = nil
    ) -> Endpoint.Swatches {
        Endpoint.Swatches(
            shades: shades,
            wanted: wanted,
            days: [Date(timeIntervalSince1970: 1)],
            brands: brands,
            mixed: mixed,
            names: []
        )
    }

    @Test("header fields and cookies without elements are not sent; an empty path is an error")
    func leftOutJoined() throws {
        let request = try GenericRequest(swatches()).networkingRequest()
        #expect(request.head.headerFields[try #require(HTTPField.Name("X-Brands"))] == nil)
        #expect(request.head.headerFields[.cookie] == nil)
        for shades in [[], [Color.unknown("")]] {
            let error = #expect(throws: RepositoryError.self) {
                try GenericRequest(swatches(shades: shades)).networkingRequest()
            }
            #expect(error?.message == "The path parameter 'shades' has no value.")
        }
    }

    @Test(
        "an ambiguous list in a header field is an error",
        arguments: ["a,b", "", " a", "b "]
    )
    func ambiguousHeader(brand: String) {
        let error = #expect(throws: RepositoryError.self) {
            try GenericRequest(swatches(brands: ["x", brand])).networkingRequest()
        }
        #expect(error?.code == .invalidRequest)
        #expect(error?.message.hasPrefix("The header 'X-Brands' has an element ") == true)
        let mixed = #expect(throws: RepositoryError.self) {
            let tint = Tint(name: brand, isGlossy: true)
            return try GenericRequest(swatches(mixed: tint)).networkingRequest()
        }
        #expect(mixed?.message.hasPrefix("The header 'X-Mixed' has an element ") == true)
    }

    @Test("nested objects cannot be comma-separated")
    func nestedCommas() {
        let place = MatchShelfPlace(city: "Rome", zip: "1")
        var parameters = Parameters()
        parameters.query("shelf", MatchShelf(row: 1, levels: [2], place: place), objects: .commas)
        let error = #expect(throws: RepositoryError.self) {
            try GenericRequest(Probe(parameters: parameters)).networkingRequest()
        }
        #expect(
            error?.message
                == "The query parameter 'shelf' has a nested array or object, "
                + "which commas cannot represent."
        )
    }

    // MARK: - Keys

    @Test("conditions and the order of a repository use the keys of the API")
    func keysOfConditions() async throws {
        try await withExampleServer { url, server in
            await server.script("GET", "/products", .json("[]"))
            let session = NetworkingSession(url: url, credentials: .token("t"))
            let products = ProductRepository(store: session)
            _ = try await products.find(orderedBy: { [$0.createdAt.descending] }) {
                $0.isNew == true
            }
            let request = try #require(await server.requests.first)
            #expect(try parameters(request) == [["is_new", "1"], ["sort", "-created_at"]])
        }
    }

    @Test("a parameter of an endpoint has its own name, whatever the keys of the API are")
    func namesOfParameters() async throws {
        let request = try await received(Endpoint.Search(upTo: 5, codes: [], onlyNew: true))
        #expect(try parameters(request) == [["upTo", "5"], ["onlyNew", "1"]])
    }

    // MARK: - Cookies

    @Test("the cookies of a request are in one field, after existing ones")
    func cookies() async throws {
        try await withExampleServer { url, server in
            await server.script("GET", "/basket", .json("[]"))
            let headers = ["Cookie": "device=d1; basket=old;theme=dark"]
            let session = NetworkingSession(url: url, headers: headers, credentials: .token("t"))
            let endpoint = Endpoint.Basket(
                others: "theme=light; Basket=upper",
                basket: "b%3D1==",
                color: .unknown("öl & 100%; \"x\"\\,"),
                visits: 3,
                since: Date(timeIntervalSince1970: 1)
            )
            _ = try await session.request(endpoint)
            let request = try #require(await server.requests.first)
            #expect(
                request.headers["cookie"]
                    == "device=d1; theme=light; Basket=upper; basket=b%3D1==; "
                    + "color=%C3%B6l%20&%20100%25%3B%20%22x%22%5C%2C; visit_count=3; since=1"
            )
        }
    }

    @Test("cookies that are nil are not sent, but empty values are")
    func leftOutCookies() async throws {
        let request = try await received(Endpoint.Basket(basket: ""))
        #expect(request.headers["cookie"] == "basket=; visit_count=0")
    }

    // MARK: - Forms

    @Test("forms write arrays and objects in the same formats")
    func forms() throws {
        let place = MatchShelfPlace(city: "Rome", zip: "1")
        let form = SendForm(body: MatchShelf(row: 4, levels: [1, 2], place: place))
        let body = try #require(try GenericRequest(form).networkingRequest().body)
        #expect(
            String(decoding: body, as: UTF8.self) == "levels=1%202&city=Rome&postal_code=1&row=4"
        )
    }

    @Test("a form element that contains the separator is an error")
    func ambiguousFields() throws {
        let endpoint = Endpoint.Subscribe(email: "a@b.example", topics: [.unknown("a,b"), .news])
        let error = #expect(throws: RepositoryError.self) {
            try GenericRequest(endpoint).networkingRequest()
        }
        #expect(error?.code == .invalidRequest)
        #expect(
            error?.message
                == "The field 'topics' has an element containing ',', which is the separator."
        )
    }
}

/// A hand-written endpoint.
private struct SendForm: EndpointDefinition {
    typealias Response = EmptyResponse

    static let path = "/form"
    static let method = RepositoryRuntime.HTTPMethod.post
    static let bodyMedia = BodyMedia<MatchShelf>.form(arrays: .spaces, objects: .exploded)

    var body: MatchShelf
}

/// An endpoint with parameters set by a test.
private struct Probe: EndpointDefinition {
    typealias Response = EmptyResponse

    static let path = "/probe"
    static let method = RepositoryRuntime.HTTPMethod.get

    var parameters: Parameters
}
