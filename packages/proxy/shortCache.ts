/** A memory of a moment: spares the same question asked twice in a row, and forgets before the answer can be wrong. */

const most = 1_000;

export class ShortCache<Value> {
  private readonly kept = new Map<string, { value: Value; until: number }>();
  private readonly milliseconds: number;

  constructor(milliseconds: number) {
    this.milliseconds = milliseconds;
  }

  /** The value under a key, made anew when there is none or it is too old. A promise that fails is not kept. */
  get(key: string, make: () => Value): Value {
    const now = Date.now();
    const known = this.kept.get(key);
    if (known && known.until > now) return known.value;
    const value = make();
    this.kept.delete(key);
    this.kept.set(key, { value, until: now + this.milliseconds });
    if (value instanceof Promise) value.catch(() => this.kept.delete(key));
    const [oldest] = this.kept.keys();
    if (this.kept.size > most && oldest !== undefined) this.kept.delete(oldest);
    return value;
  }
}
