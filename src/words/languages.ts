/** The codes of the languages of the service, default first. Each has its folder in `words/`. */
export const interfaceLanguageCodes = ['en', 'de', 'es', 'fr', 'it', 'ja', 'nl', 'pt-br'] as const
/** The code of a language of the service. */
export type InterfaceLanguageCode = (typeof interfaceLanguageCodes)[number]

/** Returns whether a text is the code of a language of the service. */
export function isInterfaceLanguageCode(text: string): text is InterfaceLanguageCode {
  return interfaceLanguageCodes.some((language) => language === text)
}
