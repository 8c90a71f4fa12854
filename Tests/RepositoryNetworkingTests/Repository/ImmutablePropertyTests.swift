import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

@Suite("An immutable property")
struct ImmutablePropertyTests {
    private let old = Coupon(id: 1, title: "Ten off", code: "TEN", note: "for all")

    @Test("is not part of a patch, and is unchanged")
    func patch() async throws {
        try await withExampleServer { server, url in
            await server.script("PATCH", "/coupons/1", ScriptedAnswer(204))
            let coupons = CouponRepository(store: NetworkingSession(url: url))
            let new = Coupon(id: 1, title: "Eleven off", code: "ELEVEN")
            let patched = try await coupons.patch(new, from: old)
            #expect(patched == Coupon(id: 1, title: "Eleven off", code: "TEN", note: "for all"))
            let request = try #require(await server.requests.last)
            #expect(try JSON(jsonData: request.body) == ["title": "Eleven off"])
        }
    }

    @Test("alone does not make a patch")
    func alone() async throws {
        try await withExampleServer { server, url in
            let coupons = CouponRepository(store: NetworkingSession(url: url))
            let new = Coupon(id: 1, title: "Ten off", code: "OTHER")
            let patched = try await coupons.patch(new, from: old)
            #expect(patched == old)
            #expect(await server.requests.isEmpty)
        }
    }

    @Test("has the server's value, if that differs")
    func answer() async throws {
        try await withExampleServer { server, url in
            let body = #"{"coupon_code":"NEW"}"#
            await server.script("PATCH", "/coupons/1", .json(body))
            let coupons = CouponRepository(store: NetworkingSession(url: url))
            var new = old
            new.title = "More off"
            new.code = "MORE"
            let patched = try await coupons.patch(new, from: old)
            #expect(patched == Coupon(id: 1, title: "More off", code: "NEW", note: "for all"))
        }
    }

    @Test("is sent by PUT, but not by an update that keeps missing properties")
    func update() async throws {
        try await withExampleServer { server, url in
            let kept = #"{"id":1,"title":"Ten off","coupon_code":"TEN","note":"for all"}"#
            await server.script("GET", "/coupons/1", .json(kept))
            await server.script("PUT", "/coupons/1", ScriptedAnswer(204))
            await server.script("PATCH", "/coupons/1", ScriptedAnswer(204))
            let session = NetworkingSession(url: url)
            var new = old
            new.title = "More off"
            try await CouponRepository(store: session).update(new)
            let replaced = try #require(await server.requests.last)
            #expect(
                try JSON(jsonData: replaced.body) == [
                    "title": "More off", "coupon_code": "TEN", "note": "for all",
                ]
            )
            try await MergedCoupons(store: session).update(new)
            let merged = try #require(await server.requests.last)
            #expect(merged.method == "PATCH")
            #expect(try JSON(jsonData: merged.body) == ["title": "More off"])
        }
    }

    /// The coupons of a service whose update keeps missing properties.
    private struct MergedCoupons: CRUDNetworkingRepository {
        typealias Entity = Coupon
        let store: any Networking
        let path = "coupons"
        let conventions = Conventions(requests: [.update: .init(.patch, "{path}/{id}")])
    }

    @Test("is unchanged in a local store, too")
    func local() async throws {
        let coupons = CouponStore(storage: MemoryStorage())
        try await coupons.prepare()
        try await coupons.storeOrUpdate(old)
        let new = Coupon(id: 1, title: "Eleven off", code: "ELEVEN")
        let expected = Coupon(id: 1, title: "Eleven off", code: "TEN", note: "for all")
        let patched = try await coupons.patch(new, from: old)
        #expect(patched == expected)
        #expect(try await coupons.find(id: 1) == expected)
    }
}
