import Foundation

/// The fenced blocks of a page.
struct MarkdownPage {
    /// A fenced block.
    struct Block {
        let language: String
        let text: String
    }

    /// The blocks, in their order.
    let blocks: [Block]

    /// Reads a page.
    ///
    /// - Parameter file: The page.
    /// - Throws: Where it cannot be read.
    init(_ file: URL) throws {
        let text = try String(contentsOf: file, encoding: .utf8)
        var blocks: [Block] = []
        var open: (language: String, indent: Int, lines: [Substring])?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let trimmed = line.drop { $0 == " " }
            if trimmed.hasPrefix("```") {
                if let block = open {
                    let lines = block.lines.map { $0.dropFirst(block.indent) }
                    blocks.append(
                        Block(language: block.language, text: lines.joined(separator: "\n") + "\n")
                    )
                    open = nil
                } else {
                    open = (String(trimmed.dropFirst(3)), line.count - trimmed.count, [])
                }
            } else {
                open?.lines.append(line)
            }
        }
        self.blocks = blocks
    }

    /// The whole schemas.
    var schemas: [Block] {
        blocks.filter { $0.language == "yaml" && $0.text.hasPrefix("repogen:") }
    }

    /// The whole programs.
    var programs: [Block] {
        blocks.filter { $0.language == "swift" && $0.text.hasPrefix("import") }
    }
}
