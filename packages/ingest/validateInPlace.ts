/** Validates most rows without copying values. A row that may be invalid is left to `check.ts`. */
import type { Field, NumberField, StringField } from '@cloakroom/contract/fields.ts';
import { kinds, type Cells } from './cells.ts';
import { limits } from './limits.ts';
import { plainStepReader } from './number.ts';
import { textFault } from './textLimits.ts';

/** Whether a value is certainly valid. */
type InPlaceCheck = (cells: Cells, number: number) => boolean;

/** Makes a validator of records. False means only that the row needs a full check. */
export function validatorInPlace(fields: readonly Field[]): (cells: Cells) => boolean {
  const checks = fields.map((field) => {
    const checkPresent = field.type === 'string' ? textCheck(field) : numberCheck(field);
    const mayBeAbsent = !field.required;
    return (cells: Cells, number: number) =>
      cells.kind[number] === kinds.absent ? mayBeAbsent : checkPresent(cells, number);
  });
  return (cells) => {
    for (let i = 0; i < checks.length; i++) if (!checks[i]!(cells, i)) return false;
    return true;
  };
}

/** A string with `\u` escapes, which may be lone surrogates, is left to `check.ts`. */
function textCheck(field: StringField): InPlaceCheck {
  const { enum: allowed } = field;
  const faultOf = textFault(field);
  if (faultOf)
    return ({ kind, from, to, text }, i) =>
      kind[i] === kinds.text &&
      allowed === undefined &&
      (to[i]! - from[i]!) * 3 <= limits.fieldBytes &&
      faultOf(text.slice(from[i], to[i])) === null;
  if (allowed) {
    const shortList = allowed.length <= 16 ? allowed : [];
    return ({ kind, from, to, text }, i) =>
      kind[i] === kinds.text &&
      shortList.some((value) => value.length === to[i]! - from[i]! && text.startsWith(value, from[i]));
  }
  return ({ kind, from, to }, i) =>
    kind[i]! >= kinds.text && kind[i]! <= kinds.escaped && (to[i]! - from[i]!) * 3 <= limits.fieldBytes;
}

function numberCheck(field: NumberField): InPlaceCheck {
  const stepOf = plainStepReader(field);
  return ({ kind, from, to, text }, i) => kind[i] === kinds.number && stepOf(text, from[i]!, to[i]!) >= 0;
}
