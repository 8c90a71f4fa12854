#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The limit of recursion, so that no value can exhaust the stack of the thread that decodes,
/// encodes or converts it.
///
/// Threads other than the main one have 512 KiB on Apple platforms: less than a recursive structure
/// of 512 levels can require.
@usableFromInline
enum StackFloor {
    /// Returns whether the stack has room for the frames between two checks.
    @usableFromInline
    static func hasRoom() -> Bool {
        currentAddress() > ofCurrentThread()
    }

    /// Throws if the stack has no room for the frames until the next check.
    @usableFromInline
    static func check() throws(ConversionError) {
        guard hasRoom() else { throw ConversionError.tooDeep }
    }

    /// The expectation in errors.
    static let expectation = "at most as many levels as the stack allows"

    /// Returns the address below which the stack should not grow; 0 if unknown.
    static func ofCurrentThread() -> UInt {
        #if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
        guard let key else { return 0 }
        if let known = pthread_getspecific(key) { return UInt(bitPattern: known) }
        let floor = measured()
        pthread_setspecific(key, UnsafeRawPointer(bitPattern: floor))
        return floor
        #else
        return 0
        #endif
    }

    /// Returns an address in or close to the frame of the caller.
    @inline(never)
    static func currentAddress() -> UInt {
        var marker: UInt8 = 0
        return withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }
    }
}

#if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
extension StackFloor {
    /// The key of the thread-local limit, which takes a system call to determine; nil if the
    /// process has no more keys.
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        return pthread_key_create(&key, nil) == 0 ? key : nil
    }()

    /// Returns the lowest address of a stack plus the reserve for the frames between two checks.
    private static func floor(lowest: UInt, size: Int) -> UInt {
        lowest + UInt(min(96 << 10, size / 4))
    }

    #if canImport(Darwin)
    private static func measured() -> UInt {
        let size = pthread_get_stacksize_np(pthread_self())
        let top = UInt(bitPattern: pthread_get_stackaddr_np(pthread_self()))
        return floor(lowest: top - UInt(size), size: size)
    }
    #else
    private typealias AttributesOfThread =
        @convention(c) (
            pthread_t, UnsafeMutablePointer<pthread_attr_t>
        ) -> Int32

    /// The function that returns a thread's bounds, a GNU extension that is not imported; nil if it
    /// does not exist, or symbols cannot be looked up, as in a static executable.
    private static let attributesOfThread: AttributesOfThread? =
        dlsym(nil, "pthread_getattr_np").map { unsafeBitCast($0, to: AttributesOfThread.self) }

    private static func measured() -> UInt {
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        defer { attributes.deallocate() }
        var size = 0
        if let attributesOfThread, attributesOfThread(pthread_self(), attributes) == 0 {
            defer { pthread_attr_destroy(attributes) }
            var lowest: UnsafeMutableRawPointer?
            guard pthread_attr_getstack(attributes, &lowest, &size) == 0 else { return 1 }
            return floor(lowest: UInt(bitPattern: lowest), size: size)
        }
        // Half of the default stack size is left to the callers.
        guard pthread_attr_init(attributes) == 0 else { return 1 }
        defer { pthread_attr_destroy(attributes) }
        guard pthread_attr_getstacksize(attributes, &size) == 0 else { return 1 }
        return currentAddress() - UInt(size) / 2
    }
    #endif
}
#endif
