/** Titles and descriptions of the purposes of third-party services. */
import type { Purpose } from '#src/features/integrations/index.ts';

export const purposeTexts: Record<Purpose, { title: string; about: string }> = {
  chat: {
    title: 'Chat with us for help',
    about: 'A chat service receives your name. It is available on every page except those with records.',
  },
  measurement: {
    title: 'Measure visits',
    about:
      'Ad and analytics services see that a sign-in or sign-up page was opened, and nothing behind the sign-in.',
  },
  errors: {
    title: 'Report errors',
    about:
      'When the console fails, the kind of failure and its place in the code are sent, and none of your data.',
  },
};
