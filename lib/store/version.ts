/** The engine's version, kept with every stored result: a result of another version is shown, then made again. */

export const ENGINE_VERSION = '0.1.0';
