/// Texts with special characters of diagram languages, or that few fonts support.
enum HostileText {
    static let all = [
        "</text><script>alert(1)</script>", "<!-- a --> ]]> <![CDATA[ b", "&amp; &lt; &#0; &x;",
        "\"quoted\" 'twice' \\ \\\" \\n", "a\nb\r\nc\td",
        "\u{0}\u{1}\u{7}\u{1B}[31mred\u{7F}\u{9B}",
        "\u{FFFE}\u{FFFF}", "漢字と仮名とハングル한국어", "👩‍👩‍👧‍👦🏳️‍🌈👍🏽", "\u{202E}gnp.exe\u{2066}", "﷽",
        "مرحبا بالعالم", "z̴̗̕a̵l̶g̷o̸", "end", "end; %% a", "class A { b } : --> ||--o{", "#quot; #35; #",
        "`a`",
        "alt a\nelse b\nend", "<br/>", "url(#arrow)", "javascript:alert(1)", " ", "",
        String(repeating: "long ", count: 200), "}", "]]>", "%E2%80", "a;b", "…",
    ]
}
