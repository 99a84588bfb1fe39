/** Lets so many through at a time, first come, first served. */
export class Semaphore {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(semaphore: number) {
    this.#free = semaphore;
  }

  /** Do something as soon as a lane is free. */
  async through<Result>(deed: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await deed();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }
}
