/** What the headings of tables mean: those of event tools, and common ones in the languages of the service. */
import { foldedText } from '../../domain/text/letters.ts'
import { plainColumnName } from './mapped-columns.ts'

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
    'start start_date startdate startdatum begin begins begindatum beginn beginnt anfang datum date day tag_der_veranstaltung von when wann fecha fecha_de_inicio inicio debut date_de_debut data data_inizio data_di_inizio inizio data_de_inicio starts dtstart 開始日 開始 日付 日時',
  start_time:
    'start_time starttime time zeit uhrzeit startzeit beginn_uhrzeit hora hora_de_inicio heure heure_de_debut ora ora_inizio tijd starttijd begintijd horario 時刻 開始時刻 時間',
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
const TIME = /(?:^|_)(?:time|zeit|uhrzeit|hora|heure|ora|tijd)(?:_|$)/

/** Parts of headings such as “Venue Postal Code”, “location_name”, “Organiser Name”, with the column of each. */
const partsOfVenue: Readonly<Record<string, string>> = {
  ...{
    name: 'venue',
    title: 'venue',
    address: 'venue_address',
    address_1: 'venue_address',
    street: 'venue_address',
  },
  ...{ street_address: 'venue_address', address1: 'venue_address', city: 'venue_city', town: 'venue_city' },
  ...{ state: 'venue_state', province: 'venue_province', region: 'venue_province', zip: 'venue_zip' },
  ...{ zip_code: 'venue_zip', postcode: 'venue_zip', postal_code: 'venue_zip', country: 'venue_country' },
  ...{ country_code: 'venue_country', phone: 'venue_phone', website: 'venue_website', url: 'venue_website' },
  ...{ link: 'venue_website', latitude: 'venue_geo_lat', lat: 'venue_geo_lat', longitude: 'venue_geo_lng' },
  ...{ lng: 'venue_geo_lng', lon: 'venue_geo_lng', accessibility: 'venue_accessibility' },
}
const partsOfOrganizer: Readonly<Record<string, string>> = {
  ...{ name: 'organizer', title: 'organizer', email: 'organizer_email', e_mail: 'organizer_email' },
  ...{ phone: 'organizer_phone', website: 'organizer_website', url: 'organizer_website' },
}

/** Returns our column for a heading made of parts. */
function columnOfParts(heading: string): string | undefined {
  const [, owner = '', part = ''] = /^(venue|location|place|organi[sz]er|host)_(.+)$/.exec(heading) ?? []
  if (owner !== '') return /^(?:organi|host)/.test(owner) ? partsOfOrganizer[part] : partsOfVenue[part]
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
export const isHeadingOfNoField = (heading: string): boolean => otherHeadings.test(foldedHeading(heading))

/** How sure the meaning of a heading is: of two columns for one field, the surer one has it. */
export type HeadingRank = 'program' | 'sure' | 'probable' | 'weak' | 'notes'

/** Returns our columns that a heading may mean, the surest first. */
export function columnsOfHeading(heading: string): readonly (readonly [column: string, rank: HeadingRank])[] {
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
