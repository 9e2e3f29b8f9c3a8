/** What a line like “Concert Friday 8pm at Komedia” is read by, in each language. */

/** The words of a language; all in lower case. Names of weekdays and months come from the runtime. */
export interface QuickWords {
  readonly today: readonly string[]
  readonly tomorrow: readonly string[]
  readonly afterTomorrow: readonly string[]
  readonly next: readonly string[]
  /** Words before a date or a time that belong to it. */
  readonly joints: readonly string[]
  /** Words before the name of a place, the longest first. */
  readonly places: readonly string[]
  /** Words between a start and an end. */
  readonly until: readonly string[]
  /** Words after an hour. */
  readonly hour: readonly string[]
}

export const quickWords: Readonly<Record<string, QuickWords>> = {
  en: {
    today: ['today', 'tonight'],
    tomorrow: ['tomorrow'],
    afterTomorrow: ['day after tomorrow', 'the day after tomorrow'],
    next: ['next'],
    joints: ['on', 'at', 'from'],
    places: ['at the', 'in the', 'at', 'in', '@'],
    until: ['to', 'until', 'till'],
    hour: ['o’clock', "o'clock"],
  },
  de: {
    today: ['heute', 'heute abend'],
    tomorrow: ['morgen', 'morgen abend'],
    afterTomorrow: ['übermorgen'],
    next: ['nächsten', 'nächste', 'nächster', 'nächstes', 'kommenden'],
    joints: ['am', 'um', 'ab', 'von', 'den'],
    places: ['auf dem', 'auf der', 'in der', 'in dem', 'im', 'beim', 'bei', 'in', '@'],
    until: ['bis'],
    hour: ['uhr'],
  },
  es: {
    today: ['hoy', 'esta noche'],
    tomorrow: ['mañana'],
    afterTomorrow: ['pasado mañana'],
    next: ['próximo', 'próxima'],
    joints: ['el', 'a las', 'a la', 'de'],
    places: ['en el', 'en la', 'en', '@'],
    until: ['hasta las', 'hasta', 'a las', 'a'],
    hour: ['horas', 'hs', 'h'],
  },
  fr: {
    today: ['aujourd’hui', "aujourd'hui", 'ce soir'],
    tomorrow: ['demain'],
    afterTomorrow: ['après-demain'],
    next: [],
    joints: ['le', 'à', 'de'],
    places: ['à la', 'chez', 'au', 'à', '@'],
    until: ['jusqu’à', "jusqu'à", 'à'],
    hour: ['heures', 'h'],
  },
  it: {
    today: ['oggi', 'stasera'],
    tomorrow: ['domani'],
    afterTomorrow: ['dopodomani'],
    next: ['prossimo', 'prossima'],
    joints: ['il', 'alle', 'alle ore', 'ore', 'dalle'],
    places: ['presso', 'alla', 'allo', 'al', 'in', '@'],
    until: ['alle', 'fino alle'],
    hour: ['h'],
  },
  ja: {
    today: ['今日', '本日'],
    tomorrow: ['明日'],
    afterTomorrow: ['明後日'],
    next: ['来週の'],
    joints: [],
    places: ['@'],
    until: ['から'],
    hour: [],
  },
  nl: {
    today: ['vandaag', 'vanavond'],
    tomorrow: ['morgen'],
    afterTomorrow: ['overmorgen'],
    next: ['volgende', 'aanstaande'],
    joints: ['op', 'om', 'vanaf', 'van'],
    places: ['in het', 'in de', 'bij', 'in', '@'],
    until: ['tot'],
    hour: ['uur', 'u'],
  },
  'pt-br': {
    today: ['hoje'],
    tomorrow: ['amanhã'],
    afterTomorrow: ['depois de amanhã'],
    next: ['próximo', 'próxima'],
    joints: ['no', 'na', 'dia', 'às', 'das'],
    places: ['no', 'na', 'em', '@'],
    until: ['até as', 'até', 'às'],
    hour: ['horas', 'h'],
  },
}
