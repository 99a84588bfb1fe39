/** Stores the browser's install prompt until the user asks for it. */
import { createEmitter } from '#src/shared/emitter.ts';

/** Chromium's event; other browsers have none. */
type InstallPrompt = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> };

export type InstallState = 'ready' | 'installed' | 'none';

/** Starts listening: the browser sends its prompt soon after the page has loaded. */
export function createInstallOffer() {
  const { emit, subscribe } = createEmitter();
  let offer: InstallPrompt | null = null;
  let installed = false;

  window.addEventListener('beforeinstallprompt', (event) => {
    // Not shown at once, since it would interrupt the user.
    event.preventDefault();
    offer = event as InstallPrompt;
    emit();
  });
  window.addEventListener('appinstalled', () => {
    offer = null;
    installed = true;
    emit();
  });

  return {
    /** `ready`: the prompt can be shown; `installed`: installed just now, or running as an app; `none`: no prompt. */
    get: (): InstallState => {
      if (installed || matchMedia('(display-mode: standalone)').matches) return 'installed';
      return offer ? 'ready' : 'none';
    },
    /** Shows the prompt, which works once. Resolves after the answer. */
    async ask(): Promise<void> {
      const prompt = offer;
      offer = null;
      await prompt?.prompt();
      emit();
    },
    subscribe,
  };
}

export type InstallOffer = ReturnType<typeof createInstallOffer>;
