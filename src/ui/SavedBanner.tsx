/** The result of a submitted form: saved, or stored in the outbox. */
import { Banner } from './Banner.tsx';

type Props = {
  /** Undefined until the form is submitted. */
  outcome: 'sent' | 'queued' | undefined;
  /** The message if the change is saved: "Your name has been saved." */
  saved: string;
};

export function SavedBanner({ outcome, saved }: Props) {
  if (outcome === 'sent') return <Banner tone="success">{saved}</Banner>;
  if (outcome === 'queued')
    return (
      <Banner tone="info">
        The service can’t be reached at the moment. Your change is kept on this device and sent as soon as it
        can be.
      </Banner>
    );
  return null;
}
