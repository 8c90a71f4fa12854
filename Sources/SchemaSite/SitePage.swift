import SchemaDiagram
import SchemaLanguage

/// The shared parts of a site's pages: links, types, and the frame of each page.
struct SitePage {
    let map: SiteMap
    let source: DiagramSource
    let links: SchemaLinks?
    let title: String
    /// The relative path from the folder of the page to that of the site.
    let root: String
    /// The examples of the schema.
    let examples: ExampleJSON
    private let typePaths: [String: String]

    init(map: SiteMap, source: DiagramSource, links: SchemaLinks?, title: String, root: String) {
        self.map = map
        self.source = source
        self.links = links
        self.title = title
        self.root = root
        examples = ExampleJSON(source.schema)
        typePaths = map.typePaths(in: source.schema)
    }

    var schema: CheckedSchema { source.schema }

    /// A link to the page of a declaration; only its name if there is none.
    func link(_ kind: SiteMap.Kind, _ head: DeclarationHead) -> HTML {
        guard let path = map.path(of: kind, head) else { return "\(head.name)" }
        return "<a href=\"\(root)\(path).html\">\(head.name)</a>"
    }

    /// A type, with a link.
    func type(_ type: CheckedType) -> HTML {
        switch type {
        case .array(let element): return "[\(self.type(element))]"
        case .dictionary(let value): return "{ String: \(self.type(value)) }"
        case .nullable(let inner): return "\(self.type(inner))?"
        default:
            guard let name = type.declared?.name, let path = typePaths[name]
            else { return "\(type.schemaText)" }
            return "<a href=\"\(root)\(path).html\">\(type.schemaText)</a>"
        }
    }

    /// A type in a table cell.
    func code(_ type: CheckedType) -> HTML { "<code>\(self.type(type))</code>" }

    /// The position of a declaration in its schema.
    func origin(_ line: SchemaLine) -> HTML {
        let text = line.number.map { "\(line.path), line \($0)" } ?? line.path
        guard let links else { return "<p class=\"origin\">\(text)</p>" }
        return "<p class=\"origin\"><a href=\"\(links.address(of: line))\">\(text)</a></p>"
    }

    /// A diagram, with a link to its file.
    func figure(_ diagram: Diagram, at path: String) -> HTML {
        """
        <section aria-labelledby="diagram">
        <h2 id="diagram">Diagram</h2>
        <figure>
        <a href="\(root)\(path)"><img src="\(root)\(path)" alt="\(diagram.title): \(diagram.description)"></a>
        </figure>
        </section>
        """
    }

    /// The whole page.
    ///
    /// - Parameters:
    ///   - heading: The heading.
    ///   - kind: The kind of page, shown above the heading; nil for the first page.
    ///   - parts: The contents below it.
    /// - Returns: The text of the file.
    func text(_ heading: String, kind: SiteMap.Kind?, _ parts: [HTML]) -> String {
        let above: HTML =
            kind.map { kind in
                """
                <nav aria-label="Breadcrumb"><ol class="way">
                <li><a href="\(root)index.html">\(title)</a></li>
                <li><a href="\(root)index.html#\(kind.plural)">\(kind.heading)</a></li>
                <li aria-current="page">\(heading)</li>
                </ol></nav>
                """
            } ?? ""
        let page: HTML = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(kind == nil ? heading : "\(heading) – \(title)")</title>
            <link rel="stylesheet" href="\(root)style.css">
            </head>
            <body data-root="\(root)">
            <a class="skip" href="#content">Skip to the content</a>
            <header>
            <a class="home" href="\(root)index.html">\(title)</a>
            <form role="search" id="search">
            <label for="query">Search</label>
            <input id="query" type="search" autocomplete="off" spellcheck="false">
            <div role="region" aria-label="Results" aria-live="polite"><ul id="results"></ul></div>
            </form>
            </header>
            <main id="content">
            \(above)
            <h1>\(heading)</h1>
            \(HTML.joined(parts))
            </main>
            <script src="\(root)search-index.js"></script>
            <script src="\(root)search.js"></script>
            </body>
            </html>

            """
        return page.markup
    }
}
