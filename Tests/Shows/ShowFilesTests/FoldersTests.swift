import ShowFiles
import TestSupport
import Testing

@Suite("The folders of a show")
struct FoldersTests {
  private func folders(
    show: String = "wire", stateDirectory: String? = nil, environment: [String: String] = [:]
  ) -> Folders {
    var options = Options()
    options.show = show
    options.stateDirectory = stateDirectory
    options.resources = "/r"
    return Folders(options: options, environment: environment, program: "")
  }

  @Test("The state folder comes from --state-dir, STATE_DIRECTORY, XDG_STATE_HOME or HOME")
  func state() {
    var environment = ["HOME": "/h", "XDG_STATE_HOME": "/x", "STATE_DIRECTORY": "/s"]
    #expect(folders(stateDirectory: "/f", environment: environment).state == "/f")
    #expect(folders(environment: environment).state == "/s")
    environment["STATE_DIRECTORY"] = ""
    #expect(folders(environment: environment).state == "/x/dramatis/wire")
    environment["XDG_STATE_HOME"] = ""
    #expect(folders(environment: environment).state == "/h/.local/state/dramatis/wire")
    environment["XDG_STATE_HOME"] = nil
    #expect(folders(environment: environment).state == "/h/.local/state/dramatis/wire")
    #expect(!folders(environment: environment).isStateGuessed)
    // The user's home in the system's list, never a folder below the current one.
    let guessed = folders(environment: ["HOME": ""])
    #expect(guessed.state.hasPrefix("/") && guessed.state.hasSuffix("/.local/state/dramatis/wire"))
    #expect(guessed.isStateGuessed && !folders(stateDirectory: "/f").isStateGuessed)
  }

  @Test(
    "A show given as a path has the state folder of its name",
    arguments: ["wire", "wire.json", "/etc/shows/wire.json", "../wire"])
  func slug(show: String) {
    #expect(folders(show: show, environment: ["HOME": "/h"]).state == "/h/.local/state/dramatis/wire")
  }

  @Test("The folder of shows is beside the resources unless --config-dir names another")
  func configuration() {
    var options = Options()
    options.resources = "/r"
    #expect(Folders(options: options, environment: [:], program: "").configuration == "/r/config")
    options.configDirectory = "/c"
    #expect(Folders(options: options, environment: [:], program: "").configuration == "/c")
    #expect(Folders(options: options, environment: [:], program: "").resources == "/r")
  }

  @Test(
    "An installed program reads shows from its prefix's etc",
    arguments: [("usr", "etc"), ("usr/local", "usr/local/etc"), ("opt/x", "opt/x/etc"), ("usr", "usr/etc")])
  func installed(prefix: String, settings: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("\(prefix)/share/dramatis/Templates/list.mustache", "")
    try folder.write("\(prefix)/share/dramatis/Public/app.css", "")
    try folder.write("\(settings)/dramatis/wire.json", "")
    let folders = Folders(
      options: Options(), environment: [:], program: "\(folder.path)/\(prefix)/bin/dramatis")
    #expect(folders.configuration == "\(folder.path)/\(settings)/dramatis")
    #expect(folders.shipped == "\(folder.path)/\(prefix)/share/dramatis/config")
  }

  @Test(
    "Resources are found above the program and in its prefix's share",
    arguments: [("", ".build/release/dramatis"), ("share/dramatis/", "bin/dramatis")])
  func resources(place: String, program: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("\(place)Templates/list.mustache", "")
    try folder.write("\(place)Public/app.css", "")
    let found = Folders(options: Options(), environment: [:], program: "\(folder.path)/\(program)").resources
    #expect(found + "/" == "\(folder.path)/\(place)" || found == "\(folder.path)/\(place)")
  }
}
