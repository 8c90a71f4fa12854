import Foundation
import Testing

@testable import RepositoryNetworking

/// How removed values are sent to services that merge.
@Suite("Merging services") struct MergingTests {
    private let old: [String: JSON] = ["data": ["a": "1", "b": ["c": "2"]], "tags": ["x"]]

    private func form(_ changes: [String: JSON], isNew: Bool = false) -> String {
        let conventions = Conventions(media: .init(sent: "application/x-www-form-urlencoded"))
        let body = JSON.object(conventions.patch(changes, over: isNew ? [:] : old))
        return String(decoding: FormEncoding.repositories.encode(body, isNew: isNew), as: UTF8.self)
            .removingPercentEncoding ?? ""
    }

    @Test("forms list the removed properties of an object, and send all of it")
    func objects() {
        #expect(form(["data": ["a": "3", "d": "4"]]) == "data[a]=3&data[b]=&data[d]=4")
        #expect(form(["data": ["b": ["e": "5"]]]) == "data[a]=&data[b][c]=&data[b][e]=5")
    }

    @Test("forms represent an empty object or array by an empty value")
    func empty() {
        #expect(form(["data": [:], "tags": []]) == "data=&tags=")
        #expect(form(["list": [["a": []]]]) == "list[0][a]=")
    }

    @Test("a creation by form omits empty values: there is nothing to remove")
    func creation() {
        #expect(form(["title": "t", "tags": [], "due": .null], isNew: true) == "title=t")
    }

    @Test("updates without PUT list removed properties")
    func updates() {
        let members: [String: JSON] = ["data": ["a": "1"]]
        #expect(Conventions().update(members, over: old) == members)
        let posted = Conventions(requests: [.update: .init(.post, "{path}/{id}")])
        #expect(posted.update(members, over: old) == ["data": ["a": "1"], "tags": .null])
        var form = posted
        form.media.sent = "application/x-www-form-urlencoded"
        #expect(
            form.update(members, over: old) == ["data": ["a": "1", "b": .null], "tags": .null]
        )
    }
}
