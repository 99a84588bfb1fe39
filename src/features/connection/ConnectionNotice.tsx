/** Says which server can't be reached and what still works, until it answers again. */
import { useConnection } from './queries.ts';
import { useStatus } from './status.ts';
import { Banner } from '#src/ui/Banner.tsx';

const cachedText =
  'You see what this browser saw last: datasets, schemas, people, and the sealed records that you have opened before.';
const queuedText =
  'Names, the organization and roles can be changed: that is kept here and sent later. Everything else has to wait.';

const notices = {
  'no-network': {
    title: 'This device has no network',
    text: `${cachedText} ${queuedText} We go on as soon as the network is back.`,
  },
  'service-down': {
    title: 'The service can’t be reached',
    text: `${cachedText} ${queuedText} We keep trying.`,
  },
  'proxy-down': {
    title: 'Your proxy doesn’t answer',
    text: `Start it again on this machine; this page finds it by itself. ${cachedText} ${queuedText}`,
  },
};

export function ConnectionNotice() {
  const connection = useConnection();
  // Polls the status, so that a page without requests of its own notices an outage, too.
  useStatus();
  if (connection === 'online') return null;
  const { title, text } = notices[connection];
  return (
    <Banner tone="warning" title={title}>
      {text}
    </Banner>
  );
}
