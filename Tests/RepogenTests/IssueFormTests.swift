import Diagnostics
import Foundation
import Testing
import YAMLTree

/// The issue forms are valid for GitHub.
@Suite struct IssueFormTests {
    private static let folder = DocumentedPage.root.appending(path: ".github/ISSUE_TEMPLATE")

    static let forms: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0 != "config.yml" }.sorted()
    }()

    private func members(of name: String) throws -> [String: YAMLNode] {
        let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
        return members(of: try YAMLReader().read(SourceFile(path: name, text: text)))
    }

    private func members(of node: YAMLNode?) -> [String: YAMLNode] {
        guard case .mapping(let pairs)? = node?.content else { return [:] }
        return Dictionary(uniqueKeysWithValues: pairs.map { (text(of: $0.key), $0.value) })
    }

    private func elements(of node: YAMLNode?) -> [YAMLNode] {
        guard case .sequence(let nodes)? = node?.content else { return [] }
        return nodes
    }

    private func text(of node: YAMLNode?) -> String {
        guard case .scalar(let scalar)? = node?.content else { return "" }
        return scalar.text
    }

    @Test("there are forms for bugs, features and services")
    func names() {
        #expect(Self.forms == ["error.yml", "feature.yml", "service.yml"])
    }

    @Test(
        "a form has a name, a description, and fields with unique labels and names",
        arguments: forms
    )
    func fields(form: String) throws {
        let members = try members(of: form)
        #expect(!text(of: members["name"]).isEmpty)
        #expect(!text(of: members["description"]).isEmpty)
        var names: Set<String> = []
        var required = 0
        for field in elements(of: members["body"]).map({ self.members(of: $0) }) {
            let attributes = self.members(of: field["attributes"])
            switch text(of: field["type"]) {
            case "markdown": #expect(!text(of: attributes["value"]).isEmpty)
            case "input", "textarea":
                #expect(names.insert(text(of: field["id"])).inserted)
                #expect(!text(of: attributes["label"]).isEmpty)
                #expect(!text(of: attributes["description"]).isEmpty)
                let validations = self.members(of: field["validations"])
                if text(of: validations["required"]) == "true" { required += 1 }
            case let other: Issue.record("\(other) is no type of a field here")
            }
        }
        #expect(required >= 1 && required < names.count + 1)
    }

    @Test("the links next to the forms have a name, an address and a reason")
    func links() throws {
        let links = elements(of: try members(of: "config.yml")["contact_links"])
        #expect(links.count == 2)
        for link in links.map({ members(of: $0) }) {
            #expect(!text(of: link["name"]).isEmpty)
            #expect(!text(of: link["about"]).isEmpty)
            #expect(text(of: link["url"]).hasPrefix("https://github.com/repogen/repogen"))
        }
    }
}
