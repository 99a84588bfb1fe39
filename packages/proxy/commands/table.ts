/** Every command by its noun and verb. Usage and completion are generated from this table. */
import type { Command } from './command.ts';
import { completionCommand } from './completion.ts';
import { datasetCreate, datasetDelete, datasetList, datasetUpdate } from './datasets.ts';
import { grantCreate, grantDelete, grantList, grantUpdate } from './grants.ts';
import { identityCreate, identityList, identityRevoke } from './identities.ts';
import { keyringAllow, keyringBackup, keyringRestore, keyringShow } from './keyring.ts';
import { login, logout } from './login.ts';
import { materialList, materialReceive } from './materials.ts';
import { organizationList } from './organizations.ts';
import { recordDelete, recordGet } from './recordsById.ts';
import { recordExport } from './recordExport.ts';
import { recordUpdate } from './recordUpdate.ts';
import { recordDecrypt, recordList, recordSearch } from './records.ts';
import { requestDeny, requestFulfill, requestList } from './requests.ts';
import { schemaCreate, schemaDelete, schemaList, schemaShow, schemaUpdate } from './schemas.ts';
import {
  serviceAccountCreate,
  serviceAccountDelete,
  serviceAccountList,
  serviceAccountRename,
} from './serviceAccounts.ts';
import { status } from './status.ts';
import { teamAdd, teamCreate, teamDelete, teamList, teamRemove, teamRename } from './teams.ts';
import { tokenCreate, tokenList, tokenRevoke } from './tokens.ts';
import { recordCreate, uploadFile } from './upload.ts';
import { uploadDelete, uploadList } from './uploads.ts';

export const commands: Record<string, Command> = {
  login,
  logout,
  status,
  'organization list': organizationList,
  'dataset list': datasetList,
  'dataset create': datasetCreate,
  'dataset update': datasetUpdate,
  'dataset delete': datasetDelete,
  'schema list': schemaList,
  'schema create': schemaCreate,
  'schema show': schemaShow,
  'schema update': schemaUpdate,
  'schema delete': schemaDelete,
  'record create': recordCreate,
  'record list': recordList,
  'record search': recordSearch,
  'record decrypt': recordDecrypt,
  'record get': recordGet,
  'record update': recordUpdate,
  'record delete': recordDelete,
  'record export': recordExport,
  upload: uploadFile,
  'upload list': uploadList,
  'upload delete': uploadDelete,
  'identity list': identityList,
  'identity create': identityCreate,
  'identity revoke': identityRevoke,
  'team list': teamList,
  'team create': teamCreate,
  'team rename': teamRename,
  'team delete': teamDelete,
  'team add': teamAdd,
  'team remove': teamRemove,
  'grant list': grantList,
  'grant create': grantCreate,
  'grant update': grantUpdate,
  'grant delete': grantDelete,
  'request list': requestList,
  'request fulfill': requestFulfill,
  'request deny': requestDeny,
  'material list': materialList,
  'material receive': materialReceive,
  'service-account list': serviceAccountList,
  'service-account create': serviceAccountCreate,
  'service-account rename': serviceAccountRename,
  'service-account delete': serviceAccountDelete,
  'token list': tokenList,
  'token create': tokenCreate,
  'token revoke': tokenRevoke,
  'keyring show': keyringShow,
  'keyring backup': keyringBackup,
  'keyring restore': keyringRestore,
  'keyring allow': keyringAllow,
  completion: completionCommand(() => commands),
};
