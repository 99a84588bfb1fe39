/** Every screen, in the order in which a new user sees it. */
import type { ScreenSpec } from '../requirement.ts';
import { alerts } from './alerts.ts';
import { account } from './account.ts';
import { datasets } from './datasets.ts';
import { filterBar } from './filters.ts';
import { sharingKeys } from './sharing.ts';
import { keys } from './keys.ts';
import { layout } from './layout.ts';
import { passwords } from './passwords.ts';
import { permissions } from './permissions.ts';
import { records } from './records.ts';
import { schemas } from './schemas.ts';
import { sessions } from './sessions.ts';
import { signUp } from './signUp.ts';
import { terms } from './terms.ts';
import { upload } from './upload.ts';
import { uploadFiles } from './uploadFiles.ts';
import { errors } from './errors.ts';

export { integrations } from './integrations.ts';

export const screenSpecs: ScreenSpec[] = [
  ...sessions,
  ...signUp,
  ...terms,
  ...passwords,
  ...errors,
  ...layout,
  ...datasets,
  ...schemas,
  ...records,
  ...filterBar,
  ...upload,
  ...uploadFiles,
  ...account,
  ...keys,
  ...sharingKeys,
  ...alerts,
  ...permissions,
];
