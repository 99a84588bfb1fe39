/** Collects in one pass what a column tells about its field, in bounded memory. */
import { decimalOf, readDecimal } from '@cloakroom/contract/decimal.ts';
import type { SupportedFormat } from '@cloakroom/contract/formats.ts';
import { excerpt } from './draft.ts';
import { formatChecks } from './formats.ts';
import { roundedRange } from './roundedRange.ts';

/** The definition of a field in a JSON Schema. */
export type ProposedProperty =
  | { type: 'string'; enum?: string[]; format?: string }
  | { type: 'integer'; minimum: number; maximum: number }
  | { type: 'number'; minimum: number; maximum: number; precision: number };

/**
 * Why a field is not of the type that its values suggest: `leading-zeros` such as 01234, which a number would lose; `too-exact`:
 * numbers with more digits than a field can store; `commas`: numbers such as 1,5; `true-or-false` and `nested` values of JSON,
 * which are stored as text; `no-values`.
 */
export type ProposalNote =
  'leading-zeros' | 'too-exact' | 'commas' | 'true-or-false' | 'nested' | 'no-values';

export type ProposedType = {
  property: ProposedProperty;
  note: ProposalNote | null;
  /** JSON values that are not text will be converted to text: the file can't be sent as it is. */
  becomesText: boolean;
};

const limits = {
  /** The largest number of choices, and of characters of one choice. */
  choices: 20,
  choiceCharacters: 64,
  /** A list is proposed if its values occur at least this often on average. */
  repetitions: 5,
  samples: 3,
  /** A number with at most this many digits is exact in JSON. */
  exactDigits: 15,
};

/** Formats that are recognized, in the order of preference. */
const recognizedFormats = ['date', 'date-time', 'time', 'uuid', 'email', 'ipv4', 'uri'] as const;
type RecognizedFormat = (typeof recognizedFormats)[number] & SupportedFormat;

/** A `uri` is recognized only if it is a web address. */
const matches: Record<RecognizedFormat, (text: string) => boolean> = {
  ...formatChecks,
  uri: (text) => /^https?:\/\//i.test(text) && formatChecks.uri(text),
};

const [minus, zero, nine] = [45, 48, 57];
const plainNumber = /^-?(?:0|[1-9]\d*)(?:\.(\d*[1-9])?0*)?$/;
const numeral = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,4})?$/;
const leadingZero = /^-?0\d+$/;
/** Characters that a stored schema can't contain. */
const unstorable = /[\0\p{Cs}]/u;
const withCommas = /^-?\d+(?:[.,]\d{3})*,\d+$|^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

export class ColumnSummary {
  /** Values that are neither empty nor absent. */
  values = 0;
  /** The first distinct values, shortened for the screen. */
  readonly samples: string[] = [];
  private numbers = 0;
  private jsonNumbers = 0;
  private zeros = 0;
  private commas = 0;
  private inexact = 0;
  private booleans = 0;
  private nested = 0;
  private least = { value: Infinity, text: '' };
  private greatest = { value: -Infinity, text: '' };
  private decimals = 0;
  private choices: Set<string> | null = new Set();
  private formats: readonly RecognizedFormat[] = recognizedFormats;

  /** A CSV cell that is not empty; it may be a number. */
  addCell(text: string): void {
    this.addValue(text);
    if (this.addIfNumber(text)) {
      // A list of choices may contain numbers beside other strings.
      this.addChoice(text);
      if (this.formats.length > 0) this.formats = [];
    } else this.addPlain(text);
  }

  /** A string in JSON, which is not a number. */
  addText(text: string): void {
    this.addValue(text);
    this.addPlain(text);
  }

  /** A number in JSON. */
  addNumber(text: string): void {
    this.addValue(text);
    this.jsonNumbers++;
    this.addIfNumber(text);
    this.addChoice(text);
    this.formats = [];
  }

  addBoolean(text: 'true' | 'false'): void {
    this.addValue(text);
    this.booleans++;
    this.addChoice(text);
    this.formats = [];
  }

  /** An object or a list in JSON. */
  addNested(text: string): void {
    this.addValue(text);
    this.nested++;
    this.choices = null;
    this.formats = [];
  }

  /** The type of a field that accepts all values so far. */
  propose(): ProposedType {
    const { values, booleans, nested, jsonNumbers } = this;
    if (values === 0) return { property: { type: 'string' }, note: 'no-values', becomesText: false };
    const number = this.numbers === values ? this.numberProperty() : null;
    if (number) return { property: number, note: null, becomesText: false };
    const note = nested > 0 ? 'nested' : booleans === values ? 'true-or-false' : this.noteOnNumbers();
    return { property: this.textProperty(), note, becomesText: booleans + nested + jsonNumbers > 0 };
  }

  private addValue(text: string): void {
    this.values++;
    if (this.samples.length >= limits.samples || text === '' || this.choices?.has(text)) return;
    const sample = excerpt(text);
    if (!this.samples.includes(sample)) this.samples.push(sample);
  }

  private addPlain(text: string): void {
    this.addChoice(text);
    if (this.formats.length > 0) this.formats = this.formats.filter((format) => matches[format](text));
    if (this.zeros + this.commas + this.numbers + this.inexact < this.values - 1) return;
    if (leadingZero.test(text)) this.zeros++;
    else if (withCommas.test(text)) this.commas++;
  }

  private addChoice(text: string): void {
    const { choices } = this;
    if (choices === null || choices.has(text)) return;
    const isUsable = text.length <= limits.choiceCharacters && !unstorable.test(text);
    if (choices.size === limits.choices || !isUsable) this.choices = null;
    else choices.add(text);
  }

  /** Counts a number. @returns whether the text is a number that can be stored. */
  private addIfNumber(text: string): boolean {
    // The first character distinguishes nearly all other text from numbers.
    const first = text.charCodeAt(0);
    if (first !== minus && !(first >= zero && first <= nine)) return false;
    const decimals = decimalsOf(text);
    if (decimals === null) {
      if (numeral.test(text)) this.inexact++;
      return false;
    }
    this.numbers++;
    const value = Number(text);
    if (value < this.least.value) this.least = { value, text };
    if (value > this.greatest.value) this.greatest = { value, text };
    if (decimals > this.decimals) this.decimals = decimals;
    return true;
  }

  /** Null if the numbers are too many steps apart. */
  private numberProperty(): ProposedProperty | null {
    const { decimals } = this;
    const [least, greatest] = [readDecimal(this.least.text), readDecimal(this.greatest.text)];
    const range = least && greatest && roundedRange(least, greatest, decimals);
    if (!range) return null;
    return decimals === 0 ? { type: 'integer', ...range } : { type: 'number', ...range, precision: decimals };
  }

  private textProperty(): ProposedProperty {
    const { choices, formats } = this;
    const [format] = formats;
    if (format !== undefined) return { type: 'string', format };
    const isRepeated = choices !== null && this.values >= limits.repetitions * choices.size;
    return isRepeated && choices.size > 1
      ? { type: 'string', enum: [...choices].sort() }
      : { type: 'string' };
  }

  private noteOnNumbers(): ProposalNote | null {
    const { values, numbers, zeros, commas, inexact } = this;
    if (numbers + zeros + commas + inexact < values) return null;
    if (zeros > 0) return 'leading-zeros';
    return commas > 0 ? 'commas' : 'too-exact';
  }
}

/** The digits after the point of a number that can be stored, without zeros at their end; null for any other text. */
function decimalsOf(text: string): number | null {
  const plain = plainNumber.exec(text);
  const isNegativeZero = () => text.startsWith('-') && Number(text) === 0;
  if (plain && text.length <= limits.exactDigits) return isNegativeZero() ? null : (plain[1]?.length ?? 0);
  if (!numeral.test(text) || isNegativeZero()) return null;
  const [decimal, number] = [readDecimal(text), Number(text)];
  if (!decimal || !Number.isFinite(number)) return null;
  const { units, scale } = decimalOf(number);
  return units === decimal.units && scale === decimal.scale ? scale : null;
}
