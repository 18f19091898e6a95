import { byId, element, fill } from "./dom.js";
import { shown } from "./json.js";

/**
 * @typedef {Record<string, any>} Row an object as the emulator tells of it
 * @typedef {{ title: string, cell: (row: Row) => Node | string }} Column
 *
 * @typedef {object} Kind
 * @property {string} id where the table is on the page
 * @property {string} title
 * @property {string} none said where there is no object
 * @property {Column[]} columns the first is the object's name
 * @property {(row: Row) => Node | string} detail a line below the name
 * @property {(row: Row) => unknown} whole what an open row shows
 */

const NUMBER = new Intl.NumberFormat("en");

/** A number for people. @param {number} value */
export const number = (value) => NUMBER.format(value);

/** A table of objects by their keys: each row can be opened, and is marked when it changes. */
export class ObjectTable {
  /** @type {Map<string, ObjectRow>} */
  #rows = new Map();
  #table = element("table", { class: "objects" });
  #title = element("caption");
  #note = element("p", { class: "note" });
  #count = 0;
  #filter = "";

  /** @param {Kind} kind */
  constructor(kind) {
    this.kind = kind;
    const heads = kind.columns.map(({ title }) => element("th", { scope: "col" }, title));
    this.#table.append(this.#title, element("thead", {}, element("tr", {}, ...heads)));
    byId(kind.id).replaceChildren(element("div", { class: "scroll" }, this.#table), this.#note);
    this.#arrange();
  }

  /**
   * Shows these rows in this order, and no others.
   *
   * @param {[key: string, row: Row][]} rows
   * @param {number} count of all, those that are not among the rows too
   */
  replace(rows, count) {
    const earlier = this.#rows;
    this.#rows = new Map();
    for (const [key, row] of rows) {
      const known = earlier.get(key);
      earlier.delete(key);
      known?.fill(row);
      this.#rows.set(key, known ?? new ObjectRow(this.kind, row));
    }
    earlier.forEach((row) => row.element.remove());
    this.#count = count;
    this.#arrange();
  }

  /** Shows the rows in which the text is. @param {string} text */
  filter(text) {
    this.#filter = text;
    this.#arrange();
  }

  /** Puts the rows in their order, and hides those that the filter leaves out. */
  #arrange() {
    let matching = 0;
    /** @type {Element | null} */
    let last = this.#table.tHead;
    for (const [key, { element: body, row }] of this.#rows) {
      if (last?.nextElementSibling !== body) {
        last?.after(body);
      }
      last = body;
      const matches = `${key} ${row["status"] ?? ""} ${row["display_name"] ?? ""}`.toLowerCase().includes(this.#filter);
      matching += matches ? 1 : 0;
      body.hidden = !matches;
    }
    this.#describe(matching);
  }

  /** @param {number} matching */
  #describe(matching) {
    const all = this.#rows.size;
    const others = this.#count - all;
    this.#title.replaceChildren(this.kind.title, " ", element("span", { class: "count" }, number(this.#count)));
    this.#table.classList.toggle("none", matching === 0);
    const nothing = all === 0 ? this.kind.none : "None has that text.";
    this.#note.textContent = matching === 0 ? nothing : `And ${number(others)} that this page does not show.`;
    this.#note.hidden = matching > 0 && others <= 0;
  }
}

/** An object: a row, and below it the whole object where it is open. */
class ObjectRow {
  #cells;
  #toggle = element("button", { type: "button", class: "toggle", "aria-expanded": "false" });
  #detail = element("div", { class: "detail" });
  #inner;
  #whole;
  #isOpen = false;

  /**
   * @param {Kind} kind
   * @param {Row} row
   */
  constructor(kind, row) {
    this.kind = kind;
    this.row = row;
    this.#cells = kind.columns.map((_, index) => (index === 0 ? element("th", { scope: "row" }) : element("td")));
    this.#inner = element("td", { colspan: String(kind.columns.length) });
    this.#whole = element("tr", { class: "whole", hidden: true }, this.#inner);
    this.#cells[0]?.append(this.#toggle, this.#detail);
    this.element = element("tbody", {}, element("tr", {}, ...this.#cells), this.#whole);
    this.#toggle.addEventListener("click", () => {
      this.#isOpen = !this.#isOpen;
      this.#show();
    });
    this.#show();
  }

  /** Shows the object as it is now. @param {Row} row */
  fill(row) {
    if (JSON.stringify(row) !== JSON.stringify(this.row)) {
      this.row = row;
      this.#show();
      mark(this.element);
    }
  }

  #show() {
    const [name, ...others] = this.kind.columns.map(({ cell }) => cell(this.row));
    // The button stays where it is: it may have the focus.
    fill(this.#toggle, [name]);
    this.#toggle.setAttribute("aria-expanded", String(this.#isOpen));
    fill(this.#detail, [this.kind.detail(this.row)]);
    this.#cells.slice(1).forEach((cell, index) => fill(cell, [others[index]]));
    this.#whole.hidden = !this.#isOpen;
    this.#inner.replaceChildren(...(this.#isOpen ? [shown(this.kind.whole(this.row))] : []));
  }
}

/** Marks an element for a moment. @param {HTMLElement} marked */
function mark(marked) {
  marked.classList.remove("changed");
  // So that the animation begins anew.
  void marked.offsetWidth;
  marked.classList.add("changed");
}
