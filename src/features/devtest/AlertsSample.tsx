/** Raises alerts of every type and length. */
import { alertTypes, type AlertInput } from '#src/machines/alerts/types.ts';
import { useActors } from '#src/features/root/index.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Stack } from '#src/ui/layout.ts';
import { Sample } from './Sample.tsx';

const timeoutSeconds = [5, 10, 15, 20];
const sources = ['File', 'Database', 'API', 'User'];
const longText = 'All of this text has to be readable. '.repeat(136).slice(0, 5000);

const Raise = ({ label, alert }: { label: string; alert: AlertInput }) => {
  const { raiseAlert } = useActors();
  return <Button onClick={() => raiseAlert(alert)}>{label}</Button>;
};

export const AlertsSample = () => {
  const { alerts, unmuteAlerts } = useActors();
  return (
    <Stack $gap="l">
      <Sample title="Errors with a timeout" row>
        {timeoutSeconds.map((duration) => (
          <Raise
            key={duration}
            label={`Error for ${duration} seconds`}
            alert={{
              type: 'error',
              source: 'API',
              content: `This error disappears after ${duration} seconds.`,
              duration,
            }}
          />
        ))}
      </Sample>
      <Sample title="The four types" row>
        {alertTypes.map((type, at) => (
          <Raise
            key={type}
            label={`Raise: ${type}`}
            alert={{
              type,
              source: sources[at]!,
              content: `This is what ${type} looks like. It stays until it is dismissed; raised again, it is counted.`,
            }}
          />
        ))}
      </Sample>
      <Sample title="Special cases" row>
        <Raise
          label="Error of 5,000 characters"
          alert={{ type: 'error', source: 'Database', content: longText }}
        />
        <Raise
          label="With an element"
          alert={{
            type: 'info',
            source: 'User',
            content: (
              <>
                An element may hold <a href="/help">a link</a> or <code>code</code>.
              </>
            ),
          }}
        />
        <Raise
          label="Don't show again"
          alert={{
            type: 'warning',
            source: 'User',
            content: 'This warning is needed only once.',
            id: 'devtest',
            dontShowAgain: true,
          }}
        />
      </Sample>
      <Sample title="Clearing" row>
        <Button onClick={() => alerts.send({ type: 'alerts.cleared' })}>Clear all</Button>
        {sources.map((source) => (
          <Button key={source} onClick={() => alerts.send({ type: 'alerts.cleared', source })}>
            Clear {source}
          </Button>
        ))}
        <Button onClick={() => void unmuteAlerts()}>Show hidden alerts again</Button>
      </Sample>
      <Sample title="Banners">
        <Stack $gap="sm">
          {alertTypes.map((type) => (
            <Banner key={type} tone={type} title={`A banner of ${type}`}>
              It appears in the page where it belongs, and stays.
            </Banner>
          ))}
        </Stack>
      </Sample>
    </Stack>
  );
};
