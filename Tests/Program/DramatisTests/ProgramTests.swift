import Testing

/// Tests that start the program. They run one after the other, since each start uses a whole processor.
@Suite("The program", .serialized, .timeLimit(.minutes(10)))
enum ProgramTests {}
