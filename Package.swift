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

    // Foundations: they import nothing of ours.
    module("HTML"),
    module("JSON"),
    module("Search"),
    module("Compression", on: ["CDeflate"]),
    module("Metrics"),
    module("ServiceManager"),
    module("Configuration", on: ["JSON", "Search"]),

    // The domain.
    module("CatalogCore", on: ["Search", "HTML"]),
    module("Favorites", on: ["JSON"]),

    // Adapters: each knows one technology, none knows another.
    module("Templating", on: ["HTML"]),
    module("Sanitizer", on: ["HTML", "CLibXML2"]),
    module("Fetching", on: ["CCurl"]),
    module("Feeds", on: ["CatalogCore", "Compression", "Configuration", "Fetching", "HTML", "JSON"]),
    module("Pictures", on: ["Fetching"]),
    module("HTTPServer", on: ["CMicroHTTPD", "CGnuTLS"]),
    module("Cartography", on: ["CatalogCore", "Configuration", "HTML"]),
    module("QRCode", on: ["CQREncode"]),

    // The pages, and the program that wires it all.
    module(
      "Website",
      on: [
        "Cartography", "CatalogCore", "Compression", "Configuration", "Favorites", "HTML", "HTTPServer",
        "JSON",
        "Pictures", "QRCode", "Search", "Templating",
      ]),
    .executableTarget(
      name: "dramatis",
      dependencies: [
        "CatalogCore", "Configuration", "Favorites", "Feeds", "Fetching", "HTML", "HTTPServer", "JSON",
        "Metrics",
        "Pictures", "QRCode", "Sanitizer", "ServiceManager", "Website",
      ],
      swiftSettings: settings()),

    // Plays the outside world for the tests that follow.
    .target(name: "StubServer", path: "Tests/StubServer", swiftSettings: settings()),
    // Folders and random numbers that tests share.
    .target(name: "Fixtures", path: "Tests/Fixtures", swiftSettings: settings()),
    tests("HTML"),
    tests("JSON", on: ["Fixtures"]),
    tests("Search", on: ["Fixtures"]),
    tests("Compression"),
    tests("Metrics"),
    tests("ServiceManager", on: ["StubServer"]),
    tests("Configuration", on: ["JSON"]),
    tests("CatalogCore", on: ["HTML", "Search"]),
    tests("Templating", on: ["HTML"]),
    tests("Sanitizer", on: ["Fixtures", "HTML"]),
    tests("Fetching", on: ["StubServer"]),
    tests(
      "Feeds",
      on: [
        "CatalogCore", "Compression", "Configuration", "Fetching", "Fixtures", "HTML", "JSON", "Search",
        "StubServer",
      ]),
    tests("Pictures", on: ["Fetching", "Fixtures", "StubServer"]),
    tests("HTTPServer"),
    tests("Cartography", on: ["CatalogCore", "Compression", "Configuration", "Fixtures"]),
    tests("QRCode"),
    tests(
      "Website",
      on: [
        "CatalogCore", "Configuration", "Favorites", "HTML", "HTTPServer", "JSON", "Pictures", "QRCode",
        "Search",
      ]),
    tests("Favorites", on: ["Fixtures", "JSON"]),
    // Killed at random moments, `make crash`.
    .executableTarget(
      name: "crash", dependencies: ["Favorites"], path: "Tests/Crash", swiftSettings: settings()),
    .testTarget(
      name: "DramatisTests",
      dependencies: ["dramatis", "Configuration", "Fixtures", "HTTPServer", "JSON", "StubServer", "Website"],
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
