// swift-tools-version: 6.0
import PackageDescription

/// The floors of the house, each a folder of `Sources`: a module imports from the floors below its own.
enum Floor: String, CaseIterable {
  case base = "Base"
  case domain = "Domain"
  case adapters = "Adapters"
  case web = "Web"
  case shows = "Shows"
  case program = "Program"
}

/// One row a module: the build refuses an import that it does not list, and ``checked(_:)`` an arrow upwards.
struct Module {
  let name: String
  let floor: Floor
  /// Modules of lower floors and C libraries.
  let imports: [String]
  /// Modules of the same floor.
  let neighbours: [String]

  init(_ name: String, _ floor: Floor, on imports: [String] = [], beside neighbours: [String] = []) {
    self.name = name
    self.floor = floor
    self.imports = imports
    self.neighbours = neighbours
  }
}

let modules = checked([
  Module("Text", .base),
  Module("JSON", .base, beside: ["System"]),
  Module("System", .base, on: ["CDeflate", "CGnuTLS", "CICal", "CQREncode", "CSandbox"], beside: ["Text"]),

  Module("Configuration", .domain, on: ["JSON", "System"], beside: ["Search"]),
  Module("Search", .domain, on: ["CUTF8Proc", "System", "Text"]),
  Module("Catalogs", .domain, on: ["CICU", "JSON", "System", "Text"], beside: ["Search"]),
  Module("Favorites", .domain, on: ["JSON", "System"]),

  Module("FavoritesInFiles", .adapters, on: ["Favorites", "System"]),
  Module("Sanitizer", .adapters, on: ["CLibXML2", "Text"], beside: ["Fetching"]),
  Module("HTTPServer", .adapters, on: ["CGnuTLS", "CMicroHTTPD", "System", "Text"]),
  Module("Fetching", .adapters, on: ["CCurl", "System", "Text"]),
  Module(
    "Records", .adapters,
    on: ["CICal", "CLibXML2", "CSQLite", "CUchardet", "CZip", "Catalogs", "JSON", "System", "Text"]),
  Module(
    "Feeds", .adapters, on: ["Catalogs", "Configuration", "JSON", "Search", "System", "Text"],
    beside: ["Fetching", "Records"]),
  Module("Pictures", .adapters, on: ["CPictureCodecs", "System"], beside: ["Fetching"]),
  Module("PostgreSQL", .adapters, on: ["CPQ", "Favorites", "System"]),

  Module("Templates", .web, on: ["Text"]),
  Module("Maps", .web, on: ["Catalogs", "Configuration", "Text"]),
  Module(
    "Website", .web,
    on: [
      "CICU", "Catalogs", "Configuration", "Favorites", "HTTPServer", "JSON", "Pictures", "Search", "System",
      "Text",
    ],
    beside: ["Maps", "Templates"]),

  Module(
    "ShowFiles", .shows,
    on: [
      "Catalogs", "Configuration", "Feeds", "Fetching", "HTTPServer", "JSON", "Sanitizer", "System", "Text",
    ]),
  Module(
    "NewShow", .shows,
    on: [
      "Catalogs", "Configuration", "Feeds", "Fetching", "JSON", "Records", "Sanitizer", "System", "Text",
    ], beside: ["ShowFiles"]),
  Module(
    "Operations", .shows,
    on: ["Configuration", "Feeds", "Fetching", "HTTPServer", "Pictures", "System", "Text", "Website"],
    beside: ["ShowFiles"]),
])

/// Tables of words and rules, which are compiled into a module.
let words = ["Catalogs": "Facts/Forms/forms.txt"]

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
    library("CICal", package: "libical", apt: "libical-dev"),
    library("CQREncode", package: "libqrencode", apt: "libqrencode-dev"),
    library("CPQ", package: "libpq", apt: "libpq-dev"),
    library("CSQLite", package: "sqlite3", apt: "libsqlite3-dev"),
    library("CICU", package: "icu-i18n", apt: "libicu-dev"),
    library("CUTF8Proc", package: "libutf8proc", apt: "libutf8proc-dev"),
    library("CUchardet", package: "uchardet", apt: "libuchardet-dev"),
    library("CZip", package: "libzip", apt: "libzip-dev"),
    // The restrictions of a process that reads untrusted bytes.
    .target(name: "CSandbox", path: "Sources/C/CSandbox"),
    // The codecs of pictures, called in processes of their own; libraries for AVIF,
    // HEIC, SVG and TIFF are loaded there on demand.
    .target(
      name: "CPictureCodecs",
      dependencies: ["CSandbox"],
      path: "Sources/C/CPictureCodecs",
      // Optimised for the tests too: without it a picture takes ten times as long, and glibc checks no lengths.
      cSettings: [
        .unsafeFlags(["-O2", "-fstack-protector-strong"]), .define("_FORTIFY_SOURCE", to: "2"),
      ],
      linkerSettings: ["jpeg", "png", "webp", "webpdemux", "gif"].map { .linkedLibrary($0) }),
  ] + modules.map(target) + [
    .executableTarget(
      name: "dramatis",
      dependencies: [
        "Catalogs", "Configuration", "Favorites", "FavoritesInFiles", "Feeds", "Fetching", "HTTPServer",
        "JSON",
        "NewShow", "Operations", "Pictures", "PostgreSQL", "Records", "Sanitizer", "ShowFiles", "System",
        "Text",
        "Website",
      ],
      path: "Sources/Program/dramatis",
      swiftSettings: settings(),
      // All functions of libraries are looked up at the start, so that their addresses can be read-only from then on.
      // GNU ld, Debian 13's default, finds no room for that between Swift's sections; each toolchain has lld.
      linkerSettings: [
        .unsafeFlags([
          "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "relro", "-Xlinker", "-z", "-Xlinker", "now",
        ])
      ]),

    // Folders, servers and databases that tests share.
    .target(
      name: "TestSupport", dependencies: ["Favorites", "Pictures", "System"], path: "Tests/TestSupport",
      swiftSettings: settings()),
    // Killed at random moments, `make crash`.
    .executableTarget(
      name: "crash", dependencies: ["Favorites", "FavoritesInFiles", "System"], path: "Tests/Crash",
      swiftSettings: settings()),
  ] + [
    tests(.base, "JSON", on: ["System"]),
    tests(.base, "System"),
    tests(.base, "Text"),
    tests(.domain, "Catalogs", on: ["Search", "System", "Text"]),
    tests(.domain, "Configuration", on: ["JSON"]),
    tests(.domain, "Favorites", on: ["JSON", "System"]),
    tests(.domain, "Search"),
    tests(
      .adapters, "Feeds", on: ["Catalogs", "Configuration", "Fetching", "JSON", "Search", "System", "Text"]),
    tests(.adapters, "FavoritesInFiles", on: ["Favorites", "System"]),
    tests(.adapters, "Fetching", on: ["System"]),
    tests(.adapters, "HTTPServer", on: ["CMicroHTTPD", "System"]),
    tests(.adapters, "Pictures", on: ["Fetching", "System"]),
    tests(.adapters, "PostgreSQL", on: ["Favorites", "FavoritesInFiles", "Feeds", "System"]),
    tests(.adapters, "Records", on: ["CSQLite", "JSON", "System"]),
    tests(.adapters, "Sanitizer", on: ["Text"]),
    tests(.web, "Maps", on: ["Catalogs", "Configuration", "System"]),
    tests(.web, "Templates", on: ["Text"]),
    tests(
      .web, "Website",
      on: [
        "Catalogs", "Configuration", "Favorites", "HTTPServer", "JSON", "Pictures", "Search", "System",
        "Text",
      ]),
    tests(.shows, "NewShow", on: ["Catalogs", "Feeds", "JSON", "Records", "ShowFiles", "System"]),
    tests(.shows, "Operations", on: ["Catalogs", "HTTPServer", "Pictures", "ShowFiles", "Website"]),
    tests(.shows, "ShowFiles", on: ["Configuration", "Feeds", "HTTPServer", "JSON", "System"]),
  ]
)

func settings() -> [SwiftSetting] {
  [.swiftLanguageMode(.v6), .enableUpcomingFeature("InternalImportsByDefault")]
}

func library(_ name: String, package: String, apt: String) -> Target {
  .systemLibrary(name: name, path: "Sources/C/\(name)", pkgConfig: package, providers: [.apt([apt])])
}

func target(_ module: Module) -> Target {
  .target(
    name: module.name, dependencies: (module.imports + module.neighbours).map { .init(stringLiteral: $0) },
    path: "Sources/\(module.floor.rawValue)/\(module.name)",
    resources: words[module.name].map { [.embedInCode($0)] }, swiftSettings: settings())
}

/// The tests of a module; they import it, what they share, and `others`.
func tests(_ floor: Floor, _ module: String, on others: [String] = []) -> Target {
  .testTarget(
    name: "\(module)Tests",
    dependencies: ([module, "TestSupport"] + others).map { .init(stringLiteral: $0) },
    path: "Tests/\(floor.rawValue)/\(module)Tests", swiftSettings: settings())
}

/// The modules, if every arrow between two floors leads down.
func checked(_ modules: [Module]) -> [Module] {
  let height = Dictionary(
    uniqueKeysWithValues: modules.map { ($0.name, Floor.allCases.firstIndex(of: $0.floor) ?? 0) })
  for module in modules {
    let own = height[module.name] ?? 0
    for name in module.imports where (height[name] ?? -1) >= own {
      fatalError("\(module.name) imports \(name), which is not on a floor below \(module.floor.rawValue)")
    }
    for name in module.neighbours where height[name] != own {
      fatalError("\(module.name) lists \(name) as a neighbour, which is not on \(module.floor.rawValue)")
    }
  }
  return modules
}
