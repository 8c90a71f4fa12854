/// What restricts the values of a property.
extension Vocabulary {
    static let constraints = [
        Key("minLength", .number(from: 0), "The least number of characters of a text."),
        Key("maxLength", .number(from: 0), "The greatest number of characters of a text."),
        Key(
            "pattern",
            .text,
            "A regular expression of ECMA-262 that matches somewhere in a text: `^[A-Z]+$` for all of it."
        ),
        Key("minimum", .decimal, "The least number."),
        Key("maximum", .decimal, "The greatest number."),
        Key("exclusiveMinimum", .decimal, "What a number is greater than."),
        Key("exclusiveMaximum", .decimal, "What a number is less than."),
        Key("multipleOf", .decimal, "What a number is a multiple of."),
        Key("minItems", .number(from: 0), "The least number of elements of an array."),
        Key("maxItems", .number(from: 0), "The greatest number of elements of an array."),
        Key("uniqueItems", .boolean, "Whether no two elements of an array are equal."),
    ]
}
