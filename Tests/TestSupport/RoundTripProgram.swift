package import Foundation

/// A program of generated code that reads bodies and writes them again.
package struct RoundTripProgram {
    /// A body and its type.
    package struct Body {
        let type: String
        let file: URL

        /// Creates a body.
        package init(type: String, file: URL) {
            self.type = type
            self.file = file
        }
    }

    /// An error of the compiler or of the program.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private let folder: URL
    private let program: URL

    /// Compiles the program, with warnings as errors.
    ///
    /// - Parameters:
    ///   - files: The paths and contents of the generated files.
    ///   - types: The types of bodies.
    /// - Throws: ``Failure`` if the generated code does not compile.
    package init(_ files: [(path: String, contents: String)], types: [String]) async throws {
        folder = FileManager.default.temporaryDirectory
            .appending(path: "repogen-round-trip-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var urls: [URL] = []
        for file in files + [("RoundTrip.swift", Self.driver(types))] {
            let url = folder.appending(path: file.path.replacing("/", with: "-"))
            try Data(file.contents.utf8).write(to: url)
            urls.append(url)
        }
        program = folder.appending(path: "round-trip")
        let messages = try await SwiftCompiler.link(
            urls,
            with: [
                "RepositoryRuntime", "RepositoryLocal", "RepositoryNetworking", "RepositoryValues",
                "RepositoryStrategy", "HTTPTypes", "HTTPTypesFoundation",
            ],
            to: program
        )
        guard messages.isEmpty else { throw Failure(description: String(messages.prefix(4000))) }
    }

    /// Reads bodies and writes them again.
    ///
    /// - Parameter bodies: The bodies.
    /// - Returns: A line for each body that differs afterwards.
    /// - Throws: ``Failure`` if the program fails.
    package func failures(_ bodies: [Body]) async throws -> [String] {
        let list = folder.appending(path: "bodies")
        try Data(bodies.map { "\($0.type)\t\($0.file.path)\n" }.joined().utf8).write(to: list)
        let output = folder.appending(path: "output").path
        let command = [program.path, list.path]
        let folder = folder.path
        let status = try await BackgroundWork.run {
            try ChildProcess(
                command,
                in: folder,
                environment: ProcessInfo.processInfo.environment,
                output: output,
                errors: output + ".errors"
            ).wait()
        }
        let text = try String(contentsOfFile: output, encoding: .utf8)
        guard status == 0 else {
            throw Failure(description: "the program exits with \(status): \(text.suffix(2000))")
        }
        return text.split(separator: "\n").map(String.init)
    }

    /// Deletes the generated files.
    package func remove() {
        try? FileManager.default.removeItem(at: folder)
    }

    private static func driver(_ types: [String]) -> String {
        let cases = Set(types).sorted().map {
            "            case \"\($0)\": check(\($0).self, file)\n"
        }
        return """
            import Foundation
            import RepositoryRuntime

            @main
            struct RoundTrip {
                static func check<Value: JSONDecodable & JSONEncodable>(_: Value.Type, _ file: String) {
                    do {
                        let body = try Data(contentsOf: URL(filePath: file))
                        let written = try Value(jsonData: body).jsonData()
                        let place = try difference(JSON(jsonData: body), JSON(jsonData: written))
                        if let place { print("differs: \\(file) at '\\(place)'") }
                    } catch {
                        print("fails: \\(file): \\(error)")
                    }
                }

                /// The key path at which two values differ; nil where they are equal.
                static func difference(_ one: JSON, _ other: JSON) -> String? {
                    if one == other { return nil }
                    if let one = one.array, let other = other.array, one.count == other.count {
                        return zip(one, other).lazy.compactMap(difference).first.map { "[]" + $0 }
                    }
                    guard let one = one.object, let other = other.object else { return "" }
                    for key in Set(one.keys).union(other.keys).sorted() {
                        guard let value = one[key], let found = other[key] else { return "." + key }
                        if let place = difference(value, found) { return "." + key + place }
                    }
                    return nil
                }

                static func main() throws {
                    let list = try String(contentsOfFile: CommandLine.arguments[1], encoding: .utf8)
                    for line in list.split(separator: "\\n") {
                        let parts = line.split(separator: "\\t")
                        let file = String(parts[1])
                        switch String(parts[0]) {
            \(cases.joined())            default: print("unknown: \\(line)")
                        }
                    }
                }
            }
            """
    }
}
