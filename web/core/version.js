/** That of package.json: files of one version share an engine, of two they do not. */
export const VERSION = "0.2.0";
