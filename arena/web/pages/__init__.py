"""One module a page: it reads a run's store and fills the page's template."""
