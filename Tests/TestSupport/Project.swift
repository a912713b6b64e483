/// The folder of this project, with `Templates`, `Public` and `config`.
public let projectFolder = String(
  #filePath.prefix(upTo: #filePath.range(of: "/Tests/")?.lowerBound ?? #filePath.endIndex))
