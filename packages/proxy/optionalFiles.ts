/** Small files that the proxy can do without. One that can't be read is reported, and left as it is. */
import type { z } from 'zod';
import { DamagedFile, mirroredFile, type ReportProblem } from '@cloakroom/server-kit/mirroredFile.ts';

type Options<Shape extends z.ZodType> = {
  pathOf: (name: string) => string;
  shape: Shape;
  /** What one of the files is, as the beginning of a sentence. */
  subject: string;
  /** What follows while it is missing, as a sentence. */
  consequence: string;
  /** Called with a sentence about each file that is damaged or can't be read. */
  report: ReportProblem;
};

export class OptionalFiles<Shape extends z.ZodType> {
  readonly #options: Options<Shape>;
  /** Whether a file that was read may be overwritten. A newer program may have written one that can't be read. */
  readonly #isReadable = new Map<string, boolean>();

  constructor(options: Options<Shape>) {
    this.#options = options;
  }

  /** The stored value; null if there is none, or it can't be read. */
  async read(name: string): Promise<z.output<Shape> | null> {
    const { subject, consequence, report } = this.#options;
    try {
      const stored = await this.#file(name).read();
      this.#isReadable.set(name, true);
      return stored;
    } catch (error) {
      const isDamaged = error instanceof DamagedFile;
      if (isDamaged)
        report(
          `${subject} was damaged, and so was its copy: ${error.path}. It was set aside as ${error.aside.join(' and ')}. ${consequence}`,
        );
      else if (this.#isReadable.get(name) !== false)
        report(`${(error as Error).message} Then start the proxy again. Until then: ${consequence}`);
      this.#isReadable.set(name, isDamaged);
      return null;
    }
  }

  /** Stores a value, unless the file can't be read. Never throws: a file that can't be written stays as it is. */
  async write(name: string, value: z.output<Shape>): Promise<void> {
    if (!this.#isReadable.has(name)) await this.read(name);
    if (this.#isReadable.get(name))
      await this.#file(name)
        .write(value)
        .catch(() => undefined);
  }

  #file(name: string) {
    const { pathOf, shape, report } = this.#options;
    return mirroredFile(pathOf(name), shape, report);
  }
}
