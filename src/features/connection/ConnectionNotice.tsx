/** Says quietly who can't be reached and what works all the same; goes away by itself when somebody answers again. */
import { useConnection } from './queries.ts';
import { useStatus } from './status.ts';
import { Banner } from '#src/ui/Banner.tsx';

const kept =
  'You see what this browser saw last: datasets, schemas, people, and the sealed records that you have opened before.';
const waits =
  'Names, the organization and roles can be changed: that is kept here and sent later. Everything else has to wait.';

const notices = {
  'no-network': {
    title: 'This device has no network',
    text: `${kept} ${waits} We go on as soon as the network is back.`,
  },
  'service-down': {
    title: 'The service can’t be reached',
    text: `${kept} ${waits} We keep trying.`,
  },
  'proxy-down': {
    title: 'Your proxy doesn’t answer',
    text: `Start it again on this machine; this page finds it by itself. ${kept} ${waits}`,
  },
};

export function ConnectionNotice() {
  const now = useConnection();
  // Whoever looks at a page that asks for nothing is told as well.
  useStatus();
  if (now === 'online') return null;
  const { title, text } = notices[now];
  return (
    <Banner tone="warning" title={title}>
      {text}
    </Banner>
  );
}
