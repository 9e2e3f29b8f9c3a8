/** German. */
import type { Words } from './en.ts'

export const de: Words = {
  'index.namespace': 'Der Namensraum, der beschrieben werden soll.',
  'index.context': 'In welchem Zusammenhang die Antwort gebraucht wird: view, embed oder edit.',

  id: 'Die ID des Eintrags.',
  slug: 'Der Slug des Eintrags: sein Kurzname in Adressen. Ohne Angabe wird er aus Titel oder Name gebildet.',
  password:
    'Das Passwort einer geschützten Veranstaltung. Im Body einer Änderung gesendet, wird es gesetzt; ein leerer Wert entfernt es.',
  force: 'Endgültig löschen, statt in den Papierkorb zu verschieben.',

  page: 'Die gewünschte Seite der Liste, beginnend mit 1.',
  per_page: 'Anzahl der Einträge pro Seite; mehr als erlaubt wird auf das erlaubte Maß gesenkt.',
  'list.search':
    'Nur Einträge mit diesen Wörtern: Jedes muss vorkommen, "zwei Wörter" bleiben zusammen, -Wort schließt aus.',
  'category.list.search': 'Nur Kategorien mit diesem Text in Name, Slug oder Beschreibung.',
  'tag.list.search': 'Nur Schlagwörter mit diesem Text in Name, Slug oder Beschreibung.',
  'list.include': 'Nur die Einträge mit diesen IDs.',
  'event.list.include': 'Nur die Veranstaltungen mit diesen IDs; alle Datumsfilter entfallen dann.',
  'list.exclude': 'Die Einträge mit diesen IDs auslassen.',
  'list.status':
    'Nur Einträge mit diesem Status: publish, future, draft, pending, private, trash oder any; mehrere sind möglich. Standard: publish.',
  'list.orderby': 'Wonach sortiert wird.',
  'list.order': 'Aufsteigend (asc) oder absteigend (desc).',
  'list.slug': 'Nur der Eintrag mit diesem Slug.',
  'list.post': 'Nur, was der Veranstaltung mit dieser ID zugeordnet ist.',
  'list.event': 'Nur, was mit der Veranstaltung mit dieser ID verknüpft ist.',
  'list.hide_empty': 'Auslassen, was keiner veröffentlichten Veranstaltung zugeordnet ist.',
  'list.parent': 'Nur die direkten Unterkategorien der Kategorie mit dieser ID; 0 für die oberste Ebene.',
  'list.has_events':
    'Nur Einträge, die mit einer Veranstaltung verknüpft sind (true) oder mit keiner (false).',
  'list.only_with_upcoming':
    'Nur Einträge, die mit einer gelisteten, noch nicht beendeten Veranstaltung verknüpft sind.',

  'event.list.start_date':
    'Nur Veranstaltungen, die an diesem Tag oder später beginnen. Standard: heute, sofern weder ein anderer Datumsfilter noch include gesetzt ist.',
  'event.list.end_date':
    'Nur Veranstaltungen, die an diesem Tag oder früher enden. Standard: in zwei Jahren; ein vergangenes Datum allein ergibt eine leere Liste.',
  'event.list.starts_before': 'Nur Veranstaltungen, die an diesem Tag oder früher beginnen.',
  'event.list.starts_after': 'Nur Veranstaltungen, die nach diesem Tag beginnen.',
  'event.list.ends_before': 'Nur Veranstaltungen, die an diesem Tag oder früher enden.',
  'event.list.ends_after': 'Nur Veranstaltungen, die nach diesem Tag enden, auch bereits laufende.',
  'event.list.strict_dates': 'Datumsfilter sekundengenau statt nach ganzen Tagen vergleichen.',
  'event.list.categories':
    'Nur Veranstaltungen in einer dieser Kategorien oder deren Unterkategorien: IDs oder Slugs.',
  'event.list.tags': 'Nur Veranstaltungen mit einem dieser Schlagwörter: IDs oder Slugs.',
  'event.list.venue': 'Nur Veranstaltungen an einem dieser Veranstaltungsorte: IDs oder Slugs.',
  'event.list.organizer': 'Nur Veranstaltungen eines dieser Veranstalter: IDs oder Slugs.',
  'event.list.featured': 'Nur hervorgehobene Veranstaltungen (true) oder nur die übrigen (false).',
  'event.list.geoloc':
    'Nur Veranstaltungen, deren Veranstaltungsort Koordinaten hat (true) oder nicht (false).',
  'event.list.geoloc_lat':
    'Geografische Breite eines Ortes: nur Veranstaltungen in dessen Nähe. Erfordert geoloc_lng.',
  'event.list.geoloc_lng':
    'Geografische Länge eines Ortes: nur Veranstaltungen in dessen Nähe. Erfordert geoloc_lat.',
  'event.list.geoloc_distance': 'Umkreis in Kilometern.',
  'event.list.post_parent':
    'Nur direkt untergeordnete Veranstaltungen der Veranstaltung mit dieser ID; 0 für solche ohne übergeordnete.',
  'event.list.ticketed': 'Nur Veranstaltungen mit Tickets (true) oder ohne (false).',
  'event.list.hide_from_listings':
    'Nur die ausgeblendeten Veranstaltungen, für alle, die sie bearbeiten dürfen.',

  author: 'Die ID des Benutzerkontos, dem der Eintrag gehört.',
  date: 'Wann der Eintrag veröffentlicht wird, in der Zeitzone der Website. Ein Datum in der Zukunft plant die Veröffentlichung.',
  date_utc: 'Wann der Eintrag veröffentlicht wird, in UTC.',
  status: 'Der Veröffentlichungsstatus: publish, future, draft, pending oder private.',
  description: 'Die Beschreibung als HTML.',
  image: 'Das Titelbild: die ID eines Mediums oder eine Adresse; ein leerer Wert entfernt es.',
  website: 'Die vollständige Webadresse, beginnend mit http://, https://, mailto: oder tel:.',
  phone: 'Die Telefonnummer.',
  email: 'Die E-Mail-Adresse.',
  show_map: 'Ob eine Karte angezeigt wird.',
  show_map_link: 'Ob ein Link zu einer Karte angezeigt wird.',
  name: 'Der Name; auf derselben Ebene darf er nur einmal vorkommen.',
  parent: 'Die ID der übergeordneten Kategorie; 0 für keine.',

  'event.title': 'Der Titel als reiner Text.',
  'event.start_date': 'Beginn der Veranstaltung: Datum und Uhrzeit in ihrer Zeitzone.',
  'event.end_date': 'Ende der Veranstaltung: Datum und Uhrzeit in ihrer Zeitzone, nicht vor dem Beginn.',
  'event.excerpt': 'Eine Kurzbeschreibung als HTML.',
  'event.timezone':
    'Die Zeitzone der Veranstaltung, etwa Europe/Paris oder UTC+2; Standard: die der Website.',
  'event.all_day':
    'Ob die Veranstaltung ganztägig ist: vom ersten Moment ihres ersten bis zum letzten ihres letzten Tages.',
  'event.cost': 'Der Preis: ein Text wie $10 - $20 oder kostenlos, eine Zahl oder eine Liste davon.',
  'event.hide_from_listings': 'Ob die Veranstaltung in Listen ausgeblendet wird.',
  'event.sticky': 'Ob die Veranstaltung in Kalenderansichten oben an ihrem Tag angeheftet wird.',
  'event.featured': 'Ob die Veranstaltung hervorgehoben wird.',
  'event.categories': 'Die Kategorien: IDs, Slugs oder Namen.',
  'event.tags': 'Die Schlagwörter: IDs, Slugs oder Namen.',
  'event.venue': 'Wo die Veranstaltung stattfindet: IDs von Veranstaltungsorten oder die Angaben zu neuen.',
  'event.organizer': 'Wer die Veranstaltung ausrichtet: IDs von Veranstaltern oder die Angaben zu neuen.',
  'event.tickets':
    'Die Tickets: eine Liste mit name, price, currency, url, availability, valid_from und valid_through.',
  'event.custom_fields':
    'Eigene Felder: Name → Text, Zahl, Wahrheitswert oder label und value; null entfernt eines.',
  'event.post_parent': 'Die ID der übergeordneten Veranstaltung; 0 für keine.',

  'venue.venue': 'Der Name des Veranstaltungsortes.',
  'venue.address': 'Straße und Hausnummer.',
  'venue.city': 'Die Stadt oder Gemeinde.',
  'venue.country': 'Das Land.',
  'venue.province': 'Die Provinz.',
  'venue.state': 'Das Bundesland, der Bundesstaat oder die Grafschaft.',
  'venue.zip': 'Die Postleitzahl.',
  'venue.stateprovince':
    'Bundesland oder Provinz, je nachdem; folgt deren Angaben, bis es selbst gesetzt wird.',
  'venue.geo_lat': 'Die geografische Breite in Grad.',
  'venue.geo_lng': 'Die geografische Länge in Grad.',
  'organizer.organizer': 'Der Name des Veranstalters.',

  index: 'Routen und ihre Parameter beschreiben',
  doc: 'Den Dienst als OpenAPI-Dokument beschreiben',
  'event.list': 'Veranstaltungen auflisten',
  'event.create': 'Veranstaltung anlegen',
  'event.read': 'Veranstaltung abrufen',
  'event.update': 'Veranstaltung ändern',
  'event.remove': 'Veranstaltung in den Papierkorb verschieben oder endgültig löschen',
  'venue.list': 'Veranstaltungsorte auflisten',
  'venue.create': 'Veranstaltungsort anlegen',
  'venue.read': 'Veranstaltungsort abrufen',
  'venue.update': 'Veranstaltungsort ändern',
  'venue.remove': 'Veranstaltungsort in den Papierkorb verschieben oder endgültig löschen',
  'organizer.list': 'Veranstalter auflisten',
  'organizer.create': 'Veranstalter anlegen',
  'organizer.read': 'Veranstalter abrufen',
  'organizer.update': 'Veranstalter ändern',
  'organizer.remove': 'Veranstalter in den Papierkorb verschieben oder endgültig löschen',
  'category.list': 'Kategorien auflisten',
  'category.create': 'Kategorie anlegen',
  'category.read': 'Kategorie abrufen',
  'category.update': 'Kategorie ändern',
  'category.remove': 'Kategorie löschen; ihre Unterkategorien rücken eine Ebene auf',
  'tag.list': 'Schlagwörter auflisten',
  'tag.create': 'Schlagwort anlegen',
  'tag.read': 'Schlagwort abrufen',
  'tag.update': 'Schlagwort ändern',
  'tag.remove': 'Schlagwort löschen',

  'document.service': 'Ein Dienst für Veranstaltungskalender.',
  'group.service': 'Über den Dienst',
  'group.event': 'Veranstaltungen',
  'group.venue': 'Veranstaltungsorte',
  'group.organizer': 'Veranstalter',
  'group.category': 'Kategorien',
  'group.tag': 'Schlagwörter',
  'answer.index': 'Die Routen dieses Namensraums.',
  'answer.doc': 'Dieses Dokument.',
  'answer.list': 'Eine Seite der Liste.',
  'answer.create': 'Der neue Eintrag.',
  'answer.read': 'Der Eintrag.',
  'answer.update': 'Der Eintrag im neuen Zustand.',
  'answer.remove': 'Der Eintrag im neuen Zustand oder wie er zuletzt war.',
  'answer.problem': 'Eines dieser Probleme:',
  'answer.default': 'Jedes andere Problem.',
}
