import { describe, expect, test } from "vitest";
import * as editor from "../../src/screens/concepts/editor";
import { blank } from "../../src/screens/concepts/grid";

const at = (row: number, col: number) => ({ row, col });
const start = (tool: editor.Tool = "paint") => editor.start(blank(3, 3), tool);
const drawn = (state: editor.State) => state.history.now.map((row) => row.join("")).join("/");

describe("the pointer", () => {
  test("paints what it is dragged over, and one undo takes back the whole stroke", () => {
    const pressed = editor.drag(editor.press(start(), at(0, 0)), at(0, 2));
    expect(drawn(pressed)).toBe("000/000/000");
    const state = editor.release(editor.drag(pressed, at(2, 2)));
    expect(drawn(state)).toBe("111/001/001");
    expect(drawn(editor.undo(state))).toBe("000/000/000");
    expect(drawn(editor.redo(editor.undo(state)))).toBe("111/001/001");
  });

  test("draws a rectangle that follows it until it is let go", () => {
    const pressed = editor.press(start("rectangle"), at(0, 0));
    const state = editor.drag(editor.drag(pressed, at(2, 2)), at(1, 1));
    expect(drawn(editor.release(state))).toBe("110/110/000");
    expect(drawn(editor.release(editor.drop(state)))).toBe("000/000/000");
  });

  test("that changes nothing leaves no step to undo", () => {
    const state = editor.release(editor.press(editor.choose(start(), { colour: 0 }), at(1, 1)));
    expect(state.history.past).toHaveLength(0);
  });
});

describe("the keyboard", () => {
  test("draws a rectangle between two presses", () => {
    const begun = editor.apply(start("rectangle"));
    const state = editor.apply(editor.move(editor.move(begun, at(1, 0)), at(0, 1)));
    expect(drawn(state)).toBe("110/110/000");
  });

  test("selects with Shift and fills the selection as a rectangle", () => {
    const selected = editor.move(editor.move(start("rectangle"), at(1, 0), true), at(0, 1), true);
    expect(selected.selection).toEqual({ top: 0, left: 0, bottom: 1, right: 1 });
    expect(drawn(editor.apply(selected))).toBe("110/110/000");
  });

  test("takes back a selection that went too far", () => {
    const right = editor.move(editor.move(start(), at(0, 1), true), at(0, 1), true);
    expect(editor.move(right, at(0, -1), true).selection).toMatchObject({ left: 0, right: 1 });
    expect(editor.move(right, at(1, 0)).selection).toBeNull();
  });

  test("keeps the cursor inside the grid, also when the grid gets smaller", () => {
    const corner = editor.move(start(), at(100, 100));
    expect(corner.cursor).toEqual(at(2, 2));
    expect(editor.resize(corner, 1, 2).cursor).toEqual(at(0, 1));
  });
});

describe("copy and paste", () => {
  const copied = () => {
    const painted = editor.apply(start());
    const selected = editor.move(painted, at(1, 0), true);
    return editor.copy(selected, selected);
  };

  test("floats where it is moved and stays where it is put down", () => {
    const floating = editor.move(editor.paste(copied()), at(1, 2));
    expect(editor.shown(floating).map((row) => row.join(""))).toEqual(["100", "001", "000"]);
    expect(drawn(floating)).toBe("100/000/000");
    expect(editor.framed(floating)).toEqual({ top: 1, left: 2, bottom: 2, right: 2 });
    expect(drawn(editor.apply(floating))).toBe("100/001/000");
    expect(drawn(editor.cancel(floating))).toBe("100/000/000");
  });

  test("takes from another grid what is selected there", () => {
    const input = editor.start([[7, 8, 9]], "select");
    const source = editor.release(editor.drag(editor.press(input, at(0, 1)), at(0, 2)));
    expect(drawn(editor.apply(editor.paste(editor.copy(start(), source))))).toBe("890/000/000");
  });

  test("does nothing where nothing was selected or copied", () => {
    const state = start();
    expect(editor.copy(state, state)).toBe(state);
    expect(editor.paste(state)).toBe(state);
    expect(editor.clear(state)).toBe(state);
  });
});

test("dragging the corner is one step, however far it goes", () => {
  const dragged = editor.stretch(editor.stretch(start(), 4, 4), 2, 5);
  expect(editor.shown(dragged)).toEqual(blank(2, 5));
  const state = editor.release(dragged);
  expect(drawn(state)).toBe("00000/00000");
  expect(drawn(editor.undo(state))).toBe("000/000/000");
});

test("a change of size forgets the selection, which may lie outside", () => {
  const selected = editor.move(start(), at(2, 2), true);
  expect(editor.resize(selected, 2, 2).selection).toBeNull();
  expect(editor.undo(editor.resize(selected, 2, 2)).history.now).toEqual(blank(3, 3));
});
