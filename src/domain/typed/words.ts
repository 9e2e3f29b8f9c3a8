/**
 * The words by which dates, times and lines such as “Concert Friday 8pm at Komedia” are read, in each language. Names of weekdays and
 * months come from the runtime.
 */

import type { InterfaceLanguageCode } from '../../words/languages.ts'

/** The words of a language; case and accents don't count. */
export interface TypedWords {
  readonly today: readonly string[]
  readonly tomorrow: readonly string[]
  readonly afterTomorrow: readonly string[]
  readonly next: readonly string[]
  /** Before a weekday that repeats. */
  readonly every: readonly string[]
  /** Each day, and each day of the working week. */
  readonly daily: readonly string[]
  readonly workdays: readonly string[]
  /** Before a weekday of every second week. */
  readonly everyOther: readonly string[]
  /** Before a numbered weekday of every month, and behind one. */
  readonly everyMonth: readonly string[]
  readonly ofMonth: readonly string[]
  /** The weekdays of a month from the first to the fourth, and the last. */
  readonly ordinals: Readonly<Record<string, number>>
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
  /** Words between two days that follow each other. */
  readonly and: readonly string[]
  /** Words after an hour. */
  readonly hour: readonly string[]
  /** Words before a number that is an hour for that alone: “alle 19”. */
  readonly beforeHour: readonly string[]
  /** Words before a time that is not exact. */
  readonly about: readonly string[]
  readonly noon: readonly string[]
  readonly midnight: readonly string[]
  /** Words of the first half of the day, of the second, and of the night: 12 is midnight in it. */
  readonly am: readonly string[]
  readonly pm: readonly string[]
  readonly night: readonly string[]
  /** The hours from one to twelve in words. */
  readonly hours: readonly string[]
  /** Minutes that words before an hour add to it: “half past seven”. */
  readonly minutesBefore: Readonly<Record<string, number>>
  /** Minutes that words behind an hour add to it: “sept heures et demie”. */
  readonly minutesBehind: Readonly<Record<string, number>>
  /** An end that is left open: “7 pm till late”. */
  readonly openEnd: readonly string[]
  /** Words before the time at which the doors open, and before the start itself. */
  readonly doors: readonly string[]
  readonly begins: readonly string[]
  readonly allDay: readonly string[]
}

const typedWords = {
  en: {
    today: ['today', 'tonight'],
    tomorrow: ['tomorrow'],
    afterTomorrow: ['day after tomorrow', 'the day after tomorrow'],
    next: ['next'],
    every: ['every', 'each'],
    daily: ['every day', 'each day', 'daily'],
    workdays: ['every weekday', 'on weekdays', 'weekdays', 'every working day'],
    everyOther: [
      'every other',
      'every second',
      'every two weeks',
      'every 2 weeks',
      'fortnightly',
      'biweekly',
    ],
    everyMonth: ['monthly'],
    ofMonth: ['of the month', 'of every month', 'of each month', 'in the month', 'monthly'],
    ordinals: { first: 1, second: 2, third: 3, fourth: 4, last: -1 },
    joints: ['on the', 'from the', 'on', 'at', 'from'],
    articles: ['the'],
    of: ['of'],
    places: ['at the', 'in the', 'at', 'in', '@'],
    until: ['to', 'until', 'till', 'til', 'through'],
    untilDay: ['to', 'until', 'till', 'through', 'thru'],
    and: ['and'],
    hour: ["o'clock", 'h', 'hr', 'hrs', 'hours'],
    beforeHour: [],
    about: ['around', 'about', 'approx', 'ca', 'circa'],
    noon: ['noon', 'midday'],
    midnight: ['midnight'],
    am: ['am', 'a.m.', 'a.m', 'in the morning'],
    pm: ['pm', 'p.m.', 'p.m', 'in the afternoon', 'in the evening'],
    night: ['at night'],
    hours: 'one two three four five six seven eight nine ten eleven twelve'.split(' '),
    minutesBefore: { 'half past': 30, 'quarter past': 15, 'quarter to': -15 },
    minutesBehind: {},
    openEnd: ['late', 'close', 'open end', 'end'],
    doors: ['doors', 'doors open', 'doors at', 'doors open at'],
    begins: ['start', 'starts', 'begin', 'begins', 'show'],
    allDay: ['all day', 'all-day', 'allday'],
  },
  de: {
    today: ['heute', 'heute abend'],
    tomorrow: ['morgen', 'morgen abend'],
    afterTomorrow: ['übermorgen'],
    next: ['nächsten', 'nächste', 'nächster', 'nächstes', 'kommenden'],
    every: ['jeden', 'jede', 'jedes'],
    daily: ['jeden tag', 'täglich'],
    workdays: ['werktags', 'jeden werktag', 'montags bis freitags'],
    everyOther: ['jeden zweiten', 'alle zwei wochen', 'alle 2 wochen', 'vierzehntägig'],
    everyMonth: ['monatlich'],
    ofMonth: ['im monat', 'des monats', 'jedes monats', 'eines monats'],
    ordinals: {
      ersten: 1,
      erster: 1,
      zweiten: 2,
      zweiter: 2,
      dritten: 3,
      dritter: 3,
      vierten: 4,
      vierter: 4,
      letzten: -1,
      letzter: -1,
    },
    joints: ['am', 'um', 'ab', 'von', 'vom', 'den'],
    articles: ['dem', 'den'],
    of: [],
    places: ['auf dem', 'auf der', 'in der', 'in dem', 'im', 'beim', 'bei', 'in', '@'],
    until: ['bis'],
    untilDay: ['bis', 'bis zum', 'bis einschließlich'],
    and: ['und', 'u.'],
    hour: ['uhr', 'h'],
    beforeHour: ['um'],
    about: ['gegen', 'ca', 'circa', 'etwa'],
    noon: ['mittags', 'mittag'],
    midnight: ['mitternacht', 'mitternachts'],
    am: ['morgens', 'vormittags', 'früh'],
    pm: ['nachmittags', 'abends'],
    night: ['nachts'],
    hours: 'eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'.split(' '),
    minutesBefore: { halb: -30, 'viertel nach': 15, 'viertel vor': -15, dreiviertel: -15 },
    minutesBehind: {},
    openEnd: ['open end', 'ende offen', 'spät', 'ende'],
    doors: ['einlass', 'einlaß'],
    begins: ['beginn', 'start', 'konzertbeginn'],
    allDay: ['ganztägig', 'ganztags', 'ganztagig', 'den ganzen tag'],
  },
  es: {
    today: ['hoy', 'esta noche'],
    tomorrow: ['mañana'],
    afterTomorrow: ['pasado mañana'],
    next: ['próximo', 'próxima'],
    every: ['cada', 'todos los'],
    daily: ['todos los días', 'cada día', 'diariamente', 'a diario'],
    workdays: ['de lunes a viernes', 'cada día laborable'],
    everyOther: ['cada dos semanas', 'cada dos', 'cada segundo'],
    everyMonth: ['cada mes'],
    ofMonth: ['del mes', 'de cada mes'],
    ordinals: { primer: 1, segundo: 2, tercer: 3, cuarto: 4, último: -1 },
    joints: [
      'desde el',
      'del',
      'el',
      'a las',
      'a la',
      'desde las',
      'a partir de las',
      'sobre las',
      'las',
      'de',
    ],
    articles: ['el', 'día'],
    of: ['de', 'del'],
    places: ['en el', 'en la', 'en', '@'],
    until: ['hasta las', 'hasta', 'a las', 'a'],
    untilDay: ['al', 'hasta el', 'hasta', 'a'],
    and: ['y'],
    hour: ['horas', 'hora', 'hs', 'h'],
    beforeHour: ['a las', 'a la'],
    about: ['sobre las', 'hacia las'],
    noon: ['mediodía', 'al mediodía'],
    midnight: ['medianoche', 'a medianoche'],
    am: ['de la mañana'],
    pm: ['de la tarde'],
    night: ['de la noche'],
    hours: 'una dos tres cuatro cinco seis siete ocho nueve diez once doce'.split(' '),
    minutesBefore: {},
    minutesBehind: { 'y media': 30, 'y cuarto': 15, 'menos cuarto': -15 },
    openEnd: ['tarde', 'cierre', 'el cierre'],
    doors: ['puertas', 'apertura', 'apertura de puertas'],
    begins: ['inicio', 'comienzo', 'empieza'],
    allDay: ['todo el día'],
  },
  fr: {
    today: ['aujourd’hui', 'ce soir'],
    tomorrow: ['demain'],
    afterTomorrow: ['après-demain'],
    next: [],
    every: ['chaque', 'tous les'],
    daily: ['tous les jours', 'chaque jour'],
    workdays: ['du lundi au vendredi'],
    everyOther: ['toutes les deux semaines', 'tous les quinze jours', 'une semaine sur deux'],
    everyMonth: ['chaque mois'],
    ofMonth: ['du mois', 'de chaque mois'],
    ordinals: { premier: 1, deuxième: 2, second: 2, troisième: 3, quatrième: 4, dernier: -1 },
    joints: ['le', 'du', 'à', 'de', 'à partir de', 'dès'],
    articles: ['le'],
    of: ['de'],
    places: ['à la', 'chez', 'au', 'à', '@'],
    until: ['jusqu’à', 'à'],
    untilDay: ['au', 'jusqu’au', 'à'],
    and: ['et'],
    hour: ['heures', 'heure', 'h'],
    beforeHour: [],
    about: ['vers', 'environ'],
    noon: ['midi'],
    midnight: ['minuit'],
    am: ['du matin'],
    pm: ['de l’après-midi', 'du soir'],
    night: [],
    hours: 'une deux trois quatre cinq six sept huit neuf dix onze douze'.split(' '),
    minutesBefore: {},
    minutesBehind: { 'et demie': 30, 'et demi': 30, 'et quart': 15, 'moins le quart': -15 },
    openEnd: ['tard', 'fermeture', 'la fermeture'],
    doors: ['portes', 'ouverture', 'ouverture des portes'],
    begins: ['début', 'concert'],
    allDay: ['toute la journée'],
  },
  it: {
    today: ['oggi', 'stasera'],
    tomorrow: ['domani'],
    afterTomorrow: ['dopodomani'],
    next: ['prossimo', 'prossima'],
    every: ['ogni', 'tutti i', 'tutte le'],
    daily: ['ogni giorno', 'tutti i giorni'],
    workdays: ['dal lunedì al venerdì'],
    everyOther: ['ogni due settimane', 'ogni secondo'],
    everyMonth: ['ogni mese'],
    ofMonth: ['del mese', 'di ogni mese'],
    ordinals: {
      primo: 1,
      prima: 1,
      secondo: 2,
      seconda: 2,
      terzo: 3,
      terza: 3,
      quarto: 4,
      quarta: 4,
      ultimo: -1,
      ultima: -1,
    },
    joints: ['il', 'dal', 'dall’', 'da', 'alle', 'alle ore', 'ore', 'dalle', 'dalle ore', 'a partire dalle'],
    articles: ['il', 'l’'],
    of: ['di', 'del'],
    places: ['presso', 'alla', 'allo', 'al', 'in', '@'],
    until: ['alle', 'alle ore', 'fino alle', 'fino alle ore', 'a', 'fino a'],
    untilDay: ['al', 'all’', 'fino al', 'fino all’', 'a'],
    and: ['e'],
    hour: ['h', 'ore'],
    beforeHour: ['alle', 'alle ore', 'ore', 'dalle', 'dalle ore'],
    about: ['verso le', 'circa'],
    noon: ['mezzogiorno', 'a mezzogiorno'],
    midnight: ['mezzanotte', 'a mezzanotte'],
    am: ['di mattina', 'del mattino'],
    pm: ['del pomeriggio', 'di sera'],
    night: ['di notte'],
    hours: 'una due tre quattro cinque sei sette otto nove dieci undici dodici'.split(' '),
    minutesBefore: {},
    minutesBehind: { 'e mezza': 30, 'e mezzo': 30, 'e un quarto': 15, 'meno un quarto': -15 },
    openEnd: ['tardi', 'tarda notte', 'chiusura'],
    doors: ['porte', 'apertura porte', 'apertura'],
    begins: ['inizio', 'concerto'],
    allDay: ['tutto il giorno'],
  },
  ja: {
    today: ['今日', '本日'],
    tomorrow: ['明日'],
    afterTomorrow: ['明後日'],
    next: ['来週の'],
    every: ['毎週'],
    daily: ['毎日'],
    workdays: ['平日'],
    everyOther: ['隔週'],
    everyMonth: ['毎月'],
    ofMonth: [],
    ordinals: { 最終: -1 },
    joints: [],
    articles: [],
    of: [],
    places: ['@'],
    until: ['から', 'より'],
    untilDay: ['から', 'より'],
    and: ['と', '・', '、'],
    hour: [],
    beforeHour: [],
    about: ['約'],
    noon: ['正午'],
    midnight: ['真夜中'],
    am: ['午前', '朝'],
    pm: ['午後', '昼', '夕方'],
    night: ['夜', '晩', '深夜'],
    hours: [],
    minutesBefore: {},
    minutesBehind: { 半: 30 },
    openEnd: ['終了', '未定'],
    doors: ['開場'],
    begins: ['開演', '開始'],
    allDay: ['終日'],
  },
  nl: {
    today: ['vandaag', 'vanavond'],
    tomorrow: ['morgen'],
    afterTomorrow: ['overmorgen'],
    next: ['volgende', 'aanstaande'],
    every: ['elke', 'iedere'],
    daily: ['elke dag', 'iedere dag', 'dagelijks'],
    workdays: ['elke werkdag', 'op werkdagen'],
    everyOther: ['om de week', 'om de twee weken', 'elke twee weken'],
    everyMonth: ['elke maand', 'maandelijks'],
    ofMonth: ['van de maand', 'van elke maand'],
    ordinals: { eerste: 1, tweede: 2, derde: 3, vierde: 4, laatste: -1 },
    joints: ['op', 'om', 'vanaf', 'van'],
    articles: ['de'],
    of: [],
    places: ['in het', 'in de', 'bij', 'in', '@'],
    until: ['tot'],
    untilDay: ['tot en met', 't/m', 'tot'],
    and: ['en'],
    hour: ['uur', 'u', 'h'],
    beforeHour: ['om'],
    about: ['rond', 'ca', 'omstreeks'],
    noon: ['middag'],
    midnight: ['middernacht'],
    am: ['’s ochtends', '’s morgens'],
    pm: ['’s middags', '’s avonds'],
    night: ['’s nachts'],
    hours: 'één twee drie vier vijf zes zeven acht negen tien elf twaalf'.split(' '),
    minutesBefore: { half: -30, 'kwart over': 15, 'kwart voor': -15 },
    minutesBehind: {},
    openEnd: ['laat', 'sluit'],
    doors: ['deuren', 'deuren open', 'zaal open'],
    begins: ['aanvang', 'begin', 'start'],
    allDay: ['hele dag', 'de hele dag'],
  },
  'pt-br': {
    today: ['hoje'],
    tomorrow: ['amanhã'],
    afterTomorrow: ['depois de amanhã'],
    next: ['próximo', 'próxima'],
    every: ['cada', 'toda', 'todo', 'todas as', 'todos os'],
    daily: ['todos os dias', 'todo dia', 'cada dia', 'diariamente'],
    workdays: ['de segunda a sexta', 'de segunda-feira a sexta-feira'],
    everyOther: ['a cada duas semanas', 'quinzenalmente'],
    everyMonth: ['todo mês', 'cada mês'],
    ofMonth: ['do mês', 'de cada mês'],
    ordinals: {
      primeiro: 1,
      primeira: 1,
      segundo: 2,
      segunda: 2,
      terceiro: 3,
      terceira: 3,
      quarto: 4,
      quarta: 4,
      último: -1,
      última: -1,
    },
    joints: ['no', 'na', 'dia', 'do dia', 'de', 'às', 'das', 'a partir das', 'a partir de'],
    articles: ['dia', 'o dia'],
    of: ['de'],
    places: ['no', 'na', 'em', '@'],
    until: ['até as', 'até às', 'até', 'às'],
    untilDay: ['até o dia', 'até o', 'até', 'ao', 'a'],
    and: ['e'],
    hour: ['horas', 'hora', 'h'],
    beforeHour: ['às', 'das'],
    about: ['por volta das'],
    noon: ['meio-dia', 'ao meio-dia'],
    midnight: ['meia-noite', 'à meia-noite'],
    am: ['da manhã'],
    pm: ['da tarde'],
    night: ['da noite'],
    hours: 'uma duas três quatro cinco seis sete oito nove dez onze doze'.split(' '),
    minutesBefore: {},
    minutesBehind: { 'e meia': 30, 'e quinze': 15 },
    openEnd: ['tarde', 'o fim'],
    doors: ['portas', 'abertura', 'abertura das portas'],
    begins: ['início', 'começo'],
    allDay: ['o dia todo', 'dia inteiro', 'o dia inteiro', 'dia todo'],
  },
} satisfies Readonly<Record<InterfaceLanguageCode, TypedWords>>

const words: Readonly<Record<string, TypedWords>> = typedWords

/** Returns the words of a language; those of English for one that has none. */
export const typedWordsOf = (language: string): TypedWords => words[language] ?? typedWords.en

/** The languages that have words. */
export const typedLanguages: readonly string[] = Object.keys(typedWords)
