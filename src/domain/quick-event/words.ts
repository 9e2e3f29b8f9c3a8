/** The words by which a line like “Concert Friday 8pm at Komedia” is read, in each language. */

/** The words of a language; all in lower case. Names of weekdays and months come from the runtime. */
export interface QuickWords {
  readonly today: readonly string[]
  readonly tomorrow: readonly string[]
  readonly afterTomorrow: readonly string[]
  readonly next: readonly string[]
  /** Words before a date or a time that belong to it. */
  readonly joints: readonly string[]
  /** Words between a weekday and its date. */
  readonly articles: readonly string[]
  /** Words between a day and its month. */
  readonly of: readonly string[]
  /** Words before the name of a place, the longest first. */
  readonly places: readonly string[]
  /** Words between a start and an end. */
  readonly until: readonly string[]
  /** Words between a first day and a last one. */
  readonly untilDay: readonly string[]
  /** Words after an hour. */
  readonly hour: readonly string[]
  /** Words before a number that is an hour for that alone: “alle 19”. */
  readonly beforeHour: readonly string[]
}

export const quickWords: Readonly<Record<string, QuickWords>> = {
  en: {
    today: ['today', 'tonight'],
    tomorrow: ['tomorrow'],
    afterTomorrow: ['day after tomorrow', 'the day after tomorrow'],
    next: ['next'],
    joints: ['on the', 'from the', 'on', 'at', 'from'],
    articles: ['the'],
    of: ['of'],
    places: ['at the', 'in the', 'at', 'in', '@'],
    until: ['to', 'until', 'till'],
    untilDay: ['to', 'until', 'till', 'through'],
    hour: ['o’clock', "o'clock"],
    beforeHour: [],
  },
  de: {
    today: ['heute', 'heute abend'],
    tomorrow: ['morgen', 'morgen abend'],
    afterTomorrow: ['übermorgen'],
    next: ['nächsten', 'nächste', 'nächster', 'nächstes', 'kommenden'],
    joints: ['am', 'um', 'ab', 'von', 'vom', 'den'],
    articles: ['dem', 'den'],
    of: [],
    places: ['auf dem', 'auf der', 'in der', 'in dem', 'im', 'beim', 'bei', 'in', '@'],
    until: ['bis'],
    untilDay: ['bis', 'bis zum'],
    hour: ['uhr'],
    beforeHour: ['um'],
  },
  es: {
    today: ['hoy', 'esta noche'],
    tomorrow: ['mañana'],
    afterTomorrow: ['pasado mañana'],
    next: ['próximo', 'próxima'],
    joints: ['desde el', 'del', 'el', 'a las', 'a la', 'de'],
    articles: ['el', 'día'],
    of: ['de'],
    places: ['en el', 'en la', 'en', '@'],
    until: ['hasta las', 'hasta', 'a las', 'a'],
    untilDay: ['al', 'hasta el', 'hasta', 'a'],
    hour: ['horas', 'hs', 'h'],
    beforeHour: ['a las', 'a la'],
  },
  fr: {
    today: ['aujourd’hui', "aujourd'hui", 'ce soir'],
    tomorrow: ['demain'],
    afterTomorrow: ['après-demain'],
    next: [],
    joints: ['le', 'du', 'à', 'de'],
    articles: ['le'],
    of: ['de'],
    places: ['à la', 'chez', 'au', 'à', '@'],
    until: ['jusqu’à', "jusqu'à", 'à'],
    untilDay: ['au', 'jusqu’au', "jusqu'au", 'à'],
    hour: ['heures', 'h'],
    beforeHour: [],
  },
  it: {
    today: ['oggi', 'stasera'],
    tomorrow: ['domani'],
    afterTomorrow: ['dopodomani'],
    next: ['prossimo', 'prossima'],
    joints: ['il', 'dal', 'da', 'alle', 'alle ore', 'ore', 'dalle', 'dalle ore'],
    articles: ['il', 'l’'],
    of: [],
    places: ['presso', 'alla', 'allo', 'al', 'in', '@'],
    until: ['alle', 'alle ore', 'fino alle', 'fino alle ore'],
    untilDay: ['al', 'fino al', 'a'],
    hour: ['h'],
    beforeHour: ['alle', 'alle ore', 'ore', 'dalle', 'dalle ore'],
  },
  ja: {
    today: ['今日', '本日'],
    tomorrow: ['明日'],
    afterTomorrow: ['明後日'],
    next: ['来週の'],
    joints: [],
    articles: [],
    of: [],
    places: ['@'],
    until: ['から'],
    untilDay: ['から'],
    hour: [],
    beforeHour: [],
  },
  nl: {
    today: ['vandaag', 'vanavond'],
    tomorrow: ['morgen'],
    afterTomorrow: ['overmorgen'],
    next: ['volgende', 'aanstaande'],
    joints: ['op', 'om', 'vanaf', 'van'],
    articles: ['de'],
    of: [],
    places: ['in het', 'in de', 'bij', 'in', '@'],
    until: ['tot'],
    untilDay: ['tot en met', 't/m', 'tot'],
    hour: ['uur', 'u'],
    beforeHour: ['om'],
  },
  'pt-br': {
    today: ['hoje'],
    tomorrow: ['amanhã'],
    afterTomorrow: ['depois de amanhã'],
    next: ['próximo', 'próxima'],
    joints: ['no', 'na', 'dia', 'do dia', 'de', 'às', 'das'],
    articles: ['dia', 'o dia'],
    of: ['de'],
    places: ['no', 'na', 'em', '@'],
    until: ['até as', 'até', 'às'],
    untilDay: ['até o dia', 'até o', 'até', 'ao', 'a'],
    hour: ['horas', 'h'],
    beforeHour: ['às', 'das'],
  },
}
