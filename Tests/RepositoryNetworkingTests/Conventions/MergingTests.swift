import Foundation
import Testing

@testable import RepositoryNetworking

/// What services that merge are told of what is no more.
@Suite("Merging services") struct MergingTests {
    private let old: [String: JSON] = ["data": ["a": "1", "b": ["c": "2"]], "tags": ["x"]]

    private func form(_ changes: [String: JSON], isNew: Bool = false) -> String {
        let conventions = Conventions(media: .init(sent: "application/x-www-form-urlencoded"))
        let body = JSON.object(conventions.patch(changes, over: isNew ? [:] : old))
        return String(decoding: FormEncoding.repositories.encode(body, isNew: isNew), as: UTF8.self)
            .removingPercentEncoding ?? ""
    }

    @Test("forms say what an object has no more, and send it whole")
    func objects() {
        #expect(form(["data": ["a": "3", "d": "4"]]) == "data[a]=3&data[b]=&data[d]=4")
        #expect(form(["data": ["b": ["e": "5"]]]) == "data[a]=&data[b][c]=&data[b][e]=5")
    }

    @Test("forms say by an empty value that there is nothing in an object or an array")
    func empty() {
        #expect(form(["data": [:], "tags": []]) == "data=&tags=")
        #expect(form(["list": [["a": []]]]) == "list[0][a]=")
    }

    @Test("a creation by form leaves out what is empty: there is nothing to take away")
    func creation() {
        #expect(form(["title": "t", "tags": [], "due": .null], isNew: true) == "title=t")
    }

    @Test("updates that are no PUT say what is no more")
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
