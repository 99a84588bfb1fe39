/** The progress of an upload: its step, a bar and figures. */
import styled from 'styled-components';
import type { UploadContext } from '#src/machines/upload/types.ts';
import type { UploadPhase } from '#src/machines/upload/progress.ts';
import { screen, token } from '#src/ui/theme/tokens.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { Stack } from '#src/ui/layout.ts';
import { Progress } from '#src/ui/Progress.tsx';
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx';
import { ChosenFile } from './ChosenFile.tsx';
import { useFocusOnMount } from './useFocusOnMount.ts';
import { useThrottledAnnouncement } from './useThrottledAnnouncement.ts';
import { amountText, paceText, phaseTexts, sentText, announcementText, stalledTexts } from './messages.ts';

const Steps = styled.ol`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space.xs} ${token.space.l};
  margin: 0;
  padding: 0;
  font-size: ${token.size.s};
  font-weight: 600;
  color: ${token.color.muted};
  list-style: none;
  li {
    display: flex;
    gap: ${token.space.xs};
    align-items: center;
  }
  [aria-current] {
    color: ${token.color.primary};
  }
  /* Stacked on phones, where the check marks would break the line. */
  ${screen.phone} {
    flex-direction: column;
    align-items: start;
    li {
      flex-direction: row-reverse;
    }
  }
`;
/* As high as the longest text of any step, so that the buttons do not move. */
const StatusText = styled(Stack)`
  min-block-size: calc(1lh * 3 + ${token.size.s} * 3 + ${token.space.m});
`;
const Figures = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: ${token.space.s};
  font-variant-numeric: tabular-nums;
  p {
    min-block-size: 1lh;
    font-size: ${token.size.s};
    color: ${token.color.muted};
  }
  strong {
    font-family: ${token.font.heading};
    font-size: ${token.size.l};
  }
`;

/* May contain a path, which has no break opportunities. */
const Sentence = styled.span`
  overflow-wrap: anywhere;
`;

/** The steps on the screen: sealing overlaps with sending, so the two share one. */
const phases: UploadPhase[] = ['checking', 'sending', 'storing'];
const stepOf = (phase: UploadPhase): UploadPhase => (phase === 'sealing' ? 'sending' : phase);

const phaseExplanations: Record<UploadPhase, string> = {
  checking: 'Every row is checked against the schema before anything leaves this page.',
  sending: 'Your proxy checks and seals the records. Keep this page open until it has all of them.',
  sealing: 'Your proxy has all of the file and seals its records. You may close this page; it goes on.',
  storing: 'Your proxy stores the sealed records. You may close this page; it goes on.',
};

/** Shown while another tab uploads into the schema. */
export function UploadElsewhere({ upload }: { upload: UploadContext }) {
  const { file, name } = upload;
  return (
    <Stack $gap="m">
      <Banner tone="info" title="Uploading in another tab">
        Another tab of this browser is uploading {name && name !== file?.name ? name : 'a file'} into this
        schema. It goes on there; here you see how far it is.
        {file && ` ${file.name} has to wait until then: nothing of it has been sent.`}
      </Banner>
      <UploadProgress upload={{ ...upload, file: null }} elsewhere />
    </Stack>
  );
}

export function UploadProgress({
  upload,
  elsewhere = false,
}: {
  upload: UploadContext;
  elsewhere?: boolean;
}) {
  const { phase, progress, file, stalled, notice } = upload;
  const amount = amountText(upload);
  const announcement = useThrottledAnnouncement(announcementText(upload));
  const step = stepOf(phase);
  const current = phases.indexOf(step);
  const heading = useFocusOnMount<HTMLHeadingElement>();
  return (
    <Stack $gap="m">
      <VisuallyHidden as="h3" ref={heading} tabIndex={-1}>
        Uploading
      </VisuallyHidden>
      {file && <ChosenFile file={file} />}
      <Steps aria-label="Status">
        {phases.map((each, number) => (
          <li key={each} aria-current={each === step ? 'step' : undefined}>
            {number < current && <Icon name="check" size={16} />}
            {phaseTexts[each]}
          </li>
        ))}
      </Steps>
      <Progress label="Upload" value={progress} text={`${amount}, ${progress} %`} />
      <StatusText>
        <Figures>
          <div>
            {amount}
            <p>{[sentText(upload), paceText(upload)].filter(Boolean).join(' · ')}</p>
          </div>
          <strong>{progress} %</strong>
        </Figures>
        {notice !== undefined && (
          <Banner tone="warning" title="The upload waits">
            <Sentence>{notice}</Sentence> It goes on by itself.
            {!elsewhere && ' You can go on waiting, or cancel the upload: then nothing of it stays.'}
          </Banner>
        )}
        {notice === undefined && stalled && (
          <Banner tone="warning" title="No progress for 30 seconds">
            {stalledTexts[phase]}{' '}
            {!elsewhere && 'You can go on waiting, or cancel the upload: then nothing of it stays.'}
          </Banner>
        )}
        {!elsewhere && !stalled && notice === undefined && <p>{phaseExplanations[phase]}</p>}
      </StatusText>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </Stack>
  );
}
