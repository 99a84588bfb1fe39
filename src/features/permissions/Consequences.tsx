/** What a save means, in words: who gains and who loses what, and of how many records. */
import { counted } from '#src/shared/format/counts.ts';
import type { Teams } from '#src/machines/teamEdit/teams.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Muted, PlainList, Stack } from '#src/ui/layout.ts';
import { effectsOf, listed } from './rights.ts';

type Props = { before: Teams; after: Teams; fields: readonly string[]; records: number | undefined };

const ofRecords = (records: number | undefined): string =>
  records === undefined
    ? 'How many records that concerns is told only to those who may search them.'
    : `That concerns ${counted(records, 'record')} stored so far, and every one to come.`;

export function Consequences({ before, after, fields, records }: Props) {
  const effects = effectsOf(before, after, fields);
  const owned = (teams: Teams) => teams.some(({ share, members }) => share && members.length > 0);
  return (
    <Stack as="section" $gap="s" aria-label="What this means">
      <h3>What this means</h3>
      {effects.length === 0 && <p>Nobody gains or loses anything.</p>}
      <PlainList aria-label="Who gains and who loses what">
        {effects.map(({ person, gains, loses }) => (
          <li key={person.id}>
            <strong>{person.email}</strong>
            {gains.length > 0 && ` will be able to ${listed(gains)}`}
            {gains.length > 0 && loses.length > 0 && ', and'}
            {loses.length > 0 && ` will no longer be able to ${listed(loses)}`}.
          </li>
        ))}
      </PlainList>
      {effects.length > 0 && <p>{ofRecords(records)}</p>}
      {effects.some(({ gains }) => gains.length > 0) && (
        <Muted>Who gains something still needs the keys: a data owner hands them on under Requests.</Muted>
      )}
      {effects.some(({ loses }) => loses.length > 0) && (
        <Muted>
          Who loses something is refused from that moment on. What they have opened before can’t be taken
          back.
        </Muted>
      )}
      {owned(before) && !owned(after) && (
        <Banner tone="warning" title="Nobody will be left among the data owners">
          Nobody could hand on this schema’s keys any more. The organization’s admins can put somebody on the
          team again.
        </Banner>
      )}
    </Stack>
  );
}
