"""People at the board: tables where they play bots or each other, in browsers and terminals."""
