"""Figures of the tests, printed as tables at the end of the run."""


class Tables:
    def __init__(self):
        self.rows = {}

    def __call__(self, title, **cells):
        """Adds a row to the table of that title. The names of the cells become the columns."""
        self.rows.setdefault(title, []).append({name.replace("_", " "): str(cell) for name, cell in cells.items()})

    def add(self, rows):
        """Adds the tables of another process."""
        for title, more in rows.items():
            self.rows.setdefault(title, []).extend(more)

    def write(self, reporter):
        for title, rows in self.rows.items():
            names = list(dict.fromkeys(name for row in rows for name in row))
            lines = [names, *([row.get(name, "") for name in names] for row in rows)]
            widths = [max(len(line[column]) for line in lines) for column in range(len(names))]
            reporter.section(title)
            for line in lines:
                reporter.write_line("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip())
