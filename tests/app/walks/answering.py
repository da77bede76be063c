"""What a walker does on each screen: one function for each kind of page or paradigm."""

ARMED_MS = 170
"""A screen takes no answer before; nobody is that quick."""


def questions(walker):
    """All right."""
    for number, question in enumerate(walker.study.people.questions):
        options = walker.page.locator(f"input[name=question-{number}]")
        place = question.options.index(question.right)
        if walker.keyboard:
            walker.go_to(options.first)
            walker.page.keyboard.press("Space")
            walker.move((0, 0), (place, 0))
        else:
            options.nth(place).check()
    walker.push("Continue")


def describe(walker):
    area = walker.page.get_by_role("textbox")
    walker.go_to(area)
    if not walker.keyboard:
        area.click()
    walker.page.keyboard.type("It goes on.")
    walker.push("Continue")


def choose(options):
    """Each option in turn, by a click or by the key that it names."""

    def answer(walker):
        option = len(walker.answers) % options
        walker.answers.append(option)
        walker.page.wait_for_timeout(ARMED_MS)
        button = walker.page.locator(f"[data-option='{option}']")
        if walker.keyboard:
            walker.page.keyboard.press(button.inner_text().split()[-1].lower())
        else:
            button.click()

    return answer


def tiles(walker):
    """A blue tile, then all red ones."""
    content = walker.item()["content"]
    hidden = [tile for tile, up in enumerate(content["shown"]) if not up]
    red = [tile for tile in hidden if content["red"][tile]]
    blue = next(tile for tile in hidden if tile not in red)
    walker.page.wait_for_timeout(ARMED_MS)
    for tile in (blue, *red):
        click_tile(walker, tile)


def click_tile(walker, tile):
    walker.answers.append(tile)
    page, place = walker.page, f"[data-tile='{tile}']"
    if walker.keyboard:
        focus = page.evaluate("Number(document.activeElement.dataset.tile)")
        walker.move(divmod(focus, 7), divmod(tile, 7))
    walker.act(page.locator(place))
    page.wait_for_selector(f"{place}:not([data-waiting]):not([data-state=hidden])")


def concepts(walker):
    """The right grid, at the first attempt."""
    grid = walker.item()["content"]["output"]
    walker.answers.append(grid)
    for name, side in (("Rows", len(grid)), ("Columns", len(grid[0]))):
        field = walker.page.get_by_role("spinbutton", name=name)
        walker.go_to(field)
        field.fill(str(side))
        walker.page.keyboard.press("Tab")
    paint(walker, grid)
    walker.push("Submit")
    walker.page.get_by_role("button", name="Continue").wait_for()
    walker.push("Continue")


def paint(walker, grid):
    """Every cell that is not black, row by row."""
    page, here = walker.page, (0, 0)
    answer = page.get_by_role("grid", name="Your answer")
    walker.go_to(answer.locator("[tabindex='0']"))
    places = [
        (r, c) for r, row in enumerate(grid) for c, colour in enumerate(row) if colour
    ]
    for row, column in places:
        page.keyboard.press(str(grid[row][column]))
        if walker.keyboard:
            walker.move(here, (row, column))
            page.keyboard.press("Space")
            here = (row, column)
        else:
            answer.locator("[role=row]").nth(row).locator("[role=gridcell]").nth(
                column
            ).click()


ANSWERING = {
    "questions": questions,
    "describe": describe,
    "matrices": choose(8),
    "pointers": choose(10),
    "categories": choose(2),
    "tiles": tiles,
    "concepts": concepts,
}
