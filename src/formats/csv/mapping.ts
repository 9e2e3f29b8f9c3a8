/** Which column of a table is which of ours. */

import { foldedText } from '../../domain/text/letters.ts'
import { parseDateText } from '../../domain/time/date-text.ts'
import { datesOfWholeText } from '../../domain/typed/days.ts'
import { timesOfWholeText } from '../../domain/typed/times.ts'
import { because, invalidParam, Problem } from '../../problem.ts'
import { importFormatOfText } from '../format.ts'
import { type CsvRow, csvRowsInSteps } from './cells.ts'
import { exportColumnNames, ourTranslationColumnName, readOnlyColumns, timeOfDayColumns } from './columns.ts'
import { foreignOnlyColumns, type SlashDateOrder } from './rows.ts'

// Maps the columns of a table to our columns.

/**
 * Maps a column name of the file to one of ours, or names ours in the order of the columns of the file. "-" ignores a column, and
 * so does "" in a list.
 */
export type ColumnMap = ReadonlyMap<string, string> | readonly string[]

/** Returns the plain form of a heading: `Start date`, `START_DATE` → `start_date`. */
export const plainColumnName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '_')

/** Every column that an import reads. */
const importableColumns: readonly string[] = [
  ...exportColumnNames.filter((column) => !readOnlyColumns.includes(column)),
  ...timeOfDayColumns,
  ...foreignOnlyColumns,
  'image',
]

/** Columns that no import reads: a row with a cell of one is refused, because without it the event would be public. */
const refusedColumns = ['password']

/** Returns whether a row above the names of the columns is a title: it has one cell, which is no name of a column. */
function isTitleRow({ cells }: CsvRow): boolean {
  const [only = '', ...others] = cells.filter((cell) => cell !== '')
  return others.length === 0 && !importableColumns.includes(plainColumnName(only))
}

/** The rows among which the names of the columns are looked for. */
const MOST_ROWS_ABOVE = 10

/** Returns the row that names the columns: the first one that is not a title, or else the first of all. */
const headerRowOf = (rows: readonly CsvRow[]): CsvRow | undefined =>
  rows.slice(0, MOST_ROWS_ABOVE).find((row) => !isTitleRow(row)) ?? rows[0]

const isList = (map: ColumnMap): map is readonly string[] => Array.isArray(map)

/** Returns our column for the column with that name and position; undefined if the map does not contain it. */
const mappedColumn = (map: ColumnMap, name: string, at: number) =>
  isList(map) ? map[at] || '-' : map.get(plainColumnName(name))

/** Returns whether a column of the file is left out with nothing to say of it: the map says so, or it is one of ours that no import reads. */
export const isColumnLeftOut = (map: ColumnMap, name: string, at: number) => {
  const mapped = mappedColumn(map, name, at)
  return mapped === '-' || (mapped === undefined && readOnlyColumns.includes(plainColumnName(name)))
}

/**
 * Returns our column for each cell of a header row that the map names, or that has our own name; undefined for any other. Throws 400 if
 * two are the same.
 */
function columnsByOwnName(header: CsvRow, map: ColumnMap): readonly (string | undefined)[] {
  const places = header.cells.map((name, at) => {
    const place = mappedColumn(map, name, at) ?? plainColumnName(name)
    const isOurs = [...importableColumns, ...refusedColumns, 'language'].includes(place)
    return isOurs ? place : ourTranslationColumnName(place)
  })
  const twice = places.find((one, at) => one !== undefined && places.indexOf(one) !== at)
  if (twice !== undefined) throw invalidParam('columns', because('column_twice', { column: twice }))
  return places
}

// Other names for the columns of a table.

const listed = because('not_a_column_map')

const isKnown = (column: string) =>
  ['', '-', 'language', ...importableColumns].includes(column) ||
  ourTranslationColumnName(column) !== undefined
const unknown = (column: unknown) =>
  invalidParam('columns', because('no_such_column', { column: JSON.stringify(column)?.slice(0, 100) }))

/** Parses a list of columns in the order of the file. Throws 400. */
function columnListOf(text: string): readonly string[] {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    throw invalidParam('columns', listed)
  }
  if (!Array.isArray(read)) throw invalidParam('columns', listed)
  return read.map((one: unknown) => {
    if (typeof one === 'string' && isKnown(one)) return one
    throw unknown(one)
  })
}

/** Parses `Event name=title,When=start_date`, or a JSON list such as `["title","start_date","-"]`. Throws 400. */
export function parseColumnMap(text: string): ColumnMap {
  if (text.trimStart().startsWith('[')) return columnListOf(text)
  const pairs = text.split(',').filter((pair) => pair !== '')
  return new Map(
    pairs.map((pair) => {
      const [name = '', column, ...more] = pair.split('=')
      if (column === undefined || more.length > 0)
        throw invalidParam('columns', because('not_a_column_pair', { pair }))
      if (!isKnown(column.trim())) throw unknown(column.trim())
      return [plainColumnName(name), column.trim()] as const
    }),
  )
}

// What the headings of tables mean: those of event tools, and common ones in the languages of the service.

/** The headings of Google Calendar, Outlook and The Events Calendar, which count beside a map of columns, too. */
const headingsOfPrograms: Readonly<Record<string, string>> = {
  title: 'subject event_name event_title',
  all_day: 'all_day_event event_all_day',
  excerpt: 'event_excerpt',
  description: 'event_description',
  venue: 'event_venue_name',
  organizer: 'event_organizer_name',
  timezone: 'event_timezone time_zone',
  start_date: 'event_start_date',
  start_time: 'event_start_time',
  end_date: 'event_end_date',
  end_time: 'event_end_time',
  hide_from_listings: 'hide_from_event_listings',
  sticky: 'sticky_in_month_view event_sticky_in_month_view',
  featured: 'featured_event',
  categories: 'event_category event_categories',
  tags: 'event_tags',
  cost: 'event_cost',
  currency_symbol: 'event_currency_symbol',
  currency_position: 'event_currency_position',
  website: 'event_website',
  slug: 'event_slug',
}

/** Our column → the headings that people have for it, in a plain form: lower case, without accents, words parted by `_`. */
const headingsOfColumns: Readonly<Record<string, string>> = {
  title:
    'title titel titulo titre titolo name naam nom nome nombre event events evento evenement veranstaltung veranstaltungstitel bezeichnung betreff asunto objet oggetto onderwerp assunto what was quoi タイトル イベント名 イベント 件名 名称',
  start_date:
    'start start_date startdate startdatum begin begins begindatum beginn beginnt anfang datum date day tag_der_veranstaltung von when wann fecha fecha_de_inicio inicio debut date_de_debut data data_inizio data_di_inizio inizio data_de_inicio starts dtstart aanvang ab 開始日 開始 日付 日時',
  start_time:
    'start_time starttime time times hour zeit zeiten uhr uhrzeit um startzeit beginn_uhrzeit hora horas hora_inicio hora_de_inicio hora_de_comienzo horario horarios horario_de_inicio heure heures heure_debut heure_de_debut horaire horaires ora ore ora_inizio ora_di_inizio orario orari orario_inizio orario_di_inizio tijd tijden tijdstip uur starttijd begintijd aanvangstijd 時刻 開始時刻 開始時間 開演 開演時刻 開演時間 時間',
  end_date:
    'end end_date enddate enddatum ende bis fin fecha_de_fin date_de_fin fine data_fine data_di_fine eind einde einddatum termino data_de_termino fim ends dtend finish 終了日 終了',
  end_time:
    'end_time endtime endzeit hora_de_fin hora_de_termino heure_de_fin ora_fine eindtijd 終了時刻 終了時間',
  all_day: 'all_day allday ganztagig todo_el_dia toute_la_journee tutto_il_giorno hele_dag dia_inteiro 終日',
  location: 'location event_location',
  private: 'private',
  published: 'published is_published',
  venue:
    'venue ort veranstaltungsort place room raum saal where wo lugar lieu salle luogo sede sala locatie plaats zaal local 会場 場所',
  venue_address:
    'address adresse anschrift strasse street direccion calle rue indirizzo via adres straat endereco rua 住所',
  venue_city: 'city town stadt ciudad ville citta stad plaatsnaam cidade 市 市区町村',
  venue_zip: 'zip zip_code plz postleitzahl postcode postal_code codigo_postal code_postal cap cep 郵便番号',
  venue_state: 'state bundesland estado stato',
  venue_province: 'province region provincia provincie',
  venue_country: 'country country_code land pais pays paese pais 国',
  venue_geo_lat: 'latitude lat',
  venue_geo_lng: 'longitude lng lon long',
  organizer:
    'organizer organiser host veranstalter organizador organisateur organizzatore organisator 主催者 主催',
  organizer_email: 'email e_mail mail correo courriel メール メールアドレス',
  organizer_phone: 'phone telephone telefon telefono telefoon telefone tel 電話 電話番号',
  description:
    'description beschreibung text details inhalt descripcion descrizione descricao beschrijving omschrijving detalles detalhes dettagli 説明 詳細 内容',
  excerpt: 'excerpt summary kurztext zusammenfassung resumen resume riassunto samenvatting resumo 概要',
  cost: 'cost price prices preis preise eintritt kosten precio precios entrada prix tarif tarifs prezzo ingresso prijs toegang preco entry 料金 価格 入場料',
  website:
    'website url link web webseite web_address homepage internet sitio_web pagina_web site site_web sito sito_web ウェブサイト リンク',
  image: 'image image_url picture photo featured_image foto bild imagen immagine afbeelding imagem 画像 写真',
  categories:
    'category categories kategorie kategorien rubrik categoria categorias categorie カテゴリ カテゴリー 分類',
  tags: 'tags tag schlagwort schlagworter stichworte etiqueta etiquetas etiquette etiquettes mots_cles etichetta etichette trefwoord trefwoorden タグ',
  timezone:
    'timezone time_zone zeitzone zona_horaria fuseau_horaire fuso_orario tijdzone fuso_horario タイムゾーン',
  uid: 'uid external_id',
  status: 'status publish_status post_status visibility',
}

/** The same of headings that count only where no column has a better one. */
const weakHeadings: Readonly<Record<string, string>> = {
  description: 'content post_content body',
  excerpt: 'subtitle untertitel sous_titre',
  categories: 'type calendar_name calendar genre art kind',
  tags: 'keywords keyword',
  cost: 'admission fee fees entrance ticket_price',
}

/** Headings that are often of notes for the people who keep a table: an import takes such a column only where a person chose it. */
const headingsOfNotes =
  /(?:^|_)(?:notes?|notas?|notizen|anmerkungen|bemerkungen|remarques|remarks?|opmerkingen|notities|observaciones|observacoes|備考|メモ)(?:_|$)/

/** Headings of what no event is made of: when a row was sent or changed, and the parts of a rule. */
const otherHeadings =
  /(?:^|_)(?:timestamp|zeitstempel|marca_temporal|horodateur|created|modified|updated|submitted|freq|frequency|byday|interval|until|count|exdate|rrule|colou?r|creator|your_name|attendees?)(?:_|$)/

const byHeading = (table: Readonly<Record<string, string>>) =>
  new Map(
    Object.entries(table).flatMap(([column, all]) => all.split(' ').map((one) => [one, column] as const)),
  )

const ofPrograms = byHeading(headingsOfPrograms)
const strong = byHeading(headingsOfColumns)
const weak = byHeading(weakHeadings)

const EVENT = /^(?:the_)?(?:events?|evcal|veranstaltungs?|evento|evenement)_|_(?:of_the_)?event$/
const START = /(?:^|_)(?:starts?|begins?|beginning|dtstart|beginn|inicio|debut|inizio)(?:_|$)/
const END = /(?:^|_)(?:ends?|ending|finish(?:es)?|dtend|ende|fin|fine|einde|termino|fim)(?:_|$)/
/** Spans that are not those of the event. */
const OTHER_SPANS =
  /regist|anmeld|inscri|iscri|ticket|sale|verkauf|booking|publish|deadline|door|reminder|series|repeat|_year/
const DATE = /(?:^|_)(?:date|datetime|datum|fecha|data|at|day)(?:_|$)/
const TIME =
  /(?:^|_)(?:time|zeit|uhr|uhrzeit|hora|horas|horario|heure|horaire|ora|ore|orario|tijd|uur)(?:_|$)/
/** Times that are not those of the start: of doors, of an end, and how long it takes. */
const OTHER_TIMES =
  /einlass|offnung|open|puertas|apertura|ouverture|porte|portas|abertura|deuren|開場|dauer|duration|duracion|duree|durata|duracao|duur|length|所要|schluss|clos(?:e|ing)|閉|終/

/** Our column → parts of headings such as “Venue Postal Code”, “location_name”, “Organiser Name”. */
const partsOfVenue = byHeading({
  venue: 'name title',
  venue_address: 'address address_1 address1 street street_address',
  venue_city: 'city town',
  venue_state: 'state',
  venue_province: 'province region',
  venue_zip: 'zip zip_code postcode postal_code',
  venue_country: 'country country_code',
  venue_phone: 'phone',
  venue_website: 'website url link',
  venue_geo_lat: 'latitude lat',
  venue_geo_lng: 'longitude lng lon',
  venue_accessibility: 'accessibility',
})
const partsOfOrganizer = byHeading({
  organizer: 'name title',
  organizer_email: 'email e_mail',
  organizer_phone: 'phone',
  organizer_website: 'website url',
})

/** Returns our column for a heading made of parts. */
function columnOfParts(heading: string): string | undefined {
  const [, owner = '', part = ''] = /^(venue|location|place|organi[sz]er|host)_(.+)$/.exec(heading) ?? []
  if (owner !== '')
    return /^(?:organi|host)/.test(owner) ? partsOfOrganizer.get(part) : partsOfVenue.get(part)
  if (/(?:^|_)(?:image|picture|photo|thumbnail|poster)(?:_(?:url|link|file|src))?$/.test(heading))
    return 'image'
  if (/(?:^|_)(?:ticket|tickets|admission|entry)_(?:price|prices|cost|fee)$/.test(heading)) return 'cost'
  if (/(?:^|_)(?:url|link|website)(?:_|$)/.test(heading)) {
    return /(?:^|_)(?:event|tickets?|booking|register|registration|more|info|web|details?)(?:_|$)/.test(
      heading,
    )
      ? 'website'
      : undefined
  }
  if (OTHER_SPANS.test(heading)) return undefined
  const [isStart, isEnd] = [START.test(heading), END.test(heading)]
  if (isStart === isEnd) return undefined
  const isTime = TIME.test(heading) && !DATE.test(heading)
  return `${isStart ? 'start' : 'end'}_${isTime ? 'time' : 'date'}`
}

/** The folded form of a heading, with the words of a name such as “EventName” parted. */
const foldedHeading = (heading: string) =>
  foldedText(plainColumnName(heading.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, '_')))
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '')

/** Returns whether a heading says that its column is nothing of an event. */
const isHeadingOfNoField = (heading: string): boolean => otherHeadings.test(foldedHeading(heading))

/** How sure the meaning of a heading is: of two columns for one field, the surer one has it. */
type HeadingRank = 'program' | 'sure' | 'probable' | 'weak' | 'notes'

/** Returns our columns that a heading may mean, the surest first. */
function columnsOfHeading(heading: string): readonly (readonly [column: string, rank: HeadingRank])[] {
  const folded = foldedHeading(heading)
  const own = folded.replace(EVENT, '')
  const unnumbered = own.replace(/_?\d{1,9}$/, '')
  if (otherHeadings.test(folded)) return []
  const found = [
    [ofPrograms.get(plainColumnName(heading)), 'program'],
    [strong.get(plainColumnName(heading)) ?? strong.get(folded), 'sure'],
    [columnOfParts(folded), 'probable'],
    [strong.get(own) ?? columnOfParts(own) ?? strong.get(unnumbered), 'probable'],
    [weak.get(folded) ?? weak.get(own), 'weak'],
    [headingsOfNotes.test(folded) ? 'description' : undefined, 'notes'],
  ] as const
  return found.flatMap(([column, rank]) => (column === undefined ? [] : [[column, rank] as const]))
}

// Proposes a mapping of the columns of a table, which the user can correct.

/** The number of rows read, and of values shown for each column. */
const MAX_ROWS = 50
/** The rows from which the columns and the order of dates are found, with those above the header. */
export const MOST_FIRST_ROWS = MAX_ROWS + MOST_ROWS_ABOVE
const MAX_SAMPLES = 3
const LONGEST_SAMPLE = 80

/** The rows at the beginning of a table, up to a malformed row. The import refuses such a table. */
function firstRows(text: string): readonly CsvRow[] {
  const rows: CsvRow[] = []
  try {
    for (const row of csvRowsInSteps(text)) {
      if (row !== undefined) rows.push(row)
      if (rows.length >= MOST_FIRST_ROWS) break
    }
  } catch (error) {
    if (!(error instanceof Problem) || rows.length === 0) throw error
  }
  if (rows.length === 0) throw invalidParam('file', because('empty_file'))
  return rows
}

/** Whether a cell is a date. A number alone may be anything. */
const isDate = (cell: string): boolean =>
  /\d.*\d/.test(cell) &&
  !/^[\d.,]+$/.test(cell) &&
  (datesOfWholeText(cell, true) !== undefined || parseDateText(cell) !== undefined)

/** Whether a cell is a time of day alone, as people write it: “19.30 Uhr”. */
const isTime = (cell: string): boolean => !/^\d+$/.test(cell) && timesOfWholeText(cell) !== undefined

/** The same where no heading says it: numbers alone may be prices. */
const isTimeByItself = (cell: string): boolean => isTime(cell) && !/^[\d.,]+$/.test(cell)

/** Whether a cell is a date with a time. */
const hasTime = (cell: string): boolean =>
  /\d:\d|\dT\d/.test(cell) || datesOfWholeText(cell, true)?.from !== undefined

const areTimes = (cells: readonly string[]): boolean => cells.length > 0 && cells.every(isTime)
const isText = (cell: string) => /\p{L}{2}/u.test(cell)

const SLASHED = /(?<![\d/])(\d{1,2})\/(\d{1,2})(?:\/\d{2}|\s?[-–—]\s?\d{1,2}\/)/

/** The order of the dates. The day is first if more first numbers than second ones are too large for a month. If no date decides, `usual` does. */
function orderOf(cells: readonly string[], usual: SlashDateOrder): SlashDateOrder | '' {
  const numbers = cells.flatMap((cell) => {
    const [, first, second] = SLASHED.exec(cell) ?? []
    return first === undefined ? [] : [[Number(first), Number(second)] as const]
  })
  if (numbers.length === 0) return ''
  const dayFirst = numbers.filter(([first]) => first > 12).length
  const monthFirst = numbers.filter(([, second]) => second > 12).length
  if (dayFirst === monthFirst) return usual
  return dayFirst > monthFirst ? 'day_first' : 'month_first'
}

/** What an import without a map takes from headings; a person who sees a proposal may take notes for the description. */
const unseenRanks: readonly HeadingRank[] = ['program', 'sure', 'probable', 'weak']
const seenRanks: readonly HeadingRank[] = [...unseenRanks, 'notes']

/**
 * Returns our columns for those of a table: as the map or our own names say, then by their headings of these ranks, the surest first,
 * then by their values. "" without a proposal.
 */
function proposedColumns(
  header: CsvRow,
  rows: readonly CsvRow[],
  map: ColumnMap,
  own: readonly (string | undefined)[],
  ranks: readonly HeadingRank[],
): readonly string[] {
  const cellsAt = (at: number) => rows.map(({ cells }) => cells[at] ?? '').filter((cell) => cell !== '')
  const places = own.map((column) => column ?? '')
  const isOpen = (at: number) => places[at] === '' && !isColumnLeftOut(map, header.cells[at] ?? '', at)
  // A map says what the columns are: beside it, none is guessed.
  const isMapped = [...map].length > 0
  for (const rank of isMapped ? (['program'] as const) : ranks)
    for (const [at, name] of header.cells.entries())
      for (const [column, sure] of columnsOfHeading(name)) {
        // “Beginn” beside “Datum” often has times alone.
        const place = column === 'start_date' && areTimes(cellsAt(at)) ? 'start_time' : column
        if (sure === rank && isOpen(at) && !places.includes(place)) places[at] = place
      }
  if (isMapped) return places
  const summary = header.cells.findIndex(
    (name, at) => plainColumnName(name) === 'summary' && places[at] === 'excerpt',
  )
  if (summary >= 0 && !places.includes('title')) places[summary] = 'title'
  const fill = (
    column: string,
    fits: (cell: string) => boolean,
    fitsHeading: (folded: string) => boolean = () => true,
  ) => {
    const at = header.cells.findIndex(
      (name, at) =>
        isOpen(at) &&
        !isHeadingOfNoField(name) &&
        columnsOfHeading(name).every(([, rank]) => rank !== 'notes') &&
        fitsHeading(foldedHeading(name)) &&
        cellsAt(at).length > 0 &&
        cellsAt(at).every(fits),
    )
    if (!places.includes(column) && at >= 0) places[at] = column
  }
  fill('start_date', isDate)
  const dates = cellsAt(places.indexOf('start_date'))
  if (dates.length > 0 && !dates.some(hasTime))
    fill('start_time', isTimeByItself, (heading) => !OTHER_SPANS.test(heading) && !OTHER_TIMES.test(heading))
  fill('title', isText)
  return places
}

/** The rows from which a mapping is proposed: the header, and those that follow it. */
export function headerAndFirstRows(all: readonly CsvRow[]): {
  readonly header: CsvRow
  readonly rows: readonly CsvRow[]
} {
  const header = headerRowOf(all)
  if (header === undefined) throw invalidParam('file', because('empty_file'))
  return { header, rows: all.filter(({ number }) => number > header.number).slice(0, MAX_ROWS) }
}

/** Our names alone, of which none is twice: two columns of one name have no proposal but for the first. */
const ownNames = ({ cells }: CsvRow): readonly (string | undefined)[] => {
  const plain = cells.map(plainColumnName)
  return plain.map((name, at) =>
    importableColumns.includes(name) && plain.indexOf(name) === at ? name : undefined,
  )
}

/** Proposes a mapping from the names of the columns, then from their values. Throws 400 for a table without a header. */
export function proposeMapping(text: string, usual: SlashDateOrder) {
  const { header, rows } = headerAndFirstRows(firstRows(text))
  const places = proposedColumns(header, rows, new Map(), ownNames(header), seenRanks)
  const columns = header.cells.map((name, at) => ({
    name,
    column: places[at] ?? '',
    samples: [...new Set(rows.map(({ cells }) => cells[at] ?? ''))]
      .filter((cell) => cell !== '')
      .slice(0, MAX_SAMPLES)
      .map((cell) => cell.slice(0, LONGEST_SAMPLE)),
  }))
  const dated = places.flatMap((place, at) =>
    /^(?:start|end)_date$/.test(place) ? rows.map(({ cells }) => cells[at] ?? '') : [],
  )
  return { columns, dates: orderOf(dated, usual) }
}

/** Returns our column for each of a table, as a preview proposes them where the map says nothing, but for notes. Throws 400 if none is the title. */
export function mapColumnsRequiringTitle(
  header: CsvRow,
  rows: readonly CsvRow[],
  map: ColumnMap,
): readonly (string | undefined)[] {
  const places = proposedColumns(header, rows, map, columnsByOwnName(header, map), unseenRanks)
  if (places.includes('title')) return places.map((place) => place || undefined)
  throw new Problem(
    'rest_invalid_param',
    because('no_title_column', { columns: header.cells.join(', ').slice(0, 200) }),
  )
}

// A preview of a file before its import: its probable format, and the columns of a table.

const noTable = { columns: [], choices: [], dates: '' } as const

/** Returns the preview of a file from its beginning. `usual` is the order of dates with slashes if no date decides. Throws 400. */
export function importFormatAndColumnsProposal(text: string, usual: SlashDateOrder) {
  const format = importFormatOfText(text)
  if (format !== 'table') return { format, ...noTable }
  return { format, choices: importableColumns, ...proposeMapping(text, usual) }
}
