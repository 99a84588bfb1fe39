/** The browser's own offer to install the console: held until the person asks for it. */
import { createEmitter } from '#src/shared/emitter.ts';

/** Chromium's event; other browsers have none. */
type InstallPrompt = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> };

export type Installing = 'ready' | 'installed' | 'none';

/** Listens from now on: the browser makes its offer soon after the page has loaded. */
export function createInstallOffer() {
  const { emit, subscribe } = createEmitter();
  let offer: InstallPrompt | null = null;
  let installed = false;

  window.addEventListener('beforeinstallprompt', (event) => {
    // Never at once: it would stand in the way of whatever the person came for.
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
    /** `ready`: the browser would ask; `installed`: just now, or this is the installed app; `none`: it can't be asked. */
    get: (): Installing => {
      if (installed || matchMedia('(display-mode: standalone)').matches) return 'installed';
      return offer ? 'ready' : 'none';
    },
    /** Lets the browser ask; it does so once for each offer. Resolves when the person has answered. */
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
