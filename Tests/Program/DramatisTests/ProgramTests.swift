import Testing

/// Everything that starts the program: one after the other, since each start takes a processor for itself.
@Suite("The program", .serialized, .timeLimit(.minutes(10)))
enum ProgramTests {}
