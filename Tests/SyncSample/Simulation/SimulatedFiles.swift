import Foundation

/// The files that simulated clients attach: texts with a number, which are written once.
enum SimulatedFiles {
    private static let folder: URL = {
        let folder = FileManager.default.temporaryDirectory.appending(path: "repogen-simulation")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for number in 0..<200 {
            let text = Data("\"file \(number)\"".utf8)
            try? text.write(to: folder.appending(path: "\(number)"), options: .atomic)
        }
        return folder
    }()

    static func place(of name: String) -> URL { folder.appending(path: name) }
}
