/** One section of a legal text. */
export type Section = {
  title: string;
  paragraphs: readonly string[];
  /** A list that follows the paragraphs. */
  points?: readonly string[];
  /** Paragraphs after the list. */
  closing?: readonly string[];
};
