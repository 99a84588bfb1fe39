/**
 * The frames of a backup file. Each is one byte of kind, four bytes of length (big-endian) and the content:
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
/** Longer data is split into several frames when written; longer frames are refused when read. */
const maxFrameBytes = 1024 * 1024;

export type FrameKind = 'H' | 'B' | 'D' | 'E' | 'Z';
export type Frame = { kind: FrameKind; bytes: Buffer };

/** The file is no complete backup; the message is the reason as a sentence. */
export class BackupDamaged extends Error {
  override readonly name = 'BackupDamaged';
}

/** Writes frames to a file and hashes them. */
export class FrameWriter {
  readonly #file: FileHandle;
  readonly #hash: Hash = createHash('sha256').update(magic);

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Creates a file that only its owner can read. @throws {Error} `EEXIST` if it exists. */
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

  /** Writes the last frame and closes the file; it is durable when this resolves. */
  async end(sections: number): Promise<void> {
    await this.json('Z', { sections, sha256: this.#hash.copy().digest('hex') });
    await this.#file.sync();
    await this.#file.close();
  }

  /** Closes the file without a last frame. */
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
 * Reads the frames of a file, one at a time.
 * @throws {BackupDamaged} if it is no backup, is truncated, or has a wrong checksum.
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

/** Parses the JSON of a frame. @throws {BackupDamaged} if it is invalid. */
export function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw new BackupDamaged('It was changed or damaged.');
  }
}
