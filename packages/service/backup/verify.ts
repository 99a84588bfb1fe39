/** Reads a backup through and checks every count and checksum in it, before anything is changed. */
import { createHash, type Hash } from 'node:crypto';
import type { z } from 'zod';
import { FileEnd, Header, SectionEnd, SectionStart } from './format.ts';
import { BackupDamaged, jsonOf, readFrames } from './frames.ts';

/** One section of a checked backup: what it is, and how many rows it has. */
export type CheckedSection = SectionStart & { rows: number; bytes: number };
/** A backup that is whole. */
export type CheckedBackup = { header: Header; sections: CheckedSection[] };

/** @throws {BackupDamaged} naming what is wrong with it. */
export async function checkBackup(path: string): Promise<CheckedBackup> {
  let header: Header | null = null;
  let open: { start: SectionStart; hash: Hash; bytes: number } | null = null;
  const sections: CheckedSection[] = [];
  for await (const { kind, bytes } of readFrames(path)) {
    if ((kind === 'H') !== (header === null)) throw outOfOrder();
    switch (kind) {
      case 'H':
        header = read(Header, bytes);
        break;
      case 'B':
        if (open) throw outOfOrder();
        open = { start: read(SectionStart, bytes), hash: createHash('sha256'), bytes: 0 };
        break;
      case 'D':
        if (!open) throw outOfOrder();
        open.hash.update(bytes);
        open.bytes += bytes.length;
        break;
      case 'E': {
        if (!open) throw outOfOrder();
        const end = read(SectionEnd, bytes);
        if (end.bytes !== open.bytes || end.sha256 !== open.hash.digest('hex'))
          throw new BackupDamaged(`What it holds of ${nameOf(open.start)} was changed or damaged.`);
        sections.push({ ...open.start, rows: end.rows, bytes: end.bytes });
        open = null;
        break;
      }
      case 'Z':
        if (open || read(FileEnd, bytes).sections !== sections.length) throw outOfOrder();
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

/** What a section is of, in a sentence. */
export const nameOf = (section: SectionStart): string =>
  section.kind === 'table' ? `the table ${section.name}` : `the file ${section.path}`;

function read<Shape extends z.ZodType>(shape: Shape, bytes: Buffer): z.output<Shape> {
  const parsed = shape.safeParse(jsonOf(bytes));
  if (!parsed.success) throw new BackupDamaged('It is of another version of this program, or damaged.');
  return parsed.data;
}

const outOfOrder = () => new BackupDamaged('Its parts are out of order: it was changed or damaged.');
