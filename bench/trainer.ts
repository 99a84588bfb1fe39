/** 180 counts for a naive Bayes classifier over sealed records, by 64 concurrent workers compared with 10. */
import { searchRecords } from '@cloakroom/contract/records.ts';
import { makeSchema } from '#tools/client.ts';
import {
  patientDefinition,
  patients,
  patientsCsv,
  runWithWorkers,
  trainingCounts,
} from '#tools/naiveBayes.ts';
import { medianOf, type Figure } from './figures.ts';
import { startPrograms } from './programs.ts';

const [few, many] = [10, 64];
/** More workers must not be slower. */
const maxRatio = 1;

/** @param records - in one upload. */
export async function trainer({ records, rounds }: { records: number; rounds: number }): Promise<Figure[]> {
  const programs = await startPrograms();
  try {
    const { person } = programs;
    const rows = patients(records);
    const expected = trainingCounts.map(({ selects }) => rows.filter(selects).length);
    const { schema } = await makeSchema(person, { dataset: 'Bench', schema: 'Patients' }, patientDefinition);
    const job = await person.upload(schema.id, patientsCsv(rows), 'text/csv');
    if (job.status !== 'complete') throw new Error(job.error);

    /** @returns seconds. @throws {Error} for a count that is not exact. */
    const train = async (workers: number) => {
      const { results, ms } = await runWithWorkers(trainingCounts, workers, async ({ filters }) => {
        const [answer] = await person.call(searchRecords, { body: { schema: schema.id, filters } });
        return answer?.data.value;
      });
      const wrong = results.filter((value, index) => value !== expected[index]).length;
      if (wrong > 0) throw new Error(`${wrong} of ${expected.length} counts are not exact.`);
      return ms / 1000;
    };
    // The first search reads the index into memory.
    await train(many);
    const seconds = { few: [] as number[], many: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      seconds.few.push(await train(few));
      seconds.many.push(await train(many));
    }
    const name = `${trainingCounts.length} counts over ${records} records`;
    return [
      medianOf(`${name}, ${few} workers`, seconds.few, 's', null),
      medianOf(`${name}, ${many} workers`, seconds.many, 's', null),
      medianOf(
        `${name}, ${many} workers to ${few}`,
        seconds.many.map((each, round) => each / seconds.few[round]!),
        '×',
        { max: maxRatio },
      ),
    ];
  } finally {
    await programs.close();
  }
}
