/** The environment variables of content in several languages. */

/** The variables of content: name, default and form of each, as in the table of all variables. */
export const contentLanguageVariables = [
  {
    name: 'FASTI_CONTENT_LANGUAGES',
    fallback: 'FASTI_LANGUAGE',
    form: 'comma-separated language tags (BCP 47) of the texts of events, venues and so on, such as de,fr,it; the first is that of the site',
  },
  {
    name: 'FASTI_TRANSLATE_URL',
    fallback: '',
    form: 'http(s) base address of a translation server compatible with LibreTranslate, such as http://10.0.0.5:5000; may be private',
  },
  { name: 'FASTI_TRANSLATE_KEY', fallback: '', form: 'the api_key of that server' },
] as const
