import Foundation

/// Bodies of JSON in a temporary folder, as a service might have sent them.
final class SyntheticBodies {
    /// What the bodies are like.
    enum Kind: String, CaseIterable {
        case numbers = "a file of numbers"
        case objects = "a file of objects"
        case files = "a folder of small files"
    }

    /// The path of the file or folder, which goes with this.
    let path: String
    /// How many bytes there are.
    private(set) var size = 0

    /// Writes bodies.
    ///
    /// - Parameters:
    ///   - kind: What they are like.
    ///   - megabytes: How many megabytes there are at least.
    /// - Throws: Where they cannot be written.
    init(_ kind: Kind, megabytes: Int) throws {
        path = NSTemporaryDirectory() + "/repogen-bodies-\(UUID().uuidString)"
        var number = 0
        switch kind {
        case .files:
            while size < megabytes * 1_000_000 {
                let folder = "\(path)/\(number / 1_000)"
                try FileManager.default.createDirectory(
                    atPath: folder,
                    withIntermediateDirectories: true
                )
                let text = (0..<8).map { Self.object(number * 8 + $0) }.joined(separator: ",")
                let body = Data("[\(text)]\n".utf8)
                try body.write(to: URL(filePath: "\(folder)/body-\(number).json"))
                size += body.count
                number += 1
            }
        case .numbers, .objects:
            // In parts: what this process has in memory would count as that of the one it starts.
            try Data().write(to: URL(filePath: path))
            let file = try FileHandle(forWritingTo: URL(filePath: path))
            while size < megabytes * 1_000_000 {
                let numbers = number..<number + 10
                let text = numbers.map(kind == .numbers ? Self.numbers : Self.object).joined()
                try file.write(contentsOf: Data(text.utf8))
                size += text.utf8.count
                number = numbers.upperBound
            }
            try file.close()
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    private static func numbers(_ number: Int) -> String {
        let points = (0..<1_000).map { "[\(-180 + Double(number + $0) / 7),\(Double($0) / 11)]" }
        return "{\"id\":\(number),\"points\":[\(points.joined(separator: ","))]}\n"
    }

    private static func object(_ number: Int) -> String {
        """
        {"id": \(number), "title": "The record \(number)", "state": "\(["open", "closed"][number % 2])", \
        "created_at": "2026-11-\(10 + number % 20)T02:06:32Z", "home": "https://example.com/\(number)", \
        "tags": ["a", "b\(number % 9)"], "place": {"latitude": 48.\(number % 99), "longitude": -7.5}, \
        "summary": \(number % 3 == 0 ? "null" : "\"None of \(number) words\"")}

        """
    }
}
