import Testing

/// Tests of the agent's page in a real browser, on real servers: one after the other, in one browser.
@Suite(.serialized, .chromium, .timeLimit(.minutes(10))) enum BrowserTests {}

/// The photo at a place in the grid.
func cell(_ index: Int) -> String { ".cell[data-index='\(index)']" }

/// An answer to a question.
func answer(_ name: String) -> String { "[data-answer=\(name)]" }
