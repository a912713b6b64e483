// swift-tools-version: 6.1
import PackageDescription

/// One row a module: what it may import is what it lists, and the build refuses the rest.
let package = Package(
  name: "dramatis",
  products: [.executable(name: "dramatis", targets: ["dramatis"])],
  targets: [
    // Debian's C libraries.
    library("CMicroHTTPD", package: "libmicrohttpd", apt: "libmicrohttpd-dev"),
    library("CLibXML2", package: "libxml-2.0", apt: "libxml2-dev"),
    library("CCurl", package: "libcurl", apt: "libcurl4-openssl-dev"),
    library("CDeflate", package: "libdeflate", apt: "libdeflate-dev"),
    library("CGnuTLS", package: "gnutls", apt: "libgnutls28-dev"),
    library("CQREncode", package: "libqrencode", apt: "libqrencode-dev"),
    library("CPQ", package: "libpq", apt: "libpq-dev"),
    library("CSQLite", package: "sqlite3", apt: "libsqlite3-dev"),
    // The restrictions of a process that reads untrusted bytes.
    .target(name: "CSandbox"),
    // The codecs of pictures, called in a process of their own; libavif and librsvg are loaded there on demand.
    .target(
      name: "CPictureCodecs",
      dependencies: ["CSandbox"],
      // Optimised for the tests too: without it a picture takes ten times as long, and glibc checks no lengths.
      cSettings: [
        .unsafeFlags(["-O2", "-fstack-protector-strong"]), .define("_FORTIFY_SOURCE", to: "2"),
      ],
      linkerSettings: ["jpeg", "png", "webp", "webpdemux", "gif"].map { .linkedLibrary($0) }),

    // Foundations: they import nothing of ours but each other.
    module("Bisection"),
    module("Clocks"),
    module("Files"),
    module("Hashes"),
    module("IPAddresses"),
    module("Recency"),
    module("TextPacking"),
    module("Threads"),
    module("Throttling"),
    module("HTML"),
    module("JSON"),
    module("Progress", on: ["Clocks"]),
    module("Search", on: ["Bisection", "TextPacking"]),
    module("Compression", on: ["CDeflate"]),
    module("LocalNetwork", on: ["IPAddresses"]),
    module("Configuration", on: ["JSON", "Search"]),
    module("Sandbox", on: ["Clocks", "CSandbox"]),
    module(
      "Records",
      on: ["CLibXML2", "CSQLite", "Compression", "Files", "Hashes", "JSON", "Progress", "Sandbox"]),

    module("Signing", on: ["CGnuTLS"]),

    // The domain.
    module("Catalogs", on: ["Bisection", "Search", "Hashes", "HTML", "Progress", "TextPacking"]),
    module("Favorites", on: ["Files", "JSON", "Recency", "Signing"]),

    // Adapters: each knows one technology, none knows another.
    module("Templating", on: ["HTML"]),
    module("Sanitizer", on: ["HTML", "CLibXML2"]),
    module("Fetching", on: ["CCurl", "IPAddresses", "Progress"]),
    module(
      "Feeds",
      on: [
        "Catalogs", "Clocks", "Compression", "Configuration", "Fetching", "Files", "Hashes", "HTML", "JSON",
        "Progress", "Recency", "Records", "TextPacking", "Threads", "Throttling",
      ]),
    module(
      "Pictures",
      on: [
        "Clocks", "CPictureCodecs", "Fetching", "Files", "Hashes", "Recency", "Sandbox", "Threads",
        "Throttling",
      ]),
    module("HTTPServer", on: ["CMicroHTTPD", "CGnuTLS", "Clocks", "IPAddresses", "Threads"]),
    module("Cartography", on: ["Bisection", "Catalogs", "Configuration", "HTML"]),
    module("QRCode", on: ["CQREncode"]),
    module("PostgreSQL", on: ["CPQ", "Threads"]),
    module("PostgreSQLFavorites", on: ["Clocks", "Favorites", "PostgreSQL", "Recency"]),
    module("PostgreSQLEditions", on: ["Compression", "Feeds", "PostgreSQL"]),

    // What the program may be asked for, the files of shows, and what operators see of it.
    module("Flags", on: ["Feeds", "IPAddresses", "Sanitizer"]),
    module(
      "ShowFiles",
      on: ["Catalogs", "Configuration", "Feeds", "Fetching", "Flags", "HTML", "JSON", "Sanitizer"]),
    module(
      "NewShow",
      on: [
        "Catalogs", "Configuration", "Feeds", "Fetching", "Flags", "Hashes", "JSON", "Records", "Sanitizer",
        "ShowFiles",
      ]),
    module(
      "Operations",
      on: [
        "Clocks", "Favorites", "Feeds", "Fetching", "Flags", "HTTPServer", "JSON", "Pictures", "PostgreSQL",
        "Progress", "ShowFiles", "Website",
      ]),

    // The pages, and the program that wires it all.
    module(
      "Website",
      on: [
        "Cartography", "Catalogs", "Compression", "Configuration", "Favorites", "Hashes", "HTML",
        "HTTPServer",
        "IPAddresses", "JSON", "Pictures", "Progress", "QRCode", "Recency", "Search", "Templating",
      ]),
    .executableTarget(
      name: "dramatis",
      dependencies: [
        "Catalogs", "Clocks", "Configuration", "Favorites", "Feeds", "Fetching", "Flags", "HTML",
        "HTTPServer", "Hashes", "JSON",
        "LocalNetwork", "NewShow", "Operations", "Pictures", "PostgreSQL", "PostgreSQLEditions",
        "PostgreSQLFavorites", "Progress", "QRCode", "Records", "Sanitizer", "ShowFiles", "Threads",
        "Website",
      ],
      swiftSettings: settings(),
      // All functions of libraries are looked up at the start, so that their addresses can be read-only from then on.
      linkerSettings: [
        .unsafeFlags(["-Xlinker", "-z", "-Xlinker", "relro", "-Xlinker", "-z", "-Xlinker", "now"])
      ]),

    // Plays the outside world for the tests that follow.
    .target(
      name: "StubServer", dependencies: ["Fixtures", "Threads"], path: "Tests/StubServer",
      swiftSettings: settings()),
    // PostgreSQL, started for the tests that need it.
    .target(
      name: "DatabaseServer", dependencies: ["Fixtures"], path: "Tests/DatabaseServer",
      swiftSettings: settings()),
    // Folders and random numbers that tests share.
    .target(name: "Fixtures", path: "Tests/Fixtures", swiftSettings: settings()),
    tests("Bisection"),
    tests("Clocks"),
    tests("Hashes"),
    tests("Files", on: ["Fixtures"]),
    tests("IPAddresses"),
    tests("Recency"),
    tests("TextPacking"),
    tests("Throttling"),
    tests("HTML"),
    tests("JSON", on: ["Fixtures"]),
    tests("Progress"),
    tests("Search", on: ["Fixtures"]),
    tests("Signing"),
    tests("Compression"),
    tests("LocalNetwork", on: ["Fixtures"]),
    tests("Configuration", on: ["JSON"]),
    tests("Records", on: ["CSQLite", "Compression", "Files", "Fixtures", "JSON", "Progress"]),
    tests("Catalogs", on: ["Fixtures", "HTML", "Search", "TextPacking"]),
    tests("Templating", on: ["HTML"]),
    tests("Sanitizer", on: ["Fixtures", "HTML"]),
    tests("Fetching", on: ["Fixtures", "IPAddresses", "StubServer"]),
    tests(
      "Feeds",
      on: [
        "Catalogs", "Compression", "Configuration", "Fetching", "Fixtures", "HTML", "IPAddresses", "JSON",
        "Search",
        "StubServer",
      ]),
    tests("Pictures", on: ["Fetching", "Files", "Fixtures", "StubServer", "Threads"]),
    tests("HTTPServer", on: ["Fixtures", "IPAddresses"]),
    tests("Cartography", on: ["Catalogs", "Compression", "Configuration", "Fixtures"]),
    tests("QRCode"),
    tests("PostgreSQL", on: ["DatabaseServer", "Fixtures", "Threads"]),
    tests(
      "PostgreSQLEditions",
      on: ["Catalogs", "Configuration", "DatabaseServer", "Feeds", "Fetching", "Fixtures", "PostgreSQL"]),
    tests("PostgreSQLFavorites", on: ["DatabaseServer", "Favorites", "Fixtures", "PostgreSQL"]),
    tests(
      "Website",
      on: [
        "Catalogs", "Configuration", "Favorites", "Fixtures", "HTML", "HTTPServer", "Hashes", "IPAddresses",
        "JSON",
        "Pictures", "QRCode", "Recency", "Search",
      ]),
    tests("ShowFiles", on: ["Feeds", "Fixtures", "Flags"]),
    tests("NewShow", on: ["Fixtures", "Flags", "JSON", "ShowFiles", "StubServer"]),
    tests("Operations", on: ["Fixtures", "Flags", "ShowFiles", "StubServer"]),
    tests("Flags", on: ["Fixtures", "HTTPServer", "IPAddresses"]),
    tests("Favorites", on: ["Files", "Fixtures", "JSON", "Signing"]),
    // Killed at random moments, `make crash`.
    .executableTarget(
      name: "crash", dependencies: ["Favorites"], path: "Tests/Crash", swiftSettings: settings()),
    .testTarget(
      name: "DramatisTests",
      dependencies: [
        "dramatis", "Configuration", "DatabaseServer", "Fixtures", "Flags", "HTTPServer", "IPAddresses",
        "JSON", "Operations",
        "ShowFiles", "StubServer", "Website",
      ],
      swiftSettings: settings()),
  ]
)

func settings() -> [SwiftSetting] {
  [.swiftLanguageMode(.v6), .enableUpcomingFeature("InternalImportsByDefault")]
}

func library(_ name: String, package: String, apt: String) -> Target {
  .systemLibrary(name: name, pkgConfig: package, providers: [.apt([apt])])
}

func module(_ name: String, on dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings())
}

func tests(_ module: String, on others: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(module)Tests", dependencies: [.target(name: module)] + others, swiftSettings: settings())
}
