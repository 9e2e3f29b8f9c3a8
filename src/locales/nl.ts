/** Dutch. */
import type { Words } from './en.ts'

export const nl: Words = {
  'index.namespace': 'De naamruimte om te beschrijven.',
  'index.context': 'Waarvoor het antwoord wordt gebruikt: view, embed of edit.',

  'sign-in.login': 'De gebruikersnaam van wie inlogt.',
  'sign-in.password': 'Het wachtwoord van die gebruiker.',

  id: 'Het ID van het item.',
  slug: 'De slug van het item: de korte naam in adressen. Indien weggelaten, gevormd uit de titel of naam.',
  password:
    'Het wachtwoord van een beveiligd evenement. Meegestuurd in de body van een wijziging beveiligt dit wachtwoord het evenement; een lege waarde heft de beveiliging op.',
  force: 'Definitief verwijderen in plaats van naar de prullenbak verplaatsen.',

  page: 'De gewenste pagina van de lijst, vanaf 1.',
  per_page:
    'Het aantal items per pagina; hogere waarden dan het maximum van de dienst worden daartoe verlaagd.',
  'list.search':
    'Alleen items met deze woorden: elk woord moet voorkomen, "twee woorden" zoekt de exacte woordgroep, -woord sluit uit.',
  'category.list.search': 'Alleen categorieën met deze tekst in de naam, slug of beschrijving.',
  'tag.list.search': 'Alleen tags met deze tekst in de naam, slug of beschrijving.',
  'list.include': 'Alleen de items met deze ID’s.',
  'event.list.include': 'Alleen de evenementen met deze ID’s; alle datumfilters worden dan genegeerd.',
  'list.exclude': 'De items met deze ID’s weglaten.',
  'list.status':
    'Alleen items met een van deze statussen: publish, future, draft, pending, private, trash, of any. Standaard: publish.',
  'list.orderby': 'Waarop gesorteerd wordt.',
  'list.order': 'Oplopend (asc) of aflopend (desc).',
  'list.slug': 'Alleen het item met deze slug.',
  'list.post': 'Alleen wat aan het evenement met dit ID is toegewezen.',
  'list.event': 'Alleen wat aan het evenement met dit ID is gekoppeld.',
  'list.hide_empty': 'Weglaten wat aan geen enkel gepubliceerd evenement is toegewezen.',
  'list.parent':
    'Alleen de directe subcategorieën van de categorie met dit ID; 0 voor categorieën op het hoogste niveau.',
  'list.has_events':
    'Alleen items die aan een evenement gekoppeld zijn (true), of juist aan geen enkel (false).',
  'list.only_with_upcoming':
    'Alleen items die gekoppeld zijn aan een evenement dat in de lijsten staat en nog niet is afgelopen.',

  'event.list.start_date':
    'Alleen evenementen die op deze dag of later beginnen. Standaard: vandaag, tenzij een ander datumfilter of include is meegestuurd.',
  'event.list.end_date':
    'Alleen evenementen die op deze dag of eerder eindigen. Standaard: vandaag over twee jaar; een datum in het verleden zonder ander filter geeft een lege lijst.',
  'event.list.starts_before': 'Alleen evenementen die op deze dag of eerder beginnen.',
  'event.list.starts_after': 'Alleen evenementen die na deze dag beginnen.',
  'event.list.ends_before': 'Alleen evenementen die op deze dag of eerder eindigen.',
  'event.list.ends_after': 'Alleen evenementen die na deze dag eindigen, ook als ze al aan de gang zijn.',
  'event.list.strict_dates': 'Datums op de seconde vergelijken in plaats van per hele dag.',
  'event.list.categories':
    'Alleen evenementen in een van deze categorieën of hun subcategorieën: ID’s of slugs.',
  'event.list.tags': 'Alleen evenementen met een van deze tags: ID’s of slugs.',
  'event.list.venue': 'Alleen evenementen op een van deze locaties: ID’s of slugs.',
  'event.list.organizer': 'Alleen evenementen van een van deze organisatoren: ID’s of slugs.',
  'event.list.featured': 'Alleen uitgelichte evenementen (true), of alleen de overige (false).',
  'event.list.geoloc': 'Alleen evenementen op een locatie met coördinaten (true), of zonder (false).',
  'event.list.geoloc_lat':
    'De breedtegraad van een punt: alleen evenementen in de buurt. Vereist geoloc_lng.',
  'event.list.geoloc_lng': 'De lengtegraad van een punt: alleen evenementen in de buurt. Vereist geoloc_lat.',
  'event.list.geoloc_distance': 'De straal waarbinnen wordt gezocht, in kilometers.',
  'event.list.post_parent':
    'Alleen evenementen die rechtstreeks bij het evenement met dit ID horen; 0 voor evenementen die nergens bij horen.',
  'event.list.ticketed': 'Alleen evenementen met tickets (true), of zonder (false).',
  'event.list.hide_from_listings': 'Alleen verborgen evenementen; alleen voor wie ze mag bewerken.',

  author: 'Het ID van de gebruiker van wie het item is.',
  date: 'Wanneer het item wordt gepubliceerd, in de tijdzone van de site. Een datum in de toekomst plant de publicatie in.',
  date_utc: 'Wanneer het item wordt gepubliceerd, in UTC.',
  status: 'De publicatiestatus: publish, future, draft, pending of private.',
  description: 'De beschrijving, als HTML.',
  image:
    'De uitgelichte afbeelding: het ID van een mediabestand of een adres; een lege waarde verwijdert deze.',
  website: 'Het volledige webadres, beginnend met http://, https://, mailto: of tel:.',
  phone: 'Het telefoonnummer.',
  email: 'Het e-mailadres.',
  show_map: 'Of er een kaart wordt getoond.',
  show_map_link: 'Of er een link naar een kaart wordt getoond.',
  name: 'De naam, uniek binnen hetzelfde niveau.',
  parent: 'Het ID van de bovenliggende categorie; 0 voor geen.',

  'event.title': 'De titel, als platte tekst.',
  'event.start_date': 'Het begin van het evenement: datum en tijd in de tijdzone van het evenement.',
  'event.end_date':
    'Het einde van het evenement: datum en tijd in de tijdzone van het evenement, niet vóór het begin.',
  'event.excerpt': 'Een korte samenvatting, als HTML.',
  'event.timezone':
    'De tijdzone van het evenement, bijvoorbeeld Europe/Paris of UTC+2; standaard die van de site.',
  'event.all_day':
    'Of het evenement de hele dag duurt: van het begin van de eerste tot het einde van de laatste dag.',
  'event.cost': 'De prijs: een tekst zoals $10 - $20 of Gratis, een getal, of een lijst daarvan.',
  'event.hide_from_listings': 'Of het evenement in lijsten wordt verborgen.',
  'event.sticky': 'Of het evenement in kalenderweergaven bovenaan de dag wordt vastgezet.',
  'event.featured': 'Of het evenement wordt uitgelicht.',
  'event.categories': 'De categorieën: ID’s, slugs of namen.',
  'event.tags': 'De tags: ID’s, slugs of namen.',
  'event.venue': 'Waar het plaatsvindt: ID’s van bestaande locaties, of de gegevens van nieuwe.',
  'event.organizer': 'Wie het organiseert: ID’s van bestaande organisatoren, of de gegevens van nieuwe.',
  'event.tickets':
    'De tickets: een lijst van name, price, currency, url, availability, valid_from en valid_through.',
  'event.custom_fields':
    'Eigen velden: naam → tekst, getal, booleaanse waarde, of label en value; null verwijdert het veld.',
  'event.post_parent': 'Het ID van het evenement waar dit bij hoort; 0 voor geen.',

  'venue.venue': 'De naam van de locatie.',
  'venue.address': 'Straat en huisnummer.',
  'venue.city': 'De plaats.',
  'venue.country': 'Het land.',
  'venue.province': 'De provincie.',
  'venue.state': 'De staat, de deelstaat of het graafschap.',
  'venue.zip': 'De postcode.',
  'venue.stateprovince':
    'De staat of provincie, naargelang het geval; neemt die over zolang er niets is ingevuld.',
  'venue.geo_lat': 'De breedtegraad, in graden.',
  'venue.geo_lng': 'De lengtegraad, in graden.',
  'organizer.organizer': 'De naam van de organisator.',

  index: 'De routes en hun parameters beschrijven',
  doc: 'De dienst beschrijven in OpenAPI',
  'sign-in': 'Inloggen',
  'who-am-i': 'Wie ben ik?',
  'sign-out': 'Uitloggen',
  'event.list': 'Evenementen opvragen',
  'event.create': 'Een evenement aanmaken',
  'event.read': 'Een evenement opvragen',
  'event.update': 'Een evenement wijzigen',
  'event.remove': 'Een evenement naar de prullenbak verplaatsen of definitief verwijderen',
  'venue.list': 'Locaties opvragen',
  'venue.create': 'Een locatie aanmaken',
  'venue.read': 'Een locatie opvragen',
  'venue.update': 'Een locatie wijzigen',
  'venue.remove': 'Een locatie naar de prullenbak verplaatsen of definitief verwijderen',
  'organizer.list': 'Organisatoren opvragen',
  'organizer.create': 'Een organisator aanmaken',
  'organizer.read': 'Een organisator opvragen',
  'organizer.update': 'Een organisator wijzigen',
  'organizer.remove': 'Een organisator naar de prullenbak verplaatsen of definitief verwijderen',
  'category.list': 'Categorieën opvragen',
  'category.create': 'Een categorie aanmaken',
  'category.read': 'Een categorie opvragen',
  'category.update': 'Een categorie wijzigen',
  'category.remove': 'Een categorie verwijderen; subcategorieën schuiven een niveau omhoog',
  'tag.list': 'Tags opvragen',
  'tag.create': 'Een tag aanmaken',
  'tag.read': 'Een tag opvragen',
  'tag.update': 'Een tag wijzigen',
  'tag.remove': 'Een tag verwijderen',

  'document.service': 'Een dienst voor evenementenkalenders.',
  'group.service': 'Over de dienst',
  'group.event': 'Evenementen',
  'group.venue': 'Locaties',
  'group.organizer': 'Organisatoren',
  'group.category': 'Categorieën',
  'group.tag': 'Tags',
  'answer.index': 'De routes van deze naamruimte.',
  'answer.doc': 'Dit document.',
  'answer.sign-in': 'Wie is ingelogd; de cookie van de sessie komt mee.',
  'answer.who-am-i': 'Wie vraagt; in een sessie met het csrf_token.',
  'answer.sign-out': 'De sessie is beëindigd.',
  'answer.list': 'Een pagina van de lijst.',
  'answer.create': 'Het nieuwe item.',
  'answer.read': 'Het item.',
  'answer.update': 'Het gewijzigde item.',
  'answer.remove': 'Het item zoals het nu is, of zoals het was.',
  'answer.problem': 'Een van deze problemen:',
  'answer.default': 'Elk ander probleem.',
}
