/** Dutch. */
import type { ApiDescriptionWords } from './en.ts'

export const nlApiDescriptionWords: ApiDescriptionWords = {
  'index.namespace': 'De naamruimte om te beschrijven.',
  'index.context': 'Waarvoor het antwoord wordt gebruikt: view, embed of edit.',

  'sign-in.login': 'De gebruikersnaam of het e-mailadres waarmee wordt ingelogd.',
  'sign-in.password': 'Het bijbehorende wachtwoord.',
  'sign-in.code': 'De code van de tweede factor, voor wie er een heeft: die van de app of een herstelcode.',

  'add-user.login': 'De gebruikersnaam: 1 tot 60 tekens uit a-z, 0-9, punt, koppelteken en liggend streepje.',
  'add-user.role': 'Wat de gebruiker mag.',
  'add-user.password': 'Een wachtwoord van minstens 10 tekens; zonder wachtwoord blijven alleen tokens over.',
  'add-user.email':
    'Het e-mailadres. Wie een adres maar geen wachtwoord heeft, wordt uitgenodigd er een te kiezen.',
  'change-user.role': 'Wat de gebruiker voortaan mag.',
  'change-user.password':
    'Een ander wachtwoord van minstens 10 tekens, of leeg voor geen; het beëindigt de sessies van de gebruiker.',
  'transfer-items.to': 'De id van de gebruiker die de auteur wordt.',
  'transfer-items.group': 'De ID van de groep waarin de evenementen en reeksen van de persoon komen.',
  user: 'De id van de gebruiker, anders de gebruikersnaam.',
  who: 'Een gebruikersnaam of e-mailadres.',
  'set-member.role': 'De rol in de groep. Een `manager` is een redacteur die ook de leden beheert.',
  'add-template.name': 'De naam van het sjabloon.',
  'add-template.group': 'De id van de groep die het bewaart; zonder is het van de site.',
  'add-template.fields':
    'Args van een nieuw evenement, zonder tijden, status en groep. Ze worden gecontroleerd als er een evenement van wordt gemaakt.',
  'keep-draft.changes':
    'De velden van de wijziging, zoals bij een update, zonder password. Ze worden geprobeerd; wat geweigerd zou worden, wordt niet bewaard.',
  'keep-draft.seen':
    'De versie van het concept dat dit vervangt, 0 voor geen: 409 als er een ander is. Zonder deze wordt elk concept vervangen.',
  'keep-draft.review':
    'Of het concept ter beoordeling wordt verstuurd: wie beoordeelt, vindt het in de wachtrij. Elke keer bewaren zegt dit opnieuw.',
  'apply-draft.seen': 'De versie van het concept dat wordt toegepast: 409 als er een ander is.',
  'discard-draft.published':
    'Of de wijzigingen op een andere manier zijn opgeslagen: wie het ter beoordeling stuurde, krijgt dat te horen.',
  'discard-draft.seen': 'De versie van het concept dat wordt verworpen: 409 als er een ander is.',
  'rename-template.name': 'De nieuwe naam van het sjabloon.',
  'change-user.suspended':
    'Of de gebruiker niet mag inloggen en geen tokens en geheime feeds mag gebruiken; true beëindigt al zijn sessies.',
  'change-user.current_password':
    'Het huidige wachtwoord. Nodig om het eigen wachtwoord of e-mailadres te wijzigen.',
  'change-user.email':
    'Het e-mailadres; leeg verwijdert het. Het eigen nieuwe adres geldt zodra de link in een bericht daarheen is geopend, als de dienst e-mail verstuurt. Het vorige adres krijgt bericht.',
  'change-user.code':
    'Een code van de tweede factor of een herstelcode: in plaats van het wachtwoord, om het eigen e-mailadres te wijzigen.',
  display_name: 'De naam die anderen zien. Ontbreekt die, dan zien ze de gebruikersnaam.',
  language: 'De taal van e-mails. Standaard de taal van de site.',
  'begin-factor.current_password': 'Het wachtwoord van de gebruiker.',
  'confirm-factor.code': 'De code die de app nu toont.',
  'end-factor.current_password': 'Het wachtwoord, als bewijs.',
  'confirm-email.secret':
    'Het geheim van de link in het bericht aan het nieuwe adres; het werkt één keer, een dag lang.',
  'request-reset.login': 'De gebruikersnaam of het e-mailadres.',
  'read-reset.secret': 'Het geheim van de link.',
  'use-reset.secret':
    'Het geheim van de link; het werkt één keer, een dag lang, dat van een uitnodiging een week.',
  'use-reset.password': 'Het nieuwe wachtwoord, van minstens 10 tekens. Beëindigt alle sessies.',
  'submit.group':
    'De groep waaraan het evenement wordt gestuurd: id of slug. De redacteuren ervan beoordelen het. Correcties veranderen dit niet.',
  'submit.image':
    'Een afbeelding van het evenement: een bestand van hooguit 5 MiB. Voor de beslissing zien alleen beoordelaars het.',
  'submit.submitter':
    'Wie het evenement instuurt: een naam en een e-mailadres voor het antwoord. Alleen beoordelaars zien ze; 90 dagen na de beslissing worden ze gewist.',
  'submit.nickname': 'Moet leeg blijven. Zo worden programma’s herkend die elk veld invullen.',
  'submit.proof':
    'De oplossing van een opgave, als base64 in het formaat van ALTCHA. Elke oplossing werkt één keer.',
  'change-submission.image': 'Een andere afbeelding: een bestand van hooguit 5 MiB; leeg verwijdert haar.',
  'change-submission.submitter': 'Een andere naam en een ander e-mailadres van de inzender.',
  decision: 'De beslissing: approve (aannemen), ask (vragen) of reject (afwijzen).',
  message: 'Wat de inzender te horen krijgt: de vraag of de reden.',
  version:
    'De versie die is gezien (`version`). Is het item sindsdien gewijzigd, dan is het antwoord 409 met wat er is gewijzigd.',
  'create-token.name': 'Waar het token voor is.',
  'create-token.expires': 'Tot wanneer het geldt; standaard tot het wordt ingetrokken.',
  'create-token.scopes':
    'Wat het token mag, binnen de rechten van zijn gebruiker. Zonder bereiken mag het alles wat zijn gebruiker mag.',
  'create-feed.name': 'Waarvoor de feed is.',
  'create-feed.status': 'Wat de feed toont; standaard alles wat de gebruiker mag lezen.',
  'list-changes.since':
    'Geef wijzigingen na deze revisie terug, meestal de next_since van de laatste pagina; standaard alle die zijn vastgelegd.',
  'list-changes.group':
    'Alleen wijzigingen van evenementen en reeksen van deze groepen, op id of slug; 0 is zonder groep. Wat ze verlaat, geldt als verwijderd.',
  'list-changes.per_page':
    'Wijzigingen per pagina, hoogstens 1000. Een pagina eindigt tussen twee revisies en kan dus korter of langer zijn.',
  'stream-changes.since':
    'Stuur wijzigingen na deze revisie. De header Last-Event-ID gaat voor. Standaard alle die zijn vastgelegd.',
  'stream-changes.group':
    'Alleen wijzigingen van evenementen en reeksen van deze groepen, op id of slug; 0 is zonder groep. Wat ze verlaat, geldt als verwijderd.',
  'add-webhook.url':
    'De URL waarnaar wijzigingen worden gestuurd: https; http en privéadressen alleen voor hosts in FASTI_WEBHOOK_HOSTS.',
  'change-webhook.url':
    'De URL waarnaar wijzigingen worden gestuurd: https; http en privéadressen alleen voor hosts in FASTI_WEBHOOK_HOSTS.',
  'add-webhook.types': 'De soorten wijzigingen die worden gestuurd; standaard alle wijzigingen van items.',
  'change-webhook.types': 'De soorten wijzigingen die worden gestuurd; standaard alle wijzigingen van items.',
  'add-webhook.filter':
    'Argumenten van de lijst: alleen items die overeenkomen worden gestuurd. Wat is verwijderd wordt altijd gestuurd.',
  'change-webhook.filter':
    'Argumenten van de lijst: alleen items die overeenkomen worden gestuurd. Wat is verwijderd wordt altijd gestuurd.',
  'add-webhook.active':
    'Of wijzigingen worden gestuurd. Een webhook die weer wordt aangezet krijgt wijzigingen vanaf dat moment.',
  'change-webhook.active':
    'Of wijzigingen worden gestuurd. Een webhook die weer wordt aangezet krijgt wijzigingen vanaf dat moment.',
  'add-webhook.private': 'Alles sturen zoals een beheerder het ziet, en niet alleen wat het publiek ziet.',
  'change-webhook.private': 'Alles sturen zoals een beheerder het ziet, en niet alleen wat het publiek ziet.',
  'redeliver.delivery': 'De id van de bezorging.',
  'follow-actor.actor': 'De actor: een naam zoals @calendar@example.org, of het adres.',
  'follow-actor.group': 'De groep waarin de evenementen komen: id of slug, of null voor geen.',
  'follow-actor.category': 'De id van een categorie die de evenementen krijgen; 0 voor geen.',
  'follow-actor.status':
    'De status van binnenkomende evenementen: `pending` voor de beoordeling, of `publish`.',
  'unfollow-actor.remove': 'De evenementen naar de prullenbak verplaatsen.',
  'block-domain.domain': 'Het domein. Hosts eronder worden ook geblokkeerd.',
  'unblock-domain.domain': 'Het domein.',
  'add-subscription.address':
    'Waar de agenda is, die meteen wordt gelezen; wat niet te lezen is, wordt geen abonnement.',
  'add-subscription.categories': 'Namen van categorieën die alle evenementen ervan krijgen.',
  'add-subscription.group': 'De groep van nieuwe evenementen die er geen noemen: een id of een slug.',
  'add-subscription.prune': 'Evenementen naar de prullenbak verplaatsen die de agenda niet meer heeft.',
  'add-subscription.login':
    'De naam en het wachtwoord waar de agenda om vraagt (HTTP Basic), met een dubbele punt ertussen. Niemand krijgt ze te zien.',
  'change-subscription.address':
    'Waar de agenda voortaan staat; de evenementen blijven. Zoals het getoond werd, blijft het adres hetzelfde.',
  'change-subscription.login':
    'De naam en het wachtwoord waar de agenda om vraagt (HTTP Basic), met een dubbele punt ertussen; leeg voor geen. Bij een adres op een andere server worden ze vergeten.',
  'change-subscription.categories': 'Namen van categorieën die alle evenementen ervan voortaan krijgen.',
  'change-subscription.group': 'De groep van nieuwe evenementen die er geen noemen: een id of een slug.',
  'change-subscription.prune': 'Evenementen naar de prullenbak verplaatsen die de agenda niet meer heeft.',
  'geocode.address': 'Het gezochte adres.',
  'preview-recurrence.recurrence': 'De herhaling: RRULE, RDATE en EXDATE (RFC 5545 §3.8.5).',
  'preview-recurrence.start_date': 'Het begin van de eerste keer.',
  'preview-recurrence.end_date': 'Het einde van de eerste keer.',
  'preview-recurrence.timezone': 'De tijdzone; standaard die van de site.',
  'preview-recurrence.all_day': 'Of elke keer hele dagen duurt.',
  'preview-recurrence.from': 'Alleen de keren vanaf deze datum. COUNT telt nog steeds vanaf start_date.',
  'read-quick-event.text':
    'Eén regel met een titel en, in willekeurige volgorde, een dag, een tijd en ‘in’ een plaats, in de taal van de root.',
  'change-settings.name': 'De naam van de agenda.',
  'change-settings.description': 'Een zin over de agenda voor zoekmachines.',
  'change-settings.timezone': 'De tijdzone van de site.',
  'change-settings.language': 'De taal van pagina’s en teksten waarvan het adres er geen noemt.',
  'change-settings.region':
    'De regio waarvan de pagina’s de datums en tijden gebruiken, zoals GB, DE of 150.',
  imprint_url: 'De URL van het colofon, waarnaar elke pagina verwijst.',
  privacy_url: 'De URL van de privacyverklaring, waarnaar elke pagina verwijst.',
  accessibility_contact:
    'Het e-mailadres of de `http`- of `https`-URL voor reacties over toegankelijkheid. Daarmee heeft de agenda een toegankelijkheidsverklaring, waarnaar elke pagina verwijst.',
  accessibility_text:
    'Wat de toegankelijkheidsverklaring verder zegt, zoals de instantie voor klachten; platte tekst.',
  theme: 'De naam van een thema, een van `themes`.',
  accent_color:
    'De kleur van knoppen en links, `#rrggbb`, in plaats van die van het thema. Waar die niet leesbaar is, tonen pagina’s een donkerdere of lichtere.',
  head_html: 'HTML boven aan elke pagina. Die wordt opgeschoond.',
  foot_html: 'HTML onder aan elke pagina. Die wordt opgeschoond.',
  'change-settings.logo': 'De id van de afbeelding naast de naam.',
  icon: 'De id van de afbeelding die browsers in tabbladen tonen.',
  share_image: 'De id van de afbeelding die berichtenapps tonen van pagina’s zonder afbeelding.',
  every: 'Hoe vaak de agenda wordt gelezen: 30m, 6h, 2d; van 5m tot 30d.',
  'audit.resource': 'Alleen wijzigingen van dingen van deze soort.',
  'audit.item': 'Alleen wijzigingen van wat dit id heeft.',
  'audit.user':
    'Alleen wijzigingen door de gebruiker met dit id; 0 voor opdrachten, en voor iedereen voordat er gebruikers waren.',
  'audit.verb': 'Alleen wijzigingen van dit type.',
  'audit.until': 'Alleen wijzigingen vóór dit tijdstip.',
  'audit.search':
    'Alleen wijzigingen van items met dit in de titel, of door gebruikers met dit in hun naam of gebruikersnaam.',
  'audit.since': 'Alleen wijzigingen vanaf dat moment.',
  'import.file':
    'Het bestand: iCalendar, een tabel (CSV) of JSON-regels, als deel van een multipart-body of als de body zelf.',
  'import.source': 'Hoe de bron heet, elke keer hetzelfde; standaard de naam van het bestand.',
  'import.prune':
    'Naar de prullenbak verplaatsen wat eerder uit deze bron kwam en er nu niet meer in staat; alleen bij iCalendar.',
  'import.dry_run': 'Melden wat de import zou doen, zonder iets te wijzigen.',
  'import.columns':
    'Welke kolommen van een tabel anders heten: Event name=title,When=start_date. Of een JSON-lijst van velden in de volgorde van de kolommen: ["title","-"].',
  'import.dates':
    'Hoe datums met schuine strepen in een CSV-bestand worden gelezen: 4/5/2027 is 5 april met month_first en 4 mei met day_first.',
  charset: 'Hoe de tekst van het bestand is gecodeerd, als dat niet wordt herkend.',
  'import.status': 'De status van nieuwe evenementen die er geen noemen; standaard publish.',
  'import.group': 'De groep van nieuwe evenementen die er geen noemen: een id of een slug.',
  'import.report':
    'summary antwoordt als alles klaar is; lines stuurt tijdens de import een JSON-object per regel en als laatste de samenvatting.',
  'preview-import.file': 'Het bestand, of het begin ervan tot het einde van een regel.',
  id: 'Het ID van het item.',
  slug: 'De slug van het item: de korte naam in adressen. Indien weggelaten, gevormd uit de titel of naam.',
  secret: 'Het geheim dat het adres uitmaakt: alleen wie het adres heeft, kent het.',
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
  'event.list.external_id':
    'Alleen het evenement met deze externe id: zijn UID in feeds en imports, exact vergeleken; alle datumfilters worden dan genegeerd.',
  'series.list.include': 'Alleen de reeksen met deze id’s.',
  'series.list.start_date': 'Alleen reeksen met een keer die op deze dag of later begint.',
  'series.list.end_date': 'Alleen reeksen met een keer die op deze dag of eerder eindigt.',
  'list.exclude': 'De items met deze ID’s weglaten.',
  'list.status':
    'Alleen items met een van deze statussen: publish, future, draft, pending, private, trash, of any. Standaard: publish.',
  'list.orderby': 'Waarop gesorteerd wordt.',
  'list.order': 'Oplopend (asc) of aflopend (desc).',
  'list.slug': 'Alleen het item met deze slug.',
  'list.post': 'Alleen wat aan het evenement met dit ID is toegewezen.',
  'list.event': 'Alleen wat aan het evenement met dit ID is gekoppeld.',
  'list.hide_empty': 'Weglaten wat aan geen enkel gepubliceerd evenement is toegewezen.',
  'list.unused':
    'Alleen items die geen enkel evenement heeft, welke status ook behalve in de prullenbak (true), of alleen de andere (false); een categorie is ook in gebruik door evenementen van haar subcategorieën. Voor redacteuren.',
  'list.parent':
    'Alleen de directe subcategorieën van de categorie met dit ID; 0 voor categorieën op het hoogste niveau.',
  'list.has_events':
    'Alleen items die aan een evenement gekoppeld zijn (true), of juist aan geen enkel (false).',
  'list.only_with_upcoming':
    'Alleen items die gekoppeld zijn aan een evenement dat in de lijsten staat en nog niet is afgelopen.',

  'event.feed.start_date':
    'Alleen evenementen die op deze dag of later beginnen. Vandaag, als alleen end_date is meegestuurd.',
  'event.feed.end_date':
    'Alleen evenementen die op deze dag of eerder eindigen. Vandaag over twee jaar, als alleen start_date is meegestuurd.',
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
  'event.list.search_in':
    'Waar elk woord mag staan: `title`, `text` (beschrijving en samenvatting), `venue` (locatie), `organizer` (organisator), `terms` (namen van categorieën en tags). Standaard in `title,text`. Andere vormen van een woord tellen ook (`concerten` vindt `concert`). Waar niets de woorden heeft, worden woorden van 5 tot 16 letters ook met één foute letter gevonden. Die van 6 letters en meer ook aan het begin en het einde van een langer woord (`gaerten` vindt `Volksgärten`), en Japans en Chinees op de woorden tussen partikels.',
  'event.list.free': 'Alleen evenementen waarvan alle prijzen 0 zijn (true), of de andere (false).',
  'event.list.geoloc': 'Alleen evenementen op een locatie met coördinaten (true), of zonder (false).',
  'event.list.geoloc_lat':
    'De breedtegraad van een punt: alleen evenementen in de buurt. Vereist geoloc_lng.',
  'event.list.geoloc_lng': 'De lengtegraad van een punt: alleen evenementen in de buurt. Vereist geoloc_lat.',
  'event.list.geoloc_distance': 'De straal waarbinnen wordt gezocht, in kilometers.',
  'event.list.post_parent':
    'Alleen evenementen die rechtstreeks bij het evenement met dit ID horen; 0 voor evenementen die nergens bij horen.',
  'event.list.series': 'Alleen de keren van de reeksen met deze id’s.',
  'event.list.collapse':
    'Met `series`: van elke reeks alleen het eerste evenement in de volgorde van de lijst.',
  'event.list.expand':
    'In agenda’s: elke datum van een reeks als een eigen evenement, in plaats van één evenement met een regel.',
  'event.list.ticketed': 'Alleen evenementen met tickets (true), of zonder (false).',
  'event.list.hide_from_listings': 'Alleen verborgen evenementen; alleen voor wie ze mag bewerken.',

  description: 'De beschrijving, als HTML.',
  'event.excerpt': 'Een korte samenvatting, als HTML.',
  website: 'Het volledige webadres, beginnend met http://, https://, mailto: of tel:.',
  'event.event_status':
    'Wat er van het evenement geworden is: `scheduled` (gaat door), `cancelled` (afgelast), `postponed` (uitgesteld), `rescheduled` (nieuwe datum) of `moved_online` (nu online). De titel blijft zoals hij is.',
  'event.attendance_mode': 'Hoe men deelneemt: `offline` (op locatie), `online` of `mixed` (beide).',
  'event.online_url': 'Het adres waarop het evenement online plaatsvindt; leeg verwijdert het.',
  'event.status_reason':
    'Waarom het evenement niet volgens plan doorgaat, zoals storm: een tekst die naast de staat wordt getoond; leeg verwijdert hem.',
  show_map: 'Of er een kaart wordt getoond.',
  show_map_link: 'Of er een link naar een kaart wordt getoond.',
  'event.hide_from_listings': 'Of het evenement in lijsten wordt verborgen.',
  'event.sticky': 'Of het evenement in agendaweergaven bovenaan de dag wordt vastgezet.',
  'event.featured': 'Of het evenement wordt uitgelicht.',
  'venue.address': 'Straat en huisnummer.',
  'venue.city': 'De plaats.',
  'venue.country': 'Het land.',
  'venue.province': 'De provincie.',
  'venue.state': 'De staat, de deelstaat of het graafschap.',
  'venue.zip': 'De postcode.',
  phone: 'Het telefoonnummer.',
  'venue.stateprovince':
    'De staat of provincie, naargelang het geval; neemt die over zolang er niets is ingevuld.',
  'venue.accessibility':
    'Wat bezoekers over de toegang moeten weten, zoals treden, toiletten en ringleidingen.',
  'venue.geo_lat': 'De breedtegraad, in graden.',
  'venue.geo_lng': 'De lengtegraad, in graden.',
  email: 'Het e-mailadres.',
  federated:
    'Of mensen deze kunnen volgen op het sociale web (fediverse), als de agenda daaraan deelneemt. Redacteuren van de site stellen dit in.',
  color:
    'De kleur van de categorie in de agenda, als `#rrggbb`. Pagina’s maken die donkerder of lichter waar ze niet te zien zou zijn.',
  'category.federated_as':
    'De categorie van FEP-8a8e die haar evenementen op het sociale web (fediverse) hebben, bijvoorbeeld `MUSIC`; `by_name`: die waar de naam bij past, anders `MEETING`.',
  'group.color': 'De kleur van de groep, als `#rrggbb`.',
  'group.main':
    'Of de evenementen van de groep in de hoofdagenda staan: `all` (alle), `review` (alleen die redacteuren van de site toevoegen) of `none` (geen).',
  'media.alt_text': 'Wat er op de afbeelding te zien is, voor wie die niet ziet.',
  'media.credit': 'Wie de afbeelding heeft gemaakt, zoals ernaast staat; leeg voor niemand.',
  'media.license':
    'De licentie van de afbeelding: een adres of een tekst. Pagina’s en gekoppelde gegevens leiden van de namen van Creative Commons, zoals `CC BY-SA 4.0`, naar hun teksten.',
  'media.focus_x': 'Het punt dat uitsneden in beeld houden: procent van links, standaard 50.',
  'media.focus_y': 'Het punt dat uitsneden in beeld houden: procent van boven, standaard 50.',
  'event.list.event_status':
    'Alleen evenementen met een van deze waarden: `scheduled`, `cancelled`, `postponed`, `rescheduled`, `moved_online`. Zonder dit filter tonen lijsten alles.',
  'event.list.attendance_mode': 'Alleen evenementen waaraan men zo deelneemt: `offline`, `online`, `mixed`.',
  'event.list.sticky': 'Alleen vastgezette evenementen (true), of alleen andere (false).',
  'event.list.featured': 'Alleen uitgelichte evenementen (true), of alleen de overige (false).',

  author: 'Het ID van de gebruiker van wie het item is.',
  date: 'Wanneer het item wordt gepubliceerd, in de tijdzone van de site. Een datum in de toekomst plant de publicatie in.',
  date_utc: 'Wanneer het item wordt gepubliceerd, in UTC.',
  status: 'De publicatiestatus: publish, future, draft, pending of private.',
  image:
    'De uitgelichte afbeelding: het ID van een mediabestand of een adres; een lege waarde verwijdert deze.',
  name: 'De naam, uniek binnen hetzelfde niveau.',
  parent: 'Het ID van de bovenliggende categorie; 0 voor geen.',

  'event.title': 'De titel, als platte tekst.',
  'event.start_date': 'Het begin van het evenement: datum en tijd in de tijdzone van het evenement.',
  'event.end_date':
    'Het einde van het evenement: datum en tijd in de tijdzone van het evenement, niet vóór het begin.',
  'event.timezone':
    'De tijdzone van het evenement, bijvoorbeeld Europe/Paris of UTC+2; standaard die van de site.',
  'event.all_day':
    'Of het evenement de hele dag duurt: van het begin van de eerste tot het einde van de laatste dag.',
  'event.no_end_time':
    'Of niet bekend is of niet gezegd wordt wanneer het evenement eindigt. Dan is `end_date` gelijk aan `start_date`, hoeft niet te worden verzonden en wordt niet getoond; agenda’s en gekoppelde gegevens hebben geen einde. Niet voor hele dagen.',
  'event.cost': 'De prijs: een tekst zoals $10 - $20 of Gratis, een getal, of een lijst daarvan.',
  'event.categories': 'De categorieën: ID’s, slugs of namen.',
  'event.tags': 'De tags: ID’s, slugs of namen.',
  'event.group': 'De groep van het evenement: id of slug, of null voor geen.',
  'event.in_main': 'Of het evenement in de hoofdagenda staat; zonder groep altijd.',
  'event.list.group':
    'Alleen evenementen van een van deze groepen: id’s of slugs; 0 voor evenementen zonder groep.',
  'event.list.in_main': 'Alleen evenementen die in de hoofdagenda staan, of alleen de andere.',
  'event.list.awaits_main':
    'Alleen evenementen van groepen met beoordeling die op een plaats in de hoofdagenda wachten, of alleen de andere.',
  move_to: 'De groep waar de evenementen naartoe gaan, of 0: ze blijven zonder groep.',
  'event.venue': 'Waar het plaatsvindt: ID’s van bestaande locaties, of de gegevens van nieuwe.',
  'event.organizer': 'Wie het organiseert: ID’s van bestaande organisatoren, of de gegevens van nieuwe.',
  'event.tickets':
    'De tickets: een lijst van name, price, currency, url, availability, valid_from en valid_through.',
  'item.language':
    'De taal van de eigen teksten van het item, een van de inhoudstalen van de site (BCP 47). Standaard die van de site.',
  'item.translations':
    'Vertalingen per taal: voor elk een object met teksten en een toestand (published of draft). Null verwijdert een taal, null of een lege tekst een tekst; al het andere blijft.',
  'list.translations': '`all` toont alle vertalingen van het item, met hun toestand.',
  'read.translations': '`all` toont alle vertalingen van het item, met hun toestand.',
  lang: 'De inhoudstaal waarin teksten worden getoond, zoals fr of fr-CH. Standaard die van het adres.',
  fallback:
    '`none` laat items weg die niet in de gevraagde taal te lezen zijn. Anders verschijnen ze in een andere.',
  available_in: 'Alleen items die in een van deze talen te lezen zijn.',
  'event.custom_fields':
    'Eigen velden: naam → tekst, getal, booleaanse waarde, of label en value; null verwijdert het veld.',
  'event.post_parent': 'Het ID van het evenement waar dit bij hoort; 0 voor geen.',
  'event.recurrence':
    'Hoe het evenement zich herhaalt: regels van RFC 5545 zoals RRULE:FREQ=WEEKLY;COUNT=10, RDATE en EXDATE. Het evenement is de eerste keer.',
  'event.apply_to':
    'Van een keer van een reeks: of de wijziging voor dit evenement alleen geldt (`this`), ook voor de volgende (`following`) of voor alle (`all`). Standaard `this`.',
  'event.inherit': 'Van een keer van een reeks: de namen van de velden die weer van de reeks komen.',
  'event.put.uid':
    'De id waaronder het evenement elders bekend is, precies zoals verzonden: zijn external_id en zijn UID in feeds en imports.',
  'batch.operations': '1 tot 100 schrijfbewerkingen: method, path onder de naamruimte, en body.',
  'batch.atomic': 'Alles of niets, in één transactie; anders elke bewerking op zichzelf.',
  'batch.seen':
    'X-Fasti-Revision van de lijst waarin de evenementen te zien waren: wat sindsdien veranderde, wordt geweigerd.',
  'revert.change':
    'De id van de wijziging in de geschiedenis waarna het item was zoals het weer moet worden.',
  'list-translations.language': 'De taal waarin wordt vertaald.',
  'list-translations.state': 'Alleen items in deze toestand; standaard alle.',
  'list-translations.resource': 'Alleen items van deze soorten; standaard alle.',
  'translate.language': 'De taal van het concept.',
  'translate.replace': 'Of het concept een gepubliceerde of door een mens gemaakte vertaling vervangt.',
  'undo.revision':
    'De revisie van de schrijfactie, zoals in haar header X-Fasti-Revision en in de geschiedenis.',
  'merge.items': 'De id’s van 1 tot 100 items van dezelfde soort die deel van dit item worden.',
  'event.duplicate.dates':
    'Wanneer de kopieën beginnen: 1 tot 100 datums. Een dag zonder tijd houdt de tijd van het evenement.',
  'event.duplicate.status': 'De status van de kopieën; standaard draft.',
  'event.bulk.ids': 'De id’s van 1 tot 100 evenementen.',
  'event.bulk.add_categories': 'Categorieën om toe te voegen: id’s, slugs of namen.',
  'event.bulk.remove_categories': 'De id’s van categorieën om te verwijderen.',
  'event.bulk.add_tags': 'Tags om toe te voegen: id’s, slugs of namen.',
  'event.bulk.remove_tags': 'De id’s van tags om te verwijderen.',
  'event.bulk.venue': 'De id’s van de locaties, die die van de evenementen vervangen; [] voor geen.',
  'event.bulk.status': 'De nieuwe publicatiestatus.',
  'event.bulk.shift_days':
    'Met hoeveel dagen de evenementen verschuiven; negatief voor eerder. De tijd blijft.',
  'event.bulk.seen':
    'X-Fasti-Revision van de lijst waarin de evenementen te zien waren: wat sindsdien veranderde, wordt geweigerd.',
  'mcp.jsonrpc': 'De versie van JSON-RPC.',
  'mcp.method': 'De methode van het bericht, zoals tools/list of tools/call.',
  'mcp.id': 'De id die het antwoord herhaalt.',
  'mcp.params': 'De parameters van de methode.',
  'mcp.read_only': 'Alleen hulpmiddelen aanbieden die lezen. Wordt in de querystring verzonden.',

  'venue.venue': 'De naam van de locatie.',
  'media.file':
    'De afbeelding: JPEG, PNG, GIF, WebP of AVIF, als deel van een multipart-formulier of rechtstreeks als body.',
  'media.title': 'De titel, als platte tekst; bij het uploaden standaard de bestandsnaam.',
  'media.event':
    'Het evenement waarvoor de afbeelding is. Schrijvers uploaden alleen voor eigen, ongepubliceerde evenementen.',
  'media.svg':
    'Of het bestand een SVG mag zijn, voor het logo of het pictogram van de site: alles wat meer doet dan tekenen, wordt verwijderd. Alleen voor beheerders.',
  'media.list.search':
    'Alleen mediabestanden met deze woorden in de titel of alternatieve tekst: elk woord moet voorkomen, "twee woorden" zoekt de exacte woordgroep, -woord sluit uit.',
  'organizer.organizer': 'De naam van de organisator.',

  index: 'De routes en hun parameters beschrijven',
  doc: 'De dienst beschrijven in OpenAPI',
  'sign-in': 'Inloggen',
  'who-am-i': 'De huidige gebruiker tonen',
  'sign-out': 'Uitloggen',
  'list-users': 'Gebruikers opvragen',
  'add-user': 'Een gebruiker toevoegen',
  'change-user': 'Een gebruiker een andere rol of een ander wachtwoord geven',
  'remove-user': 'Een gebruiker verwijderen',
  'transfer-items': 'Alles overdragen waarvan een gebruiker de auteur is',
  'end-sessions': 'Een gebruiker overal afmelden',
  'list-tokens': 'De tokens van een gebruiker opvragen',
  'create-token': 'Een token aanmaken',
  'revoke-token': 'Een token intrekken',
  'list-feeds': 'De geheime feeds van een gebruiker opvragen',
  'create-feed': 'Een geheime feed maken',
  'revoke-feed': 'Een geheime feed intrekken',
  'read-user': 'Een gebruiker tonen',
  'invite-user': 'Een gebruiker uitnodigen een wachtwoord te kiezen',
  'list-sessions': 'De sessies van een gebruiker tonen',
  'end-session': 'Een sessie beëindigen',
  'read-factor': 'Tonen of een gebruiker een tweede factor heeft',
  'begin-factor': 'Een tweede factor instellen',
  'remove-factor': 'De tweede factor van een andere gebruiker verwijderen',
  'confirm-factor': 'Een tweede factor inschakelen',
  'end-factor': 'De eigen tweede factor verwijderen',
  'confirm-email': 'Het eigen nieuwe e-mailadres bevestigen',
  'request-reset': 'Een link voor een nieuw wachtwoord aanvragen',
  'read-reset': 'Tonen voor wie een wachtwoordlink geldt',
  'use-reset': 'Een wachtwoord kiezen via een link of uitnodiging',
  'submission-challenge': 'Een opgave ophalen om voor het insturen op te lossen',
  'list-submissions': 'De wachtende inzendingen tonen',
  submit: 'Een evenement insturen ter beoordeling',
  'read-submission': 'De eigen inzending tonen',
  'change-submission': 'De eigen inzending verbeteren',
  'withdraw-submission': 'De eigen inzending intrekken',
  'submission-image': 'De afbeelding van een inzending tonen',
  'decide-submission': 'Over een inzending beslissen',
  'list-asked-events': 'De evenementen tonen die wachten op antwoord op een vraag bij de beoordeling',
  'read-review': 'Tonen wat er over een evenement is besloten en waar het op lijkt',
  'decide-event': 'Beslissen over een evenement dat op beoordeling wacht',
  'share-preview': 'Het voorbeeld van een evenement zeven dagen delen via een geheime link',
  'end-previews': 'De geheime links naar voorbeelden van een evenement beëindigen',
  'list-drafts': 'De concepten van wijzigingen in evenementen opsommen',
  'read-draft': 'Het concept van wijzigingen in een evenement tonen',
  'keep-draft': 'Wijzigingen in een evenement als concept bewaren',
  'discard-draft': 'Het concept van wijzigingen in een evenement weggooien',
  'apply-draft': 'Het concept van wijzigingen op een evenement toepassen',
  'list-subscriptions': 'Agenda-abonnementen opvragen',
  'add-subscription': 'Een abonnement op een externe agenda nemen',
  'change-subscription': 'Het abonnement op een externe agenda wijzigen',
  'end-subscription': 'Een abonnement beëindigen; de evenementen blijven',
  'run-subscription': 'Een externe agenda nu lezen',
  geocode: 'De coördinaten van een adres vinden',
  'preview-recurrence': 'Een herhaling controleren',
  'read-quick-event': 'Een regel als evenement lezen',
  'read-demo': 'De stand van de demo tonen',
  'add-demo': 'De demo aan een lege agenda toevoegen',
  'remove-demo': 'De demo verwijderen',
  'read-settings': 'De instellingen van de site tonen',
  'change-settings': 'De instellingen van de site wijzigen',
  'read-upkeep': 'Tonen hoe e-mail, opslag en back-ups zijn ingesteld en ervoor staan',
  'send-test-mail': 'Een testbericht naar uzelf sturen',
  'back-up': 'Een back-up starten',
  'export-site': 'Alles exporteren',
  'list-changes': 'Wijzigingen sinds een revisie opvragen',
  'stream-changes': 'Wijzigingen volgen als Server-Sent Events',
  'read-federation': 'Tonen wie men op het sociale web kan volgen en hoe de bezorging ervoor staat',
  'list-sent': 'Opsommen wat naar het sociale web is verzonden, naar hoeveel servers, en wat mislukte',
  'list-hosts': 'De servers van het sociale web opsommen waarnaar iets is verzonden',
  'list-followers': 'Volgers op het sociale web opsommen',
  'remove-follower': 'Een volger verwijderen',
  'approve-follower': 'Een volger accepteren',
  'list-following': 'Gevolgde actoren opsommen',
  'follow-actor': 'Een actor op het sociale web volgen',
  'read-following': 'Een gevolgde actor tonen',
  'unfollow-actor': 'Een actor niet meer volgen',
  'list-blocks': 'Geblokkeerde domeinen opsommen',
  'block-domain': 'Een domein blokkeren',
  'unblock-domain': 'Een domein deblokkeren',
  'list-webhooks': 'Webhooks opvragen',
  'add-webhook': 'Een webhook toevoegen',
  'read-webhook': 'Een webhook lezen',
  'change-webhook': 'Een webhook wijzigen',
  'remove-webhook': 'Een webhook met zijn bezorgingen verwijderen',
  'test-webhook': 'Nu een testbericht naar een webhook sturen',
  'rotate-webhook': 'Een webhook een nieuw geheim geven',
  'list-deliveries': 'De bezorgingen van een webhook opvragen',
  redeliver: 'Een bezorging opnieuw sturen',
  history: 'De wijzigingen van een item opvragen',
  audit: 'De wijzigingen van alle items opvragen',
  import: 'Een agenda, een tabel of JSON-regels importeren',
  'preview-import': 'Een bestand vóór de import bekijken: indeling en kolommen',
  batch: 'Meerdere items tegelijk schrijven',
  revert: 'Een item terugzetten naar een eerdere versie',
  'list-translations': 'Tonen wat in een taal vertaald moet worden',
  translate: 'Een conceptvertaling van de vertaalserver bewaren',
  undo: 'Een schrijfactie in haar geheel ongedaan maken',
  merge: 'Items samenvoegen tot één',
  'event.duplicate': 'Een evenement naar andere datums kopiëren',
  'event.bulk': 'Meerdere evenementen op dezelfde manier wijzigen',
  mcp: 'Hulpmiddelen voor assistenten gebruiken (MCP)',
  'event.list': 'Evenementen opvragen',
  'event.create': 'Een evenement aanmaken',
  'event.read': 'Een evenement opvragen',
  'event.update': 'Een evenement wijzigen',
  'event.put': 'Het evenement met een externe id aanmaken of wijzigen',
  'event.remove': 'Een evenement naar de prullenbak verplaatsen of definitief verwijderen',
  'event.feed': 'Evenementen volgen in een agendaprogramma of feedlezer',
  'secret.feed': 'De evenementen van een geheime feed volgen',
  'event.file': 'Een evenement als iCalendar-bestand downloaden',
  'event.list-file': 'Alle evenementen van een lijst als tabel (CSV) of als JSON-regels downloaden',
  'series.list': 'Reeksen opvragen',
  'series.read': 'Een reeks lezen',
  'series.update': 'Een reeks en al haar keren wijzigen',
  'series.remove':
    'Het resterende deel van een reeks naar de prullenbak verplaatsen, of alles definitief verwijderen',
  'venue.list': 'Locaties opvragen',
  'venue.create': 'Een locatie aanmaken',
  'venue.read': 'Een locatie opvragen',
  'venue.update': 'Een locatie wijzigen',
  'venue.remove': 'Een locatie naar de prullenbak verplaatsen of definitief verwijderen',
  'venue.feed': 'Evenementen op een locatie volgen',
  'organizer.list': 'Organisatoren opvragen',
  'organizer.create': 'Een organisator aanmaken',
  'organizer.read': 'Een organisator opvragen',
  'organizer.update': 'Een organisator wijzigen',
  'organizer.remove': 'Een organisator naar de prullenbak verplaatsen of definitief verwijderen',
  'organizer.feed': 'Evenementen van een organisator volgen',
  'category.list': 'Categorieën opvragen',
  'category.create': 'Een categorie aanmaken',
  'category.read': 'Een categorie opvragen',
  'category.update': 'Een categorie wijzigen',
  'category.remove': 'Een categorie verwijderen; subcategorieën schuiven een niveau omhoog',
  'category.feed': 'Evenementen in een categorie volgen',
  'tag.list': 'Tags opvragen',
  'tag.create': 'Een tag aanmaken',
  'tag.read': 'Een tag opvragen',
  'tag.update': 'Een tag wijzigen',
  'tag.remove': 'Een tag verwijderen',
  'group.list': 'Groepen opvragen',
  'group.create': 'Een groep maken',
  'group.read': 'Een groep opvragen',
  'group.update': 'Een groep wijzigen',
  'group.remove': 'Een groep verwijderen',
  'list-members': 'De leden van een groep opvragen',
  'set-member': 'Een lid aan een groep toevoegen of de rol wijzigen',
  'remove-member': 'Een lid uit een groep verwijderen',
  'list-templates': 'De sjablonen voor evenementen opvragen',
  'add-template': 'Een sjabloon voor evenementen bewaren',
  'rename-template': 'Een sjabloon hernoemen',
  'remove-template': 'Een sjabloon verwijderen',
  'export-person': 'Alles tonen wat van een persoon wordt bewaard',
  'erase-person': 'Een persoon wissen',
  'media.list': 'Mediabestanden opvragen',
  'media.create': 'Een afbeelding uploaden',
  'media.read': 'Een mediabestand opvragen',
  'media.update': 'Een mediabestand wijzigen',
  'media.remove': 'Een afbeelding verwijderen; items die deze toonden, hebben er dan geen meer',
  'tag.feed': 'Evenementen met een tag volgen',

  'document.head': '(alleen de headers)',
  'document.options': 'Opvragen wat deze route biedt',
  'document.by.id': '(op ID)',
  'document.by.slug': '(op slug)',

  'group.service': 'Over de dienst',
  'group.event': 'Evenementen',
  'group.series': 'Reeksen',
  'group.venue': 'Locaties',
  'group.organizer': 'Organisatoren',
  'group.category': 'Categorieën',
  'group.tag': 'Tags',
  'group.group': 'Groepen',
  'group.media': 'Mediabestanden',

  'parameter._fields': 'Alleen deze sleutels behouden: paden gescheiden door komma’s, zoals events.id,total.',
  'parameter.dry_run':
    'Alleen proberen: het antwoord is zoals het zou zijn, met "dry_run": true ernaast, en niets wordt bewaard. Mag ook in de body staan.',
}
