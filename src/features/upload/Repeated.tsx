/** Says that a chosen file has been uploaded before. Nobody is kept from doing it again. */
import styled from 'styled-components';
import { counted } from '#src/lib/counts.ts';
import { momentWords } from '#src/lib/moments.ts';
import { useUploaded } from '#src/queries/jobs.ts';
import { Banner } from '#src/ui/Banner.tsx';

/* In a low window what stands below the rows has to be scrolled to: there it stands above them. */
const Place = styled.div`
  @media (max-height: 44rem) {
    order: -1;
  }
`;

export function Repeated({ schema, fingerprint }: { schema: string; fingerprint: string }) {
  const [last] = useUploaded(schema, fingerprint).data ?? [];
  if (!last) return null;
  const records = counted(last.records, 'record');
  return (
    <Place>
      <Banner tone="warning" title={`This file was uploaded on ${momentWords(last.completed)}`}>
        {records} of it came into this schema then. Uploading it again stores them a second time.
      </Banner>
    </Place>
  );
}
