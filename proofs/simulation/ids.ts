import type { Label } from './operations.ts';

/** When every sequence begins, epoch milliseconds. Operations count from here. */
export const epoch = Date.UTC(2026, 0, 1);

/** Which id the shop gave to what a label stands for, and what else of it only the shop knows. */
export class Ids {
  readonly #ids = new Map<Label, string>();
  readonly #labels = new Map<string, Label>();
  readonly #orderDates = new Map<Label, string>();

  /** An unknown label becomes an id that nothing has. */
  idOf(label: Label): string {
    return this.#ids.get(label) ?? `no-${label.replace(' ', '-')}`;
  }

  labelOf(id: string): Label {
    return this.#labels.get(id) ?? `unknown ${id}`;
  }

  /** Keeps the first label of an id: an answer that is repeated makes nothing. */
  learn(label: Label, id: string): Label {
    const known = this.#labels.get(id);
    if (known !== undefined) return known;
    this.#ids.set(label, id);
    this.#labels.set(id, label);
    return label;
  }

  /** Another name that the shop has for it. */
  learnAlias(label: Label, id: string): void {
    this.#labels.set(id, label);
  }

  learnDate(order: Label, date: string): void {
    this.#orderDates.set(order, date);
  }

  dateOf(order: Label): string {
    return this.#orderDates.get(order) ?? '2001-01-01T00:00:00.000Z';
  }
}
