/** Collects the text of a file in blobs, which are not in the worker's memory. */

/** The default number of characters that are buffered before they go into a blob. */
const defaultPartCharacters = 4 * 1024 * 1024;

export class TextParts {
  readonly #parts: Blob[] = [];
  #text = '';
  readonly #partCharacters: number;

  constructor(partCharacters = defaultPartCharacters) {
    this.#partCharacters = partCharacters;
  }

  add(text: string): void {
    this.#text += text;
    if (this.#text.length < this.#partCharacters) return;
    this.#parts.push(new Blob([this.#text]));
    this.#text = '';
  }

  /** Everything that was added, in its order, for a `Blob` or a `File`. */
  all(): BlobPart[] {
    return [...this.#parts, this.#text];
  }
}
