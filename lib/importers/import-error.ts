/** The one error an import ends with when nothing of the file could be loaded: what is wrong, where, and what to do. */

export interface ImportErrorFields {
  /** What is wrong, as one sentence without a full stop at its end. */
  what: string;
  /** File name, with line and column where they are known. */
  where: string;
  /** What the user can do about it, as a sentence. */
  remedy: string;
  /** What the file looks like instead: "an HTML page", "an object with keys a, b, c". */
  looksLike?: string;
  /** Formats that would come closest, best first. */
  alternatives?: { id: string; label: string; reason: string }[];
  cause?: unknown;
}

export class ImportError extends Error {
  readonly what: string;
  readonly where: string;
  readonly remedy: string;
  readonly looksLike?: string;
  readonly alternatives?: { id: string; label: string; reason: string }[];

  constructor(fields: ImportErrorFields) {
    super(`${fields.where}: ${fields.what}. ${fields.remedy}`, { cause: fields.cause });
    this.name = 'ImportError';
    this.what = fields.what;
    this.where = fields.where;
    this.remedy = fields.remedy;
    if (fields.looksLike !== undefined) this.looksLike = fields.looksLike;
    if (fields.alternatives !== undefined) this.alternatives = fields.alternatives;
  }
}
