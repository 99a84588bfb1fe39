/** `material list` and `material receive`: keys that were sealed for this device. */
import { paginate } from '@cloakroom/client/paginate.ts';
import { listMaterials, receiveMaterial, receiveMaterials } from '@cloakroom/contract/materials.ts';
import { optionalArgument, optionalOption, type Command } from './command.ts';
import { withFingerprint } from './identities.ts';
import { referenceIn } from './references.ts';
import { oneAtATime } from './requests.ts';

export const materialList: Command = {
  usage: '',
  options: {},
  run: async ({ call }) => {
    const query = { proofed: 'false', expand: 'request,uploaded_by' } as const;
    const waiting = await paginate((page) => call(listMaterials, { query: { ...page, ...query } }));
    return waiting.map(({ uploaded_by: sender, ...material }) => ({
      ...material,
      uploaded_by: typeof sender === 'string' ? sender : withFingerprint(sender),
    }));
  },
};

export const materialReceive: Command = {
  usage: '[<id> [--fingerprint <eight words of the sender>]]',
  options: { fingerprint: { type: 'string' } },
  run: async ({ call }, args) => {
    const reference = optionalArgument(args, 'material');
    const fingerprint = optionalOption(args, 'fingerprint');
    if (reference !== undefined) {
      const params = { id: referenceIn(reference, 'material') };
      return call(receiveMaterial, { params, body: fingerprint === undefined ? {} : { fingerprint } });
    }
    if (fingerprint !== undefined) throw oneAtATime('material');
    return call(receiveMaterials, {});
  },
};
