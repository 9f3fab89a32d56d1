"""The referee's room: one game between running bots. It knows no tournament."""
