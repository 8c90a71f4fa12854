import Diagnostics
import SchemaLanguage

/// Laws for a schema with any text as a type: it is checked, or errors are reported.
enum SchemaLaws {
    /// Checks bytes as a type in each position and style.
    ///
    /// The first byte selects; the rest is the text.
    static func check(_ bytes: [UInt8]) throws(BrokenLaw) {
        guard let choice = bytes.first else { return }
        let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
        let written =
            switch choice % 4 {
            case 0: quoted(text)
            case 1: "'" + text.replacing("'", with: "''") + "'"
            case 2: text
            default: "|-\n          " + text.replacing("\n", with: "\n          ")
            }
        let place =
            switch choice / 4 % 4 {
            case 0: "kept: \(written)"
            case 1: "kept: { type: \(written), doc: Kept. }"
            case 2: "kept: { type: String, default: \(written) }"
            default: "kept:\n        type: Int\n        key: \(written)"
            }
        let schema = """
            repogen: 1
            enums:
              Mood: { cases: [good, bad] }
            values:
              Place: { properties: { x: Double } }
              Held:
                properties:
                  \(place)
            entities:
              Item: { id: Int, properties: { held: Held } }
            endpoints:
              Get: { get: "/a/{id}", query: { place: Int }, response: [Item] }

            """
        let file = SourceFile(path: "fuzz.yaml", text: schema)
        let (checked, diagnostics) = SchemaCompiler().compile([file])
        let hasErrors = diagnostics.contains { $0.severity == .error }
        try BrokenLaw.unless((checked == nil) == hasErrors, "neither a schema nor an error")
        try DiagnosticLaws.check(diagnostics, of: file)
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case " "..."~": result.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16)
                result += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
            }
        }
        return result + "\""
    }
}
