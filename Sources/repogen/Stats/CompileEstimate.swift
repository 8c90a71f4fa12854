/// Estimates the compile time of generated code, without a compiler.
///
/// A declaration has a fixed time, and a time for each of its lines, depending on its kind. They
/// are least-squares fits of the processor time of 332 generated files of this package, in debug
/// builds by Swift 6.3 on two x86-64 cores; `Scripts/compile-estimate` measures them again. Half of
/// the estimates are within 8 %, nine of ten within 25 %; the sums of the three large modules are
/// within 4 % of the measured time. Other machines differ by a constant factor, so compare
/// estimates with estimates.
enum CompileEstimate {
    /// Microseconds for a declaration of any kind: the compiler resolves the names it refers to.
    private static let declaration = 20_000

    /// The processor time of a declaration in a debug build, in microseconds.
    ///
    /// - Parameters:
    ///   - size: The size of its file.
    ///   - kind: Its kind.
    /// - Returns: The estimate.
    static func microseconds(of size: CodeSize, _ kind: DeclarationKind) -> Int {
        microsecondsOfLine(kind).map { declaration + $0 * size.lines } ?? 0
    }

    /// Microseconds for each line; nil for no cost at all.
    private static func microsecondsOfLine(_ kind: DeclarationKind) -> Int? {
        switch kind {
        case .apis: 180
        case .enums: 300
        case .unions: 360
        case .values: 330
        case .entities: 240
        case .endpoints: 160
        case .repositories: 290
        case .mocks: 340
        // There are too few samples: treated like repositories, whose functions they have.
        case .relations: 290
        // Type aliases and a constant.
        case .scalars, .other: nil
        }
    }
}
