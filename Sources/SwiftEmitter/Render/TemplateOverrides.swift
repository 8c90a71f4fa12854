import Diagnostics
import Templates

/// Replaces built-in templates with those of a user that have the same names.
struct TemplateOverrides {
    /// The maximum size of a template, in bytes, including the templates that it includes.
    static let maximumSize = 1 << 20

    private(set) var diagnostics: [Diagnostic] = []
    private var overriding: [String: Template] = [:]
    private let builtIn: [Template]

    /// Reads the files of a user.
    init(_ files: [SourceFile], overriding builtIn: [Template] = TemplateLibrary.builtIn) {
        self.builtIn = builtIn
        for file in files { read(file) }
    }

    /// All templates, with those of the user in place of the built-in ones.
    var templates: [Template] {
        builtIn.map { overriding[$0.name] ?? $0 }
    }

    private mutating func read(_ file: SourceFile) {
        let fileName = file.path.split(separator: "/").last.map(String.init) ?? file.path
        let stem = fileName.prefix { $0 != "." }
        guard fileName == stem + Template.fileExtension,
            builtIn.contains(where: { $0.name == stem })
        else {
            let nearest = NearestSpelling.nearest(to: String(stem), in: builtIn.map(\.name))
            return report(
                .unknownFile,
                "no template has the file name '\(fileName)'",
                at: file.start,
                hint: nearest.map { "did you mean '\($0)\(Template.fileExtension)'?" }
                    ?? "`repogen templates list` lists the file names"
            )
        }
        let bytes = file.utf8
        guard bytes.count <= Self.maximumSize else {
            let limit = "at most \(Self.maximumSize) bytes"
            return report(
                .tooLarge,
                "expected \(limit), found \(bytes.count)",
                at: file.start
            )
        }
        if let (range, message) = Self.fault(in: bytes, of: file) {
            return report(.encoding, message, at: range)
        }
        overriding[String(stem)] = Template(
            name: String(stem),
            text: String(decoding: bytes, as: UTF8.self),
            path: file.path
        )
    }

    /// The first position that is not valid text, and the problem.
    ///
    /// Control characters represent slots and line breaks while a template is rendered.
    private static func fault(
        in bytes: [UInt8],
        of file: SourceFile
    ) -> (SourceRange, String)? {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var position = SourcePosition(line: 1, column: 1)
        var isAfterCarriageReturn = false
        while true {
            let place = SourceRange(
                path: file.path,
                start: position,
                end: position.advanced(by: 1)
            )
            switch decoder.decode(&iterator) {
            case .emptyInput: return nil
            case .error: return (place, "found invalid UTF-8")
            case .scalarValue("\n"):
                if !isAfterCarriageReturn { position = position.nextLine }
                isAfterCarriageReturn = false
            case .scalarValue("\r"):
                position = position.nextLine
                isAfterCarriageReturn = true
            case .scalarValue(let scalar):
                if scalar != "\t", scalar.value < 0x20 || scalar.value == 0x7F {
                    let code = VisibleText.hexadecimal(scalar.value)
                    return (place, "a template cannot contain the control character U+\(code)")
                }
                position = position.advanced(by: 1)
                isAfterCarriageReturn = false
            }
        }
    }

    private mutating func report(
        _ rule: TemplateRule,
        _ message: String,
        at range: SourceRange,
        hint: String? = nil
    ) {
        diagnostics.append(Diagnostic(rule: rule, message, at: range, hint: hint))
    }
}

extension SourcePosition {
    fileprivate var nextLine: SourcePosition { SourcePosition(line: line + 1, column: 1) }
}

extension Template {
    /// The text with the line breaks and the indentation of ``LayoutWriter``, and a line break at
    /// its end; a tab becomes four spaces.
    var normalizedText: String {
        // Mustache cannot read a brace at the very end.
        let text = text.hasSuffix("\n") ? text : text + "\n"
        guard text.unicodeScalars.contains(where: { $0 == "\t" || $0 == "\r" }) else { return text }
        var result = String.UnicodeScalarView()
        var isIndentation = true
        var previous: Unicode.Scalar = "\n"
        for scalar in text.unicodeScalars {
            defer { previous = scalar }
            switch scalar {
            case "\n" where previous == "\r": continue
            case "\n", "\r":
                result.append("\n")
                isIndentation = true
            case "\t" where isIndentation: result.append(contentsOf: "    ".unicodeScalars)
            default:
                result.append(scalar)
                if scalar != " " { isIndentation = false }
            }
        }
        return String(result)
    }
}
