"""The workers' room: processes that play games, their processors, and what keeps them busy."""
