/** Describes what a save means: who gains or loses which rights, and for how many records. */
import { formatQuantity } from '#src/shared/format/counts.ts';
import type { Teams } from '#src/machines/teamEdit/teams.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Muted, PlainList, Stack } from '#src/ui/layout.ts';
import { effectsOf, gainsUnusedKeys, listText } from './rights.ts';

type Props = { before: Teams; after: Teams; fields: readonly string[]; records: number | undefined };

const affectedText = (records: number | undefined): string =>
  records === undefined
    ? 'Only people who may search the records can see how many are affected.'
    : `This affects ${formatQuantity(records, 'record')} stored so far, and all future ones.`;

export function Consequences({ before, after, fields, records }: Props) {
  const effects = effectsOf(before, after, fields);
  const hasOwner = (teams: Teams) =>
    teams.some(({ canShareKeys: share, members }) => share && members.length > 0);
  return (
    <Stack as="section" $gap="s" aria-label="What this means">
      <h3>What this means</h3>
      {effects.length === 0 && <p>No one gains or loses anything.</p>}
      <PlainList aria-label="Who gains and who loses what">
        {effects.map(({ person, gains, loses }) => (
          <li key={person.id}>
            <strong>{person.email}</strong>
            {gains.length > 0 && ` will be able to ${listText(gains)}`}
            {gains.length > 0 && loses.length > 0 && ', and'}
            {loses.length > 0 && ` will no longer be able to ${listText(loses)}`}.
          </li>
        ))}
      </PlainList>
      {effects.length > 0 && <p>{affectedText(records)}</p>}
      {effects.some(({ gains }) => gains.length > 0) && (
        <Muted>People who gain rights still need the keys: a data owner shares them under Requests.</Muted>
      )}
      {gainsUnusedKeys(before, after, fields) && (
        <Banner tone="warning" title="Storing records requires every key">
          People who store records receive the keys of all fields, because their proxy seals with them. The
          service sends them no sealed value that they may not decrypt. Someone who obtained the sealed
          records in another way could decrypt them with these keys.
        </Banner>
      )}
      {effects.some(({ loses }) => loses.length > 0) && (
        <Muted>
          People who lose rights lose them immediately. What they have already decrypted can’t be taken back.
        </Muted>
      )}
      {hasOwner(before) && !hasOwner(after) && (
        <Banner tone="warning" title="No data owner will be left">
          No one could share this schema’s keys any more. The organization’s admins can add a person to the
          team again.
        </Banner>
      )}
    </Stack>
  );
}
