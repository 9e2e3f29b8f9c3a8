/** German. */
import type { ApiDescriptionWords } from './en.ts'

export const deApiDescriptionWords: ApiDescriptionWords = {
  'index.namespace': 'Der Namensraum, der beschrieben werden soll.',
  'index.context': 'Wofür die Antwort gebraucht wird: view, embed oder edit.',

  'sign-in.login': 'Der Anmeldename oder die E-Mail-Adresse der Person, die sich anmeldet.',
  'sign-in.password': 'Das zugehörige Passwort.',
  'sign-in.code':
    'Der Code des zweiten Faktors, falls es einen gibt: der aus der App oder ein Wiederherstellungscode.',

  'add-user.login': 'Der Anmeldename: 1 bis 60 Zeichen aus a-z, 0-9, Punkt, Bindestrich und Unterstrich.',
  'add-user.role': 'Was der Benutzer darf.',
  'add-user.password': 'Ein Passwort aus mindestens 10 Zeichen; ohne eines bleiben nur Token.',
  'add-user.email':
    'Die E-Mail-Adresse. Wer eine Adresse, aber kein Passwort hat, wird eingeladen, eines festzulegen.',
  'change-user.role': 'Was der Benutzer von nun an darf.',
  'change-user.password':
    'Ein anderes Passwort aus mindestens 10 Zeichen, oder leer für keines; die Sitzungen des Benutzers enden.',
  'transfer-items.to': 'Die ID des Benutzers, der Verfasser wird.',
  'transfer-items.group': 'Die ID der Gruppe, in die die Veranstaltungen und Serien der Person kommen.',
  user: 'Die ID des Benutzers, sonst der Anmeldename.',
  who: 'Ein Anmeldename oder eine E-Mail-Adresse.',
  'set-member.role': 'Die Rolle in der Gruppe. `manager` sind Redakteure, die auch die Mitglieder verwalten.',
  'add-template.name': 'Der Name der Vorlage.',
  'add-template.group': 'Die id der Gruppe, der sie gehört; ohne gehört sie der Website.',
  'add-template.fields':
    'Args eines neuen Termins, ohne Zeiten, Status und Gruppe. Sie werden geprüft, wenn daraus ein Termin wird.',
  'keep-draft.changes':
    'Die Angaben der Änderung, wie bei einem Update, ohne password. Sie werden geprüft; was abgelehnt würde, wird nicht aufbewahrt.',
  'keep-draft.seen':
    'Die Version des Entwurfs, den dieser ersetzt, 0 für keinen: 409, wenn es einen anderen gibt. Ohne Angabe wird jeder ersetzt.',
  'keep-draft.review':
    'Ob der Entwurf zur Prüfung gesendet wird: Wer prüft, findet ihn in der Warteschlange. Jedes Speichern sagt es neu.',
  'apply-draft.seen': 'Die Version des Entwurfs, der angewendet wird: 409, wenn es einen anderen gibt.',
  'discard-draft.published':
    'Ob seine Änderungen auf andere Weise gespeichert wurden: Wer ihn zur Prüfung gesendet hat, erfährt das.',
  'discard-draft.seen': 'Die Version des Entwurfs, der verworfen wird: 409, wenn es einen anderen gibt.',
  'rename-template.name': 'Der neue Name der Vorlage.',
  'change-user.suspended':
    'Ob der Benutzer sich nicht anmelden und weder Tokens noch geheime Feeds benutzen darf; true beendet alle seine Sitzungen.',
  'change-user.current_password':
    'Das aktuelle Passwort. Es ist nötig, um das eigene Passwort oder die eigene E-Mail-Adresse zu ändern.',
  'change-user.email':
    'Die E-Mail-Adresse; leer entfernt sie. Die eigene neue Adresse gilt, sobald der Link einer Nachricht an sie geöffnet wird, falls der Dienst E-Mails verschickt. Die bisherige Adresse wird über die Änderung benachrichtigt.',
  'change-user.code':
    'Ein Code des zweiten Faktors oder ein Wiederherstellungscode: statt des Passworts, um die eigene E-Mail-Adresse zu ändern.',
  display_name: 'Der Name, den andere sehen. Ohne Namen sehen sie den Anmeldenamen.',
  language: 'Die Sprache der E-Mails. Standard ist die Sprache der Website.',
  'begin-factor.current_password': 'Das Passwort.',
  'confirm-factor.code': 'Der Code, den die App gerade anzeigt.',
  'end-factor.current_password': 'Das Passwort als Nachweis.',
  'confirm-email.secret':
    'Das Geheimnis des Links in der Nachricht an die neue Adresse; es gilt einmal und einen Tag lang.',
  'request-reset.login': 'Der Anmeldename oder die E-Mail-Adresse.',
  'read-reset.secret': 'Das Geheimnis des Links.',
  'use-reset.secret':
    'Das Geheimnis des Links; es gilt einmal und einen Tag lang, das einer Einladung eine Woche.',
  'use-reset.password': 'Das neue Passwort mit mindestens 10 Zeichen. Beendet alle Sitzungen.',
  'submit.group':
    'Die Gruppe, an die die Veranstaltung geht, als ID oder Slug: Ihre Redakteure prüfen sie. Korrekturen ändern die Gruppe nicht.',
  'submit.image':
    'Ein Bild der Veranstaltung: eine Datei von höchstens 5 MiB. Vor der Entscheidung sehen es nur die Prüfenden.',
  'submit.submitter':
    'Wer die Veranstaltung einreicht: ein Name und eine E-Mail-Adresse für die Antwort. Nur Prüfende sehen sie; 90 Tage nach der Entscheidung werden sie gelöscht.',
  'submit.nickname': 'Muss leer bleiben. Daran werden Programme erkannt, die jedes Feld ausfüllen.',
  'submit.proof': 'Die Lösung einer Aufgabe als Base64 im Format von ALTCHA. Jede gilt einmal.',
  'change-submission.image': 'Ein anderes Bild: eine Datei von höchstens 5 MiB; leer entfernt es.',
  'change-submission.submitter': 'Ein anderer Name und eine andere E-Mail-Adresse.',
  decision: 'Die Entscheidung: approve (annehmen), ask (nachfragen) oder reject (ablehnen).',
  message: 'Was mitgeteilt wird: die Frage oder der Grund.',
  version:
    'Die gesehene Version des Eintrags (`version`). Wurde er seither geändert, ist die Antwort 409 mit den Änderungen.',
  'create-token.name': 'Wofür das Token ist.',
  'create-token.expires': 'Bis wann es gilt; ohne Angabe, bis es widerrufen wird.',
  'create-token.scopes':
    'Was das Token innerhalb der Rechte seines Benutzers darf. Ohne Bereiche darf es alles, was sein Benutzer darf.',
  'create-feed.name': 'Wofür der Feed ist.',
  'create-feed.status': 'Was der Feed zeigt; ohne Angabe alles, was sein Benutzer lesen darf.',
  'list-changes.since':
    'Änderungen nach dieser Revision ausgeben, meist next_since der letzten Seite; ohne Angabe alle aufgezeichneten.',
  'list-changes.group':
    'Nur Änderungen von Veranstaltungen und Serien dieser Gruppen, nach ID oder Slug; 0 sind die ohne Gruppe. Was sie verlässt, gilt als entfernt.',
  'list-changes.per_page':
    'Änderungen pro Seite, höchstens 1.000. Eine Seite endet zwischen zwei Revisionen, kann also kürzer oder länger sein.',
  'stream-changes.since':
    'Änderungen nach dieser Revision senden. Der Header Last-Event-ID hat Vorrang. Ohne Angabe alle aufgezeichneten.',
  'stream-changes.group':
    'Nur Änderungen von Veranstaltungen und Serien dieser Gruppen, nach ID oder Slug; 0 sind die ohne Gruppe. Was sie verlässt, gilt als entfernt.',
  'add-webhook.url':
    'Die URL, an die Änderungen gesendet werden: https; http und private Adressen nur für Hosts aus FASTI_WEBHOOK_HOSTS.',
  'change-webhook.url':
    'Die URL, an die Änderungen gesendet werden: https; http und private Adressen nur für Hosts aus FASTI_WEBHOOK_HOSTS.',
  'add-webhook.types':
    'Die Arten von Änderungen, die gesendet werden; ohne Angabe alle Änderungen von Elementen.',
  'change-webhook.types':
    'Die Arten von Änderungen, die gesendet werden; ohne Angabe alle Änderungen von Elementen.',
  'add-webhook.filter':
    'Argumente der Liste: Nur passende Elemente werden gesendet. Entferntes wird immer gesendet.',
  'change-webhook.filter':
    'Argumente der Liste: Nur passende Elemente werden gesendet. Entferntes wird immer gesendet.',
  'add-webhook.active':
    'Ob Änderungen gesendet werden. Ein wieder eingeschalteter Webhook erhält Änderungen ab diesem Zeitpunkt.',
  'change-webhook.active':
    'Ob Änderungen gesendet werden. Ein wieder eingeschalteter Webhook erhält Änderungen ab diesem Zeitpunkt.',
  'add-webhook.private':
    'Alles senden, wie es ein Administrator sieht, nicht nur, was die Öffentlichkeit sieht.',
  'change-webhook.private':
    'Alles senden, wie es ein Administrator sieht, nicht nur, was die Öffentlichkeit sieht.',
  'redeliver.delivery': 'Die ID der Zustellung.',
  'follow-actor.actor': 'Der Akteur: ein Name wie @calendar@example.org oder seine Adresse.',
  'follow-actor.group': 'Die Gruppe, in die seine Veranstaltungen kommen: ID oder Slug, oder null für keine.',
  'follow-actor.category': 'Die ID einer Kategorie, die seine Veranstaltungen erhalten; 0 für keine.',
  'follow-actor.status': 'Der Status eingehender Veranstaltungen: `pending` zur Prüfung oder `publish`.',
  'unfollow-actor.remove': 'Seine Veranstaltungen in den Papierkorb legen.',
  'block-domain.domain': 'Die Domain. Hosts darunter sind ebenfalls blockiert.',
  'unblock-domain.domain': 'Die Domain.',
  'add-subscription.address':
    'Wo der Kalender ist; er wird sofort gelesen, und was nicht gelesen werden kann, wird nicht abonniert.',
  'add-subscription.categories': 'Namen von Kategorien, die alle seine Veranstaltungen bekommen.',
  'add-subscription.group': 'Die Gruppe neuer Veranstaltungen, die keine nennen: eine ID oder ein Slug.',
  'add-subscription.prune': 'Veranstaltungen in den Papierkorb legen, die der Kalender nicht mehr hat.',
  'add-subscription.login':
    'Name und Passwort, die der Kalender verlangt (HTTP Basic), mit einem Doppelpunkt dazwischen. Sie werden niemandem gezeigt.',
  'change-subscription.address':
    'Wo der Kalender von nun an ist; seine Veranstaltungen bleiben. Wie sie angezeigt wurde, bleibt die Adresse dieselbe.',
  'change-subscription.login':
    'Name und Passwort, die der Kalender verlangt (HTTP Basic), mit einem Doppelpunkt dazwischen; leer für keine. Bei einer Adresse auf einem anderen Server werden sie vergessen.',
  'change-subscription.categories':
    'Namen von Kategorien, die alle seine Veranstaltungen von nun an bekommen.',
  'change-subscription.group': 'Die Gruppe neuer Veranstaltungen, die keine nennen: eine ID oder ein Slug.',
  'change-subscription.prune': 'Veranstaltungen in den Papierkorb legen, die der Kalender nicht mehr hat.',
  'geocode.address': 'Die gesuchte Adresse.',
  'preview-recurrence.recurrence': 'Die Wiederholung: RRULE, RDATE und EXDATE (RFC 5545 §3.8.5).',
  'preview-recurrence.start_date': 'Der Beginn des ersten Termins.',
  'preview-recurrence.end_date': 'Das Ende des ersten Termins.',
  'preview-recurrence.timezone': 'Die Zeitzone; ohne Angabe die der Website.',
  'preview-recurrence.all_day': 'Ob die Termine ganze Tage dauern.',
  'preview-recurrence.from': 'Nur Termine ab diesem Datum. COUNT zählt weiterhin ab start_date.',
  'read-quick-event.text':
    'Eine Zeile mit einem Titel und, in beliebiger Folge, einem Tag, einer Uhrzeit und „in“ einem Ort, in der Sprache der Wurzel.',
  'change-settings.name': 'Der Name des Kalenders.',
  'change-settings.description': 'Ein Satz über den Kalender für Suchmaschinen.',
  'change-settings.timezone': 'Die Zeitzone der Website.',
  'change-settings.language': 'Die Sprache von Seiten und Texten, deren Adresse keine nennt.',
  'change-settings.region':
    'Die Region, deren Daten und Uhrzeiten die Seiten verwenden, etwa GB, DE oder 150.',
  imprint_url: 'Die URL des Impressums, auf das jede Seite verweist.',
  privacy_url: 'Die URL der Datenschutzerklärung, auf die jede Seite verweist.',
  accessibility_contact:
    'Die E-Mail-Adresse oder `http`- oder `https`-URL für Rückmeldungen zur Barrierefreiheit. Mit ihr hat der Kalender eine Erklärung zur Barrierefreiheit, auf die jede Seite verweist.',
  accessibility_text:
    'Was die Erklärung zur Barrierefreiheit außerdem sagt, etwa die Schlichtungsstelle; reiner Text.',
  theme: 'Der Name eines Designs, eines aus `themes`.',
  accent_color:
    'Die Farbe von Knöpfen und Links, `#rrggbb`, statt der des Designs. Wo sie nicht lesbar ist, zeigen Seiten eine dunklere oder hellere.',
  head_html: 'HTML am Anfang jeder Seite. Es wird bereinigt.',
  foot_html: 'HTML am Ende jeder Seite. Es wird bereinigt.',
  'change-settings.logo': 'Die ID des Bildes neben dem Namen.',
  icon: 'Die ID des Bildes, das Browser in Tabs zeigen.',
  share_image: 'Die ID des Bildes, das Messenger von Seiten ohne Bild zeigen.',
  every: 'Wie oft er gelesen wird: 30m, 6h, 2d; von 5m bis 30d.',
  'audit.resource': 'Nur Änderungen an Dingen dieser Art.',
  'audit.item': 'Nur Änderungen an dem, was diese Nummer hat.',
  'audit.user':
    'Nur Änderungen durch den Benutzer mit dieser Nummer; 0 für Befehle und für alle, solange es keine Benutzer gab.',
  'audit.verb': 'Nur Änderungen dieser Art.',
  'audit.until': 'Nur Änderungen vor diesem Zeitpunkt.',
  'audit.search':
    'Nur Änderungen an dem, dessen Titel das enthält, oder von Benutzern, deren Name oder Anmeldename es enthält.',
  'audit.since': 'Nur Änderungen ab diesem Zeitpunkt.',
  'import.file':
    'Die Datei: iCalendar, eine Tabelle (CSV) oder JSON-Zeilen, als Teil eines Multipart-Rumpfs oder als der Rumpf selbst.',
  'import.source': 'Wie die Quelle heißt, jedes Mal gleich; sonst der Name der Datei.',
  'import.prune':
    'In den Papierkorb legen, was früher aus dieser Quelle kam und jetzt nicht darin steht; nur bei iCalendar.',
  'import.dry_run': 'Berichten, was der Import bewirken würde, ohne etwas zu ändern.',
  'import.columns':
    'Welche Spalten einer Tabelle anders heißen: Event name=title,When=start_date. Oder eine JSON-Liste der Felder in der Reihenfolge der Spalten: ["title","-"].',
  'import.dates':
    'Wie Daten mit Schrägstrichen in einer CSV-Datei gelesen werden: 4/5/2027 ist mit month_first der 5. April, mit day_first der 4. Mai.',
  charset: 'Wie der Text der Datei kodiert ist, wenn das nicht erkannt wird.',
  'import.status': 'Der Status neuer Veranstaltungen, die keinen nennen; standardmäßig publish.',
  'import.group': 'Die Gruppe neuer Veranstaltungen, die keine nennen: eine ID oder ein Slug.',
  'import.report':
    'summary antwortet, wenn alles fertig ist; lines sendet während des Imports für jede Zeile ein JSON-Objekt und zuletzt die Zusammenfassung.',
  'preview-import.file': 'Die Datei oder ihr Anfang bis zum Ende einer Zeile.',
  id: 'Die ID des Eintrags.',
  slug: 'Der Slug des Eintrags: sein Kurzname in Adressen. Ohne Angabe wird er aus Titel oder Name gebildet.',
  secret: 'Das Geheimnis, das die Adresse ausmacht: nur wer sie hat, kennt es.',
  password:
    'Das Passwort einer geschützten Veranstaltung. Bei einer Änderung im Body gesendet, gilt es künftig; ein leerer Wert hebt den Schutz auf.',
  force: 'Endgültig löschen, statt in den Papierkorb zu verschieben.',

  page: 'Die gewünschte Seite der Liste, beginnend mit 1.',
  per_page: 'Anzahl der Einträge pro Seite; zu große Werte werden auf das Maximum des Dienstes begrenzt.',
  'list.search':
    'Nur Einträge mit diesen Wörtern: Jedes muss vorkommen, "zwei Wörter" werden als Wortfolge gesucht, -Wort schließt aus.',
  'category.list.search': 'Nur Kategorien mit diesem Text in Name, Slug oder Beschreibung.',
  'tag.list.search': 'Nur Schlagwörter mit diesem Text in Name, Slug oder Beschreibung.',
  'list.include': 'Nur die Einträge mit diesen IDs.',
  'event.list.include': 'Nur die Veranstaltungen mit diesen IDs; alle Datumsfilter entfallen dann.',
  'event.list.external_id':
    'Nur die Veranstaltung mit dieser externen Kennung: ihrer UID in Feeds und Importen, genau verglichen; alle Datumsfilter werden dann ignoriert.',
  'series.list.include': 'Nur die Serien mit diesen Ids.',
  'series.list.start_date': 'Nur Serien mit einem Termin, der an diesem Tag oder später beginnt.',
  'series.list.end_date': 'Nur Serien mit einem Termin, der an diesem Tag oder früher endet.',
  'list.exclude': 'Die Einträge mit diesen IDs auslassen.',
  'list.status':
    'Nur Einträge mit diesem Status: publish, future, draft, pending, private, trash oder any; mehrere sind möglich. Standard: publish.',
  'list.orderby': 'Wonach sortiert wird.',
  'list.order': 'Aufsteigend (asc) oder absteigend (desc).',
  'list.slug': 'Nur der Eintrag mit diesem Slug.',
  'list.post': 'Nur, was der Veranstaltung mit dieser ID zugeordnet ist.',
  'list.event': 'Nur, was mit der Veranstaltung mit dieser ID verknüpft ist.',
  'list.hide_empty': 'Auslassen, was keiner veröffentlichten Veranstaltung zugeordnet ist.',
  'list.unused':
    'Nur Einträge, die keine Veranstaltung hat, gleich in welchem Status außer im Papierkorb (true), oder nur die anderen (false); eine Kategorie gilt auch durch Veranstaltungen ihrer Unterkategorien als verwendet. Für Redakteure.',
  'list.parent': 'Nur die direkten Unterkategorien der Kategorie mit dieser ID; 0 für die oberste Ebene.',
  'list.has_events':
    'Nur Einträge, die mit einer Veranstaltung verknüpft sind (true) oder mit keiner (false).',
  'list.only_with_upcoming':
    'Nur Einträge, die mit einer in Listen sichtbaren, noch nicht beendeten Veranstaltung verknüpft sind.',

  'event.feed.start_date':
    'Nur Veranstaltungen, die an diesem Tag oder später beginnen. Heute, wenn nur end_date gesetzt ist.',
  'event.feed.end_date':
    'Nur Veranstaltungen, die an diesem Tag oder früher enden. Heute in zwei Jahren, wenn nur start_date gesetzt ist.',
  'event.list.start_date':
    'Nur Veranstaltungen, die an diesem Tag oder später beginnen. Standard: heute, sofern weder ein anderer Datumsfilter noch include gesetzt ist.',
  'event.list.end_date':
    'Nur Veranstaltungen, die an diesem Tag oder früher enden. Standard: heute in zwei Jahren; ein vergangenes Datum allein ergibt eine leere Liste.',
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
  'event.list.search_in':
    'Wo jedes Wort stehen darf: `title`, `text` (Beschreibung und Auszug), `venue` (Ort), `organizer` (Veranstalter), `terms` (Namen von Kategorien und Schlagwörtern). Ohne Angabe in `title,text`. Auch andere Formen eines Wortes zählen (`Konzerte` findet `Konzert`). Wo nichts die Wörter hat, werden Wörter von 5 bis 16 Buchstaben auch mit einem falschen Buchstaben gefunden. Die ab 6 Buchstaben werden so auch am Anfang und am Ende eines längeren Wortes gefunden (`gaerten` findet `Volksgärten`), Japanisch und Chinesisch nach den Wörtern zwischen Partikeln.',
  'event.list.free': 'Nur Veranstaltungen, deren Preise alle 0 sind (true), oder die anderen (false).',
  'event.list.geoloc':
    'Nur Veranstaltungen, zu deren Ort Koordinaten vorliegen (true) oder nicht vorliegen (false).',
  'event.list.geoloc_lat':
    'Geografische Breite eines Punktes: nur Veranstaltungen in dessen Nähe. Erfordert geoloc_lng.',
  'event.list.geoloc_lng':
    'Geografische Länge eines Punktes: nur Veranstaltungen in dessen Nähe. Erfordert geoloc_lat.',
  'event.list.geoloc_distance': 'Umkreis in Kilometern.',
  'event.list.post_parent':
    'Nur Veranstaltungen, die der mit dieser ID direkt untergeordnet sind; 0 für solche ohne übergeordnete Veranstaltung.',
  'event.list.series': 'Nur die Termine der Serien mit diesen Ids.',
  'event.list.collapse':
    'Mit `series`: von jeder Serie nur die erste Veranstaltung in der Reihenfolge der Liste.',
  'event.list.expand':
    'In Kalendern: jeder Termin einer Serie als eigene Veranstaltung statt einer einzigen mit Regel.',
  'event.list.ticketed': 'Nur Veranstaltungen mit Tickets (true) oder ohne (false).',
  'event.list.hide_from_listings': 'Nur ausgeblendete Veranstaltungen, sofern man sie bearbeiten darf.',

  description: 'Die Beschreibung als HTML.',
  'event.excerpt': 'Eine Kurzbeschreibung als HTML.',
  website: 'Die vollständige Webadresse, beginnend mit http://, https://, mailto: oder tel:.',
  'event.event_status':
    'Was aus der Veranstaltung wurde: `scheduled` (findet statt), `cancelled` (abgesagt), `postponed` (verschoben), `rescheduled` (neuer Termin) oder `moved_online` (jetzt online). Der Titel bleibt, wie er ist.',
  'event.attendance_mode': 'Wie man teilnimmt: `offline` (vor Ort), `online` oder `mixed` (beides).',
  'event.online_url': 'Die Adresse, unter der die Veranstaltung online stattfindet; leer entfernt sie.',
  'event.status_reason':
    'Warum die Veranstaltung nicht wie geplant stattfindet, etwa ein Sturm: ein Text, der bei ihrem Stand gezeigt wird; leer entfernt ihn.',
  show_map: 'Ob eine Karte angezeigt wird.',
  show_map_link: 'Ob ein Link zu einer Karte angezeigt wird.',
  'event.hide_from_listings': 'Ob die Veranstaltung in Listen ausgeblendet wird.',
  'event.sticky': 'Ob die Veranstaltung in Kalenderansichten an ihrem Tag ganz oben steht.',
  'event.featured': 'Ob die Veranstaltung hervorgehoben wird.',
  'venue.address': 'Straße und Hausnummer.',
  'venue.city': 'Die Stadt oder Gemeinde.',
  'venue.country': 'Das Land.',
  'venue.province': 'Die Provinz.',
  'venue.state': 'Das Bundesland, der Bundesstaat oder der Landkreis.',
  'venue.zip': 'Die Postleitzahl.',
  phone: 'Die Telefonnummer.',
  'venue.stateprovince':
    'Bundesland oder Provinz, je nachdem, was zutrifft; übernimmt deren Wert, bis ein eigener gesetzt wird.',
  'venue.accessibility':
    'Was Gäste über die Zugänglichkeit wissen sollten, etwa Stufen, Toiletten und Induktionsschleifen.',
  'venue.geo_lat': 'Die geografische Breite in Grad.',
  'venue.geo_lng': 'Die geografische Länge in Grad.',
  email: 'Die E-Mail-Adresse.',
  federated:
    'Ob Leute der Gruppe oder dem Veranstalter im sozialen Netz (Fediverse) folgen können, wo der Kalender daran teilnimmt. Redakteure der Website setzen es.',
  color:
    'Die Farbe der Kategorie im Kalender, als `#rrggbb`. Seiten machen sie dunkler oder heller, wo sie nicht zu sehen wäre.',
  'category.federated_as':
    'Die Kategorie von FEP-8a8e, die ihre Veranstaltungen im sozialen Netz (Fediverse) haben, etwa `MUSIC`; `by_name`: die, zu der ihr Name passt, sonst `MEETING`.',
  'group.color': 'Die Farbe der Gruppe, als `#rrggbb`.',
  'group.main':
    'Ob die Veranstaltungen der Gruppe im Hauptkalender erscheinen: `all` (alle), `review` (nur die, die Redakteure der Website aufnehmen) oder `none` (keine).',
  'media.alt_text': 'Was auf dem Bild zu sehen ist, für alle, die es nicht sehen.',
  'media.credit': 'Wer das Bild gemacht hat, wie es daneben steht; leer, wenn niemand genannt wird.',
  'media.license':
    'Die Lizenz des Bildes: eine Adresse oder ein Text. Seiten und verknüpfte Daten führen von den Namen von Creative Commons, etwa `CC BY-SA 4.0`, zu deren Texten.',
  'media.focus_x': 'Der Punkt, den Zuschnitte im Bild behalten: Prozent von links, standardmäßig 50.',
  'media.focus_y': 'Der Punkt, den Zuschnitte im Bild behalten: Prozent von oben, standardmäßig 50.',
  'event.list.event_status':
    'Nur Veranstaltungen mit einem dieser Werte: `scheduled`, `cancelled`, `postponed`, `rescheduled`, `moved_online`. Ohne ihn zeigen Listen alle.',
  'event.list.attendance_mode':
    'Nur Veranstaltungen, an denen man so teilnimmt: `offline`, `online`, `mixed`.',
  'event.list.sticky': 'Nur angeheftete Veranstaltungen (true) oder nur andere (false).',
  'event.list.featured': 'Nur hervorgehobene Veranstaltungen (true) oder nur die übrigen (false).',

  author: 'Die ID des Benutzerkontos, dem der Eintrag gehört.',
  date: 'Wann der Eintrag veröffentlicht wird, in der Zeitzone der Website. Bei einem Datum in der Zukunft wird die Veröffentlichung geplant.',
  date_utc: 'Wann der Eintrag veröffentlicht wird, in UTC.',
  status: 'Der Veröffentlichungsstatus: publish, future, draft, pending oder private.',
  image: 'Das Titelbild: die ID einer Mediendatei oder eine Adresse; ein leerer Wert entfernt es.',
  name: 'Der Name; auf derselben Ebene darf er nur einmal vorkommen.',
  parent: 'Die ID der übergeordneten Kategorie; 0 für keine.',

  'event.title': 'Der Titel als reiner Text.',
  'event.start_date': 'Beginn der Veranstaltung: Datum und Uhrzeit in ihrer Zeitzone.',
  'event.end_date': 'Ende der Veranstaltung: Datum und Uhrzeit in ihrer Zeitzone, nicht vor dem Beginn.',
  'event.timezone':
    'Die Zeitzone der Veranstaltung, etwa Europe/Paris oder UTC+2; Standard: die der Website.',
  'event.all_day':
    'Ob die Veranstaltung ganztägig ist: vom Beginn des ersten bis zum Ende des letzten Tages.',
  'event.no_end_time':
    'Ob offen ist, wann die Veranstaltung endet. Dann ist `end_date` gleich `start_date`, muss nicht gesendet werden und wird nicht angezeigt; Kalender und verknüpfte Daten haben kein Ende. Nicht für ganze Tage.',
  'event.cost': 'Der Preis: ein Text wie $10 - $20 oder kostenlos, eine Zahl oder eine Liste davon.',
  'event.categories': 'Die Kategorien: IDs, Slugs oder Namen.',
  'event.tags': 'Die Schlagwörter: IDs, Slugs oder Namen.',
  'event.group': 'Die Gruppe der Veranstaltung: ID oder Slug, oder null für keine.',
  'event.in_main': 'Ob die Veranstaltung im Hauptkalender steht; ohne Gruppe immer.',
  'event.list.group': 'Nur Veranstaltungen einer dieser Gruppen: IDs oder Slugs; 0 für solche ohne Gruppe.',
  'event.list.in_main': 'Nur Veranstaltungen, die im Hauptkalender stehen, oder nur die anderen.',
  'event.list.awaits_main':
    'Nur Veranstaltungen von Gruppen mit Prüfung, die auf einen Platz im Hauptkalender warten, oder nur die anderen.',
  move_to: 'Die Gruppe, in die die Veranstaltungen wechseln, oder 0: sie bleiben ohne Gruppe.',
  'event.venue': 'Wo die Veranstaltung stattfindet: IDs von Veranstaltungsorten oder die Angaben zu neuen.',
  'event.organizer': 'Wer die Veranstaltung ausrichtet: IDs von Veranstaltern oder die Angaben zu neuen.',
  'event.tickets':
    'Die Tickets: eine Liste mit name, price, currency, url, availability, valid_from und valid_through.',
  'item.language':
    'Die Sprache der eigenen Texte des Eintrags, eine der Inhaltssprachen der Website (BCP 47). Standard ist die der Website.',
  'item.translations':
    'Übersetzungen nach Sprache: je ein Objekt mit Texten und einem Zustand (published oder draft). Null entfernt eine Sprache, null oder ein leerer Text einen Text; alles andere bleibt.',
  'list.translations': '`all` zeigt alle Übersetzungen des Eintrags mit ihrem Zustand.',
  'read.translations': '`all` zeigt alle Übersetzungen des Eintrags mit ihrem Zustand.',
  lang: 'Die Inhaltssprache, in der Texte gezeigt werden, etwa fr oder fr-CH. Standard ist die der Adresse.',
  fallback:
    '`none` lässt Einträge weg, die man in der verlangten Sprache nicht lesen kann. Sonst erscheinen sie in einer anderen.',
  available_in: 'Nur Einträge, die man in einer dieser Sprachen lesen kann.',
  'event.custom_fields':
    'Eigene Felder: Name → Text, Zahl, Wahrheitswert oder label und value; null entfernt das Feld.',
  'event.post_parent': 'Die ID der übergeordneten Veranstaltung; 0 für keine.',
  'event.recurrence':
    'Wie sich die Veranstaltung wiederholt: Zeilen nach RFC 5545 wie RRULE:FREQ=WEEKLY;COUNT=10, RDATE und EXDATE. Die Veranstaltung ist der erste Termin.',
  'event.apply_to':
    'Bei einem Termin einer Serie: ob die Änderung nur für diese Veranstaltung gilt (`this`), auch für die folgenden (`following`) oder für alle (`all`). Vorgabe ist `this`.',
  'event.inherit':
    'Bei einem Termin einer Serie: die Namen der Felder, die wieder von der Serie übernommen werden.',
  'event.put.uid':
    'Die Kennung, unter der die Veranstaltung anderswo bekannt ist, genau wie gesendet: ihre external_id und ihre UID in Feeds und Importen.',
  'batch.operations': '1 bis 100 Schreibvorgänge: method, path unterhalb des Namensraums, und body.',
  'batch.atomic': 'Alles oder nichts, in einer Transaktion; sonst jede Operation für sich.',
  'batch.seen':
    'X-Fasti-Revision der Liste, in der die Veranstaltungen zu sehen waren: was sich seither geändert hat, wird abgelehnt.',
  'revert.change':
    'Die Nummer der Änderung im Verlauf, nach der der Eintrag so war, wie er wieder werden soll.',
  'list-translations.language': 'Die Sprache, in die übersetzt wird.',
  'list-translations.state': 'Nur Einträge in diesen Zuständen; sonst alle.',
  'list-translations.resource': 'Nur Einträge dieser Arten; sonst alle.',
  'translate.language': 'Die Sprache des Entwurfs.',
  'translate.replace': 'Ob der Entwurf eine veröffentlichte oder von Menschen gemachte Übersetzung ersetzt.',
  'undo.revision':
    'Die Revision des Schreibvorgangs, wie sie im Header X-Fasti-Revision und im Verlauf steht.',
  'merge.items': 'Die Nummern von 1 bis 100 Einträgen derselben Art, die in diesem aufgehen.',
  'event.duplicate.dates':
    'Wann die Kopien beginnen: 1 bis 100 Termine. Ein Tag ohne Uhrzeit behält die Uhrzeit der Veranstaltung.',
  'event.duplicate.status': 'Der Status der Kopien; standardmäßig draft.',
  'event.bulk.ids': 'Die Nummern von 1 bis 100 Veranstaltungen.',
  'event.bulk.add_categories': 'Kategorien, die dazukommen: Nummern, Slugs oder Namen.',
  'event.bulk.remove_categories': 'Die Nummern der Kategorien, die wegfallen.',
  'event.bulk.add_tags': 'Schlagwörter, die dazukommen: Nummern, Slugs oder Namen.',
  'event.bulk.remove_tags': 'Die Nummern der Schlagwörter, die wegfallen.',
  'event.bulk.venue': 'Die Nummern der Veranstaltungsorte, die die bisherigen ersetzen; [] für keinen.',
  'event.bulk.status': 'Der neue Veröffentlichungsstatus.',
  'event.bulk.shift_days':
    'Um wie viele Tage die Veranstaltungen rücken; negativ für früher. Die Uhrzeit bleibt.',
  'event.bulk.seen':
    'X-Fasti-Revision der Liste, in der die Veranstaltungen zu sehen waren: was sich seither geändert hat, wird abgelehnt.',
  'mcp.jsonrpc': 'Die Version von JSON-RPC.',
  'mcp.method': 'Die Methode der Nachricht, etwa tools/list oder tools/call.',
  'mcp.id': 'Die Kennung, die die Antwort wiederholt.',
  'mcp.params': 'Die Parameter der Methode.',
  'mcp.read_only': 'Nur lesende Werkzeuge anbieten. Wird im Query-String gesendet.',

  'venue.venue': 'Der Name des Veranstaltungsortes.',
  'media.file':
    'Das Bild: JPEG, PNG, GIF, WebP oder AVIF, als Teil eines Multipart-Formulars oder direkt als Body.',
  'media.title': 'Der Titel als reiner Text; beim Hochladen standardmäßig der Dateiname.',
  'media.event':
    'Die Veranstaltung, für die das Bild ist. Beitragende laden nur für eigene, unveröffentlichte Veranstaltungen hoch.',
  'media.svg':
    'Ob die Datei ein SVG sein darf, für das Logo oder das Symbol der Website: Alles darin, was mehr tut als zeichnen, wird entfernt. Nur für Administratoren.',
  'media.list.search':
    'Nur Mediendateien mit diesen Wörtern im Titel oder Alternativtext: Jedes muss vorkommen, "zwei Wörter" werden als Wortfolge gesucht, -Wort schließt aus.',
  'organizer.organizer': 'Der Name des Veranstalters.',

  index: 'Routen und ihre Parameter beschreiben',
  doc: 'Den Dienst als OpenAPI-Dokument beschreiben',
  'sign-in': 'Anmelden',
  'who-am-i': 'Den aktuellen Benutzer anzeigen',
  'sign-out': 'Abmelden',
  'list-users': 'Benutzer auflisten',
  'add-user': 'Benutzer anlegen',
  'change-user': 'Einem Benutzer eine andere Rolle oder ein anderes Passwort geben',
  'remove-user': 'Benutzer entfernen',
  'transfer-items': 'Alles übergeben, dessen Verfasser ein Benutzer ist',
  'end-sessions': 'Einen Benutzer überall abmelden',
  'list-tokens': 'Die Token eines Benutzers auflisten',
  'create-token': 'Token erzeugen',
  'revoke-token': 'Token widerrufen',
  'list-feeds': 'Die geheimen Feeds eines Benutzers auflisten',
  'create-feed': 'Einen geheimen Feed anlegen',
  'revoke-feed': 'Einen geheimen Feed widerrufen',
  'read-user': 'Einen Benutzer anzeigen',
  'invite-user': 'Zum Festlegen eines Passworts einladen',
  'list-sessions': 'Die Sitzungen eines Benutzers auflisten',
  'end-session': 'Eine Sitzung beenden',
  'read-factor': 'Anzeigen, ob ein Benutzer einen zweiten Faktor hat',
  'begin-factor': 'Einen zweiten Faktor einrichten',
  'remove-factor': 'Den zweiten Faktor eines anderen Benutzers entfernen',
  'confirm-factor': 'Einen zweiten Faktor aktivieren',
  'end-factor': 'Den eigenen zweiten Faktor entfernen',
  'confirm-email': 'Die eigene neue E-Mail-Adresse bestätigen',
  'request-reset': 'Einen Link für ein neues Passwort anfordern',
  'read-reset': 'Anzeigen, für wen ein Passwort-Link gilt',
  'use-reset': 'Ein Passwort über einen Link oder eine Einladung festlegen',
  'submission-challenge': 'Eine Aufgabe holen, die vor dem Einreichen zu lösen ist',
  'list-submissions': 'Die wartenden Einreichungen auflisten',
  submit: 'Eine Veranstaltung zur Prüfung einreichen',
  'read-submission': 'Die eigene Einreichung anzeigen',
  'change-submission': 'Die eigene Einreichung korrigieren',
  'withdraw-submission': 'Die eigene Einreichung zurückziehen',
  'submission-image': 'Das Bild einer Einreichung anzeigen',
  'decide-submission': 'Über eine Einreichung entscheiden',
  'list-asked-events': 'Die Veranstaltungen auflisten, die auf die Antwort auf eine Rückfrage warten',
  'read-review': 'Zeigen, was über eine Veranstaltung entschieden wurde und welchen sie ähnelt',
  'decide-event': 'Über eine Veranstaltung entscheiden, die auf Prüfung wartet',
  'share-preview': 'Die Vorschau einer Veranstaltung sieben Tage lang über einen geheimen Link teilen',
  'end-previews': 'Die geheimen Links zu Vorschauen einer Veranstaltung beenden',
  'list-drafts': 'Die Entwürfe von Änderungen an Veranstaltungen auflisten',
  'read-draft': 'Den Entwurf von Änderungen an einer Veranstaltung zeigen',
  'keep-draft': 'Änderungen an einer Veranstaltung als Entwurf aufbewahren',
  'discard-draft': 'Den Entwurf von Änderungen an einer Veranstaltung verwerfen',
  'apply-draft': 'Den Entwurf von Änderungen auf eine Veranstaltung anwenden',
  'list-subscriptions': 'Kalenderabonnements auflisten',
  'add-subscription': 'Einen fremden Kalender abonnieren',
  'change-subscription': 'Das Abonnement eines fremden Kalenders ändern',
  'end-subscription': 'Ein Abonnement beenden; seine Veranstaltungen bleiben',
  'run-subscription': 'Einen fremden Kalender jetzt lesen',
  geocode: 'Die Koordinaten einer Adresse finden',
  'preview-recurrence': 'Eine Wiederholung prüfen',
  'read-quick-event': 'Eine Zeile als Veranstaltung lesen',
  'read-demo': 'Den Stand der Demo zeigen',
  'add-demo': 'Die Demo in einen leeren Kalender aufnehmen',
  'remove-demo': 'Die Demo entfernen',
  'read-settings': 'Die Einstellungen der Website zeigen',
  'change-settings': 'Die Einstellungen der Website ändern',
  'read-upkeep': 'Zeigen, wie E-Mail, Speicher und Sicherungen eingerichtet sind und stehen',
  'send-test-mail': 'Eine Testnachricht an sich selbst senden',
  'back-up': 'Eine Sicherung starten',
  'export-site': 'Alles exportieren',
  'list-changes': 'Auflisten, was sich seit einer Revision geändert hat',
  'stream-changes': 'Änderungen als Server-Sent Events verfolgen',
  'read-federation': 'Zeigen, wem man im sozialen Netz folgen kann und wie die Zustellung steht',
  'list-sent': 'Auflisten, was ins soziale Netz ging, an wie viele Server und was nicht ankam',
  'list-hosts': 'Die Server im sozialen Netz auflisten, an die etwas gesendet wurde',
  'list-followers': 'Follower im Social Web auflisten',
  'remove-follower': 'Einen Follower entfernen',
  'approve-follower': 'Einen Follower annehmen',
  'list-following': 'Gefolgte Akteure auflisten',
  'follow-actor': 'Einem Akteur im Social Web folgen',
  'read-following': 'Einen gefolgten Akteur anzeigen',
  'unfollow-actor': 'Einem Akteur nicht mehr folgen',
  'list-blocks': 'Blockierte Domains auflisten',
  'block-domain': 'Eine Domain blockieren',
  'unblock-domain': 'Eine Domain nicht mehr blockieren',
  'list-webhooks': 'Webhooks auflisten',
  'add-webhook': 'Einen Webhook hinzufügen',
  'read-webhook': 'Einen Webhook lesen',
  'change-webhook': 'Einen Webhook ändern',
  'remove-webhook': 'Einen Webhook mit seinen Zustellungen löschen',
  'test-webhook': 'Jetzt eine Testnachricht an einen Webhook senden',
  'rotate-webhook': 'Einem Webhook ein neues Geheimnis geben',
  'list-deliveries': 'Die Zustellungen eines Webhooks auflisten',
  redeliver: 'Eine Zustellung erneut senden',
  history: 'Die Änderungen eines Eintrags auflisten',
  audit: 'Die Änderungen aller Einträge auflisten',
  import: 'Einen Kalender, eine Tabelle oder JSON-Zeilen importieren',
  'preview-import': 'Eine Datei vor dem Import ansehen: Format und Spalten',
  batch: 'Mehrere Einträge auf einmal schreiben',
  revert: 'Einen Eintrag auf eine frühere Fassung zurücksetzen',
  'list-translations': 'Auflisten, was in eine Sprache zu übersetzen ist',
  translate: 'Einen Übersetzungsentwurf des Übersetzungsdienstes aufbewahren',
  undo: 'Einen Schreibvorgang als Ganzes rückgängig machen',
  merge: 'Einträge zusammenführen',
  'event.duplicate': 'Eine Veranstaltung auf andere Termine kopieren',
  'event.bulk': 'Mehrere Veranstaltungen gleich ändern',
  mcp: 'Werkzeuge für Assistenten benutzen (MCP)',
  'event.list': 'Veranstaltungen auflisten',
  'event.create': 'Veranstaltung anlegen',
  'event.read': 'Veranstaltung abrufen',
  'event.update': 'Veranstaltung ändern',
  'event.put': 'Die Veranstaltung mit einer externen Kennung anlegen oder ändern',
  'event.remove': 'Veranstaltung in den Papierkorb verschieben oder endgültig löschen',
  'event.feed': 'Veranstaltungen im Kalenderprogramm oder Feedreader abonnieren',
  'secret.feed': 'Die Veranstaltungen eines geheimen Feeds abonnieren',
  'event.file': 'Veranstaltung als iCalendar-Datei herunterladen',
  'event.list-file': 'Alle Veranstaltungen einer Liste als Tabelle (CSV) oder JSON-Zeilen herunterladen',
  'series.list': 'Serien auflisten',
  'series.read': 'Eine Serie lesen',
  'series.update': 'Eine Serie und alle ihre Termine ändern',
  'series.remove':
    'Den künftigen Teil einer Serie in den Papierkorb legen oder sie ganz und endgültig löschen',
  'venue.list': 'Veranstaltungsorte auflisten',
  'venue.create': 'Veranstaltungsort anlegen',
  'venue.read': 'Veranstaltungsort abrufen',
  'venue.update': 'Veranstaltungsort ändern',
  'venue.remove': 'Veranstaltungsort in den Papierkorb verschieben oder endgültig löschen',
  'venue.feed': 'Veranstaltungen an einem Veranstaltungsort abonnieren',
  'organizer.list': 'Veranstalter auflisten',
  'organizer.create': 'Veranstalter anlegen',
  'organizer.read': 'Veranstalter abrufen',
  'organizer.update': 'Veranstalter ändern',
  'organizer.remove': 'Veranstalter in den Papierkorb verschieben oder endgültig löschen',
  'organizer.feed': 'Veranstaltungen eines Veranstalters abonnieren',
  'category.list': 'Kategorien auflisten',
  'category.create': 'Kategorie anlegen',
  'category.read': 'Kategorie abrufen',
  'category.update': 'Kategorie ändern',
  'category.remove': 'Kategorie löschen; ihre Unterkategorien rücken eine Ebene auf',
  'category.feed': 'Veranstaltungen einer Kategorie abonnieren',
  'tag.list': 'Schlagwörter auflisten',
  'tag.create': 'Schlagwort anlegen',
  'tag.read': 'Schlagwort abrufen',
  'tag.update': 'Schlagwort ändern',
  'tag.remove': 'Schlagwort löschen',
  'group.list': 'Gruppen auflisten',
  'group.create': 'Gruppe anlegen',
  'group.read': 'Gruppe abrufen',
  'group.update': 'Gruppe ändern',
  'group.remove': 'Gruppe löschen',
  'list-members': 'Die Mitglieder einer Gruppe auflisten',
  'set-member': 'Ein Mitglied in eine Gruppe aufnehmen oder seine Rolle ändern',
  'remove-member': 'Ein Mitglied aus einer Gruppe entfernen',
  'list-templates': 'Die Vorlagen für Termine auflisten',
  'add-template': 'Eine Vorlage für Termine anlegen',
  'rename-template': 'Eine Vorlage umbenennen',
  'remove-template': 'Eine Vorlage löschen',
  'export-person': 'Alles zeigen, was über eine Person gespeichert ist',
  'erase-person': 'Eine Person löschen',
  'media.list': 'Mediendateien auflisten',
  'media.create': 'Bild hochladen',
  'media.read': 'Mediendatei abrufen',
  'media.update': 'Mediendatei ändern',
  'media.remove': 'Bild löschen; Einträge, die es gezeigt haben, haben dann keines mehr',
  'tag.feed': 'Veranstaltungen mit einem Schlagwort abonnieren',

  'document.head': '(nur Header)',
  'document.options': 'Auflisten, was diese Route anbietet',
  'document.by.id': '(anhand der ID)',
  'document.by.slug': '(anhand des Slugs)',

  'group.service': 'Über den Dienst',
  'group.event': 'Veranstaltungen',
  'group.series': 'Serien',
  'group.venue': 'Veranstaltungsorte',
  'group.organizer': 'Veranstalter',
  'group.category': 'Kategorien',
  'group.tag': 'Schlagwörter',
  'group.group': 'Gruppen',
  'group.media': 'Mediendateien',

  'parameter._fields': 'Nur diese Schlüssel behalten: durch Kommas getrennte Pfade wie events.id,total.',
  'parameter.dry_run':
    'Nur proben: Die Antwort ist so, wie sie wäre, mit "dry_run": true daneben, und nichts wird gespeichert. Darf auch im Body stehen.',
}
