import Operations
import ShowFiles
import Text
import Website

/// `dramatis check`: checks configurations and locale files and prints every fault.
enum Check {
  static func run(files: [String], environment: [String: String], program: String) -> Int32 {
    var options = Options()
    options.resources = environment["DRAMATIS_RESOURCES"]
    let folders = Folders(options: options, environment: environment, program: program)
    var isSound = true
    // So that `config/*.json` can be passed.
    for file in files where !file.hasSuffix(".schema.json") {
      if LocaleCheck.isLocale(file) {
        for fault in LocaleCheck.faults(of: file) {
          isSound = false
          Console.out("\(file): \(fault)".onOneLine)
        }
        continue
      }
      do throws(ConfigurationFaults) {
        for line in try ShowFile(path: file).check(
          shipped: folders.shipped, icons: "\(folders.resources)/Public")
        { Console.out(line.onOneLine) }
      } catch {
        isSound = false
        for line in error.lines { Console.out(line.onOneLine) }
      }
    }
    return isSound ? 0 : 1
  }
}
