/** Validates most rows in the text itself, without copying a value. A row that may be invalid is left to the check. */
import type { Field, NumberField, StringField } from '@cloakroom/contract/fields.ts';
import { kinds, type Cells } from './cells.ts';
import { limits } from './limits.ts';
import { plainStepReader } from './number.ts';
import { textFault } from './textLimits.ts';

/** Whether the value with this number is certainly valid. */
type InPlaceCheck = (cells: Cells, number: number) => boolean;

/** Makes a validator of records of these fields. False only means that the row needs a check. */
export function validatorInPlace(fields: readonly Field[]): (cells: Cells) => boolean {
  const checks = fields.map((field) => {
    const present = field.type === 'string' ? textCheck(field) : numberCheck(field);
    const absent = !field.required;
    return (cells: Cells, number: number) =>
      cells.kind[number] === kinds.absent ? absent : present(cells, number);
  });
  return (cells) => {
    for (let i = 0; i < checks.length; i++) if (!checks[i]!(cells, i)) return false;
    return true;
  };
}

/** A text with escapes that may write half a surrogate pair is left to the check. */
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
    const few = allowed.length <= 16 ? allowed : [];
    return ({ kind, from, to, text }, i) =>
      kind[i] === kinds.text &&
      few.some((value) => value.length === to[i]! - from[i]! && text.startsWith(value, from[i]));
  }
  return ({ kind, from, to }, i) =>
    kind[i]! >= kinds.text && kind[i]! <= kinds.escaped && (to[i]! - from[i]!) * 3 <= limits.fieldBytes;
}

function numberCheck(field: NumberField): InPlaceCheck {
  const stepOf = plainStepReader(field);
  return ({ kind, from, to, text }, i) => kind[i] === kinds.number && stepOf(text, from[i]!, to[i]!) >= 0;
}
