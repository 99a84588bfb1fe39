/** Shows the 24 recovery words and asks for three of them; the user can waive them instead. */
import { useEffect, useState } from 'react';
import styled from 'styled-components';
import { z } from 'zod';
import { phraseLength } from '@cloakroom/contract/keyring.ts';
import { Failure } from '#src/shared/failure.ts';
import { formatDate } from '#src/shared/format/moments.ts';
import { useActors } from '#src/features/root/index.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Stack } from '#src/ui/layout.ts';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { Form } from '#src/ui/form/Form.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { useShowPhrase, useWaivePhrase, useConfirmPhrase } from './queries.ts';

const Words = styled.ol`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr));
  gap: ${token.space.xs} ${token.space.m};
  margin: 0;
  padding-inline-start: 2.2em;
  font-family: ${token.font.code};
  font-size: ${token.size.m};
`;

/** Three different random positions from 1, in ascending order. */
function randomPositions(): number[] {
  const remaining = Array.from({ length: phraseLength }, (_, i) => i + 1);
  const chosen = Array.from(
    { length: 3 },
    () => remaining.splice(Math.floor(Math.random() * remaining.length), 1)[0]!,
  );
  return chosen.sort((a, b) => a - b);
}

type RecoveryDialogProps = {
  /** The text of the button that waives the words. */
  waiveLabel?: string;
  /** Called once the words are confirmed or waived. */
  onSettled: () => void;
  onClose: () => void;
};

export function RecoveryDialog({ waiveLabel = 'Skip for now', onSettled, onClose }: RecoveryDialogProps) {
  const { mutate: fetchWords, data, error } = useShowPhrase();
  const waived = useWaivePhrase();
  const [step, setStep] = useState<'write' | 'confirm' | 'waive'>('write');
  const [positions] = useState(randomPositions);
  useEffect(() => fetchWords(), [fetchWords]);
  if (step === 'confirm')
    return (
      <ConfirmWords
        positions={positions}
        onBack={() => setStep('write')}
        onSettled={onSettled}
        onClose={onClose}
      />
    );
  if (step === 'waive')
    return (
      <Dialog
        title="Skip the recovery words?"
        size="s"
        onClose={onClose}
        footer={
          <>
            <Button data-first onClick={() => setStep('write')}>
              Back to the words
            </Button>
            <Button
              kind="danger"
              pending={waived.isPending}
              onClick={() => waived.mutate(undefined, { onSuccess: onSettled })}
            >
              I accept the risk
            </Button>
          </>
        }
      >
        <Stack>
          {waived.error && <Banner tone="error">{Failure.from(waived.error).message}</Banner>}
          <p>
            If this machine is lost or its disk fails, every record that only your keys can decrypt is lost
            with it. Neither your password nor our support can restore it.
          </p>
        </Stack>
      </Dialog>
    );
  return (
    <Dialog
      title="Your recovery words"
      size="m"
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={() => setStep('waive')}>
            {waiveLabel}
          </Button>
          <Button
            kind="primary"
            unavailable={data ? undefined : 'The words are still being loaded.'}
            onClick={() => setStep('confirm')}
          >
            I have written them down
          </Button>
        </>
      }
    >
      <Stack>
        <p>
          These 24 words are your keys. With them you can open your records on another machine; without them,
          and without this machine, no one can. Write them down on paper, in this order, and keep the paper
          with your valuables. They are shown only once.
        </p>
        {data?.created !== undefined && (data.sets ?? 1) > 1 && (
          <Banner tone="info">
            The keyring on this machine was merged from {data.sets} keyrings, each with its own words. These
            belong to the keyring of {formatDate(data.created)}. Keep every set: each one opens what was
            sealed with it.
          </Banner>
        )}
        {error && <Banner tone="error">{Failure.from(error).message}</Banner>}
        {!data && !error && <Skeleton label="Fetching the words" lines={6} lineHeight="24px" />}
        {data && (
          <Words aria-label="Recovery words">
            {data.words.map((word, i) => (
              <li key={i}>{word}</li>
            ))}
          </Words>
        )}
      </Stack>
    </Dialog>
  );
}

const Word = z.string().trim().min(1, 'Enter this word.');

type ConfirmWordsProps = {
  /** From 1. */
  positions: readonly number[];
  onBack: () => void;
  onSettled: () => void;
  onClose: () => void;
};

/** Asks for three of the recovery words, as proof that they were written down. */
function ConfirmWords({ positions, onBack, onSettled, onClose }: ConfirmWordsProps) {
  const { raiseAlert } = useActors();
  const { mutateAsync } = useConfirmPhrase();
  const confirm = async (input: Record<string, string>) => {
    await mutateAsync({
      words: positions.map((position) => ({ position, word: input[nameOf(position)] ?? '' })),
    });
    raiseAlert({ type: 'success', source: 'Keyring', content: 'Recovery words confirmed', duration: 5 });
    onSettled();
  };
  return (
    <Dialog title="Confirm your recovery words" size="s" onClose={onClose}>
      <Form
        label="Recovery words"
        schema={z.object(Object.fromEntries(positions.map((position) => [nameOf(position), Word])))}
        submit="Confirm"
        onSubmit={confirm}
        actions={<Button onClick={onBack}>Show them again</Button>}
      >
        {positions.map((position) => (
          <TextField
            key={position}
            label={`Word ${position}`}
            name={nameOf(position)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        ))}
      </Form>
    </Dialog>
  );
}

const nameOf = (position: number) => `word${position}`;
