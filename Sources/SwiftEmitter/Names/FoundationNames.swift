/// The names of the public types of Foundation that an app may declare, too.
///
/// Within a module, its own types hide them. Imported types with the same names are ambiguous in
/// files that import Foundation, so generated code names them with their modules.
enum FoundationNames {
    /// All of them.
    static let all = Set(list.split { $0 == " " || $0 == "\n" }.map(String.init))

    private static let list = """
        AffineTransform AttributeContainer AttributedString Bundle ByteCountFormatStyle
        ByteCountFormatter CachedURLResponse Calendar CharacterSet CocoaError
        ComparisonResult Data Date DateComponents DateComponentsFormatter DateFormatter
        DateInterval DateIntervalFormatter Decimal Dimension EnergyFormatter FileHandle
        FileManager FileWrapper FloatingPointFormatStyle FormatStyle Formatter HTTPCookie
        HTTPCookieStorage HTTPURLResponse Host ISO8601DateFormatter IndexPath IndexSet
        InputStream IntegerFormatStyle JSONDecoder JSONEncoder JSONSerialization
        KeyPathComparator LengthFormatter ListFormatter Locale LocalizedError MachError
        MassFormatter Measurement MeasurementFormatter MessagePort Morphology Notification
        NotificationCenter NotificationQueue NumberFormatter Operation OperationQueue
        OutputStream POSIXError POSIXErrorCode ParseStrategy PersonNameComponents
        PersonNameComponentsFormatter Pipe Port Predicate PredicateExpression
        PredicateExpressions Process ProcessInfo Progress PropertyListDecoder
        PropertyListEncoder PropertyListSerialization RelativeDateTimeFormatter RunLoop
        Scanner SocketPort SortComparator SortDescriptor SortOrder Stream StringTransform
        Thread TimeInterval TimeZone Timer URL URLCache URLComponents URLCredential
        URLCredentialStorage URLError URLProtectionSpace URLProtocol URLQueryItem
        URLRequest URLResource URLResourceValues URLResponse URLSession
        URLSessionConfiguration URLSessionDataTask URLSessionTask UUID UndoManager Unit
        UnitAcceleration UnitAngle UnitArea UnitConcentrationMass UnitConverter
        UnitDispersion UnitDuration UnitElectricCharge UnitElectricCurrent UnitEnergy
        UnitFrequency UnitFuelEfficiency UnitIlluminance UnitInformationStorage UnitLength
        UnitMass UnitPower UnitPressure UnitSpeed UnitTemperature UnitVolume UserDefaults
        ValueTransformer XMLDocument XMLElement XMLNode XMLParser
        """
}
