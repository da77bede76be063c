// Tables that sort and filter, and figures that can be saved. The page works without this.
const number = (text) => {
  const found = text.match(/-?\d*\.?\d+(e[+-]?\d+)?/i);
  return found ? Number(found[0]) : NaN;
};
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  const sort = (column) => {
    const up = heads[column].getAttribute("aria-sort") !== "ascending";
    heads.forEach((head) => head.removeAttribute("aria-sort"));
    heads[column].setAttribute("aria-sort", up ? "ascending" : "descending");
    const text = (row) => row.cells[column].textContent.trim();
    const rows = [...table.tBodies[0].rows].sort((a, b) => {
      const gap = number(text(a)) - number(text(b));
      return (Number.isNaN(gap) ? text(a).localeCompare(text(b)) : gap) * (up ? 1 : -1);
    });
    table.tBodies[0].append(...rows);
  };
  heads.forEach((head, column) => {
    head.tabIndex = 0;
    head.title = "Sort by this column";
    head.addEventListener("click", () => sort(column));
    head.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        sort(column);
      }
    });
  });
}
for (const field of document.querySelectorAll("input.filter")) {
  const table = field.closest("p").nextElementSibling.querySelector("table");
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/);
    for (const row of table.tBodies[0].rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
    }
  });
}
for (const button of document.querySelectorAll("button.save")) {
  const drawing = button.closest("figure").querySelector("svg");
  button.addEventListener("click", () => {
    const link = document.createElement("a");
    const text = new XMLSerializer().serializeToString(drawing);
    link.href = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    link.download = button.dataset.name;
    link.click();
    URL.revokeObjectURL(link.href);
  });
}
