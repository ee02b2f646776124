import { copyOf } from "./codes.server.ts";
import type { Leaf, StoredLeaves } from "./index-file.server.ts";
import { RowIds } from "./row-ids.server.ts";
import type { Turns } from "./turns.server.ts";

/** Groups that are restored without a pause. */
const AT_ONCE = 4_096;

/** The variants of one card. */
export type Group = { name: string; optionNames: readonly string[]; rows: number[] };

/** What a product says of its group: `group` is empty for a product alone, `optionNames` a list as JSON. */
type Grouped = { group: string; groupName: string; optionNames: string };

/** The product groups of an index by their codes. */
export class CardGroups {
  readonly list: Group[] = [];
  /** Codes of groups by their ids. */
  readonly #codes = new RowIds();
  /** Equal lists are one list. */
  readonly #optionNames = new Map<string, readonly string[]>();

  /** The code of a product's group, which becomes as the product says; -1 for a product alone. */
  put({ group, groupName, optionNames: json }: Grouped): number {
    if (group === "") return -1;
    const known = this.#codes.rowOf(group);
    const code = known < 0 ? this.list.length : known;
    const optionNames = this.#namesOf(json);
    if (known < 0) this.#codes.set(code, group);
    const before = this.list[code];
    if (before?.name === groupName && before.optionNames === optionNames) return code;
    this.list[code] = { name: copyOf(groupName), optionNames, rows: before?.rows ?? [] };
    return code;
  }

  /** The code of a product's group if it is as the product says; -1 for a product alone, null for another group. */
  find({ group, groupName, optionNames }: Grouped): number | null {
    if (group === "") return -1;
    const code = this.#codes.rowOf(group);
    const known = this.list[code];
    return known?.name === groupName && known.optionNames === this.#namesOf(optionNames) ? code : null;
  }

  /** The rows of the group with this id; none for the empty id. */
  rowsOf(id: string): readonly number[] {
    return id === "" ? [] : (this.list[this.#codes.rowOf(id)]?.rows ?? []);
  }

  /** What `restore` takes in. */
  *stored(): Generator<[string, Leaf]> {
    const texts = new Map([...this.#optionNames].map(([json, names]) => [names, json]));
    yield ["group ids", this.#codes.stored(this.list.length)];
    yield ["group names", this.list.map(({ name }) => name)];
    yield ["group options", this.list.map(({ optionNames }) => texts.get(optionNames) ?? "[]")];
  }

  /** Takes in the stored groups, without their rows. Throws an `IndexFileError` if parts are missing. */
  async restore(leaves: StoredLeaves, turns: Turns): Promise<void> {
    const optionNames = leaves.texts("group options");
    for (const [code, name] of leaves.texts("group names").entries()) {
      this.list.push({ name, optionNames: this.#namesOf(optionNames[code] ?? "[]"), rows: [] });
      if (code % AT_ONCE === 0) await turns.rest();
    }
    await this.#codes.restore(leaves.column("group ids", Uint32Array), Int32Array.from(this.list.keys()), turns);
  }

  #namesOf(json: string): readonly string[] {
    const known = this.#optionNames.get(json);
    if (known) return known;
    const names = JSON.parse(json) as string[];
    this.#optionNames.set(copyOf(json), names);
    return names;
  }
}
