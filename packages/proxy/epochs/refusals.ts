/** Errors for a manifest that is older than one seen before, with what a person needs to know to decide. */
import type { EpochStatement } from '@cloakroom/contract/epochs.ts';
import { fingerprintOf } from '@cloakroom/wire/fingerprint.ts';
import type { Manifest } from '@cloakroom/contract/segments.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import type { Gap } from './history.ts';

/** The service holds older content than this machine has seen. It is refused until an owner accepts it. */
export class OlderContent extends HttpProblem {
  readonly manifest: Manifest;
  readonly gap: Gap;

  /** @param what - the problem, as the predicate of the sentence. */
  constructor(manifest: Manifest, gap: Gap, what: string) {
    super(
      422,
      `The list of index segments of schema ${manifest.schema} ${what}, so it is not used: records may have been taken away.${gapText(gap)} If a backup of the service was restored, one of the schema’s owners can accept its content on the schema’s page of records. Otherwise tell the operator of the service.`,
    );
    this.manifest = manifest;
    this.gap = gap;
  }
}

/** Older content was accepted by a signer whom the caller's keyring doesn't know as an owner of the schema. */
export class UnknownSigner extends HttpProblem {
  readonly manifest: Manifest;
  readonly statement: EpochStatement;
  readonly gap: Gap;

  constructor(manifest: Manifest, statement: EpochStatement, gap: Gap) {
    const { name } = statement.signer;
    super(
      422,
      `The service holds older content of schema ${manifest.schema} than this proxy has seen, and says that ${name} has accepted it.${gapText(gap)} This machine doesn’t know that identity as an owner’s, so the content is not used. Ask ${name}, by voice or in person, for the eight words of their fingerprint, and compare them on the schema’s page of records: ${signerWords(statement).join(' ')}.`,
    );
    this.manifest = manifest;
    this.statement = statement;
    this.gap = gap;
  }
}

/** The words of a signer's fingerprint. */
export const signerWords = ({ signer: { signs, receives } }: Pick<EpochStatement, 'signer'>): string[] =>
  fingerprintOf({ primary_public_key: signs, sub_public_key: receives }).words;

const countText = (count: number, what: string) =>
  `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
const formatMinute = (time: string) => `${time.slice(0, 16).replace('T', ' ')} UTC`;

/** What is missing, as sentences that begin with a space; may be empty. */
function gapText({ missing: { uploads, records, returned }, uploads: listed, seen }: Gap): string {
  const [newest, oldest] = [listed[0], listed.at(-1)];
  const times =
    newest && oldest && uploads === listed.length && newest !== oldest
      ? `, seen here between ${formatMinute(oldest.seen)} and ${formatMinute(newest.seen)}`
      : newest
        ? `, last seen here at ${formatMinute(newest.seen)}`
        : '';
  return [
    uploads > 0 && ` Missing are ${countText(records, 'record')} of ${countText(uploads, 'upload')}${times}.`,
    returned > 0 && ` ${countText(returned, 'deleted record')} would be there again.`,
    uploads === 0 &&
      returned === 0 &&
      seen &&
      ` No record that was seen here by ${formatMinute(seen)} is missing.`,
  ]
    .filter(Boolean)
    .join('');
}
