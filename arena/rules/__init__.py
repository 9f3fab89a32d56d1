"""The judges' room: records and vectors held against the reference engines."""
