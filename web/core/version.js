/** The version in package.json. Only files of the same version share an engine. */
export const VERSION = "1.0.0";
