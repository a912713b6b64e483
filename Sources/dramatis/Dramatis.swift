@main
struct Dramatis {
  static func main() {}
}
