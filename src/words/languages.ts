/** The codes of the languages of the service, default first. Each has its folder in `words/`. */
export const interfaceLanguageCodes = ['en', 'de', 'es', 'fr', 'it', 'ja', 'nl', 'pt-br'] as const
/** The code of a language of the service. */
export type InterfaceLanguageCode = (typeof interfaceLanguageCodes)[number]

/** Returns whether a text is the code of a language of the service. */
export function isInterfaceLanguageCode(text: string): text is InterfaceLanguageCode {
  return interfaceLanguageCodes.some((language) => language === text)
}

/** The quotation marks of each language, with the spaces that belong to them. */
const quotationMarks: Readonly<Record<InterfaceLanguageCode, readonly [before: string, after: string]>> = {
  en: ['“', '”'],
  de: ['„', '“'],
  es: ['«', '»'],
  fr: ['«\u202f', '\u202f»'],
  it: ['«', '»'],
  ja: ['「', '」'],
  nl: ['‘', '’'],
  'pt-br': ['“', '”'],
}

/** Returns a text in the quotation marks of a language. */
export const quoted = (text: string, language: InterfaceLanguageCode): string =>
  quotationMarks[language].join(text)
