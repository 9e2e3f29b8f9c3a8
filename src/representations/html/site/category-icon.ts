/** The icon of a category, by its name in any language of the service. */
import { foldedText } from '../../../domain/text/letters.ts'
import { memoizedByText } from '../../../support/remembered.ts'
import type { PageIconName } from '../../../web/design/icons.ts'

/** The beginnings of words, without accents, that name each kind of event. The first kind that fits is taken. */
const kinds: readonly (readonly [PageIconName, RegExp])[] = [
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
]

/** The most names whose icons are known. */
const MAX_NAMES = 1000

const byName = memoizedByText(MAX_NAMES, (name): PageIconName => {
  const plain = foldedText(name)
  return kinds.find(([, words]) => words.test(plain))?.[0] ?? 'calendar'
})

/** Returns the name of the icon of a category; that of a calendar for what no kind fits, and for events without one. */
export const categoryIconName = (name: string | undefined): PageIconName =>
  name === undefined ? 'calendar' : byName(name, 0)
