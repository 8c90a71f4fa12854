import Testing

@testable import SchemaLanguage

@Suite struct KeyStrategyTests {
    @Test(
        "a name becomes a key",
        arguments: [
            ("id", "id", "id", "Id"),
            ("sentAt", "sent_at", "sent-at", "SentAt"),
            ("imageURL", "image_url", "image-url", "ImageURL"),
            ("URLSession", "url_session", "url-session", "URLSession"),
            ("isOn2Days", "is_on2_days", "is-on2-days", "IsOn2Days"),
            ("sent_at", "sent_at", "sent-at".replacing("-", with: "_"), "Sent_at"),
            ("éclairURL", "éclair_url", "éclair-url", "ÉclairURL"),
            ("A", "a", "a", "A"),
        ]
    )
    func key(name: String, snake: String, kebab: String, pascal: String) {
        #expect(KeyStrategy.exact.key(for: name) == name)
        #expect(KeyStrategy.snakeCase.key(for: name) == snake)
        #expect(KeyStrategy.kebabCase.key(for: name) == kebab)
        #expect(KeyStrategy.pascalCase.key(for: name) == pascal)
    }
}
