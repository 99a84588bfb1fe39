/**
 * The frames that a backup file consists of. Each is one byte of kind, four bytes of length (big-endian) and so many bytes:
 *
 * | kind | content |
 * | --- | --- |
 * | `H` | the header in JSON, once, after the magic line |
 * | `B` | the beginning of a section in JSON: a table or a file |
 * | `D` | bytes of the section |
 * | `E` | the end of a section in JSON: its bytes, rows and SHA-256 |
 * | `Z` | the end of the file in JSON: how many sections, and the SHA-256 of everything before |
 */
import { createHash, type Hash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';

const magic = Buffer.from('CLOAKROOM BACKUP 1\n');
const headBytes = 5;
/** Longer frames are cut when written, and refused when read. */
const maxFrameBytes = 1024 * 1024;

export type FrameKind = 'H' | 'B' | 'D' | 'E' | 'Z';
export type Frame = { kind: FrameKind; bytes: Buffer };

/** A file that is no whole backup, with the reason as a sentence. */
export class BackupDamaged extends Error {
  override readonly name = 'BackupDamaged';
}

/** Writes frames to a file and hashes them on the way. */
export class FrameWriter {
  readonly #file: FileHandle;
  readonly #hash: Hash = createHash('sha256').update(magic);

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Begins a file, readable by its owner alone. @throws {Error} `EEXIST` when there is one. */
  static async create(path: string): Promise<FrameWriter> {
    const file = await open(path, 'wx', 0o600);
    await file.write(magic);
    return new FrameWriter(file);
  }

  async json(kind: FrameKind, value: unknown): Promise<void> {
    await this.#frame(kind, Buffer.from(JSON.stringify(value)));
  }

  async data(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length; at += maxFrameBytes)
      await this.#frame('D', bytes.subarray(at, at + maxFrameBytes));
  }

  /** Ends the file; it is durable when this resolves. */
  async end(sections: number): Promise<void> {
    await this.json('Z', { sections, sha256: this.#hash.copy().digest('hex') });
    await this.#file.sync();
    await this.#file.close();
  }

  /** Gives the file up. */
  async abort(): Promise<void> {
    await this.#file.close().catch(() => undefined);
  }

  async #frame(kind: FrameKind, bytes: Buffer): Promise<void> {
    const head = Buffer.alloc(headBytes);
    head.write(kind, 0, 'latin1');
    head.writeUInt32BE(bytes.length, 1);
    this.#hash.update(head).update(bytes);
    await this.#file.writev([head, bytes]);
  }
}

/**
 * Reads the frames of a file, at most a megabyte at once.
 * @throws {BackupDamaged} when it is no backup, is cut, or its end doesn't fit what stands before.
 */
export async function* readFrames(path: string): AsyncGenerator<Frame, undefined> {
  const file = await open(path, 'r');
  const hash = createHash('sha256');
  try {
    const read = async (length: number): Promise<Buffer> => {
      const bytes = Buffer.alloc(length);
      for (let at = 0; at < length;) {
        const { bytesRead } = await file.read(bytes, at, length - at);
        if (bytesRead === 0)
          throw new BackupDamaged('It ends too early: it was cut, or not written to its end.');
        at += bytesRead;
      }
      return bytes;
    };
    const first = await read(magic.length).catch(() => null);
    if (!first?.equals(magic))
      throw new BackupDamaged('It is no backup of this program, or of another version of it.');
    hash.update(first);
    for (;;) {
      const head = await read(headBytes);
      const kind = head.toString('latin1', 0, 1) as FrameKind;
      const length = head.readUInt32BE(1);
      if (!'HBDEZ'.includes(kind) || length > maxFrameBytes)
        throw new BackupDamaged('It was changed or damaged.');
      const bytes = await read(length);
      if (kind === 'Z') {
        if ((jsonOf(bytes) as { sha256?: string }).sha256 !== hash.digest('hex'))
          throw new BackupDamaged('Its checksum doesn’t fit: it was changed or damaged.');
        const { bytesRead } = await file.read(Buffer.alloc(1), 0, 1);
        if (bytesRead > 0) throw new BackupDamaged('Something was added at its end.');
        yield { kind, bytes };
        return;
      }
      hash.update(head).update(bytes);
      yield { kind, bytes };
    }
  } finally {
    await file.close();
  }
}

/** The JSON of a frame. @throws {BackupDamaged} when it is none. */
export function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw new BackupDamaged('It was changed or damaged.');
  }
}
