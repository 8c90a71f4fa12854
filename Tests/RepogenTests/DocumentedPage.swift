import Foundation

/// The fenced blocks of a page of this package.
struct DocumentedPage {
    /// A fenced block, without the indentation of its list.
    struct Block {
        let language: String
        let text: String
    }

    /// The folder of this package.
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The text of the page.
    let text: String

    /// The blocks, in their order.
    let blocks: [Block]

    /// Reads a page.
    ///
    /// - Parameter path: Its path in this package.
    /// - Throws: An error if it cannot be read.
    init(_ path: String) throws {
        text = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
        // Fences alternate with the text between them.
        let parts = text.components(separatedBy: "```")
        blocks = stride(from: 1, to: parts.count, by: 2).map { index in
            let indentation = parts[index - 1].reversed().prefix { $0 == " " }.count
            let lines = parts[index].split(separator: "\n", omittingEmptySubsequences: false)
            let body = lines.dropFirst().map { $0.dropFirst(indentation) }
            return Block(
                language: String(lines.first ?? ""),
                text: body.joined(separator: "\n")
            )
        }
    }

    /// Returns the blocks of a language.
    func texts(_ language: String) -> [String] {
        blocks.filter { $0.language == language }.map(\.text)
    }

    /// The arguments of each call of Repogen in shell blocks.
    var calls: [[String]] {
        texts("sh").flatMap { $0.split(separator: "\n") }.compactMap { line in
            let words = line.prefix { $0 != "#" }.split(separator: " ").map(String.init)
            return words.first == "repogen" ? Array(words.dropFirst()) : nil
        }
    }
}
