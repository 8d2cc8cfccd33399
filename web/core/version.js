/** That of package.json: files of one version share an engine, of two they do not. */
export const VERSION = "1.0.0";
