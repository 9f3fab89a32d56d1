"""The examiner's room: does a bot keep to the protocol? One file for each group of checks."""
