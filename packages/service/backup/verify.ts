/** Reads a whole backup and verifies every count and checksum. */
import { createHash, type Hash } from 'node:crypto';
import type { z } from 'zod';
import { FileEnd, Header, SectionEnd, SectionStart } from './format.ts';
import { BackupDamaged, jsonOf, readFrames } from './frames.ts';

/** A section of a verified backup, with its number of rows and bytes. */
export type CheckedSection = SectionStart & { rows: number; bytes: number };
/** A verified backup. */
export type CheckedBackup = { header: Header; sections: CheckedSection[] };

/** @throws {BackupDamaged} with the reason. */
export async function checkBackup(path: string): Promise<CheckedBackup> {
  let header: Header | null = null;
  let section: { start: SectionStart; hash: Hash; bytes: number } | null = null;
  const sections: CheckedSection[] = [];
  for await (const { kind, bytes } of readFrames(path)) {
    if ((kind === 'H') !== (header === null)) throw outOfOrder();
    switch (kind) {
      case 'H':
        header = parseFrame(Header, bytes);
        break;
      case 'B':
        if (section) throw outOfOrder();
        section = { start: parseFrame(SectionStart, bytes), hash: createHash('sha256'), bytes: 0 };
        break;
      case 'D':
        if (!section) throw outOfOrder();
        section.hash.update(bytes);
        section.bytes += bytes.length;
        break;
      case 'E': {
        if (!section) throw outOfOrder();
        const end = parseFrame(SectionEnd, bytes);
        if (end.bytes !== section.bytes || end.sha256 !== section.hash.digest('hex'))
          throw new BackupDamaged(`What it holds of ${nameOf(section.start)} was changed or damaged.`);
        sections.push({ ...section.start, rows: end.rows, bytes: end.bytes });
        section = null;
        break;
      }
      case 'Z':
        if (section || parseFrame(FileEnd, bytes).sections !== sections.length) throw outOfOrder();
    }
  }
  if (!header) throw outOfOrder();
  const named = (kind: SectionStart['kind']) =>
    sections.flatMap((section) =>
      section.kind === kind ? [section.kind === 'table' ? section.name : section.path] : [],
    );
  if (named('table').join() !== header.tables.join() || named('file').join() !== header.files.join())
    throw new BackupDamaged('It doesn’t hold the tables and files that its header names.');
  return { header, sections };
}

/** The name of a section, for a sentence. */
export const nameOf = (section: SectionStart): string =>
  section.kind === 'table' ? `the table ${section.name}` : `the file ${section.path}`;

function parseFrame<Shape extends z.ZodType>(shape: Shape, bytes: Buffer): z.output<Shape> {
  const parsed = shape.safeParse(jsonOf(bytes));
  if (!parsed.success) throw new BackupDamaged('It is of another version of this program, or damaged.');
  return parsed.data;
}

const outOfOrder = () => new BackupDamaged('Its parts are out of order: it was changed or damaged.');
