import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Label, Operation } from './model.ts';

/** When every history begins, epoch milliseconds. Operations count from here. */
export const epoch = Date.UTC(2026, 0, 1);

/** Knows the shop's id for each label. Translates what is sent to the shop, and what the shop answers. */
export class Labels {
  readonly #ids = new Map<Label, string>();
  readonly #labels = new Map<string, Label>();

  /** The shop's id, or for an order's date the date; a value that nothing in the shop has if the label is unknown. */
  idOf(label: Label): string {
    const id = this.#ids.get(label);
    if (id !== undefined) return id;
    return label.startsWith('date of ') ? '2001-01-01T00:00:00.000Z' : `no-${label.replace(' ', '-')}`;
  }

  /** Notes the label of an id, and returns it. An id keeps its first label: a repeated answer creates nothing. */
  learn(label: Label, id: string): Label {
    const known = this.#labels.get(id);
    if (known !== undefined) return known;
    this.#ids.set(label, id);
    this.#labels.set(id, label);
    return label;
  }

  /** Notes the label of a new listing. If a deleted listing had the same id, the label of the deleted one stands for nothing any more. */
  #learnNew(label: Label, id: string): void {
    const deleted = this.#labels.get(id);
    if (deleted !== undefined) this.#ids.delete(deleted);
    this.#ids.set(label, id);
    this.#labels.set(id, label);
  }

  /** Notes the ids of what an operation created, from its successful answer. */
  learnFrom({ n, does }: Pick<Operation, 'n' | 'does'>, body: unknown): void {
    const { token, user, product, order, orderId = order?.id, orderDate = order?.orderDate } = made.parse(body);
    if (user) this.learn(`user ${n}`, user.id);
    if (product && does === 'addProduct') this.#learnNew(`piece ${n}`, product.id);
    if (orderId && orderDate) this.#ids.set(`date of ${this.learn(`order ${n}`, orderId)}`, orderDate);
    if (token === undefined) return;
    this.learn(`session ${n}`, token);
    // The shop stores the hash of a token.
    this.#labels.set(createHash('sha256').update(token).digest('hex'), `session ${n}`);
  }

  /** The value with ids instead of labels. */
  toIds(value: unknown): unknown {
    return mapTexts(value, (text) => (isLabel.test(text) ? this.idOf(text) : text));
  }

  /** The value with labels instead of ids, and milliseconds since `epoch` instead of dates. */
  toLabels(value: unknown): unknown {
    return mapTexts(value, (text) => this.#labels.get(text) ?? (isDate.test(text) ? Date.parse(text) - epoch : text));
  }
}

const isLabel = /^(date of )?(user|session|piece|order) \d+$/;
const isDate = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const withId = z.object({ id: z.string() });

const made = z.object({
  token: z.string().optional(),
  user: withId.optional(),
  product: withId.optional(),
  order: withId.extend({ orderDate: z.string() }).optional(),
  orderId: z.string().optional(),
  orderDate: z.string().optional(),
});

const mapTexts = (value: unknown, change: (text: string) => unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_key, one) => (typeof one === 'string' ? change(one) : one));
