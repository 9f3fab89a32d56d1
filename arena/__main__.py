"""`python -m arena` and the `arena` command."""

from arena.cli import root


def main() -> None:
    """Run the command line."""
    root()


if __name__ == "__main__":
    main()
