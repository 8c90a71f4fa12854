import Foundation
import GRDBSQLite
import RepositoryLocal

/// The sum of floating-point numbers as computed in memory, as an SQLite function.
///
/// SQLite's own `sum` depends on the order of the rows.
enum SumFunction {
    /// The name of the function in SQL; it returns the components of an `ExactSum`.
    static let name = "repogen_sum"

    /// Registers the function with a connection.
    static func register(on connection: OpaquePointer?) {
        sqlite3_create_function_v2(
            connection,
            name,
            1,
            SQLITE_UTF8 | SQLITE_DETERMINISTIC,
            nil,
            nil,
            { context, _, values in
                guard let value = values?[0], sqlite3_value_type(value) != SQLITE_NULL,
                    let box = SumFunction.box(in: context)
                else { return }
                box.takeUnretainedValue().sum.add(sqlite3_value_double(value))
            },
            { context in
                // This is also called after an abort, so the allocated object is always released
                // here.
                guard let box = SumFunction.box(in: context)?.takeRetainedValue() else { return }
                box.sum.parts.withUnsafeBytes { bytes in
                    sqlite3_result_blob(
                        context,
                        bytes.baseAddress,
                        Int32(bytes.count),
                        BoundStatement.copied
                    )
                }
            },
            nil
        )
    }

    private final class Box {
        var sum = ExactSum()
    }

    /// Returns the sum of the current group.
    private static func box(in context: OpaquePointer?) -> Unmanaged<Box>? {
        // SQLite initializes it with zeros.
        guard
            let place = sqlite3_aggregate_context(
                context,
                Int32(MemoryLayout<UnsafeRawPointer?>.size)
            )?.assumingMemoryBound(to: UnsafeRawPointer?.self)
        else { return nil }
        if let known = place.pointee { return Unmanaged.fromOpaque(known) }
        let box = Unmanaged.passRetained(Box())
        place.pointee = UnsafeRawPointer(box.toOpaque())
        return box
    }
}

extension BoundStatement {
    /// Returns the sum that ``SumFunction`` returned in a column.
    func exactSum(_ column: Int) -> ExactSum {
        let bytes = data(column) ?? Data()
        let size = MemoryLayout<Double>.size
        return ExactSum(
            parts: stride(from: 0, to: bytes.count, by: size).map { start in
                bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: Double.self) }
            }
        )
    }
}
