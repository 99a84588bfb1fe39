/** Says that a chosen file has been uploaded before. Nobody is kept from doing it again. */
import styled from 'styled-components';
import { counted } from '#src/shared/format/counts.ts';
import { momentWords } from '#src/shared/format/moments.ts';
import { useUploaded } from './jobs.ts';
import { Banner } from '#src/ui/Banner.tsx';

/* In a low window what stands below the rows has to be scrolled to: there it stands above them. */
const Place = styled.div`
  @media (max-height: 44rem) {
    order: -1;
  }
`;

export function DuplicateFileNotice({ schema, fingerprint }: { schema: string; fingerprint: string }) {
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
