/** Spanish. */
import type { ApiDescriptionWords } from './en.ts'

export const esApiDescriptionWords: ApiDescriptionWords = {
  'index.namespace': 'El espacio de nombres que se desea describir.',
  'index.context': 'El contexto en que se usa la respuesta: view, embed o edit.',

  'sign-in.login': 'El nombre de usuario o el correo electrónico de quien inicia sesión.',
  'sign-in.password': 'Su contraseña.',
  'sign-in.code':
    'El código del segundo factor, para quien tenga uno: el que muestra la aplicación o un código de recuperación.',

  'add-user.login': 'El nombre de usuario: de 1 a 60 caracteres entre a-z, 0-9, punto, guion y guion bajo.',
  'add-user.role': 'Lo que puede hacer el usuario.',
  'add-user.password': 'Una contraseña de al menos 10 caracteres; sin ella solo quedan los tokens.',
  'add-user.email':
    'La dirección de correo electrónico. Quien tiene dirección pero no contraseña recibe una invitación para crearla.',
  'change-user.role': 'Lo que puede hacer el usuario a partir de ahora.',
  'change-user.password':
    'Otra contraseña de al menos 10 caracteres, o vacía para ninguna; cierra las sesiones del usuario.',
  'transfer-items.to': 'El id del usuario que pasa a ser el autor.',
  'transfer-items.group': 'El ID del grupo al que pasan los eventos y las series de la persona.',
  user: 'El id del usuario o, si no, su nombre de usuario.',
  who: 'Un nombre de usuario o un correo electrónico.',
  'set-member.role': 'El rol en el grupo. Los `manager` son editores que además gestionan los miembros.',
  'add-template.name': 'El nombre de la plantilla.',
  'add-template.group': 'El id del grupo que la conserva; sin él, es del sitio.',
  'add-template.fields':
    'Args de un evento nuevo, sin sus horas, su estado ni su grupo. Se comprueban cuando se crea un evento con ellos.',
  'keep-draft.changes':
    'Los campos del cambio, como en una actualización, sin password. Se prueban: lo que se rechazaría no se guarda.',
  'keep-draft.seen':
    'La versión del borrador que este sustituye, 0 si no había ninguno: 409 si hay otro. Sin ella sustituye a cualquiera.',
  'keep-draft.review':
    'Si el borrador se envía a revisión: quien revisa lo encuentra en la cola. Cada guardado lo indica de nuevo.',
  'apply-draft.seen': 'La versión del borrador que se aplica: 409 si hay otro.',
  'discard-draft.published':
    'Si sus cambios se guardaron de otra manera: se avisa a quien lo envió a revisión.',
  'discard-draft.seen': 'La versión del borrador que se descarta: 409 si hay otro.',
  'rename-template.name': 'El nuevo nombre de la plantilla.',
  'change-user.suspended':
    'Si el usuario no puede iniciar sesión ni usar tokens y feeds secretos; true cierra todas sus sesiones.',
  'change-user.current_password':
    'La contraseña actual. Hace falta para cambiar la propia contraseña o dirección de correo.',
  'change-user.email':
    'La dirección de correo electrónico; vacía la elimina. La nueva dirección propia vale cuando se abre el enlace de un mensaje enviado a ella, si el servicio envía correo. Se avisa a la dirección anterior.',
  'change-user.code':
    'Un código del segundo factor o de recuperación: en lugar de la contraseña, para cambiar la propia dirección de correo.',
  display_name: 'El nombre que ven los demás. Si falta, ven el nombre de usuario.',
  language: 'El idioma de los correos. Por defecto, el del sitio.',
  'begin-factor.current_password': 'La contraseña del usuario.',
  'confirm-factor.code': 'El código que la aplicación muestra ahora.',
  'end-factor.current_password': 'La contraseña, como prueba.',
  'confirm-email.secret':
    'El secreto del enlace del mensaje a la nueva dirección; vale una vez, durante un día.',
  'request-reset.login': 'El nombre de usuario o la dirección de correo electrónico.',
  'read-reset.secret': 'El secreto del enlace.',
  'use-reset.secret':
    'El secreto del enlace; vale una vez, durante un día, y el de una invitación durante una semana.',
  'use-reset.password': 'La nueva contraseña, de al menos 10 caracteres. Termina todas las sesiones.',
  'submit.group':
    'El grupo al que se envía el evento, por id o slug: sus editores lo revisan. Las correcciones no lo cambian.',
  'submit.image':
    'Una imagen del evento: un archivo de hasta 5 MiB. Antes de la decisión solo la ven los revisores.',
  'submit.submitter':
    'Quién envía el evento: un nombre y una dirección de correo para la respuesta. Solo los ven los revisores; se borran 90 días después de la decisión.',
  'submit.nickname': 'Debe quedar vacío. Así se reconocen los programas que rellenan todos los campos.',
  'submit.proof': 'La solución de un desafío, en base64 según ALTCHA. Cada una vale una vez.',
  'change-submission.image': 'Otra imagen: un archivo de hasta 5 MiB; vacío la quita.',
  'change-submission.submitter': 'Otro nombre y otra dirección de correo de quien envía.',
  decision: 'La decisión: approve (aceptar), ask (preguntar) o reject (rechazar).',
  message: 'Lo que se comunica: la pregunta o el motivo.',
  version:
    'La versión que se vio (`version`). Si ha cambiado desde entonces, la respuesta es 409 con lo que cambió.',
  'create-token.name': 'Para qué sirve el token.',
  'create-token.expires': 'Hasta cuándo vale; por defecto, hasta que se revoque.',
  'create-token.scopes':
    'Lo que puede hacer el token, dentro de los derechos de su usuario. Sin ámbitos puede hacer todo lo que puede su usuario.',
  'create-feed.name': 'Para qué es el feed.',
  'create-feed.status': 'Lo que muestra el feed; por defecto, todo lo que su usuario puede leer.',
  'list-changes.since':
    'Devuelve los cambios posteriores a esta revisión, normalmente el next_since de la última página; por defecto, todos los registrados.',
  'list-changes.group':
    'Solo los cambios de eventos y series de estos grupos, por id o slug; 0 son los que no tienen grupo. Lo que sale de ellos consta como eliminado.',
  'list-changes.per_page':
    'Cambios por página, como máximo 1000. Una página termina entre dos revisiones, por lo que puede ser más corta o más larga.',
  'stream-changes.since':
    'Envía los cambios posteriores a esta revisión. La cabecera Last-Event-ID tiene prioridad. Por defecto, todos los registrados.',
  'stream-changes.group':
    'Solo los cambios de eventos y series de estos grupos, por id o slug; 0 son los que no tienen grupo. Lo que sale de ellos consta como eliminado.',
  'add-webhook.url':
    'La URL a la que se envían los cambios: https; http y direcciones privadas solo para hosts de FASTI_WEBHOOK_HOSTS.',
  'change-webhook.url':
    'La URL a la que se envían los cambios: https; http y direcciones privadas solo para hosts de FASTI_WEBHOOK_HOSTS.',
  'add-webhook.types': 'Los tipos de cambios que se envían; por defecto, todos los cambios de elementos.',
  'change-webhook.types': 'Los tipos de cambios que se envían; por defecto, todos los cambios de elementos.',
  'add-webhook.filter':
    'Argumentos de la lista: solo se envían los elementos que coinciden. Lo eliminado se envía siempre.',
  'change-webhook.filter':
    'Argumentos de la lista: solo se envían los elementos que coinciden. Lo eliminado se envía siempre.',
  'add-webhook.active':
    'Si se envían los cambios. Un webhook que se vuelve a activar recibe los cambios a partir de entonces.',
  'change-webhook.active':
    'Si se envían los cambios. Un webhook que se vuelve a activar recibe los cambios a partir de entonces.',
  'add-webhook.private': 'Enviar todo tal como lo ve un administrador, y no solo lo que ve el público.',
  'change-webhook.private': 'Enviar todo tal como lo ve un administrador, y no solo lo que ve el público.',
  'redeliver.delivery': 'El id de la entrega.',
  'follow-actor.actor': 'El actor: un nombre como @calendar@example.org, o su dirección.',
  'follow-actor.group': 'El grupo que recibe sus eventos: su id o slug, o null para ninguno.',
  'follow-actor.category': 'El id de una categoría que reciben sus eventos; 0 para ninguna.',
  'follow-actor.status': 'El estado de los eventos que llegan: `pending` para la revisión, o `publish`.',
  'unfollow-actor.remove': 'Mover sus eventos a la papelera.',
  'block-domain.domain': 'El dominio. Sus subdominios también quedan bloqueados.',
  'unblock-domain.domain': 'El dominio.',
  'add-subscription.address':
    'Dónde está el calendario, que se lee enseguida; si no se puede leer, no se suscribe.',
  'add-subscription.categories': 'Nombres de categorías que reciben todos sus eventos.',
  'add-subscription.group': 'El grupo de los eventos nuevos que no indican ninguno: un id o un slug.',
  'add-subscription.prune': 'Mover a la papelera los eventos que el calendario ya no tiene.',
  'add-subscription.login':
    'El nombre y la contraseña que pide el calendario (HTTP Basic), separados por dos puntos. No se muestran a nadie.',
  'change-subscription.address':
    'Dónde está el calendario a partir de ahora; sus eventos se conservan. Si se envía tal como se mostró, no cambia.',
  'change-subscription.login':
    'El nombre y la contraseña que pide el calendario (HTTP Basic), separados por dos puntos; vacío para ninguno. Con una dirección en otro servidor se olvidan.',
  'change-subscription.categories':
    'Nombres de las categorías que reciben todos sus eventos a partir de ahora.',
  'change-subscription.group': 'El grupo de los eventos nuevos que no indican ninguno: un id o un slug.',
  'change-subscription.prune': 'Mover a la papelera los eventos que el calendario ya no tiene.',
  'geocode.address': 'La dirección que se busca.',
  'preview-recurrence.recurrence': 'La repetición: RRULE, RDATE y EXDATE (RFC 5545 §3.8.5).',
  'preview-recurrence.start_date': 'El comienzo de la primera fecha.',
  'preview-recurrence.end_date': 'El final de la primera fecha.',
  'preview-recurrence.timezone': 'La zona horaria; por defecto, la del sitio.',
  'preview-recurrence.all_day': 'Si las fechas duran días enteros.',
  'preview-recurrence.from': 'Solo las fechas a partir de esta. COUNT sigue contando desde start_date.',
  'read-quick-event.text':
    'Una línea con un título y, en cualquier orden, un día, una hora y «en» un lugar, en el idioma de la raíz.',
  'change-settings.name': 'El nombre del calendario.',
  'change-settings.description': 'Una frase sobre el calendario para los buscadores.',
  'change-settings.timezone': 'La zona horaria del sitio.',
  'change-settings.language': 'El idioma de las páginas y los textos cuya dirección no nombra ninguno.',
  'change-settings.region': 'La región cuyas fechas y horas usan las páginas, como GB, DE o 150.',
  imprint_url: 'La URL del aviso legal, que se enlaza en cada página.',
  privacy_url: 'La URL de la política de privacidad, que se enlaza en cada página.',
  accessibility_contact:
    'La dirección de correo o la URL `http` o `https` para comentarios sobre accesibilidad. Con ella, el calendario tiene una declaración de accesibilidad, que se enlaza en cada página.',
  accessibility_text:
    'Lo que la declaración de accesibilidad dice además, como el organismo ante el que reclamar; texto sin formato.',
  theme: 'El nombre de un tema, uno de `themes`.',
  accent_color:
    'El color de botones y enlaces, `#rrggbb`, en lugar del del tema. Donde no se lee, las páginas muestran uno más oscuro o más claro.',
  head_html: 'HTML al comienzo de cada página. Se sanea.',
  foot_html: 'HTML al final de cada página. Se sanea.',
  'change-settings.logo': 'El id de la imagen junto al nombre.',
  icon: 'El id de la imagen que los navegadores muestran en las pestañas.',
  share_image: 'El id de la imagen que las aplicaciones de mensajería muestran de las páginas sin imagen.',
  every: 'Con qué frecuencia se lee: 30m, 6h, 2d; de 5m a 30d.',
  'audit.resource': 'Solo cambios en cosas de este tipo.',
  'audit.item': 'Solo cambios en lo que tiene este id.',
  'audit.user':
    'Solo cambios del usuario con este id; 0 para los comandos y para todos antes de que hubiera usuarios.',
  'audit.verb': 'Solo cambios de esta clase.',
  'audit.until': 'Solo cambios anteriores a ese momento.',
  'audit.search':
    'Solo cambios en elementos con esto en el título, o de usuarios con esto en su nombre o en su nombre de usuario.',
  'audit.since': 'Solo cambios a partir de entonces.',
  'import.file':
    'El archivo: iCalendar, una tabla (CSV) o líneas JSON, como parte de un cuerpo multipart o como el propio cuerpo.',
  'import.source': 'Cómo se llama la fuente, igual cada vez; por defecto, el nombre del archivo.',
  'import.prune':
    'Mover a la papelera lo que antes vino de esta fuente y ahora no está en ella; solo con iCalendar.',
  'import.dry_run': 'Informar de lo que haría la importación, sin cambiar nada.',
  'import.columns':
    'Qué columnas de una tabla se llaman de otro modo: Event name=title,When=start_date. O una lista JSON de campos en el orden de las columnas: ["title","-"].',
  'import.dates':
    'Cómo se leen las fechas con barras de un archivo CSV: 4/5/2027 es el 5 de abril con month_first y el 4 de mayo con day_first.',
  charset: 'Cómo está codificado el texto del archivo, si no se reconoce.',
  'import.status': 'El estado de los eventos nuevos que no indican ninguno; por defecto, publish.',
  'import.group': 'El grupo de los eventos nuevos que no indican ninguno: un id o un slug.',
  'import.report':
    'summary responde al terminar; lines envía un objeto JSON por cada línea durante la importación y el resumen al final.',
  'preview-import.file': 'El archivo, o su comienzo hasta el final de una línea.',
  id: 'El ID del elemento.',
  slug: 'El slug del elemento: su nombre corto en las direcciones. Si no se envía, se forma a partir del título o del nombre.',
  secret: 'El secreto que hace la dirección: solo lo conoce quien la tiene.',
  password:
    'La contraseña de un evento protegido. Enviada en el cuerpo de una modificación, protege el evento; un valor vacío retira la protección.',
  force: 'Eliminar definitivamente en lugar de mover a la papelera.',

  page: 'La página de la lista, a partir de 1.',
  per_page:
    'El número de elementos por página; los valores superiores al máximo del servicio se reducen a este.',
  'list.search':
    'Solo los elementos con estas palabras: deben aparecer todas, "dos palabras" busca la frase exacta, -palabra excluye.',
  'category.list.search': 'Solo las categorías con este texto en el nombre, el slug o la descripción.',
  'tag.list.search': 'Solo las etiquetas con este texto en el nombre, el slug o la descripción.',
  'list.include': 'Solo los elementos con estos ID.',
  'event.list.include': 'Solo los eventos con estos ID; en ese caso se ignoran todos los filtros de fecha.',
  'event.list.external_id':
    'Solo el evento con este identificador externo: su UID en los feeds y las importaciones, comparado de forma exacta; entonces se ignoran todos los filtros de fecha.',
  'series.list.include': 'Solo las series con estos identificadores.',
  'series.list.start_date': 'Solo las series con una repetición que empieza este día o después.',
  'series.list.end_date': 'Solo las series con una repetición que termina este día o antes.',
  'list.exclude': 'Omitir los elementos con estos ID.',
  'list.status':
    'Solo los elementos con alguno de estos estados: publish, future, draft, pending, private, trash, o any. Por defecto, publish.',
  'list.orderby': 'El criterio de ordenación.',
  'list.order': 'Orden ascendente (asc) o descendente (desc).',
  'list.slug': 'Solo el elemento con este slug.',
  'list.post': 'Solo lo que está asignado al evento con este ID.',
  'list.event': 'Solo lo que está vinculado al evento con este ID.',
  'list.hide_empty': 'Omitir lo que no está asignado a ningún evento publicado.',
  'list.unused':
    'Solo los elementos que no tiene ningún evento, sea cual sea su estado salvo en la papelera (true), o solo los demás (false); una categoría también se usa por los eventos de sus subcategorías. Para editores.',
  'list.parent': 'Solo las subcategorías directas de la categoría con este ID; 0 para las de primer nivel.',
  'list.has_events': 'Solo los elementos vinculados a algún evento (true) o a ninguno (false).',
  'list.only_with_upcoming':
    'Solo los elementos vinculados a un evento que aparece en las listas y aún no ha terminado.',

  'event.feed.start_date':
    'Solo los eventos que empiezan este día o después. Hoy, si solo se envía end_date.',
  'event.feed.end_date':
    'Solo los eventos que terminan este día o antes. Dentro de dos años, si solo se envía start_date.',
  'event.list.start_date':
    'Solo los eventos que empiezan este día o después. Por defecto, hoy, salvo que se envíe otro filtro de fecha o include.',
  'event.list.end_date':
    'Solo los eventos que terminan este día o antes. Por defecto, dentro de dos años; una fecha pasada enviada sola da una lista vacía.',
  'event.list.starts_before': 'Solo los eventos que empiezan este día o antes.',
  'event.list.starts_after': 'Solo los eventos que empiezan después de este día.',
  'event.list.ends_before': 'Solo los eventos que terminan este día o antes.',
  'event.list.ends_after':
    'Solo los eventos que terminan después de este día, incluidos los que están en curso.',
  'event.list.strict_dates': 'Comparar las fechas con precisión de segundos en lugar de por días completos.',
  'event.list.categories':
    'Solo los eventos de alguna de estas categorías o de sus subcategorías: ID o slugs.',
  'event.list.tags': 'Solo los eventos con alguna de estas etiquetas: ID o slugs.',
  'event.list.venue': 'Solo los eventos que se celebran en alguno de estos lugares: ID o slugs.',
  'event.list.organizer': 'Solo los eventos de alguno de estos organizadores: ID o slugs.',
  'event.list.search_in':
    'Dónde puede estar cada palabra: `title`, `text` (descripción y extracto), `venue` (lugar), `organizer` (organizador), `terms` (nombres de categorías y etiquetas). Por defecto en `title,text`. También cuentan otras formas de una palabra (`conciertos` encuentra `concierto`). Si nada contiene las palabras, las de 5 a 16 letras se encuentran también con una letra equivocada. Las de 6 letras o más también al principio y al final de una palabra más larga (`gaerten` encuentra `Volksgärten`), y el japonés y el chino por las palabras entre partículas.',
  'event.list.free': 'Solo los eventos cuyos precios son todos 0 (true), o los demás (false).',
  'event.list.geoloc': 'Solo los eventos cuyo lugar tiene coordenadas (true) o no las tiene (false).',
  'event.list.geoloc_lat': 'La latitud de un punto: solo los eventos cercanos. Requiere geoloc_lng.',
  'event.list.geoloc_lng': 'La longitud de un punto: solo los eventos cercanos. Requiere geoloc_lat.',
  'event.list.geoloc_distance': 'El radio de búsqueda, en kilómetros.',
  'event.list.post_parent':
    'Solo los eventos que pertenecen directamente al evento con este ID; 0 para los que no pertenecen a ningún otro.',
  'event.list.series': 'Solo las repeticiones de las series con estos identificadores.',
  'event.list.collapse': 'Con `series`: de cada serie, solo el primer evento en el orden de la lista.',
  'event.list.expand':
    'En calendarios: cada fecha de una serie como evento propio, en lugar de un solo evento con una regla.',
  'event.list.ticketed': 'Solo los eventos con entradas (true) o sin ellas (false).',
  'event.list.hide_from_listings': 'Solo los eventos ocultos; reservado a quienes pueden editarlos.',

  description: 'La descripción, en HTML.',
  'event.excerpt': 'Un breve resumen, en HTML.',
  website: 'La dirección web completa, que empieza por http://, https://, mailto: o tel:.',
  'event.event_status':
    'Qué ha sido del evento: `scheduled` (se celebra), `cancelled` (cancelado), `postponed` (aplazado), `rescheduled` (nueva fecha) o `moved_online` (pasa a ser en línea). El título no cambia.',
  'event.attendance_mode':
    'Cómo se asiste al evento: `offline` (presencial), `online` (en línea) o `mixed` (ambos).',
  'event.online_url': 'La dirección en la que el evento se celebra en línea; vacío la elimina.',
  'event.status_reason':
    'Por qué el evento no se celebra como estaba previsto, por ejemplo una tormenta: un texto que se muestra junto a su estado; vacío lo elimina.',
  show_map: 'Indica si se muestra un mapa.',
  show_map_link: 'Indica si se muestra un enlace a un mapa.',
  'event.hide_from_listings': 'Indica si el evento se oculta en las listas.',
  'event.sticky': 'Indica si el evento se fija en lo alto de su día en las vistas del calendario.',
  'event.featured': 'Indica si el evento se destaca.',
  'venue.address': 'La calle y el número.',
  'venue.city': 'La ciudad.',
  'venue.country': 'El país.',
  'venue.province': 'La provincia.',
  'venue.state': 'El estado o condado.',
  'venue.zip': 'El código postal.',
  phone: 'El número de teléfono.',
  'venue.stateprovince':
    'El estado o la provincia, según corresponda; mientras no se establezca, toma el valor de esos campos.',
  'venue.accessibility':
    'Lo que los visitantes deben saber sobre el acceso, como escalones, aseos y bucles magnéticos.',
  'venue.geo_lat': 'La latitud, en grados.',
  'venue.geo_lng': 'La longitud, en grados.',
  email: 'La dirección de correo electrónico.',
  federated:
    'Si se le puede seguir en la web social (fediverso), donde el calendario participa en ella. Lo deciden los editores del sitio.',
  color:
    'El color de la categoría en el calendario, como `#rrggbb`. Las páginas lo oscurecen o aclaran donde no se vería.',
  'category.federated_as':
    'La categoría de FEP-8a8e que sus eventos tienen en la web social (fediverso), por ejemplo `MUSIC`; `by_name`: la que corresponde a su nombre, o si no `MEETING`.',
  'group.color': 'El color del grupo, como `#rrggbb`.',
  'group.main':
    'Si los eventos del grupo aparecen en el calendario principal: `all` (todos), `review` (solo los que añaden los editores del sitio) o `none` (ninguno).',
  'media.alt_text': 'Lo que muestra la imagen, para quienes no la ven.',
  'media.credit': 'Quién hizo la imagen, como se nombra junto a ella; vacío para nadie.',
  'media.license':
    'La licencia de la imagen: una dirección o un texto. Las páginas y los datos enlazados llevan de los nombres de Creative Commons, como `CC BY-SA 4.0`, a sus textos.',
  'media.focus_x':
    'El punto que los recortes mantienen a la vista: porcentaje desde la izquierda, 50 por defecto.',
  'media.focus_y': 'El punto que los recortes mantienen a la vista: porcentaje desde arriba, 50 por defecto.',
  'event.list.event_status':
    'Solo los eventos con uno de estos valores: `scheduled`, `cancelled`, `postponed`, `rescheduled`, `moved_online`. Sin él, las listas los muestran todos.',
  'event.list.attendance_mode':
    'Solo los eventos a los que se asiste de una de estas maneras: `offline`, `online`, `mixed`.',
  'event.list.sticky': 'Solo los eventos fijados (true) o los que no lo están (false).',
  'event.list.featured': 'Solo los eventos destacados (true) o los no destacados (false).',

  author: 'El ID del usuario al que pertenece el elemento.',
  date: 'La fecha de publicación del elemento, en la zona horaria del sitio. Una fecha futura programa la publicación.',
  date_utc: 'La fecha de publicación del elemento, en UTC.',
  status: 'El estado de publicación: publish, future, draft, pending o private.',
  image: 'La imagen destacada: el ID de un archivo multimedia o una dirección; un valor vacío la quita.',
  name: 'El nombre, único dentro de un mismo nivel.',
  parent: 'El ID de la categoría superior; 0 si no hay ninguna.',

  'event.title': 'El título, como texto sin formato.',
  'event.start_date': 'El inicio del evento: fecha y hora en su zona horaria.',
  'event.end_date': 'El final del evento: fecha y hora en su zona horaria; no puede ser anterior al inicio.',
  'event.timezone':
    'La zona horaria del evento, por ejemplo Europe/Paris o UTC+2; por defecto, la del sitio.',
  'event.all_day':
    'Indica si el evento dura todo el día: desde el comienzo del primer día hasta el final del último.',
  'event.no_end_time':
    'Indica si no se sabe o no se dice cuándo termina el evento. Entonces `end_date` es igual a `start_date`, no hace falta enviarlo y no se muestra; los calendarios y los datos enlazados no tienen fin. No vale para días enteros.',
  'event.cost': 'El precio: un texto como $10 - $20 o Gratis, un número, o una lista de estos valores.',
  'event.categories': 'Las categorías: ID, slugs o nombres.',
  'event.tags': 'Las etiquetas: ID, slugs o nombres.',
  'event.group': 'El grupo del evento: su id o slug, o null si no tiene.',
  'event.in_main': 'Si el evento está en el calendario principal; sin grupo siempre lo está.',
  'event.list.group': 'Solo eventos de uno de estos grupos: ids o slugs; 0 para los que no tienen grupo.',
  'event.list.in_main': 'Solo eventos que están en el calendario principal, o solo los que no están.',
  'event.list.awaits_main':
    'Solo eventos de grupos con revisión que esperan un lugar en el calendario principal, o solo los demás.',
  move_to: 'El grupo al que pasan los eventos, o 0: quedan sin grupo.',
  'event.venue': 'Dónde se celebra: los ID de lugares existentes o los datos de lugares nuevos.',
  'event.organizer':
    'Quién lo organiza: los ID de organizadores existentes o los datos de organizadores nuevos.',
  'event.tickets':
    'Las entradas: una lista de name, price, currency, url, availability, valid_from y valid_through.',
  'item.language':
    'El idioma de los textos propios del elemento, uno de los idiomas de contenido del sitio (BCP 47). Por defecto, el del sitio.',
  'item.translations':
    'Traducciones por idioma: un objeto de textos para cada uno, con un estado (published o draft). Null quita un idioma; null o un texto vacío quita un texto; lo demás se conserva.',
  'list.translations': '`all` muestra todas las traducciones del elemento, con su estado.',
  'read.translations': '`all` muestra todas las traducciones del elemento, con su estado.',
  lang: 'El idioma de contenido en que se muestran los textos, como fr o fr-CH. Por defecto, el de la dirección.',
  fallback:
    '`none` omite los elementos que no se pueden leer en el idioma pedido. Si no, se muestran en otro.',
  available_in: 'Solo los elementos que se pueden leer en uno de estos idiomas.',
  'event.custom_fields':
    'Campos personalizados: nombre → texto, número, booleano, o label y value; null elimina el campo.',
  'event.post_parent': 'El ID del evento al que pertenece este; 0 si no pertenece a ninguno.',
  'event.recurrence':
    'Cómo se repite el evento: líneas de RFC 5545 como RRULE:FREQ=WEEKLY;COUNT=10, RDATE y EXDATE. El evento es la primera repetición.',
  'event.apply_to':
    'De una repetición de una serie: si el cambio vale para este evento solo (`this`), también para los siguientes (`following`) o para todos (`all`). Por defecto, `this`.',
  'event.inherit':
    'De una repetición de una serie: los nombres de los campos que se toman otra vez de la serie.',
  'event.put.uid':
    'El identificador con el que se conoce el evento en otra parte, exactamente como se envía: su external_id y su UID en los feeds y las importaciones.',
  'batch.operations': 'De 1 a 100 escrituras de elementos: method, path bajo el espacio de nombres y body.',
  'batch.atomic': 'Todo o nada, en una transacción; si no, cada operación por separado.',
  'batch.seen':
    'X-Fasti-Revision de la lista en la que se vieron los eventos: se rechaza lo que cambió desde entonces.',
  'revert.change': 'El id del cambio del historial tras el cual el elemento estaba como debe volver a estar.',
  'list-translations.language': 'El idioma al que se traduce.',
  'list-translations.state': 'Solo los elementos en estos estados; por defecto, todos.',
  'list-translations.resource': 'Solo los elementos de estos tipos; por defecto, todos.',
  'translate.language': 'El idioma del borrador.',
  'translate.replace': 'Si el borrador reemplaza una traducción publicada o hecha por una persona.',
  'undo.revision':
    'La revisión de la escritura, tal como figura en su cabecera X-Fasti-Revision y en el historial.',
  'merge.items': 'Los id de 1 a 100 elementos del mismo tipo que pasan a formar parte de este.',
  'event.duplicate.dates':
    'Cuándo comienzan las copias: de 1 a 100 fechas. Un día sin hora conserva la hora del evento.',
  'event.duplicate.status': 'El estado de las copias; por defecto, draft.',
  'event.bulk.ids': 'Los id de 1 a 100 eventos.',
  'event.bulk.add_categories': 'Categorías que se añaden: id, slugs o nombres.',
  'event.bulk.remove_categories': 'Los id de las categorías que se quitan.',
  'event.bulk.add_tags': 'Etiquetas que se añaden: id, slugs o nombres.',
  'event.bulk.remove_tags': 'Los id de las etiquetas que se quitan.',
  'event.bulk.venue': 'Los id de los lugares, que sustituyen a los de los eventos; [] para ninguno.',
  'event.bulk.status': 'El nuevo estado de publicación.',
  'event.bulk.shift_days':
    'Cuántos días se desplazan los eventos; negativo hacia atrás. La hora se mantiene.',
  'event.bulk.seen':
    'X-Fasti-Revision de la lista en la que se vieron los eventos: se rechaza lo que cambió desde entonces.',
  'mcp.jsonrpc': 'La versión de JSON-RPC.',
  'mcp.method': 'El método del mensaje, como tools/list o tools/call.',
  'mcp.id': 'El identificador que repite la respuesta.',
  'mcp.params': 'Los parámetros del método.',
  'mcp.read_only': 'Ofrecer solo herramientas de lectura. Se envía en la cadena de consulta.',

  'venue.venue': 'El nombre del lugar.',
  'media.file':
    'La imagen: JPEG, PNG, GIF, WebP o AVIF, como parte de un formulario multipart o como cuerpo de la petición.',
  'media.title': 'El título, como texto sin formato; al subir la imagen, por defecto el nombre del archivo.',
  'media.event':
    'El evento al que pertenece la imagen. Los colaboradores solo suben imágenes para eventos propios no publicados.',
  'media.svg':
    'Si el archivo puede ser un SVG, para el logotipo o el icono del sitio: se elimina todo lo que haga algo más que dibujar. Solo para administradores.',
  'media.list.search':
    'Solo los archivos multimedia con estas palabras en el título o el texto alternativo: deben aparecer todas, "dos palabras" busca la frase exacta, -palabra excluye.',
  'organizer.organizer': 'El nombre del organizador.',

  index: 'Describir las rutas y sus parámetros',
  doc: 'Describir el servicio en formato OpenAPI',
  'sign-in': 'Iniciar sesión',
  'who-am-i': 'Mostrar el usuario actual',
  'sign-out': 'Cerrar sesión',
  'list-users': 'Listar los usuarios',
  'add-user': 'Añadir un usuario',
  'change-user': 'Dar a un usuario otro rol u otra contraseña',
  'remove-user': 'Eliminar un usuario',
  'transfer-items': 'Traspasar todo aquello de lo que un usuario es autor',
  'end-sessions': 'Cerrar todas las sesiones de un usuario',
  'list-tokens': 'Listar los tokens de un usuario',
  'create-token': 'Crear un token',
  'revoke-token': 'Revocar un token',
  'list-feeds': 'Listar los feeds secretos de un usuario',
  'create-feed': 'Crear un feed secreto',
  'revoke-feed': 'Revocar un feed secreto',
  'read-user': 'Mostrar un usuario',
  'invite-user': 'Invitar a un usuario a crear una contraseña',
  'list-sessions': 'Listar las sesiones de un usuario',
  'end-session': 'Terminar una sesión',
  'read-factor': 'Mostrar si un usuario tiene un segundo factor',
  'begin-factor': 'Empezar a configurar un segundo factor',
  'remove-factor': 'Quitar el segundo factor de otro usuario',
  'confirm-factor': 'Activar un segundo factor',
  'end-factor': 'Quitar el propio segundo factor',
  'confirm-email': 'Confirmar la propia nueva dirección de correo',
  'request-reset': 'Pedir un enlace para crear otra contraseña',
  'read-reset': 'Mostrar para quién es un enlace de contraseña',
  'use-reset': 'Crear una contraseña con un enlace o una invitación',
  'submission-challenge': 'Obtener un desafío que resolver antes de enviar un evento',
  'list-submissions': 'Listar los envíos que esperan una decisión',
  submit: 'Enviar un evento para su revisión',
  'read-submission': 'Mostrar el propio envío',
  'change-submission': 'Corregir el propio envío',
  'withdraw-submission': 'Retirar el propio envío',
  'submission-image': 'Mostrar la imagen de un envío',
  'decide-submission': 'Decidir sobre un envío',
  'list-asked-events': 'Listar los eventos que esperan la respuesta a una pregunta de la revisión',
  'read-review': 'Mostrar qué se decidió sobre un evento y a cuáles se parece',
  'decide-event': 'Decidir sobre un evento pendiente de revisión',
  'share-preview': 'Compartir durante siete días la vista previa de un evento con un enlace secreto',
  'end-previews': 'Anular los enlaces secretos a vistas previas de un evento',
  'list-drafts': 'Listar los borradores de cambios en eventos',
  'read-draft': 'Mostrar el borrador de cambios en un evento',
  'keep-draft': 'Guardar un borrador de cambios en un evento',
  'discard-draft': 'Descartar el borrador de cambios en un evento',
  'apply-draft': 'Aplicar el borrador de cambios en un evento',
  'list-subscriptions': 'Listar las suscripciones a calendarios',
  'add-subscription': 'Suscribirse a un calendario externo',
  'change-subscription': 'Cambiar la suscripción a un calendario externo',
  'end-subscription': 'Terminar una suscripción; sus eventos se quedan',
  'run-subscription': 'Leer un calendario externo ahora',
  geocode: 'Encontrar las coordenadas de una dirección',
  'preview-recurrence': 'Comprobar una repetición',
  'read-quick-event': 'Leer una línea como evento',
  'read-demo': 'Mostrar el estado de la demostración',
  'add-demo': 'Añadir la demostración a un calendario vacío',
  'remove-demo': 'Quitar la demostración',
  'read-settings': 'Mostrar los ajustes del sitio',
  'change-settings': 'Cambiar los ajustes del sitio',
  'read-upkeep':
    'Mostrar la configuración y el estado del correo, el almacenamiento y las copias de seguridad',
  'send-test-mail': 'Enviarse un mensaje de prueba',
  'back-up': 'Iniciar una copia de seguridad',
  'export-site': 'Exportar todo',
  'list-changes': 'Listar lo que cambió desde una revisión',
  'stream-changes': 'Seguir los cambios como Server-Sent Events',
  'read-federation': 'Mostrar a quién se puede seguir en la web social y el estado de los envíos',
  'list-sent': 'Listar lo enviado a la web social, a cuántos servidores y lo que falló',
  'list-hosts': 'Listar los servidores de la web social a los que se envió algo',
  'list-followers': 'Listar los seguidores en la web social',
  'remove-follower': 'Eliminar un seguidor',
  'approve-follower': 'Aceptar a un seguidor',
  'list-following': 'Listar los actores seguidos',
  'follow-actor': 'Seguir a un actor en la web social',
  'read-following': 'Mostrar un actor seguido',
  'unfollow-actor': 'Dejar de seguir a un actor',
  'list-blocks': 'Listar los dominios bloqueados',
  'block-domain': 'Bloquear un dominio',
  'unblock-domain': 'Desbloquear un dominio',
  'list-webhooks': 'Listar los webhooks',
  'add-webhook': 'Añadir un webhook',
  'read-webhook': 'Leer un webhook',
  'change-webhook': 'Cambiar un webhook',
  'remove-webhook': 'Eliminar un webhook con sus entregas',
  'test-webhook': 'Enviar ahora un mensaje de prueba a un webhook',
  'rotate-webhook': 'Dar un nuevo secreto a un webhook',
  'list-deliveries': 'Listar las entregas de un webhook',
  redeliver: 'Volver a enviar una entrega',
  history: 'Listar los cambios de un elemento',
  audit: 'Listar los cambios de todos los elementos',
  import: 'Importar un calendario, una tabla o líneas JSON',
  'preview-import': 'Examinar un archivo antes de importarlo: formato y columnas',
  batch: 'Escribir varios elementos a la vez',
  revert: 'Volver a una versión anterior de un elemento',
  'list-translations': 'Listar lo que falta por traducir a un idioma',
  translate: 'Guardar un borrador de traducción del servidor de traducción',
  undo: 'Deshacer una escritura completa',
  merge: 'Fusionar elementos en uno',
  'event.duplicate': 'Duplicar un evento en otras fechas',
  'event.bulk': 'Cambiar varios eventos por igual',
  mcp: 'Usar herramientas para asistentes (MCP)',
  'event.list': 'Listar eventos',
  'event.create': 'Crear un evento',
  'event.read': 'Consultar un evento',
  'event.update': 'Modificar un evento',
  'event.put': 'Crear o modificar el evento con un identificador externo',
  'event.remove': 'Mover un evento a la papelera o eliminarlo definitivamente',
  'event.feed': 'Seguir los eventos en un programa de calendario o lector de noticias',
  'secret.feed': 'Suscribirse a los eventos de un feed secreto',
  'event.file': 'Descargar un evento como archivo iCalendar',
  'event.list-file': 'Descargar todos los eventos de una lista como tabla (CSV) o como líneas JSON',
  'series.list': 'Listar las series',
  'series.read': 'Leer una serie',
  'series.update': 'Cambiar una serie y todas sus repeticiones',
  'series.remove': 'Mover a la papelera lo que queda de una serie, o eliminarla por completo',
  'venue.list': 'Listar lugares',
  'venue.create': 'Crear un lugar',
  'venue.read': 'Consultar un lugar',
  'venue.update': 'Modificar un lugar',
  'venue.remove': 'Mover un lugar a la papelera o eliminarlo definitivamente',
  'venue.feed': 'Seguir los eventos de un lugar',
  'organizer.list': 'Listar organizadores',
  'organizer.create': 'Crear un organizador',
  'organizer.read': 'Consultar un organizador',
  'organizer.update': 'Modificar un organizador',
  'organizer.remove': 'Mover un organizador a la papelera o eliminarlo definitivamente',
  'organizer.feed': 'Seguir los eventos de un organizador',
  'category.list': 'Listar categorías',
  'category.create': 'Crear una categoría',
  'category.read': 'Consultar una categoría',
  'category.update': 'Modificar una categoría',
  'category.remove': 'Eliminar una categoría; sus subcategorías suben un nivel',
  'category.feed': 'Seguir los eventos de una categoría',
  'tag.list': 'Listar etiquetas',
  'tag.create': 'Crear una etiqueta',
  'tag.read': 'Consultar una etiqueta',
  'tag.update': 'Modificar una etiqueta',
  'tag.remove': 'Eliminar una etiqueta',
  'group.list': 'Listar los grupos',
  'group.create': 'Crear un grupo',
  'group.read': 'Consultar un grupo',
  'group.update': 'Modificar un grupo',
  'group.remove': 'Eliminar un grupo',
  'list-members': 'Listar los miembros de un grupo',
  'set-member': 'Añadir un miembro a un grupo o cambiar su rol',
  'remove-member': 'Quitar un miembro de un grupo',
  'list-templates': 'Listar las plantillas de eventos',
  'add-template': 'Crear una plantilla de eventos',
  'rename-template': 'Cambiar el nombre de una plantilla',
  'remove-template': 'Eliminar una plantilla',
  'export-person': 'Mostrar todo lo que se guarda de una persona',
  'erase-person': 'Borrar a una persona',
  'media.list': 'Listar archivos multimedia',
  'media.create': 'Subir una imagen',
  'media.read': 'Consultar un archivo multimedia',
  'media.update': 'Modificar un archivo multimedia',
  'media.remove': 'Eliminar una imagen; los elementos que la mostraban se quedan sin imagen',
  'tag.feed': 'Seguir los eventos con una etiqueta',

  'document.head': '(solo las cabeceras)',
  'document.options': 'Listar lo que ofrece esta ruta',
  'document.by.id': '(por ID)',
  'document.by.slug': '(por slug)',

  'group.service': 'Acerca del servicio',
  'group.event': 'Eventos',
  'group.series': 'Series de eventos',
  'group.venue': 'Lugares',
  'group.organizer': 'Organizadores',
  'group.category': 'Categorías',
  'group.tag': 'Etiquetas',
  'group.group': 'Grupos',
  'group.media': 'Archivos multimedia',

  'parameter._fields': 'Conservar solo estas claves: rutas separadas por comas, por ejemplo events.id,total.',
  'parameter.dry_run':
    'Solo ensayar: la respuesta es la que sería, con "dry_run": true al lado, y no se guarda nada. También puede ir en el cuerpo.',
}
