/** Tells most good rows where they lie, without copying a value. Whatever it doubts, the check decides. */
import type { Field, NumberField, StringField } from '@cloakroom/contract/fields.ts';
import { kinds, type Cells } from './cells.ts';
import { limits } from './limits.ts';
import { plainStepReader } from './number.ts';
import { textFault } from './textLimits.ts';

/** Whether the value of that number is beyond doubt good. */
type Glance = (cells: Cells, number: number) => boolean;

/** Prepare to look at records of these fields. False only means that the row needs a check. */
export function validatorInPlace(fields: readonly Field[]): (cells: Cells) => boolean {
  const glances = fields.map((field) => {
    const present = field.type === 'string' ? textGlance(field) : numberGlance(field);
    const absent = !field.required;
    return (cells: Cells, number: number) =>
      cells.kind[number] === kinds.absent ? absent : present(cells, number);
  });
  return (cells) => {
    for (let i = 0; i < glances.length; i++) if (!glances[i]!(cells, i)) return false;
    return true;
  };
}

/** A text that may write half of a character is looked at twice. */
function textGlance(field: StringField): Glance {
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

function numberGlance(field: NumberField): Glance {
  const stepOf = plainStepReader(field);
  return ({ kind, from, to, text }, i) => kind[i] === kinds.number && stepOf(text, from[i]!, to[i]!) >= 0;
}
