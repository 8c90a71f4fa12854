@main
enum SyncClient {
    static func main() async {}
}
