/** The browser's own offer to install the console: kept when it comes, made when somebody asks for it. */
import { createEmitter } from './emitter.ts';

/** Chromium's event; other browsers have none. */
type InstallPrompt = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> };

let kept: InstallPrompt | null = null;
let installed = false;
const listeners = createEmitter();

window.addEventListener('beforeinstallprompt', (event) => {
  // Never at once: it would stand in the way of whatever the person came for.
  event.preventDefault();
  kept = event as InstallPrompt;
  listeners.emit();
});
window.addEventListener('appinstalled', () => {
  kept = null;
  installed = true;
  listeners.emit();
});

export type Installing = 'ready' | 'installed' | 'none';

export const installOffer = {
  /** `ready`: the browser would ask; `installed`: just now, or this is the installed app; `none`: it can't be asked. */
  get: (): Installing => {
    if (installed || matchMedia('(display-mode: standalone)').matches) return 'installed';
    return kept ? 'ready' : 'none';
  },
  /** Let the browser ask; it does so once for each offer. Resolves when the person has answered. */
  async ask(): Promise<void> {
    const prompt = kept;
    kept = null;
    await prompt?.prompt();
    listeners.emit();
  },
  subscribe: listeners.subscribe,
};
