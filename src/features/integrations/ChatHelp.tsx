/** The chat for help, started with the person's name if it is configured and allowed. */
import { useEffect } from 'react';
import { useConsent } from './consent.ts';
import { integrations } from '#src/shared/config.ts';
import { loadScript } from './thirdPartyScripts.ts';

type Chat = (command: 'boot' | 'update' | 'shutdown', settings?: { app_id: string; name: string }) => void;
const page = globalThis as { Intercom?: Chat; intercomSettings?: { app_id: string; name: string } };

type Props = {
  name: string;
  /** Whether records are shown, or loading a new page would lose work. */
  paused: boolean;
};

export function ChatHelp({ name, paused }: Props) {
  const allowed = useConsent()?.includes('chat') ?? false;
  const { chat } = integrations;
  useEffect(() => {
    if (!chat || !allowed || paused) return;
    const settings = { app_id: chat.app, name };
    page.intercomSettings = settings;
    loadScript(chat.script, 'signedIn').then(
      () => page.Intercom?.('boot', settings),
      () => undefined, // Without the chat, the Help page is still available.
    );
    return () => page.Intercom?.('shutdown');
  }, [allowed, chat, name, paused]);
  return null;
}
