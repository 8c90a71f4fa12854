import Foundation
import Testing

/// Where the output folder may be, and what may be there already.
@Suite struct OutputPlaceTests {
    private static let folder = "Sources/App/Generated"

    private func package(
        _ more: [String: String] = [:],
        output: String = folder
    ) throws -> TemporaryPackage {
        let files = [
            "repogen.yaml": "output: \(output)\n", "Schemas/messages.yaml": GenerateTests.schema,
        ]
        return try TemporaryPackage(files.merging(more) { $1 })
    }

    @Test(
        "a file where the folder should be, or on the way there, is left alone",
        arguments: [folder, "Sources/App", "Sources"]
    )
    func fileInTheWay(path: String) async throws {
        let package = try package([path: "mine"])
        let before = try package.everything()
        for command in ["generate", "check"] {
            let run = try await CommandLineTool.run(command, in: package.root)
            #expect(run.status == 74)
            #expect(
                run.errors.contains("/\(path)' is a file, and the generated files need a folder")
            )
            #expect(
                run.errors.contains("hint: move it away, or choose another folder with `output:`")
            )
        }
        #expect(try package.everything() == before)
    }

    @Test("a link to nothing, or to a file, is no folder")
    func linkInTheWay() async throws {
        for (target, words) in [
            ("nowhere", "a link to what is not there"), ("repogen.yaml", "a link to a file"),
        ] {
            let package = try package()
            try package.link("Output", to: target)
            let run = try await CommandLineTool.run(
                "generate",
                "--output",
                "Output",
                in: package.root
            )
            #expect(run.status == 74)
            #expect(
                run.errors.contains("/Output' is \(words), and the generated files need a folder")
            )
        }
    }

    @Test("a link to a folder is one")
    func linkToFolder() async throws {
        let package = try package(["Elsewhere/.keep": ""])
        try package.link("Output", to: "Elsewhere")
        let run = try await CommandLineTool.run("generate", "--output", "Output", in: package.root)
        #expect(run.status == 0, "\(run.errors)")
        #expect(package.exists("Elsewhere/Entities/Message.swift"))
    }

    @Test(
        "in, around and beside the schemas it does them no harm",
        arguments: ["Schemas", "Schemas/Generated", ".", "Schemas/.generated"]
    )
    func amongSchemas(output: String) async throws {
        let package = try package(["Schemas/More/own.json": "{\"repogen\": 1}"], output: output)
        for _ in 0..<2 {
            let run = try await CommandLineTool.run("generate", in: package.root)
            #expect(run.status == 0, "\(run.errors)")
        }
        #expect(try package.read("Schemas/messages.yaml") == GenerateTests.schema)
        #expect(try package.read("Schemas/More/own.json") == "{\"repogen\": 1}")
        #expect(package.exists(output + "/Entities/Message.swift"))
        #expect(try await CommandLineTool.run("check", in: package.root).status == 0)

        // What no schema gives any more goes, and nothing else.
        let renamed = GenerateTests.schema.replacing("Message:", with: "Letter:")
        try package.write(renamed, to: "Schemas/messages.yaml")
        #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)
        #expect(!package.exists(output + "/Entities/Message.swift"))
        #expect(package.exists(output + "/Entities/Letter.swift"))
        #expect(try package.read("Schemas/messages.yaml") == renamed)
        #expect(package.exists("Schemas/More/own.json"))
        #expect(package.exists("repogen.yaml"))
    }
}
