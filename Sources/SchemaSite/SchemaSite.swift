package import SchemaDiagram
import SchemaLanguage

/// Schemas as a static site, for readers who do not know YAML.
///
/// The page of a declaration has its properties, a JSON example, its requests with curl, its errors
/// and a diagram. The site needs no server: browsers open and search `index.html` from a disk.
package struct SchemaSite: Sendable {
    private let sources: [DiagramSource]
    private let title: String
    private let links: SchemaLinks?

    /// Creates a site for schemas.
    ///
    /// - Parameters:
    ///   - sources: The schemas.
    ///   - title: The title of the site, which each page shows.
    ///   - links: Converts schema lines to links; nil for none.
    package init(of sources: [DiagramSource], title: String, links: SchemaLinks?) {
        self.sources = sources
        self.title = title
        self.links = links
    }

    /// The files of the site, with distinct paths.
    package var files: [SiteFile] {
        let map = SiteMap(of: sources)
        let model = ModelDiagram(of: sources)
        var files = [
            SiteFile(path: "style.css", contents: SiteAssets.style),
            SiteFile(path: "search.js", contents: SiteAssets.script),
            SiteFile(path: "search-index.js", contents: SearchIndex(map).script),
        ]
        files += index(map, model)
        var known: Set<String> = []
        for source in sources {
            let page = SitePage(map: map, source: source, links: links, title: title, root: "../")
            for file in pages(page, model) where known.insert(file.path).inserted {
                files.append(file)
            }
        }
        return files
    }

    private func svg(_ diagram: Diagram, at path: String) -> SiteFile {
        SiteFile(path: path, contents: diagram.text(as: .svg))
    }

    /// The first page and its picture.
    private func index(_ map: SiteMap, _ model: ModelDiagram) -> [SiteFile] {
        guard let source = sources.first else { return [] }
        let page = SitePage(map: map, source: source, links: links, title: title, root: "")
        let diagram = model.diagram()
        var parts: [HTML] = ["<p>\(diagram.description)</p>"]
        for kind in SiteMap.Kind.allCases {
            let entries = map.entries.filter { $0.kind == kind }
            guard !entries.isEmpty else { continue }
            let rows = entries.map { entry -> [HTML] in
                let summary = entry.head.doc?.split(separator: "\n").first.map(String.init) ?? ""
                return [
                    "<a href=\"\(entry.path).html\">\(entry.head.name)</a>",
                    MarkdownSpans.html(summary),
                ]
            }
            parts.append(
                """
                <h2 id="\(kind.plural)">\(kind.heading)</h2>
                \(HTML.table(kind.heading, ["Name", "Meaning"], rows, isTitled: true))
                """
            )
        }
        parts.append(page.figure(diagram, at: "model.svg"))
        return [
            SiteFile(path: "index.html", contents: page.text(title, kind: nil, parts)),
            svg(diagram, at: "model.svg"),
        ]
    }

    /// The pages of a schema's declarations, and their pictures.
    private func pages(_ page: SitePage, _ model: ModelDiagram) -> [SiteFile] {
        let schema = page.schema
        let (types, requests) = (TypePages(page: page), RequestPages(page: page))
        var files: [SiteFile] = []
        func add(
            _ kind: SiteMap.Kind,
            _ head: DeclarationHead,
            _ diagram: Diagram?,
            _ text: (HTML) -> String
        ) {
            guard let path = page.map.path(of: kind, head) else { return }
            if let diagram { files.append(svg(diagram, at: "\(path).svg")) }
            let figure = diagram.map { page.figure($0, at: "\(path).svg") } ?? ""
            files.append(SiteFile(path: "\(path).html", contents: text(figure)))
        }
        for entity in schema.entities {
            let diagram = model.diagram(around: [entity.head.name])
            add(.entity, entity.head, diagram) { types.text(of: entity, $0) }
        }
        for value in schema.values {
            let diagram = model.diagram(around: [value.head.name])
            add(.value, value.head, diagram) { types.text(of: value, $0) }
        }
        for union in schema.unions { add(.union, union.head, nil) { _ in types.text(of: union) } }
        for one in schema.enumerations { add(.enum, one.head, nil) { _ in types.text(of: one) } }
        for one in schema.scalars { add(.scalar, one.head, nil) { _ in types.text(of: one) } }
        for endpoint in schema.endpoints {
            let diagram = EndpointDiagram(of: endpoint, in: page.source).diagram
            add(.endpoint, endpoint.head, diagram) { requests.text(of: endpoint, $0) }
        }
        for repository in schema.repositories {
            let diagram = WriteDiagram(of: repository, in: page.source)?.diagram
            add(.repository, repository.head, diagram) { requests.text(of: repository, $0) }
        }
        for api in schema.apis { add(.api, api.head, nil) { _ in requests.text(of: api) } }
        return files
    }
}
