/** `npm run python:api`: writes the generated module of the Python client. */
import { writeFileSync } from 'node:fs';
import { describeApi } from '@cloakroom/contract/describeApi.ts';
import { pythonApi } from './pythonApi.ts';

writeFileSync('clients/python/cloakroom/api.py', pythonApi(describeApi()));
