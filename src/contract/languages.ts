/** The languages of the service, default first. Each has its words in `locales/`. */
export const languageNames = ['en', 'de', 'es', 'fr', 'it', 'ja', 'nl', 'pt-br'] as const
export type LanguageName = (typeof languageNames)[number]
