/** Messages about tabs that block an update. */
import { config } from '#src/shared/config.ts';
import type { BusyTab } from '#src/machines/update/types.ts';

const workTexts: Record<BusyTab['work'], string> = {
  upload: 'is uploading a file',
  export: 'is exporting records',
  form: 'has changes that aren’t saved',
};

/** The title of a busy tab, without the product's name, and what it is doing. */
export const busyText = ({ title, work }: BusyTab): string =>
  `“${title.replace(new RegExp(`\\s[–-]\\s${config.productName}$`), '')}” ${workTexts[work]}.`;
