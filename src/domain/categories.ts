import { foldedText } from './text/letters.ts'

// The hues that categories have on pages, in the widget and at the desk.

/** The number of hues of the design. */
export const TONE_COUNT = 12

/**
 * Returns the number of the hue of each category, by id. Each takes the hue that its id stands for, or the next that fewer others
 * have: up to twelve categories differ, and most keep their hues when others come and go.
 */
export function toneMapForCategoryIds(ids: readonly number[]): ReadonlyMap<number, number> {
  const used = Array.from({ length: TONE_COUNT }, () => 0)
  const tones = new Map<number, number>()
  for (const id of ids) {
    const least = Math.min(...used)
    const choices = used.map((_, step) => (id + step) % TONE_COUNT)
    const tone = choices.find((one) => used[one] === least) ?? 0
    used[tone] = least + 1
    tones.set(id, tone)
  }
  return tones
}

// The kinds of categories, by their names in any language of the service.

/** The beginnings of words, without accents, that name each kind of event. The first kind that fits is taken. */
const kinds = [
  ['film', /\b(?:films?|kino|cinema|cine|movies?|filme)\b|映画/],
  [
    'music',
    /\b(?:musi[ck]|muziek|concert|konzert|jazz|choirs?\b|chor\b|choeur|coro\b|koor|orchest|bands?\b|opera)|音楽|コンサート/,
  ],
  [
    'drama',
    /\b(?:theat|teatr|comed|kabarett|cabaret|danc|tanz|danse|danza|dans\b|stage|buhne|show)|演劇|ダンス/,
  ],
  [
    'palette',
    /\b(?:art|arts|kunst|arte|artes|exhib|ausstell|expo|mostra|tentoon|museum|musee|museo|galler)\b|\b(?:exhib|ausstell|exposi|tentoon|museu)|美術|展/,
  ],
  [
    'hammer',
    /\b(?:workshop|werkstatt|atelier|taller|laborator|oficina|craft|repair|diy|bastel)|ワークショップ/,
  ],
  [
    'presentation',
    /\b(?:course|kurs|cours|curso|corso|cursus|class|talk|lectur|vortrag|conferenc|konferenz|confer|lezing|seminar|learn|bildung)|講/,
  ],
  ['book-open', /\b(?:book|buch|livre|libro|boek|literat|lesung|read|librar|biblio|poet)|本|文学/],
  ['store', /\b(?:market|markt|marche|mercado|mercato|fair|messe|flea|bazaar|basar|feira|fiera)|市/],
  [
    'utensils',
    /\b(?:food|drink|essen|kulinar|cuisine|gastron|comida|cibo|eten|wine|wein|vin\b|vino|beer|bier|comida)|食/,
  ],
  ['trophy', /\b(?:sport|deporte|esporte|fitness|run|lauf|match|game|spiel|turnier|swim|schwim)|スポーツ/],
  [
    'footprints',
    /\b(?:walk|wander|hik|tour|randonn|balade|caminata|passeggiat|wandel|fuhrung|visit)|散歩|ツアー/,
  ],
  ['trees', /\b(?:natur|outdoor|garden|garten|jardin|giardin|tuin|umwelt|environ|bird|vogel|park)|自然|庭/],
  ['baby', /\b(?:famil|kind|kids?\b|child|enfant|nino|bambin|crianc|jeugd|jugend|youth)|子|家族/],
  [
    'party-popper',
    /\b(?:festiv|fest\b|feste\b|fete|fiesta|festa|feest|party|part(?:y|ies)|celebrat|carnival|karneval|nightlife)|祭/,
  ],
  [
    'church',
    /\b(?:church|kirche|eglise|iglesia|chiesa|kerk|igreja|relig|worship|gottes|faith|spirit)|宗教|教会/,
  ],
  [
    'landmark',
    /\b(?:politi|council|rat\b|gemeinde|mairie|conseil|ayuntamiento|comune|raad|civic|public|town|city|stadt|histor|geschicht)|政治|歴史/,
  ],
  [
    'heart-handshake',
    /\b(?:communit|gemeinschaft|volunt|ehrenamt|benevol|charit|health|gesund|sante|salud|salute|zorg|social|sozial|meet)|健康|交流/,
  ],
  ['megaphone', /\b(?:demo|protest|rally|kundgebung|manif|business|network)/],
] as const

/** The name of an icon of Lucide for a kind of category; that of a calendar is for all others. */
type CategoryIconName = (typeof kinds)[number][0] | 'calendar'

/** The names of the icons of all kinds, each once. */
export const categoryIconNames: readonly CategoryIconName[] = ['calendar', ...kinds.map(([name]) => name)]

/** Returns the name of the icon that stands for what a category is called; that of a calendar if no kind fits. */
export function iconForCategoryName(name: string): CategoryIconName {
  const plain = foldedText(name)
  return kinds.find(([, words]) => words.test(plain))?.[0] ?? 'calendar'
}
