"""The planners' room: from a tournament file to the games of a schedule. Pure but for reading,
and for building bots (`building`, `workshop`)."""
