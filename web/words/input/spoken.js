/**
 * The texts of the language that a tag asks for; English where it asks for no language of the list.
 * @param {Record<string, Record<string, any>>} languages
 * @param {string} [lang] a language tag
 */
export function spoken(languages, lang = "en") {
  const [id] = lang.toLowerCase().split(/[-_]/);
  return Object.hasOwn(languages, id) ? languages[id] : languages.en;
}
