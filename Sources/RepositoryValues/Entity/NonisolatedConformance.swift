#if compiler(>=6.2)
/// A requirement of the conversion protocols that makes conformances nonisolated.
///
/// In a module whose default isolation is the main actor, the compiler would otherwise isolate a
/// conformance in an extension to the main actor (`InferIsolatedConformances`, SE-0470), even for a
/// nonisolated type.
public typealias NonisolatedConformance = SendableMetatype
#else
/// A requirement of the conversion protocols that makes conformances nonisolated.
///
/// Compilers before 6.2 support no other conformances.
public typealias NonisolatedConformance = Any
#endif
