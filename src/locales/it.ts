/** Italian. */
import type { Words } from './en.ts'

export const it: Words = {
  'index.namespace': 'Lo spazio dei nomi da descrivere.',
  'index.context': 'Il contesto in cui si usa la risposta: view, embed o edit.',

  'sign-in.login': 'Il nome utente o l’indirizzo e-mail di chi accede.',
  'sign-in.password': 'La sua password.',
  'sign-in.code':
    'Il codice del secondo fattore, per chi ne ha uno: quello dell’app o un codice di recupero.',

  'add-user.login': 'Il nome utente: da 1 a 60 caratteri tra a-z, 0-9, punto, trattino e trattino basso.',
  'add-user.role': 'Che cosa può fare l’utente.',
  'add-user.password': 'Una password di almeno 10 caratteri; senza, restano solo i token.',
  'add-user.email':
    'L’indirizzo e-mail. Chi ha un indirizzo ma non una password è invitato a sceglierne una.',
  'change-user.role': 'Che cosa può fare l’utente d’ora in poi.',
  'change-user.password':
    'Un’altra password di almeno 10 caratteri, o vuota per nessuna; chiude le sessioni dell’utente.',
  'transfer-items.to': 'L’ID dell’utente che diventa l’autore.',
  'change-user.suspended':
    'Se l’utente non può accedere né usare token e feed segreti; true chiude tutte le sue sessioni.',
  'change-user.current_password':
    'La password attuale. Serve per cambiare la propria password o il proprio indirizzo e-mail.',
  'change-user.email':
    'L’indirizzo e-mail; vuoto lo rimuove. Il proprio nuovo indirizzo vale quando si apre il link di un messaggio inviato lì, se il servizio invia e-mail. Il vecchio indirizzo viene avvisato.',
  'change-user.code':
    'Un codice del secondo fattore o di recupero: al posto della password, per cambiare il proprio indirizzo e-mail.',
  display_name: 'Il nome che gli altri vedono. Se manca, vedono il nome utente.',
  language: 'La lingua delle e-mail. In mancanza, quella del sito.',
  'begin-factor.current_password': 'La password dell’utente.',
  'confirm-factor.code': 'Il codice che l’app mostra ora.',
  'end-factor.current_password': 'La password, come prova.',
  'confirm-email.secret':
    'Il segreto del link nel messaggio al nuovo indirizzo; vale una volta, per un giorno.',
  'request-reset.login': 'Il nome utente o l’indirizzo e-mail.',
  'read-reset.secret': 'Il segreto del link.',
  'use-reset.secret': 'Il segreto del link; vale una volta, per un giorno.',
  'use-reset.password': 'La nuova password, di almeno 10 caratteri. Termina tutte le sessioni.',
  'submit.image':
    'Un’immagine dell’evento: un file di al massimo 5 MiB. Prima della decisione la vedono solo i revisori.',
  'submit.submitter':
    'Chi propone l’evento: un nome e un indirizzo e-mail per la risposta. Li vedono solo i revisori; sono cancellati 90 giorni dopo la decisione.',
  'submit.nickname': 'Deve restare vuoto. Serve a riconoscere i programmi che compilano ogni campo.',
  'submit.proof': 'La soluzione di una sfida, in base64 nel formato di ALTCHA. Ognuna vale una volta.',
  'change-submission.image': 'Un’altra immagine: un file di al massimo 5 MiB; vuoto la toglie.',
  'change-submission.submitter': 'Un altro nome e un altro indirizzo e-mail.',
  decision: 'La decisione: approve (accettare), ask (chiedere) o reject (rifiutare).',
  message: 'Ciò che viene comunicato: la domanda o il motivo.',
  version:
    'La versione vista (`version`). Se nel frattempo è cambiata, la risposta è 409 con ciò che è cambiato.',
  'create-token.name': 'A che cosa serve il token.',
  'create-token.expires': 'Fino a quando vale; se non indicato, finché non è revocato.',
  'create-token.scopes':
    'Ciò che il token può fare, nei limiti dei diritti del suo utente. Senza ambiti può fare tutto ciò che può il suo utente.',
  'create-feed.name': 'A che cosa serve il feed.',
  'create-feed.status': 'Che cosa mostra il feed; se non indicato, tutto ciò che il suo utente può leggere.',
  'list-changes.since':
    'Restituisce le modifiche dopo questa revisione, di solito il next_since dell’ultima pagina; per impostazione predefinita, tutte quelle registrate.',
  'list-changes.per_page':
    'Modifiche per pagina, al massimo 1000. Una pagina finisce tra due revisioni, quindi può essere più corta o più lunga.',
  'stream-changes.since':
    'Invia le modifiche dopo questa revisione. L’intestazione Last-Event-ID ha la precedenza. Per impostazione predefinita, tutte quelle registrate.',
  'add-webhook.url':
    'L’URL a cui si inviano le modifiche: https; http e indirizzi privati solo per gli host in FASTI_WEBHOOK_HOSTS.',
  'change-webhook.url':
    'L’URL a cui si inviano le modifiche: https; http e indirizzi privati solo per gli host in FASTI_WEBHOOK_HOSTS.',
  'add-webhook.types':
    'I tipi di modifiche da inviare; per impostazione predefinita, tutte le modifiche di elementi.',
  'change-webhook.types':
    'I tipi di modifiche da inviare; per impostazione predefinita, tutte le modifiche di elementi.',
  'add-webhook.filter':
    'Argomenti dell’elenco: si inviano solo gli elementi corrispondenti. Ciò che è rimosso si invia sempre.',
  'change-webhook.filter':
    'Argomenti dell’elenco: si inviano solo gli elementi corrispondenti. Ciò che è rimosso si invia sempre.',
  'add-webhook.active':
    'Se si inviano le modifiche. Un webhook riattivato riceve le modifiche da quel momento.',
  'change-webhook.active':
    'Se si inviano le modifiche. Un webhook riattivato riceve le modifiche da quel momento.',
  'add-webhook.private': 'Inviare tutto come lo vede un amministratore, e non solo ciò che vede il pubblico.',
  'change-webhook.private':
    'Inviare tutto come lo vede un amministratore, e non solo ciò che vede il pubblico.',
  'redeliver.delivery': 'L’id della consegna.',
  'add-subscription.address':
    'Dove si trova il calendario, che viene letto subito; se non si può leggere, non c’è iscrizione.',
  'add-subscription.categories': 'Nomi di categorie che ricevono tutti i suoi eventi.',
  'add-subscription.prune': 'Spostare nel cestino gli eventi che il calendario non ha più.',
  'add-subscription.login':
    'Il nome e la password che il calendario richiede (HTTP Basic), separati da due punti. Non vengono mostrati a nessuno.',
  'change-subscription.address':
    'Dove si trova il calendario d’ora in poi; i suoi eventi restano. Inviato come è stato mostrato, l’indirizzo non cambia.',
  'change-subscription.login':
    'Il nome e la password che il calendario richiede (HTTP Basic), separati da due punti; vuoto per nessuno. Con un indirizzo su un altro server vengono dimenticati.',
  'change-subscription.categories': 'Nomi delle categorie che tutti i suoi eventi ricevono d’ora in poi.',
  'change-subscription.prune': 'Spostare nel cestino gli eventi che il calendario non ha più.',
  'geocode.address': 'L’indirizzo da cercare.',
  'preview-recurrence.recurrence': 'La ripetizione: RRULE, RDATE ed EXDATE (RFC 5545 §3.8.5).',
  'preview-recurrence.start_date': 'L’inizio della prima data.',
  'preview-recurrence.end_date': 'La fine della prima data.',
  'preview-recurrence.timezone': 'Il fuso orario; per impostazione predefinita quello del sito.',
  'preview-recurrence.all_day': 'Se le date durano giorni interi.',
  'read-quick-event.text':
    'Una riga con un titolo e, in qualsiasi ordine, un giorno, un’ora e «a» un luogo, nella lingua della radice.',
  'change-settings.name': 'Il nome del calendario.',
  'change-settings.description': 'Una frase sul calendario per i motori di ricerca.',
  'change-settings.timezone': 'Il fuso orario del sito.',
  'change-settings.language': 'La lingua delle pagine e dei testi il cui indirizzo non ne nomina nessuna.',
  'change-settings.region': 'La regione di cui le pagine usano date e ore, come GB, DE o 150.',
  imprint_url: 'L’URL delle note legali, collegate da ogni pagina.',
  privacy_url: 'L’URL dell’informativa sulla privacy, collegata da ogni pagina.',
  theme: 'Il nome di un tema, uno di `themes`.',
  head_html: 'HTML all’inizio di ogni pagina. Viene ripulito.',
  foot_html: 'HTML alla fine di ogni pagina. Viene ripulito.',
  'change-settings.logo': 'L’id dell’immagine accanto al nome.',
  icon: 'L’id dell’immagine che i browser mostrano nelle schede.',
  share_image: 'L’id dell’immagine che le app di messaggistica mostrano per le pagine che non ne hanno.',
  every: 'Quanto spesso viene letto: 30m, 6h, 2d; da 5m a 30d.',
  'audit.resource': 'Solo modifiche a elementi di questo tipo.',
  'audit.item': 'Solo modifiche a ciò che ha questo id.',
  'audit.user':
    'Solo modifiche dell’utente con questo id; 0 per i comandi e per tutti prima che ci fossero utenti.',
  'audit.verb': 'Solo modifiche di questa specie.',
  'audit.since': 'Solo modifiche da quel momento in poi.',
  'import.file':
    'Il file: iCalendar, una tabella (CSV) o righe JSON, come parte di un corpo multipart o come il corpo stesso.',
  'import.source': 'Come si chiama la fonte, ogni volta allo stesso modo; se manca, il nome del file.',
  'import.prune':
    'Spostare nel cestino ciò che prima veniva da questa fonte e ora non c’è più; solo per iCalendar.',
  'import.dry_run': 'Riferire che cosa farebbe l’importazione, senza modificare nulla.',
  'import.columns':
    'Quali colonne di una tabella si chiamano diversamente: Event name=title,When=start_date. Oppure un elenco JSON dei campi nell’ordine delle colonne: ["title","-"].',
  'import.dates':
    'Come si leggono le date con barre di un file CSV: 4/5/2027 è il 5 aprile con month_first, il 4 maggio con day_first.',
  'import.status': 'Lo stato dei nuovi eventi che non ne indicano uno; publish se non indicato.',
  'import.report':
    'summary risponde alla fine; lines invia un oggetto JSON per ogni riga durante l’importazione e infine il riepilogo.',
  'preview-import.file': 'Il file, o il suo inizio fino alla fine di una riga.',
  id: 'L’ID dell’elemento.',
  slug: 'Lo slug dell’elemento: il suo nome breve negli indirizzi. Se manca, viene ricavato dal titolo o dal nome.',
  secret: 'Il segreto che forma l’indirizzo: lo conosce solo chi lo possiede.',
  password:
    'La password di un evento protetto. Inviata nel corpo di una modifica, protegge l’evento; un valore vuoto toglie la protezione.',
  force: 'Elimina definitivamente invece di spostare nel cestino.',

  page: 'La pagina dell’elenco, a partire da 1.',
  per_page:
    'Il numero di elementi per pagina; i valori oltre il massimo del servizio vengono ridotti a quest’ultimo.',
  'list.search':
    'Solo gli elementi con queste parole: devono comparire tutte, "due parole" cerca la frase esatta, -parola esclude.',
  'category.list.search': 'Solo le categorie con questo testo nel nome, nello slug o nella descrizione.',
  'tag.list.search': 'Solo i tag con questo testo nel nome, nello slug o nella descrizione.',
  'list.include': 'Solo gli elementi con questi ID.',
  'event.list.include': 'Solo gli eventi con questi ID; in tal caso tutti i filtri di data vengono ignorati.',
  'event.list.external_id':
    'Solo l’evento con questo identificatore esterno: il suo UID nei feed e nelle importazioni, confrontato in modo esatto; tutti i filtri di data vengono allora ignorati.',
  'series.list.include': 'Solo le serie con questi id.',
  'series.list.start_date': 'Solo le serie con una ricorrenza che inizia in questo giorno o dopo.',
  'series.list.end_date': 'Solo le serie con una ricorrenza che finisce in questo giorno o prima.',
  'list.exclude': 'Esclude gli elementi con questi ID.',
  'list.status':
    'Solo gli elementi con uno di questi stati: publish, future, draft, pending, private, trash, oppure any. Valore predefinito: publish.',
  'list.orderby': 'Il criterio di ordinamento.',
  'list.order': 'Ordine crescente (asc) o decrescente (desc).',
  'list.slug': 'Solo l’elemento con questo slug.',
  'list.post': 'Solo ciò che è assegnato all’evento con questo ID.',
  'list.event': 'Solo ciò che è collegato all’evento con questo ID.',
  'list.hide_empty': 'Esclude ciò che non è assegnato a nessun evento pubblicato.',
  'list.unused':
    'Solo gli elementi che nessun evento usa, in qualsiasi stato tranne il cestino (true), o solo gli altri (false); una categoria è usata anche dagli eventi delle sue sottocategorie. Per i redattori.',
  'list.parent':
    'Solo le sottocategorie dirette della categoria con questo ID; 0 per quelle di primo livello.',
  'list.has_events': 'Solo gli elementi collegati ad almeno un evento (true) o a nessuno (false).',
  'list.only_with_upcoming':
    'Solo gli elementi collegati a un evento presente negli elenchi e non ancora concluso.',

  'event.list.start_date':
    'Solo gli eventi che iniziano in questo giorno o in seguito. Valore predefinito: oggi, salvo che venga inviato un altro filtro di data o include.',
  'event.list.end_date':
    'Solo gli eventi che terminano entro questo giorno. Valore predefinito: fra due anni; una data passata inviata da sola dà un elenco vuoto.',
  'event.list.starts_before': 'Solo gli eventi che iniziano entro questo giorno.',
  'event.list.starts_after': 'Solo gli eventi che iniziano dopo questo giorno.',
  'event.list.ends_before': 'Solo gli eventi che terminano entro questo giorno.',
  'event.list.ends_after': 'Solo gli eventi che terminano dopo questo giorno, compresi quelli in corso.',
  'event.list.strict_dates': 'Confronta le date al secondo anziché a giorni interi.',
  'event.list.categories':
    'Solo gli eventi di una di queste categorie o delle loro sottocategorie: ID o slug.',
  'event.list.tags': 'Solo gli eventi con uno di questi tag: ID o slug.',
  'event.list.venue': 'Solo gli eventi in uno di questi luoghi: ID o slug.',
  'event.list.organizer': 'Solo gli eventi di uno di questi organizzatori: ID o slug.',
  'event.list.search_in':
    'Dove può stare ogni parola: `title`, `text` (descrizione ed estratto), `venue` (luogo), `organizer` (organizzatore), `terms` (nomi di categorie e tag). Se manca, in `title,text`. Contano anche altre forme di una parola (`concerti` trova `concerto`). Se nulla contiene le parole, quelle da 5 a 16 lettere si trovano anche con una lettera sbagliata.',
  'event.list.free': 'Solo gli eventi i cui prezzi sono tutti 0 (true), o gli altri (false).',
  'event.list.geoloc': 'Solo gli eventi il cui luogo ha coordinate (true) o non ne ha (false).',
  'event.list.geoloc_lat': 'La latitudine di un punto: solo gli eventi nelle vicinanze. Richiede geoloc_lng.',
  'event.list.geoloc_lng':
    'La longitudine di un punto: solo gli eventi nelle vicinanze. Richiede geoloc_lat.',
  'event.list.geoloc_distance': 'Il raggio di ricerca, in chilometri.',
  'event.list.post_parent':
    'Solo gli eventi che appartengono direttamente all’evento con questo ID; 0 per quelli che non appartengono a nessun altro.',
  'event.list.series': 'Solo le ricorrenze delle serie con questi id.',
  'event.list.collapse': 'Con `series`: di ogni serie, solo il primo evento nell’ordine dell’elenco.',
  'event.list.expand':
    'Nei calendari: ogni data di una serie come evento a sé, invece di un solo evento con una regola.',
  'event.list.ticketed': 'Solo gli eventi con biglietti (true) o senza (false).',
  'event.list.hide_from_listings': 'Solo gli eventi nascosti; riservato a chi può modificarli.',

  description: 'La descrizione, in HTML.',
  'event.excerpt': 'Un breve riassunto, in HTML.',
  website: 'L’indirizzo web completo, che inizia con http://, https://, mailto: o tel:.',
  'event.event_status':
    'Che ne è dell’evento: `scheduled` (si tiene), `cancelled` (annullato), `postponed` (rinviato), `rescheduled` (nuova data) o `moved_online` (spostato online). Il titolo non cambia.',
  'event.attendance_mode': 'Come si partecipa: `offline` (in presenza), `online` o `mixed` (entrambi).',
  'event.online_url': 'L’indirizzo a cui l’evento si tiene online; vuoto lo rimuove.',
  'event.status_reason':
    'Perché l’evento non si tiene come previsto, per esempio una tempesta: un testo mostrato accanto al suo stato; vuoto lo rimuove.',
  show_map: 'Indica se mostrare una mappa.',
  show_map_link: 'Indica se mostrare un link a una mappa.',
  'event.hide_from_listings': 'Indica se nascondere l’evento negli elenchi.',
  'event.sticky': 'Indica se fissare l’evento in cima alla sua giornata nelle viste del calendario.',
  'event.featured': 'Indica se mettere l’evento in evidenza.',
  'venue.address': 'La via e il numero civico.',
  'venue.city': 'La città.',
  'venue.country': 'Il paese.',
  'venue.province': 'La provincia.',
  'venue.state': 'Lo Stato, la regione o la contea.',
  'venue.zip': 'Il codice postale.',
  phone: 'Il numero di telefono.',
  'venue.stateprovince':
    'Lo Stato o la provincia, a seconda dei casi; finché non viene impostato, ne riprende il valore.',
  'venue.accessibility':
    'Ciò che i visitatori devono sapere sull’accesso, come gradini, servizi igienici e sistemi a induzione.',
  'venue.geo_lat': 'La latitudine, in gradi.',
  'venue.geo_lng': 'La longitudine, in gradi.',
  email: 'L’indirizzo e-mail.',
  color:
    'Il colore della categoria nel calendario, come `#rrggbb`. Le pagine lo scuriscono o schiariscono dove non si vedrebbe.',
  'media.alt_text': 'Che cosa mostra l’immagine, per chi non la vede.',
  'media.focus_x': 'Il punto che i ritagli tengono in vista: percentuale da sinistra, 50 se non indicato.',
  'media.focus_y': 'Il punto che i ritagli tengono in vista: percentuale dall’alto, 50 se non indicato.',
  'event.list.event_status':
    'Solo gli eventi con uno di questi valori: `scheduled`, `cancelled`, `postponed`, `rescheduled`, `moved_online`. Senza, gli elenchi li mostrano tutti.',
  'event.list.attendance_mode':
    'Solo gli eventi a cui si partecipa in uno di questi modi: `offline`, `online`, `mixed`.',
  'event.list.sticky': 'Solo gli eventi fissati in alto (true), o gli altri (false).',
  'event.list.featured': 'Solo gli eventi in evidenza (true) o solo gli altri (false).',

  author: 'L’ID dell’utente a cui appartiene l’elemento.',
  date: 'La data di pubblicazione dell’elemento, nel fuso orario del sito. Una data futura programma la pubblicazione.',
  date_utc: 'La data di pubblicazione dell’elemento, in UTC.',
  status: 'Lo stato di pubblicazione: publish, future, draft, pending o private.',
  image: 'L’immagine in evidenza: l’ID di un file multimediale o un indirizzo; un valore vuoto la rimuove.',
  name: 'Il nome, unico all’interno dello stesso livello.',
  parent: 'L’ID della categoria superiore; 0 se non ce n’è una.',

  'event.title': 'Il titolo, come testo semplice.',
  'event.start_date': 'L’inizio dell’evento: data e ora nel suo fuso orario.',
  'event.end_date': 'La fine dell’evento: data e ora nel suo fuso orario; non può precedere l’inizio.',
  'event.timezone':
    'Il fuso orario dell’evento, per esempio Europe/Paris o UTC+2; se manca, quello del sito.',
  'event.all_day':
    'Indica se l’evento dura tutto il giorno: dall’inizio del primo giorno alla fine dell’ultimo.',
  'event.cost': 'Il prezzo: un testo come $10 - $20 o Gratis, un numero, oppure un elenco di questi valori.',
  'event.categories': 'Le categorie: ID, slug o nomi.',
  'event.tags': 'I tag: ID, slug o nomi.',
  'event.venue': 'Dove si svolge: gli ID di luoghi esistenti o i dati di luoghi nuovi.',
  'event.organizer': 'Chi lo organizza: gli ID di organizzatori esistenti o i dati di organizzatori nuovi.',
  'event.tickets':
    'I biglietti: un elenco di name, price, currency, url, availability, valid_from e valid_through.',
  'item.language':
    'La lingua dei testi originali dell’elemento, una delle lingue dei contenuti del sito (BCP 47). Se manca, quella del sito.',
  'item.translations':
    'Traduzioni per lingua: un oggetto di testi per ciascuna, con uno stato (published o draft). Null toglie una lingua, null o un testo vuoto toglie un testo; il resto rimane.',
  'list.translations': '`all` mostra tutte le traduzioni dell’elemento, con il loro stato.',
  'read.translations': '`all` mostra tutte le traduzioni dell’elemento, con il loro stato.',
  lang: 'La lingua dei contenuti in cui mostrare i testi, come fr o fr-CH. Se manca, quella dell’indirizzo.',
  fallback:
    '`none` tralascia gli elementi che non si possono leggere nella lingua richiesta. Altrimenti appaiono in un’altra.',
  available_in: 'Solo gli elementi che si possono leggere in una di queste lingue.',
  'event.custom_fields':
    'Campi personalizzati: nome → testo, numero, booleano, oppure label e value; null rimuove il campo.',
  'event.post_parent': 'L’ID dell’evento a cui questo appartiene; 0 se non appartiene a nessuno.',
  'event.recurrence':
    'Come si ripete l’evento: righe di RFC 5545 come RRULE:FREQ=WEEKLY;COUNT=10, RDATE ed EXDATE. L’evento è la prima ricorrenza.',
  'event.apply_to':
    'Di una ricorrenza di una serie: se la modifica vale per questo evento soltanto (`this`), anche per i seguenti (`following`) o per tutti (`all`). Per impostazione predefinita `this`.',
  'event.inherit': 'Di una ricorrenza di una serie: i nomi dei campi da riprendere dalla serie.',
  'event.put.uid':
    'L’identificatore con cui l’evento è noto altrove, esattamente come inviato: il suo external_id e il suo UID nei feed e nelle importazioni.',
  'batch.operations': 'Da 1 a 100 scritture di elementi: method, path sotto lo spazio dei nomi e body.',
  'batch.atomic': 'Tutto o niente, in una transazione; altrimenti ogni operazione da sola.',
  'batch.seen':
    'X-Fasti-Revision dell’elenco in cui gli eventi sono stati visti: ciò che è cambiato da allora è rifiutato.',
  'revert.change': 'L’id della modifica nella cronologia dopo la quale l’elemento era come deve tornare.',
  'undo.revision':
    'La revisione della scrittura, come la riportano il suo header X-Fasti-Revision e la cronologia.',
  'merge.items': 'Gli id di 1 fino a 100 elementi dello stesso tipo che diventano parte di questo.',
  'event.duplicate.dates':
    'Quando iniziano le copie: da 1 a 100 date. Un giorno senza ora mantiene l’ora dell’evento.',
  'event.duplicate.status': 'Lo stato delle copie; per impostazione predefinita draft.',
  'event.bulk.ids': 'Gli id di 1 fino a 100 eventi.',
  'event.bulk.add_categories': 'Categorie da aggiungere: id, slug o nomi.',
  'event.bulk.remove_categories': 'Gli id delle categorie da togliere.',
  'event.bulk.add_tags': 'Tag da aggiungere: id, slug o nomi.',
  'event.bulk.remove_tags': 'Gli id dei tag da togliere.',
  'event.bulk.venue': 'Gli id dei luoghi, che sostituiscono quelli degli eventi; [] per nessuno.',
  'event.bulk.status': 'Il nuovo stato di pubblicazione.',
  'event.bulk.shift_days': 'Di quanti giorni si spostano gli eventi; negativo per prima. L’ora resta.',
  'event.bulk.seen':
    'X-Fasti-Revision dell’elenco in cui gli eventi sono stati visti: ciò che è cambiato da allora è rifiutato.',
  'mcp.jsonrpc': 'La versione di JSON-RPC.',
  'mcp.method': 'Il metodo del messaggio, come tools/list o tools/call.',
  'mcp.id': 'L’identificatore che la risposta ripete.',
  'mcp.params': 'I parametri del metodo.',
  'mcp.read_only': 'Offrire solo strumenti di lettura. Si invia nella stringa di query.',

  'venue.venue': 'Il nome del luogo.',
  'media.file':
    'L’immagine: JPEG, PNG, GIF, WebP o AVIF, come parte di un modulo multipart o direttamente come corpo della richiesta.',
  'media.title': 'Il titolo, come testo semplice; al caricamento, se manca, il nome del file.',
  'media.event':
    'L’evento a cui è destinata l’immagine. I collaboratori caricano solo per i propri eventi non pubblicati.',
  'media.list.search':
    'Solo i file multimediali con queste parole nel titolo o nel testo alternativo: devono comparire tutte, "due parole" cerca la frase esatta, -parola esclude.',
  'organizer.organizer': 'Il nome dell’organizzatore.',

  index: 'Descrivere i percorsi e i loro parametri',
  doc: 'Descrivere il servizio in formato OpenAPI',
  'sign-in': 'Accedere',
  'who-am-i': 'Mostrare l’utente attuale',
  'sign-out': 'Uscire',
  'list-users': 'Elencare gli utenti',
  'add-user': 'Aggiungere un utente',
  'change-user': 'Dare a un utente un altro ruolo o un’altra password',
  'remove-user': 'Rimuovere un utente',
  'transfer-items': 'Affidare ad altri tutto ciò di cui un utente è autore',
  'end-sessions': 'Disconnettere un utente ovunque',
  'list-tokens': 'Elencare i token di un utente',
  'create-token': 'Creare un token',
  'revoke-token': 'Revocare un token',
  'list-feeds': 'Elencare i feed segreti di un utente',
  'create-feed': 'Creare un feed segreto',
  'revoke-feed': 'Revocare un feed segreto',
  'read-user': 'Mostrare un utente',
  'invite-user': 'Invitare un utente a scegliere una password',
  'list-sessions': 'Elencare le sessioni di un utente',
  'end-session': 'Terminare una sessione',
  'read-factor': 'Mostrare se un utente ha un secondo fattore',
  'begin-factor': 'Iniziare a configurare un secondo fattore',
  'remove-factor': 'Rimuovere il secondo fattore di un altro utente',
  'confirm-factor': 'Attivare un secondo fattore',
  'end-factor': 'Rimuovere il proprio secondo fattore',
  'confirm-email': 'Confermare il proprio nuovo indirizzo e-mail',
  'request-reset': 'Chiedere un link per scegliere una nuova password',
  'read-reset': 'Mostrare per chi vale un link della password',
  'use-reset': 'Scegliere una password con un link o un invito',
  'submission-challenge': 'Ottenere una sfida da risolvere prima di proporre un evento',
  'list-submissions': 'Elencare le proposte in attesa',
  submit: 'Proporre un evento',
  'read-submission': 'Mostrare la propria proposta',
  'change-submission': 'Correggere la propria proposta',
  'withdraw-submission': 'Ritirare la propria proposta',
  'submission-image': 'Mostrare l’immagine di una proposta',
  'decide-submission': 'Decidere su una proposta',
  'read-review': 'Mostrare che cosa è stato deciso su un evento e a quali somiglia',
  'decide-event': 'Decidere su un evento in attesa di revisione',
  'share-preview': 'Condividere per sette giorni l’anteprima di un evento con un link segreto',
  'end-previews': 'Revocare i link segreti alle anteprime di un evento',
  'list-subscriptions': 'Elencare le iscrizioni a calendari',
  'add-subscription': 'Iscriversi a un calendario esterno',
  'change-subscription': 'Modificare l’iscrizione a un calendario esterno',
  'end-subscription': 'Annullare un’iscrizione; i suoi eventi restano',
  'run-subscription': 'Leggere ora un calendario esterno',
  geocode: 'Trovare le coordinate di un indirizzo',
  'preview-recurrence': 'Verificare una ripetizione',
  'read-quick-event': 'Leggere una riga come evento',
  'read-demo': 'Mostrare lo stato della dimostrazione',
  'add-demo': 'Aggiungere la dimostrazione a un calendario vuoto',
  'remove-demo': 'Rimuovere la dimostrazione',
  'read-settings': 'Mostrare le impostazioni del sito',
  'change-settings': 'Modificare le impostazioni del sito',
  'list-changes': 'Elencare ciò che è cambiato da una revisione',
  'stream-changes': 'Seguire le modifiche come Server-Sent Events',
  'list-webhooks': 'Elencare i webhook',
  'add-webhook': 'Aggiungere un webhook',
  'read-webhook': 'Leggere un webhook',
  'change-webhook': 'Modificare un webhook',
  'remove-webhook': 'Eliminare un webhook con le sue consegne',
  'test-webhook': 'Inviare ora un messaggio di prova a un webhook',
  'rotate-webhook': 'Dare un nuovo segreto a un webhook',
  'list-deliveries': 'Elencare le consegne di un webhook',
  redeliver: 'Inviare di nuovo una consegna',
  history: 'Elencare le modifiche di un elemento',
  audit: 'Elencare le modifiche di tutti gli elementi',
  import: 'Importare un calendario, una tabella o righe JSON',
  'preview-import': 'Esaminare un file prima dell’importazione: formato e colonne',
  batch: 'Scrivere più elementi in una volta',
  revert: 'Ripristinare una versione precedente di un elemento',
  undo: 'Annullare un’intera scrittura',
  merge: 'Unire elementi in uno solo',
  'event.duplicate': 'Duplicare un evento in altre date',
  'event.bulk': 'Modificare più eventi allo stesso modo',
  mcp: 'Usare strumenti per assistenti (MCP)',
  'event.list': 'Elencare gli eventi',
  'event.create': 'Creare un evento',
  'event.read': 'Consultare un evento',
  'event.update': 'Modificare un evento',
  'event.put': 'Creare o modificare l’evento con un identificatore esterno',
  'event.remove': 'Spostare un evento nel cestino o eliminarlo definitivamente',
  'event.feed': 'Seguire gli eventi in un programma di calendario o in un lettore di feed',
  'secret.feed': 'Iscriversi agli eventi di un feed segreto',
  'event.file': 'Scaricare un evento come file iCalendar',
  'event.list-file': 'Scaricare tutti gli eventi di un elenco come tabella (CSV) o come righe JSON',
  'series.list': 'Elencare le serie',
  'series.read': 'Leggere una serie',
  'series.update': 'Modificare una serie e tutte le sue ricorrenze',
  'series.remove': 'Spostare nel cestino il resto di una serie, o eliminarla definitivamente',
  'venue.list': 'Elencare i luoghi',
  'venue.create': 'Creare un luogo',
  'venue.read': 'Consultare un luogo',
  'venue.update': 'Modificare un luogo',
  'venue.remove': 'Spostare un luogo nel cestino o eliminarlo definitivamente',
  'venue.feed': 'Seguire gli eventi di un luogo',
  'organizer.list': 'Elencare gli organizzatori',
  'organizer.create': 'Creare un organizzatore',
  'organizer.read': 'Consultare un organizzatore',
  'organizer.update': 'Modificare un organizzatore',
  'organizer.remove': 'Spostare un organizzatore nel cestino o eliminarlo definitivamente',
  'organizer.feed': 'Seguire gli eventi di un organizzatore',
  'category.list': 'Elencare le categorie',
  'category.create': 'Creare una categoria',
  'category.read': 'Consultare una categoria',
  'category.update': 'Modificare una categoria',
  'category.remove': 'Eliminare una categoria; le sue sottocategorie salgono di un livello',
  'category.feed': 'Seguire gli eventi di una categoria',
  'tag.list': 'Elencare i tag',
  'tag.create': 'Creare un tag',
  'tag.read': 'Consultare un tag',
  'tag.update': 'Modificare un tag',
  'tag.remove': 'Eliminare un tag',
  'media.list': 'Elencare i file multimediali',
  'media.create': 'Caricare un’immagine',
  'media.read': 'Consultare un file multimediale',
  'media.update': 'Modificare un file multimediale',
  'media.remove': 'Eliminare un’immagine; gli elementi che la mostravano ne restano privi',
  'tag.feed': 'Seguire gli eventi con un tag',

  'document.head': '(solo le intestazioni)',
  'document.options': 'Elencare ciò che offre questa route',
  'document.by.id': '(tramite ID)',
  'document.by.slug': '(tramite slug)',

  'group.service': 'Informazioni sul servizio',
  'group.event': 'Eventi',
  'group.series': 'Serie',
  'group.venue': 'Luoghi',
  'group.organizer': 'Organizzatori',
  'group.category': 'Categorie',
  'group.tag': 'Tag',
  'group.media': 'File multimediali',

  'parameter._fields':
    'Restituisce solo queste chiavi: percorsi separati da virgole, per esempio events.id,total.',
  'parameter.dry_run':
    'Solo provare: la risposta è quella che sarebbe, con "dry_run": true accanto, e nulla viene salvato. Può stare anche nel corpo.',
}
