/// The appearance of the styles of a picture, in light and dark mode.
enum SVGStyle {
    /// The colors of a style.
    private struct Colors {
        var fill: String?
        var stroke: String?
        /// The color of text.
        var ink: String?
    }

    /// The style sheet.
    static let sheet: String = {
        let fixed = """
            text { font-variant-ligatures: none; }
            .heading, .name, .kind { font-family: ui-sans-serif, system-ui, -apple-system, "Segoe UI", \
            Roboto, Helvetica, Arial, sans-serif; }
            .code, .remark { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, \
            "Liberation Mono", monospace; }
            .heading { font-size: 18px; font-weight: 600; }
            .name { font-size: 14px; font-weight: 600; }
            .kind { font-size: 10px; font-weight: 600; letter-spacing: 0; }
            .code { font-size: 12px; }
            .remark { font-size: 11px; }
            .box { stroke-width: 1.2; }
            .line { fill: none; stroke-width: 1.3; }
            .line.uses, .line.reply { stroke-dasharray: 5 4; }
            .line.life { stroke-dasharray: 2 5; }
            .box.page { stroke: none; }
            .box.stub { stroke-dasharray: 4 3; }
            a { text-decoration: none; }
            a:hover text, a:focus text { text-decoration: underline; }
            """
        let night = rules(dark).map { "  \($0)" }.joined(separator: "\n")
        return fixed + "\n" + rules(light).joined(separator: "\n")
            + "\n@media (prefers-color-scheme: dark) {\n\(night)\n}"
    }()

    private static func rules(_ colors: [(Picture.Style, Colors)]) -> [String] {
        colors.flatMap { style, colors -> [String] in
            let name = style.rawValue
            var rules: [String] = []
            if let fill = colors.fill, let stroke = colors.stroke {
                rules.append(".box.\(name) { fill: \(fill); stroke: \(stroke); }")
            } else if let fill = colors.fill {
                rules.append(".box.\(name) { fill: \(fill); }")
            } else if let stroke = colors.stroke {
                rules.append(".line.\(name) { stroke: \(stroke); }")
                rules.append(".mark.\(name) { fill: \(stroke); stroke: \(stroke); }")
            }
            if let ink = colors.ink { rules.append("text.\(name) { fill: \(ink); }") }
            return rules
        }
    }

    private static let light: [(Picture.Style, Colors)] = [
        (.page, Colors(fill: "#ffffff")),
        (.panel, Colors(fill: "#f6f8fa", stroke: "#d8dee4")),
        (.frame, Colors(fill: "none", stroke: "#c3cad2")),
        (.divider, Colors(stroke: "#d8dee4")),
        (.life, Colors(stroke: "#afb8c1")),
        (.text, Colors(ink: "#1f2328")),
        (.muted, Colors(ink: "#59636e")),
        (.accent, Colors(ink: "#0550ae")),
        (.repository, Colors(fill: "#eefaf8", stroke: "#1b7c83", ink: "#13616a")),
        (.entity, Colors(fill: "#eff6ff", stroke: "#2f6fd0", ink: "#1d4f9e")),
        (.value, Colors(fill: "#f1faf2", stroke: "#2e8540", ink: "#1f6530")),
        (.union, Colors(fill: "#f7f2fd", stroke: "#7d4ec4", ink: "#60369f")),
        (.enum, Colors(fill: "#fff8e8", stroke: "#b07800", ink: "#7d5500")),
        (.scalar, Colors(fill: "#f6f8fa", stroke: "#79828c", ink: "#59636e")),
        (.endpoint, Colors(fill: "#fff1f0", stroke: "#c4473a", ink: "#97271c")),
        (.app, Colors(fill: "#f6f8fa", stroke: "#79828c", ink: "#59636e")),
        (.store, Colors(fill: "#eff6ff", stroke: "#2f6fd0", ink: "#1d4f9e")),
        (.outbox, Colors(fill: "#fff8e8", stroke: "#b07800", ink: "#7d5500")),
        (.server, Colors(fill: "#f7f2fd", stroke: "#7d4ec4", ink: "#60369f")),
        (.note, Colors(fill: "#fffdf2", stroke: "#d4c27a")),
        (.stub, Colors(fill: "#ffffff", stroke: "#79828c")),
        (.refers, Colors(stroke: "#2f6fd0")),
        (.contains, Colors(stroke: "#6e7781")),
        (.uses, Colors(stroke: "#1b7c83")),
        (.message, Colors(stroke: "#424a53")),
        (.reply, Colors(stroke: "#6e7781")),
    ]

    private static let dark: [(Picture.Style, Colors)] = [
        (.page, Colors(fill: "#0d1117")),
        (.panel, Colors(fill: "#11161d", stroke: "#30363d")),
        (.frame, Colors(fill: "none", stroke: "#3d444d")),
        (.divider, Colors(stroke: "#30363d")),
        (.life, Colors(stroke: "#57606a")),
        (.text, Colors(ink: "#f0f3f6")),
        (.muted, Colors(ink: "#9da7b3")),
        (.accent, Colors(ink: "#79b8ff")),
        (.repository, Colors(fill: "#0f2326", stroke: "#3fa7af", ink: "#6fd0d6")),
        (.entity, Colors(fill: "#10203a", stroke: "#5b9bf0", ink: "#8fc0ff")),
        (.value, Colors(fill: "#11251a", stroke: "#4fae63", ink: "#7fd492")),
        (.union, Colors(fill: "#221836", stroke: "#a583e6", ink: "#c8adff")),
        (.enum, Colors(fill: "#2a2110", stroke: "#d09b2c", ink: "#f0c264")),
        (.scalar, Colors(fill: "#161b22", stroke: "#7d8590", ink: "#b1bac4")),
        (.endpoint, Colors(fill: "#2e1715", stroke: "#e5746a", ink: "#ffa59c")),
        (.app, Colors(fill: "#161b22", stroke: "#7d8590", ink: "#b1bac4")),
        (.store, Colors(fill: "#10203a", stroke: "#5b9bf0", ink: "#8fc0ff")),
        (.outbox, Colors(fill: "#2a2110", stroke: "#d09b2c", ink: "#f0c264")),
        (.server, Colors(fill: "#221836", stroke: "#a583e6", ink: "#c8adff")),
        (.note, Colors(fill: "#1e1b10", stroke: "#6b6033")),
        (.stub, Colors(fill: "#161b22", stroke: "#7d8590")),
        (.refers, Colors(stroke: "#5b9bf0")),
        (.contains, Colors(stroke: "#8b949e")),
        (.uses, Colors(stroke: "#3fa7af")),
        (.message, Colors(stroke: "#c9d1d9")),
        (.reply, Colors(stroke: "#8b949e")),
    ]

    /// The markers for the ends of lines, for each style that has them.
    static let markers: [String] = {
        let styles: [Picture.Style] = [.refers, .contains, .uses, .message, .reply]
        return styles.flatMap { style -> [String] in
            let name = style.rawValue
            return [
                marker("arrow-\(name)", name, x: 9, #"d="M0 1L10 5L0 9z""#),
                marker("open-\(name)", name, x: 9, #"d="M1 1L9 5L1 9" style="fill:none""#),
                marker("diamond-\(name)", name, x: 0, width: 14, #"d="M0 5L7 1L14 5L7 9z""#),
            ]
        }
    }()

    private static func marker(
        _ id: String,
        _ style: String,
        x: Int,
        width: Int = 10,
        _ path: String
    ) -> String {
        #"<marker id="\#(id)" viewBox="0 0 \#(width) 10" refX="\#(x)" refY="5" "#
            + #"markerWidth="\#(width)" markerHeight="10" markerUnits="userSpaceOnUse" "#
            + #"orient="auto"><path class="mark \#(style)" \#(path)/></marker>"#
    }
}
