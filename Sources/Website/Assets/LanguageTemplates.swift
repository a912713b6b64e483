import Synchronization

/// The templates in one language, compiled when they are first asked for: few houses speak them all.
final class LanguageTemplates: Sendable {
  private final class Compiled: Sendable {
    let templates: PageTemplates

    init(_ templates: PageTemplates) {
      self.templates = templates
    }
  }

  private let compiled = AtomicLazyReference<Compiled>()
  private let compile: @Sendable () -> PageTemplates

  /// - Parameter compile: runs at the first use; twice where two threads are first.
  init(_ compile: @escaping @Sendable () -> PageTemplates) {
    self.compile = compile
  }

  var all: PageTemplates {
    (compiled.load() ?? compiled.storeIfNil(Compiled(compile()))).templates
  }
}
