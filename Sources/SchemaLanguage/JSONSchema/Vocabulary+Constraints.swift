/// The constraints on the values of a property.
extension Vocabulary {
    static let constraints = [
        Key("minLength", .number(from: 0), "The minimum length of a string."),
        Key("maxLength", .number(from: 0), "The maximum length of a string."),
        Key(
            "pattern",
            .text,
            "A regular expression (ECMA-262) that matches somewhere in a string; `^[A-Z]+$` matches all of it."
        ),
        Key("minimum", .decimal, "The minimum of a number."),
        Key("maximum", .decimal, "The maximum of a number."),
        Key("exclusiveMinimum", .decimal, "The exclusive minimum of a number."),
        Key("exclusiveMaximum", .decimal, "The exclusive maximum of a number."),
        Key("multipleOf", .decimal, "The number that the value must be a multiple of."),
        Key("minItems", .number(from: 0), "The minimum number of elements of an array."),
        Key("maxItems", .number(from: 0), "The maximum number of elements of an array."),
        Key("uniqueItems", .boolean, "Whether all elements of an array must be different."),
    ]
}
