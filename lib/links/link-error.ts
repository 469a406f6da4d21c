/** What is wrong with a link: what, where in it, and what to do. */

export class LinkError extends Error {
  override readonly name = 'LinkError';

  constructor(
    /** Place: `the link`, `character 812`, `lanes[1].config.window`. */
    readonly where: string,
    /** What is wrong, as a sentence. */
    readonly what: string,
    /** What to do about it, as a sentence. */
    readonly remedy: string,
    options?: ErrorOptions,
  ) {
    super(`${where}: ${what} ${remedy}`, options);
  }
}
