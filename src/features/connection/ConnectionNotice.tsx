/** Shows which server is unreachable and what still works, until the server responds again. */
import { useConnection } from './queries.ts';
import { useStatus } from './status.ts';
import { Banner } from '#src/ui/Banner.tsx';

const cachedText =
  'You see what this browser last loaded: datasets, schemas, people, and the sealed records that you have opened before.';
const queuedText =
  'You can still change names, the organization and roles: such changes are kept here and sent later. Everything else has to wait.';

const notices = {
  'no-network': {
    title: 'This device has no network',
    text: `${cachedText} ${queuedText} We continue as soon as the network is back.`,
  },
  'service-down': {
    title: 'The service can’t be reached',
    text: `${cachedText} ${queuedText} We keep trying.`,
  },
  'proxy-down': {
    title: 'Your proxy doesn’t answer',
    text: `Start it again on this machine; this page finds it automatically. ${cachedText} ${queuedText}`,
  },
};

export function ConnectionNotice() {
  const connection = useConnection();
  // Polls the status, so that a page that sends no requests notices an outage too.
  useStatus();
  if (connection === 'online') return null;
  const { title, text } = notices[connection];
  return (
    <Banner tone="warning" title={title}>
      {text}
    </Banner>
  );
}
