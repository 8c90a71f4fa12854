import ExampleServer
import Foundation
import RepositoryRuntime
import Shop
import Testing

/// The contents of requests: only what the service accepts, with credentials, in its formats.
@Suite struct ShopRequestTests {
    @Test("a draft has the client's properties, and unknown keys")
    func drafts() throws {
        let product = try Product(jsonData: Data(ShopSamples.product.utf8))
        let sent = try #require(JSON(jsonData: product.draft.jsonData()).object)
        let whole = try #require(JSON(jsonData: product.jsonData()).object)
        let readOnly: Set = ["id", "created_at", "updated_at"]
        #expect(Set(sent.keys) == Set(whole.keys).subtracting(readOnly))
        #expect(sent["shelf"] == ["row": 3, "gap": .null])
        #expect(try JSON(any: product.draft.dictionary) == .object(sent))
    }

    @Test("only creates and changes contain a password")
    func writeOnly() throws {
        let new = Customer.Draft(id: "ada", email: "a@b.example", password: "s3cret", cards: [])
        #expect(
            try new.jsonText()
                == #"{"id":"ada","email":"a@b.example","password":"s3cret","cards":[]}"#
        )
        let known = Customer(id: "ada", email: "a@b.example", cards: [])
        #expect(try known.draft.jsonText() == #"{"id":"ada","email":"a@b.example","cards":[]}"#)
        let patch = Customer.Patch(password: .set("n3w"), nickname: .clear)
        #expect(try patch.jsonText() == #"{"password":"n3w","nickname":null}"#)
        #expect(try JSON(any: patch.dictionary) == ["password": "n3w", "nickname": .null])
    }

    @Test("a patch has the formats of the service, and no immutable properties")
    func patches() throws {
        let patch = Product.Patch(price: .set(5), isNew: .set(true), color: .clear)
        #expect(try patch.jsonText() == #"{"price":"5","is_new":1,"color":null}"#)
        let labels = Mirror(reflecting: patch).children.compactMap(\.label)
        #expect(labels.contains("price"))
        for label in ["code", "id", "createdAt", "updatedAt", "unknownKeys"] {
            #expect(!labels.contains(label))
        }
    }

    @Test("requests contain credentials, unless the schema opts out")
    func authentication() async throws {
        try await withExampleServer { url, server in
            await server.script("POST", "/login", .json(#"{"id":"ada","email":"e","cards":[]}"#))
            await server.script("GET", "/suppliers", .json(#"[1,"Ada"]"#))
            await server.script("GET", "/products/7", .json(ShopSamples.product))
            let session = NetworkingSession(url: url, credentials: .token("t0ken"))
            let shop = ShopRepository(networking: session)
            let draft = Customer.Draft(id: "ada", email: "e", password: "s3cret", cards: [])
            let customer = try await shop.logIn(body: draft)
            #expect(customer.id == "ada")
            #expect(try await shop.suppliers() == [.number(1), .name("Ada")])
            #expect(try await ProductRepository(store: session).find(id: 7).name == "Lamp")
            #expect(
                await server.requests.map { $0.headers["authorization"] }
                    == [nil, "Bearer t0ken", "Bearer t0ken"]
            )
        }
        #expect(ShopAPI.authentication == .bearer)
        #expect(!Endpoint.LogIn.authenticates && Endpoint.Suppliers.authenticates)
    }

    @Test("missing credentials are an error, and nothing is sent")
    func missingCredentials() async throws {
        try await withExampleServer { url, server in
            let shop = ShopRepository(networking: NetworkingSession(url: url))
            await #expect(throws: RepositoryError.self) { try await shop.suppliers() }
            #expect(await server.requests.isEmpty)
        }
    }

    @Test("parameters have the formats of their scalars")
    func parameters() async throws {
        try await withExampleServer { url, server in
            await server.script("GET", "/products/search", .json("[]"))
            let session = NetworkingSession(url: url, credentials: .token("t"))
            let codes = [ProductCode(series: "AB", number: 1), ProductCode(series: "C", number: 2)]
            let found = try await ShopRepository(networking: session).search(
                upTo: Decimal(string: "19.90") ?? 0,
                since: Date(timeIntervalSince1970: 1_700_000_000),
                codes: codes,
                onlyNew: true
            )
            #expect(found.isEmpty)
            #expect(
                await server.requests.first?.query
                    == "upTo=19.9&since=1700000000&codes=AB-1&codes=C-2&onlyNew=1"
            )
        }
    }

    @Test("a PUT preserves unknown keys")
    func unknownKeys() async throws {
        try await withExampleServer { url, server in
            await server.script("PUT", "/products/7", .json(ShopSamples.product))
            let session = NetworkingSession(url: url, credentials: .token("t"))
            var product = try Product(jsonData: Data(ShopSamples.product.utf8))
            product.name = "Lamp"
            #expect(try await ProductRepository(store: session).update(product) == product)
            let sent = try #require(await server.requests.first?.body)
            #expect(try JSON(jsonData: sent).object?["shelf"] == ["row": 3, "gap": .null])
        }
    }

    @Test("no error of a request shows redacted values")
    func errors() async throws {
        try await withExampleServer { url, server in
            let body = #"{"id":"ada","email":["s3cret"],"cards":[]}"#
            await server.script("GET", "/customers/ada", .json(body))
            let session = NetworkingSession(url: url, credentials: .token("s3cret-token"))
            do throws(RepositoryError) {
                _ = try await CustomerRepository(store: session).find(id: "ada")
                Issue.record("the body is read although the email is no text")
            } catch {
                #expect(!"\(error)".contains(ShopSamples.secret), "\(error)")
            }
        }
    }
}
