/** French. */
import type { ApiDescriptionWords } from './en.ts'

export const frApiDescriptionWords: ApiDescriptionWords = {
  'index.namespace': 'L’espace de noms à décrire.',
  'index.context': 'Le contexte dans lequel la réponse est utilisée : view, embed ou edit.',

  'sign-in.login': 'L’identifiant ou l’adresse e-mail de la personne qui se connecte.',
  'sign-in.password': 'Son mot de passe.',
  'sign-in.code': 'Le code du second facteur, s’il y en a un : celui de l’application ou un code de secours.',

  'add-user.login':
    'L’identifiant de connexion : 1 à 60 caractères parmi a-z, 0-9, point, trait d’union et tiret bas.',
  'add-user.role': 'Ce que l’utilisateur peut faire.',
  'add-user.password': 'Un mot de passe d’au moins 10 caractères ; sans lui, il ne reste que les jetons.',
  'add-user.email':
    'L’adresse e-mail. Qui a une adresse mais pas de mot de passe est invité à en choisir un.',
  'change-user.role': 'Ce que l’utilisateur peut faire désormais.',
  'change-user.password':
    'Un autre mot de passe d’au moins 10 caractères, ou vide pour aucun ; il met fin aux sessions de l’utilisateur.',
  'transfer-items.to': 'L’identifiant de l’utilisateur qui devient l’auteur.',
  'transfer-items.group': 'L’ID du groupe où passent les événements et les séries de la personne.',
  user: 'L’identifiant de l’utilisateur, sinon son nom de connexion.',
  who: 'Un identifiant ou une adresse e-mail.',
  'set-member.role': 'Le rôle dans le groupe. Les `manager` sont des éditeurs qui gèrent aussi les membres.',
  'add-template.name': 'Le nom du modèle.',
  'add-template.group': 'L’id du groupe qui le garde ; absent pour un modèle du site.',
  'add-template.fields':
    'Les args d’un nouvel événement, sans ses horaires, son statut ni son groupe. Ils sont vérifiés quand un événement en est fait.',
  'keep-draft.changes':
    'Les champs de la modification, comme pour une mise à jour, sans password. Ils sont essayés ; ce qui serait refusé n’est pas conservé.',
  'keep-draft.seen':
    'La version du brouillon que celui-ci remplace, 0 s’il n’y en avait pas : 409 s’il y en a un autre. Sans elle, il remplace tout brouillon.',
  'keep-draft.review':
    'Indique si le brouillon est envoyé pour relecture : il apparaît alors dans la file d’attente. Chaque enregistrement l’indique à nouveau.',
  'apply-draft.seen': 'La version du brouillon à appliquer : 409 s’il y en a un autre.',
  'discard-draft.published':
    'Si ses modifications ont été enregistrées autrement : l’auteur de ce qui a été soumis l’apprend.',
  'discard-draft.seen': 'La version du brouillon à abandonner : 409 s’il y en a un autre.',
  'rename-template.name': 'Le nouveau nom du modèle.',
  'change-user.suspended':
    'Si l’utilisateur ne peut ni se connecter ni utiliser de jetons et de flux secrets ; true met fin à toutes ses sessions.',
  'change-user.current_password':
    'Le mot de passe actuel. Il est nécessaire pour changer son propre mot de passe ou sa propre adresse e-mail.',
  'change-user.email':
    'L’adresse e-mail ; une valeur vide la supprime. Sa propre nouvelle adresse vaut une fois ouvert le lien d’un message qui y est envoyé, si le service envoie des e-mails. L’ancienne adresse est prévenue.',
  'change-user.code':
    'Un code du second facteur ou un code de secours : à la place du mot de passe, pour changer sa propre adresse e-mail.',
  display_name: 'Le nom que voient les autres. À défaut, ils voient l’identifiant.',
  language: 'La langue des e-mails. Par défaut, celle du site.',
  'begin-factor.current_password': 'Le mot de passe de l’utilisateur.',
  'confirm-factor.code': 'Le code que l’application affiche maintenant.',
  'end-factor.current_password': 'Le mot de passe, comme preuve.',
  'confirm-email.secret':
    'Le secret du lien du message envoyé à la nouvelle adresse ; il vaut une fois, pendant un jour.',
  'request-reset.login': 'L’identifiant ou l’adresse e-mail.',
  'read-reset.secret': 'Le secret du lien.',
  'use-reset.secret':
    'Le secret du lien ; il vaut une fois, pendant un jour, celui d’une invitation pendant une semaine.',
  'use-reset.password': 'Le nouveau mot de passe, d’au moins 10 caractères. Met fin à toutes les sessions.',
  'submit.group':
    'Le groupe auquel l’événement est envoyé, par id ou slug : ses éditeurs l’examinent. Les corrections n’y changent rien.',
  'submit.image':
    'Une image de l’événement : un fichier de 5 Mio au plus. Avant la décision, seuls les relecteurs la voient.',
  'submit.submitter':
    'Qui propose l’événement : un nom, et une adresse e-mail pour la réponse. Seuls les relecteurs les voient ; ils sont effacés 90 jours après la décision.',
  'submit.nickname': 'Doit rester vide. Les programmes qui remplissent chaque champ s’y reconnaissent.',
  'submit.proof': 'La solution d’un défi, en base64 au format d’ALTCHA. Chacune vaut une fois.',
  'change-submission.image': 'Une autre image : un fichier de 5 Mio au plus ; vide la retire.',
  'change-submission.submitter': 'Un autre nom et une autre adresse e-mail.',
  decision: 'La décision : approve (accepter), ask (demander) ou reject (refuser).',
  message: 'Ce qui est communiqué : la question ou la raison.',
  version:
    'La version vue (`version`). Si l’entrée a changé depuis, la réponse est 409 avec ce qui a changé.',
  'create-token.name': 'À quoi sert le jeton.',
  'create-token.expires': 'Jusqu’à quand il est valable ; par défaut, jusqu’à sa révocation.',
  'create-token.scopes':
    'Ce que le jeton peut faire, dans les limites des droits de son utilisateur. Sans portée, il peut faire tout ce que peut son utilisateur.',
  'create-feed.name': 'À quoi sert le flux.',
  'create-feed.status': 'Ce que montre le flux ; par défaut, tout ce que son utilisateur peut lire.',
  'list-changes.since':
    'Renvoyer les changements après cette révision, en général le next_since de la dernière page ; par défaut, tous ceux qui sont enregistrés.',
  'list-changes.group':
    'Seulement les changements des événements et séries de ces groupes, par identifiant ou slug ; 0 désigne ceux sans groupe. Ce qui les quitte est signalé comme retiré.',
  'list-changes.per_page':
    'Changements par page, 1 000 au plus. Une page se termine entre deux révisions ; elle peut donc être plus courte ou plus longue.',
  'stream-changes.since':
    'Envoyer les changements après cette révision. L’en-tête Last-Event-ID est prioritaire. Par défaut, tous ceux qui sont enregistrés.',
  'stream-changes.group':
    'Seulement les changements des événements et séries de ces groupes, par identifiant ou slug ; 0 désigne ceux sans groupe. Ce qui les quitte est signalé comme retiré.',
  'add-webhook.url':
    'L’URL à laquelle les changements sont envoyés : https ; http et adresses privées seulement pour les hôtes de FASTI_WEBHOOK_HOSTS.',
  'change-webhook.url':
    'L’URL à laquelle les changements sont envoyés : https ; http et adresses privées seulement pour les hôtes de FASTI_WEBHOOK_HOSTS.',
  'add-webhook.types': 'Les types de changements à envoyer ; par défaut, tous les changements d’éléments.',
  'change-webhook.types': 'Les types de changements à envoyer ; par défaut, tous les changements d’éléments.',
  'add-webhook.filter':
    'Arguments de la liste : seuls les éléments correspondants sont envoyés. Ce qui est supprimé est toujours envoyé.',
  'change-webhook.filter':
    'Arguments de la liste : seuls les éléments correspondants sont envoyés. Ce qui est supprimé est toujours envoyé.',
  'add-webhook.active':
    'Si les changements sont envoyés. Un webhook réactivé reçoit les changements à partir de ce moment.',
  'change-webhook.active':
    'Si les changements sont envoyés. Un webhook réactivé reçoit les changements à partir de ce moment.',
  'add-webhook.private':
    'Tout envoyer comme le voit un administrateur, et pas seulement ce que voit le public.',
  'change-webhook.private':
    'Tout envoyer comme le voit un administrateur, et pas seulement ce que voit le public.',
  'redeliver.delivery': 'L’id de la livraison.',
  'follow-actor.actor': 'L’acteur : un nom comme @calendar@example.org, ou son adresse.',
  'follow-actor.group':
    'Le groupe qui reçoit ses événements : son identifiant ou son slug, ou null pour aucun.',
  'follow-actor.category': 'L’identifiant d’une catégorie donnée à ses événements ; 0 pour aucune.',
  'follow-actor.status': 'Le statut des événements reçus : `pending` pour la relecture, ou `publish`.',
  'unfollow-actor.remove': 'Mettre ses événements à la corbeille.',
  'block-domain.domain': 'Le domaine. Ses sous-domaines sont bloqués aussi.',
  'unblock-domain.domain': 'Le domaine.',
  'add-subscription.address':
    'Où se trouve le calendrier, qui est lu aussitôt ; s’il ne peut pas l’être, il n’y a pas d’abonnement.',
  'add-subscription.categories': 'Noms de catégories que reçoivent tous ses événements.',
  'add-subscription.group':
    'Le groupe des nouveaux événements qui n’en indiquent pas : un identifiant ou un slug.',
  'add-subscription.prune': 'Mettre à la corbeille les événements que le calendrier n’a plus.',
  'add-subscription.login':
    'Le nom et le mot de passe que demande le calendrier (HTTP Basic), séparés par deux-points. Ils ne sont montrés à personne.',
  'change-subscription.address':
    'Où se trouve désormais le calendrier ; ses événements sont conservés. Envoyée telle qu’elle est affichée, l’adresse ne change pas.',
  'change-subscription.login':
    'Le nom et le mot de passe que demande le calendrier (HTTP Basic), séparés par deux-points ; vide pour aucun. Une adresse sur un autre serveur les fait oublier.',
  'change-subscription.categories': 'Noms des catégories que tous ses événements reçoivent désormais.',
  'change-subscription.group':
    'Le groupe des nouveaux événements qui n’en indiquent pas : un identifiant ou un slug.',
  'change-subscription.prune': 'Mettre à la corbeille les événements que le calendrier n’a plus.',
  'geocode.address': 'L’adresse recherchée.',
  'preview-recurrence.recurrence': 'La répétition : RRULE, RDATE et EXDATE (RFC 5545 §3.8.5).',
  'preview-recurrence.start_date': 'Le début de la première date.',
  'preview-recurrence.end_date': 'La fin de la première date.',
  'preview-recurrence.timezone': 'Le fuseau horaire ; par défaut, celui du site.',
  'preview-recurrence.all_day': 'Si les dates durent des jours entiers.',
  'preview-recurrence.from':
    'Seulement les dates à partir de celle-ci. COUNT compte toujours depuis start_date.',
  'read-quick-event.text':
    'Une ligne avec un titre et, dans n’importe quel ordre, un jour, une heure et « à » un lieu, dans la langue de la racine.',
  'change-settings.name': 'Le nom du calendrier.',
  'change-settings.description': 'Une phrase sur le calendrier pour les moteurs de recherche.',
  'change-settings.timezone': 'Le fuseau horaire du site.',
  'change-settings.language': 'La langue des pages et des textes dont l’adresse n’en nomme aucune.',
  'change-settings.region':
    'La région dont les pages utilisent les dates et les heures, comme GB, DE ou 150.',
  imprint_url: 'L’URL des mentions légales, vers lesquelles chaque page renvoie.',
  privacy_url: 'L’URL de la politique de confidentialité, vers laquelle chaque page renvoie.',
  accessibility_contact:
    'L’adresse e-mail ou l’URL `http` ou `https` pour les retours sur l’accessibilité. Avec elle, le calendrier a une déclaration d’accessibilité, vers laquelle chaque page renvoie.',
  accessibility_text:
    'Ce que la déclaration d’accessibilité dit en outre, par exemple l’autorité de recours ; texte brut.',
  theme: 'Le nom d’un thème, parmi `themes`.',
  accent_color:
    'La couleur des boutons et des liens, `#rrggbb`, à la place de celle du thème. Là où elle serait illisible, les pages en montrent une plus foncée ou plus claire.',
  head_html: 'HTML en haut de chaque page. Il est assaini.',
  foot_html: 'HTML en bas de chaque page. Il est assaini.',
  'change-settings.logo': 'L’id de l’image à côté du nom.',
  icon: 'L’id de l’image que les navigateurs affichent dans les onglets.',
  share_image: 'L’id de l’image que les messageries affichent pour les pages sans image.',
  every: 'À quelle fréquence il est lu : 30m, 6h, 2d ; de 5m à 30d.',
  'audit.resource': 'Seulement les modifications d’éléments de ce type.',
  'audit.item': 'Seulement les modifications de ce qui a cet identifiant.',
  'audit.user':
    'Seulement les modifications de l’utilisateur de cet identifiant ; 0 pour les commandes, et pour tous avant qu’il y ait des utilisateurs.',
  'audit.verb': 'Seulement les modifications de cette sorte.',
  'audit.until': 'Seulement les modifications avant ce moment.',
  'audit.search':
    'Seulement les modifications d’éléments dont le titre contient ceci, ou par des utilisateurs dont le nom ou l’identifiant le contient.',
  'audit.since': 'Seulement les modifications à partir de ce moment.',
  'import.file':
    'Le fichier : iCalendar, un tableau (CSV) ou des lignes JSON, comme partie d’un corps multipart ou comme le corps lui-même.',
  'import.source': 'Comment s’appelle la source, chaque fois de même ; par défaut le nom du fichier.',
  'import.prune':
    'Mettre à la corbeille ce qui est venu de cette source et n’y est plus ; pour iCalendar seulement.',
  'import.dry_run': 'Rapporter ce que ferait l’importation, sans rien modifier.',
  'import.columns':
    'Quelles colonnes d’un tableau s’appellent autrement : Event name=title,When=start_date. Ou une liste JSON des champs dans l’ordre des colonnes : ["title","-"].',
  'import.dates':
    'Comment lire les dates à barres obliques d’un fichier CSV : 4/5/2027 est le 5 avril avec month_first, le 4 mai avec day_first.',
  charset: 'Comment le texte du fichier est encodé, si cela n’est pas reconnu.',
  'import.status': 'L’état des nouveaux événements qui n’en indiquent aucun ; publish par défaut.',
  'import.group': 'Le groupe des nouveaux événements qui n’en indiquent pas : un identifiant ou un slug.',
  'import.report':
    'summary répond à la fin ; lines envoie un objet JSON par ligne pendant l’import, puis le résumé.',
  'preview-import.file': 'Le fichier, ou son début jusqu’à la fin d’une ligne.',
  id: 'L’identifiant de l’élément.',
  slug: 'Le slug de l’élément : son nom court dans les adresses. À défaut, il est formé à partir du titre ou du nom.',
  secret: 'Le secret qui fait l’adresse : seuls ceux qui l’ont le connaissent.',
  password:
    'Le mot de passe d’un événement protégé. Envoyé dans le corps d’une modification, il protège l’événement ; une valeur vide retire la protection.',
  force: 'Supprimer définitivement au lieu de mettre à la corbeille.',

  page: 'La page de la liste à afficher, à partir de 1.',
  per_page: 'Le nombre d’éléments par page ; toute valeur supérieure au maximum du service y est ramenée.',
  'list.search':
    'Uniquement les éléments contenant ces mots : tous doivent y figurer, "deux mots" cherche l’expression exacte, -mot exclut.',
  'category.list.search':
    'Uniquement les catégories dont le nom, le slug ou la description contient ce texte.',
  'tag.list.search': 'Uniquement les étiquettes dont le nom, le slug ou la description contient ce texte.',
  'list.include': 'Uniquement les éléments ayant ces identifiants.',
  'event.list.include':
    'Uniquement les événements ayant ces identifiants ; tous les filtres de date sont alors ignorés.',
  'event.list.external_id':
    'Seulement l’événement qui a cet identifiant externe : son UID dans les flux et les importations, comparé à l’identique ; tous les filtres de date sont alors ignorés.',
  'series.list.include': 'Seulement les séries ayant ces identifiants.',
  'series.list.start_date': 'Seulement les séries ayant une occurrence qui commence ce jour-là ou plus tard.',
  'series.list.end_date': 'Seulement les séries ayant une occurrence qui se termine ce jour-là ou plus tôt.',
  'list.exclude': 'Écarter les éléments ayant ces identifiants.',
  'list.status':
    'Uniquement les éléments ayant l’un de ces états : publish, future, draft, pending, private, trash, ou any (tous sauf la corbeille). Par défaut : publish.',
  'list.orderby': 'Le critère de tri.',
  'list.order': 'L’ordre de tri : croissant (asc) ou décroissant (desc).',
  'list.slug': 'Uniquement l’élément ayant ce slug.',
  'list.post': 'Uniquement ce qui est attribué à l’événement ayant cet identifiant.',
  'list.event': 'Uniquement ce qui est lié à l’événement ayant cet identifiant.',
  'list.hide_empty': 'Écarter ce qui n’est attribué à aucun événement publié.',
  'list.unused':
    'Uniquement les éléments qu’aucun événement n’utilise, quel que soit son état hormis la corbeille (true), ou uniquement les autres (false) ; une catégorie est aussi utilisée par les événements de ses sous-catégories. Pour les éditeurs.',
  'list.parent':
    'Uniquement les sous-catégories directes de la catégorie ayant cet identifiant ; 0 pour celles de premier niveau.',
  'list.has_events': 'Uniquement les éléments liés à au moins un événement (true), ou à aucun (false).',
  'list.only_with_upcoming':
    'Uniquement les éléments liés à un événement qui figure dans les listes et n’est pas terminé.',

  'event.feed.start_date':
    'Uniquement les événements qui commencent ce jour-là ou après. Aujourd’hui, si seul end_date est envoyé.',
  'event.feed.end_date':
    'Uniquement les événements qui se terminent au plus tard ce jour-là. Dans deux ans, si seul start_date est envoyé.',
  'event.list.start_date':
    'Uniquement les événements qui commencent ce jour-là ou après. Par défaut : aujourd’hui, sauf si un autre filtre de date ou include est envoyé.',
  'event.list.end_date':
    'Uniquement les événements qui se terminent au plus tard ce jour-là. Par défaut : dans deux ans ; une date passée envoyée seule donne une liste vide.',
  'event.list.starts_before': 'Uniquement les événements qui commencent au plus tard ce jour-là.',
  'event.list.starts_after': 'Uniquement les événements qui commencent après ce jour.',
  'event.list.ends_before': 'Uniquement les événements qui se terminent au plus tard ce jour-là.',
  'event.list.ends_after':
    'Uniquement les événements qui se terminent après ce jour, y compris ceux qui sont en cours.',
  'event.list.strict_dates': 'Comparer les dates à la seconde près plutôt que par journées entières.',
  'event.list.categories':
    'Uniquement les événements de l’une de ces catégories ou de leurs sous-catégories : identifiants ou slugs.',
  'event.list.tags': 'Uniquement les événements portant l’une de ces étiquettes : identifiants ou slugs.',
  'event.list.venue':
    'Uniquement les événements qui ont lieu dans l’un de ces lieux : identifiants ou slugs.',
  'event.list.organizer': 'Uniquement les événements de l’un de ces organisateurs : identifiants ou slugs.',
  'event.list.search_in':
    'Où chaque mot peut se trouver : `title`, `text` (description et extrait), `venue` (lieu), `organizer` (organisateur), `terms` (noms des catégories et des étiquettes). Par défaut dans `title,text`. D’autres formes d’un mot comptent aussi (`concerts` trouve `concert`). Si rien ne contient les mots, ceux de 5 à 16 lettres sont aussi trouvés avec une lettre fausse. Ceux de 6 lettres et plus le sont aussi au début et à la fin d’un mot plus long (`gaerten` trouve `Volksgärten`), et le japonais et le chinois par les mots entre les particules.',
  'event.list.free': 'Seulement les événements dont tous les prix sont 0 (true), ou les autres (false).',
  'event.list.geoloc':
    'Uniquement les événements dont le lieu est géolocalisé (true), ou ne l’est pas (false).',
  'event.list.geoloc_lat':
    'La latitude d’un point : uniquement les événements à proximité. Nécessite geoloc_lng.',
  'event.list.geoloc_lng':
    'La longitude d’un point : uniquement les événements à proximité. Nécessite geoloc_lat.',
  'event.list.geoloc_distance': 'Le rayon de recherche, en kilomètres.',
  'event.list.post_parent':
    'Uniquement les événements rattachés directement à l’événement ayant cet identifiant ; 0 pour ceux qui ne sont rattachés à aucun.',
  'event.list.series': 'Seulement les occurrences des séries ayant ces identifiants.',
  'event.list.collapse':
    'Avec `series` : de chaque série, seulement le premier événement dans l’ordre de la liste.',
  'event.list.expand':
    'Dans les calendriers : chaque date d’une série comme un événement à part, au lieu d’un seul avec une règle.',
  'event.list.ticketed': 'Uniquement les événements avec billetterie (true), ou sans (false).',
  'event.list.hide_from_listings':
    'Uniquement les événements masqués ; réservé aux personnes autorisées à les modifier.',

  description: 'La description, en HTML.',
  'event.excerpt': 'Un court résumé, en HTML.',
  website: 'L’adresse web complète, commençant par http://, https://, mailto: ou tel:.',
  'event.event_status':
    'Ce qu’est devenu l’événement : `scheduled` (maintenu), `cancelled` (annulé), `postponed` (reporté), `rescheduled` (nouvelle date) ou `moved_online` (désormais en ligne). Le titre ne change pas.',
  'event.attendance_mode':
    'Comment participer : `offline` (sur place), `online` (en ligne) ou `mixed` (les deux).',
  'event.online_url': 'L’adresse à laquelle l’événement a lieu en ligne ; vide la supprime.',
  'event.status_reason':
    'Pourquoi l’événement n’a pas lieu comme prévu, par exemple une tempête : un texte affiché à côté de son état ; vide le supprime.',
  show_map: 'Indique si une carte est affichée.',
  show_map_link: 'Indique si un lien vers une carte est affiché.',
  'event.hide_from_listings': 'Indique si l’événement est masqué dans les listes.',
  'event.sticky': 'Indique si l’événement est épinglé en tête de sa journée dans les vues du calendrier.',
  'event.featured': 'Indique si l’événement est mis en avant.',
  'venue.address': 'L’adresse : numéro et rue.',
  'venue.city': 'La ville.',
  'venue.country': 'Le pays.',
  'venue.province': 'La province.',
  'venue.state': 'L’État, la région ou le comté.',
  'venue.zip': 'Le code postal.',
  phone: 'Le numéro de téléphone.',
  'venue.stateprovince':
    'L’État ou la province, selon le cas ; repris de ces champs tant qu’aucune valeur propre n’est donnée.',
  'venue.accessibility':
    'Ce que les visiteurs doivent savoir sur l’accès : marches, toilettes, boucles magnétiques, par exemple.',
  'venue.geo_lat': 'La latitude, en degrés.',
  'venue.geo_lng': 'La longitude, en degrés.',
  email: 'L’adresse e-mail.',
  federated:
    'Indique si l’on peut le suivre sur le web social (fédivers), là où le calendrier y participe. Les éditeurs du site en décident.',
  color:
    'La couleur de la catégorie dans le calendrier, sous la forme `#rrggbb`. Les pages l’assombrissent ou l’éclaircissent là où elle ne se verrait pas.',
  'category.federated_as':
    'La catégorie de FEP-8a8e que ses événements ont sur le web social (fédivers), par exemple `MUSIC` ; `by_name` : celle qui correspond à son nom, sinon `MEETING`.',
  'group.color': 'La couleur du groupe, sous la forme `#rrggbb`.',
  'group.main':
    'Indique si les événements du groupe paraissent dans le calendrier principal : `all` (tous), `review` (seulement ceux que les éditeurs du site ajoutent) ou `none` (aucun).',
  'media.alt_text': 'Ce que montre l’image, pour les personnes qui ne la voient pas.',
  'media.credit': 'Qui a fait l’image, tel que nommé à côté d’elle ; vide pour personne.',
  'media.license':
    'La licence de l’image : une adresse ou un texte. Les pages et les données liées mènent des noms de Creative Commons, tels que `CC BY-SA 4.0`, à leurs textes.',
  'media.focus_x':
    'Le point que les recadrages gardent visible : pourcentage depuis la gauche, 50 par défaut.',
  'media.focus_y': 'Le point que les recadrages gardent visible : pourcentage depuis le haut, 50 par défaut.',
  'event.list.event_status':
    'Seulement les événements avec l’une de ces valeurs : `scheduled`, `cancelled`, `postponed`, `rescheduled`, `moved_online`. Sans elle, les listes les montrent tous.',
  'event.list.attendance_mode':
    'Seulement les événements auxquels on participe ainsi : `offline`, `online`, `mixed`.',
  'event.list.sticky': 'Seulement les événements épinglés (true), ou les autres (false).',
  'event.list.featured': 'Uniquement les événements mis en avant (true), ou uniquement les autres (false).',

  author: 'L’identifiant du compte auquel appartient l’élément.',
  date: 'La date de publication de l’élément, dans le fuseau horaire du site. Une date à venir programme la publication.',
  date_utc: 'La date de publication de l’élément, en UTC.',
  status: 'L’état de publication : publish, future, draft, pending ou private.',
  image: 'L’image mise en avant : l’identifiant d’un média ou une adresse ; une valeur vide la retire.',
  name: 'Le nom, unique au sein d’un même niveau.',
  parent: 'L’identifiant de la catégorie parente ; 0 s’il n’y en a pas.',

  'event.title': 'Le titre, en texte brut.',
  'event.start_date': 'Le début de l’événement : date et heure dans son fuseau horaire.',
  'event.end_date':
    'La fin de l’événement : date et heure dans son fuseau horaire ; elle ne peut précéder le début.',
  'event.timezone':
    'Le fuseau horaire de l’événement, par exemple Europe/Paris ou UTC+2 ; par défaut celui du site.',
  'event.all_day':
    'Indique si l’événement dure toute la journée : du premier instant du premier jour au dernier instant du dernier.',
  'event.no_end_time':
    'Indique si l’heure de fin est inconnue ou n’est pas annoncée. `end_date` est alors égal à `start_date`, n’a pas à être envoyé et n’est pas affiché ; les calendriers et les données liées n’ont pas de fin. Pas pour les journées entières.',
  'event.cost': 'Le tarif : un texte tel que $10 - $20 ou Gratuit, un nombre, ou une liste de ces valeurs.',
  'event.categories': 'Les catégories : identifiants, slugs ou noms.',
  'event.tags': 'Les étiquettes : identifiants, slugs ou noms.',
  'event.group': 'Le groupe de l’événement : son identifiant ou son slug, ou null pour aucun.',
  'event.in_main':
    'Indique si l’événement est dans le calendrier principal ; sans groupe, il y est toujours.',
  'event.list.group':
    'Seulement les événements de l’un de ces groupes : identifiants ou slugs ; 0 pour ceux qui n’en ont pas.',
  'event.list.in_main': 'Seulement les événements du calendrier principal, ou seulement les autres.',
  'event.list.awaits_main':
    'Seulement les événements de groupes avec relecture qui attendent une place dans le calendrier principal, ou seulement les autres.',
  move_to: 'Le groupe qui reçoit les événements, ou 0 : ils restent sans groupe.',
  'event.venue':
    'Où l’événement a lieu : les identifiants de lieux existants, ou les informations de nouveaux lieux.',
  'event.organizer':
    'Qui organise l’événement : les identifiants d’organisateurs existants, ou les informations de nouveaux organisateurs.',
  'event.tickets':
    'Les billets : une liste de name, price, currency, url, availability, valid_from et valid_through.',
  'item.language':
    'La langue des textes d’origine de l’élément, l’une des langues de contenu du site (BCP 47). Par défaut, celle du site.',
  'item.translations':
    'Traductions par langue : un objet de textes pour chacune, avec un état (published ou draft). Null supprime une langue, null ou un texte vide supprime un texte ; le reste est conservé.',
  'list.translations': '`all` montre toutes les traductions de l’élément, avec leur état.',
  'read.translations': '`all` montre toutes les traductions de l’élément, avec leur état.',
  lang: 'La langue de contenu dans laquelle les textes sont affichés, par exemple fr ou fr-CH. Par défaut, celle de l’adresse.',
  fallback:
    '`none` omet les éléments qui ne peuvent pas être lus dans la langue demandée. Sinon, ils apparaissent dans une autre.',
  available_in: 'Seulement les éléments lisibles dans l’une de ces langues.',
  'event.custom_fields':
    'Des champs personnalisés : nom → texte, nombre, booléen, ou label et value ; null supprime le champ.',
  'event.post_parent': 'L’identifiant de l’événement auquel celui-ci est rattaché ; 0 s’il n’y en a pas.',
  'event.recurrence':
    'Comment l’événement se répète : lignes de la RFC 5545 telles que RRULE:FREQ=WEEKLY;COUNT=10, RDATE et EXDATE. L’événement est la première occurrence.',
  'event.apply_to':
    'D’une occurrence d’une série : si le changement vaut pour cet événement seul (`this`), aussi pour les suivants (`following`) ou pour tous (`all`). Par défaut `this`.',
  'event.inherit': 'D’une occurrence d’une série : les noms des champs à reprendre de la série.',
  'event.put.uid':
    'L’identifiant sous lequel l’événement est connu ailleurs, exactement tel qu’envoyé : son external_id et son UID dans les flux et les importations.',
  'batch.operations': 'De 1 à 100 écritures d’éléments : method, path sous l’espace de noms, et body.',
  'batch.atomic': 'Tout ou rien, en une transaction ; sinon chaque opération séparément.',
  'batch.seen':
    'X-Fasti-Revision de la liste dans laquelle les événements ont été vus : ce qui a changé depuis est refusé.',
  'revert.change':
    'L’identifiant de la modification de l’historique après laquelle l’élément était tel qu’il doit redevenir.',
  'list-translations.language': 'La langue vers laquelle traduire.',
  'list-translations.state': 'Seulement les éléments dans ces états ; tous par défaut.',
  'list-translations.resource': 'Seulement les éléments de ces types ; tous par défaut.',
  'translate.language': 'La langue du brouillon.',
  'translate.replace': 'Si le brouillon remplace une traduction publiée ou faite par une personne.',
  'undo.revision':
    'La révision de l’écriture, telle que l’indiquent son en-tête X-Fasti-Revision et l’historique.',
  'merge.items': 'Les identifiants de 1 à 100 éléments du même type qui deviennent une partie de celui-ci.',
  'event.duplicate.dates':
    'Quand commencent les copies : 1 à 100 dates. Un jour sans heure garde l’heure de l’événement.',
  'event.duplicate.status': 'Le statut des copies ; draft par défaut.',
  'event.bulk.ids': 'Les identifiants de 1 à 100 événements.',
  'event.bulk.add_categories': 'Catégories à ajouter : identifiants, slugs ou noms.',
  'event.bulk.remove_categories': 'Les identifiants des catégories à retirer.',
  'event.bulk.add_tags': 'Étiquettes à ajouter : identifiants, slugs ou noms.',
  'event.bulk.remove_tags': 'Les identifiants des étiquettes à retirer.',
  'event.bulk.venue': 'Les identifiants des lieux, qui remplacent ceux des événements ; [] pour aucun.',
  'event.bulk.status': 'Le nouveau statut de publication.',
  'event.bulk.shift_days':
    'De combien de jours les événements sont décalés ; négatif pour plus tôt. L’heure reste.',
  'event.bulk.seen':
    'X-Fasti-Revision de la liste dans laquelle les événements ont été vus : ce qui a changé depuis est refusé.',
  'mcp.jsonrpc': 'La version de JSON-RPC.',
  'mcp.method': 'La méthode du message, comme tools/list ou tools/call.',
  'mcp.id': 'L’identifiant que la réponse répète.',
  'mcp.params': 'Les paramètres de la méthode.',
  'mcp.read_only': 'Ne proposer que des outils de lecture. Envoyé dans la chaîne de requête.',

  'venue.venue': 'Le nom du lieu.',
  'media.file':
    'L’image : JPEG, PNG, GIF, WebP ou AVIF, dans un formulaire multipart ou directement comme corps de la requête.',
  'media.title': 'Le titre, en texte brut ; à l’envoi, par défaut le nom du fichier.',
  'media.event':
    'L’événement auquel l’image est destinée. Les contributeurs n’en envoient que pour leurs propres événements non publiés.',
  'media.svg':
    'Indique si le fichier peut être un SVG, pour le logo ou l’icône du site : tout ce qui fait plus que dessiner en est retiré. Réservé aux administrateurs.',
  'media.list.search':
    'Uniquement les médias contenant ces mots dans leur titre ou leur texte alternatif : tous doivent y figurer, "deux mots" cherche l’expression exacte, -mot exclut.',
  'organizer.organizer': 'Le nom de l’organisateur.',

  index: 'Décrire les routes et leurs paramètres',
  doc: 'Décrire le service au format OpenAPI',
  'sign-in': 'Se connecter',
  'who-am-i': 'Afficher l’utilisateur actuel',
  'sign-out': 'Se déconnecter',
  'list-users': 'Lister les utilisateurs',
  'add-user': 'Ajouter un utilisateur',
  'change-user': 'Donner à un utilisateur un autre rôle ou mot de passe',
  'remove-user': 'Retirer un utilisateur',
  'transfer-items': 'Transmettre tout ce dont un utilisateur est l’auteur',
  'end-sessions': 'Déconnecter un utilisateur partout',
  'list-tokens': 'Lister les jetons d’un utilisateur',
  'create-token': 'Créer un jeton',
  'revoke-token': 'Révoquer un jeton',
  'list-feeds': 'Lister les flux secrets d’un utilisateur',
  'create-feed': 'Créer un flux secret',
  'revoke-feed': 'Révoquer un flux secret',
  'read-user': 'Afficher un utilisateur',
  'invite-user': 'Inviter un utilisateur à choisir un mot de passe',
  'list-sessions': 'Lister les sessions d’un utilisateur',
  'end-session': 'Mettre fin à une session',
  'read-factor': 'Indiquer si un utilisateur a un second facteur',
  'begin-factor': 'Commencer à configurer un second facteur',
  'remove-factor': 'Retirer le second facteur d’un autre utilisateur',
  'confirm-factor': 'Activer un second facteur',
  'end-factor': 'Retirer son propre second facteur',
  'confirm-email': 'Confirmer sa propre nouvelle adresse e-mail',
  'request-reset': 'Demander un lien pour choisir un nouveau mot de passe',
  'read-reset': 'Indiquer pour qui vaut un lien de mot de passe',
  'use-reset': 'Choisir un mot de passe par un lien ou une invitation',
  'submission-challenge': 'Obtenir un défi à résoudre avant de proposer un événement',
  'list-submissions': 'Lister les propositions en attente',
  submit: 'Proposer un événement à la relecture',
  'read-submission': 'Afficher sa propre proposition',
  'change-submission': 'Corriger sa propre proposition',
  'withdraw-submission': 'Retirer sa propre proposition',
  'submission-image': 'Afficher l’image d’une proposition',
  'decide-submission': 'Décider d’une proposition',
  'list-asked-events': 'Lister les événements qui attendent la réponse à une question de la relecture',
  'read-review': 'Montrer ce qui a été décidé sur un événement et à quoi il ressemble',
  'decide-event': 'Décider d’un événement en attente de relecture',
  'share-preview': 'Partager l’aperçu d’un événement par un lien secret, pendant sept jours',
  'end-previews': 'Mettre fin aux liens secrets vers les aperçus d’un événement',
  'list-drafts': 'Lister les brouillons de modifications d’événements',
  'read-draft': 'Afficher le brouillon de modifications d’un événement',
  'keep-draft': 'Conserver un brouillon de modifications d’un événement',
  'discard-draft': 'Abandonner le brouillon de modifications d’un événement',
  'apply-draft': 'Appliquer le brouillon de modifications à un événement',
  'list-subscriptions': 'Lister les abonnements à des calendriers',
  'add-subscription': 'S’abonner à un calendrier extérieur',
  'change-subscription': 'Modifier l’abonnement à un calendrier externe',
  'end-subscription': 'Mettre fin à un abonnement ; ses événements restent',
  'run-subscription': 'Lire un calendrier extérieur maintenant',
  geocode: 'Trouver les coordonnées d’une adresse',
  'preview-recurrence': 'Vérifier une répétition',
  'read-quick-event': 'Lire une ligne comme un événement',
  'read-demo': 'Montrer l’état de la démonstration',
  'add-demo': 'Ajouter la démonstration à un calendrier vide',
  'remove-demo': 'Retirer la démonstration',
  'read-settings': 'Afficher les réglages du site',
  'change-settings': 'Modifier les réglages du site',
  'read-upkeep': 'Montrer la configuration et l’état des e-mails, du stockage et des sauvegardes',
  'send-test-mail': 'S’envoyer un message de test',
  'back-up': 'Lancer une sauvegarde',
  'export-site': 'Tout exporter',
  'list-changes': 'Lister ce qui a changé depuis une révision',
  'stream-changes': 'Suivre les changements en Server-Sent Events',
  'read-federation': 'Montrer qui l’on peut suivre sur le web social, et l’état des envois',
  'list-sent': 'Lister ce qui a été envoyé sur le web social, à combien de serveurs, et les échecs',
  'list-hosts': 'Lister les serveurs du web social auxquels quelque chose a été envoyé',
  'list-followers': 'Lister les abonnés sur le web social',
  'remove-follower': 'Retirer un abonné',
  'approve-follower': 'Accepter un abonné',
  'list-following': 'Lister les acteurs suivis',
  'follow-actor': 'Suivre un acteur sur le web social',
  'read-following': 'Afficher un acteur suivi',
  'unfollow-actor': 'Ne plus suivre un acteur',
  'list-blocks': 'Lister les domaines bloqués',
  'block-domain': 'Bloquer un domaine',
  'unblock-domain': 'Débloquer un domaine',
  'list-webhooks': 'Lister les webhooks',
  'add-webhook': 'Ajouter un webhook',
  'read-webhook': 'Lire un webhook',
  'change-webhook': 'Modifier un webhook',
  'remove-webhook': 'Supprimer un webhook avec ses livraisons',
  'test-webhook': 'Envoyer maintenant un message de test à un webhook',
  'rotate-webhook': 'Donner un nouveau secret à un webhook',
  'list-deliveries': 'Lister les livraisons d’un webhook',
  redeliver: 'Envoyer une livraison à nouveau',
  history: 'Lister les modifications d’un élément',
  audit: 'Lister les modifications de tous les éléments',
  import: 'Importer un calendrier, un tableau ou des lignes JSON',
  'preview-import': 'Examiner un fichier avant l’import : format et colonnes',
  batch: 'Écrire plusieurs éléments à la fois',
  revert: 'Rétablir une version antérieure d’un élément',
  'list-translations': 'Lister ce qui reste à traduire dans une langue',
  translate: 'Conserver un brouillon de traduction du serveur de traduction',
  undo: 'Annuler une écriture dans son ensemble',
  merge: 'Fusionner des éléments en un seul',
  'event.duplicate': 'Dupliquer un événement à d’autres dates',
  'event.bulk': 'Modifier plusieurs événements de la même façon',
  mcp: 'Utiliser des outils pour assistants (MCP)',
  'event.list': 'Lister les événements',
  'event.create': 'Créer un événement',
  'event.read': 'Consulter un événement',
  'event.update': 'Modifier un événement',
  'event.put': 'Créer ou modifier l’événement qui a un identifiant externe',
  'event.remove': 'Mettre un événement à la corbeille ou le supprimer définitivement',
  'event.feed': 'Suivre les événements dans un logiciel de calendrier ou un lecteur de flux',
  'secret.feed': 'S’abonner aux événements d’un flux secret',
  'event.file': 'Télécharger un événement au format iCalendar',
  'event.list-file':
    'Télécharger tous les événements d’une liste sous forme de tableau (CSV) ou de lignes JSON',
  'series.list': 'Lister les séries',
  'series.read': 'Lire une série',
  'series.update': 'Modifier une série et toutes ses occurrences',
  'series.remove': 'Mettre à la corbeille ce qui reste à venir d’une série, ou la supprimer définitivement',
  'venue.list': 'Lister les lieux',
  'venue.create': 'Créer un lieu',
  'venue.read': 'Consulter un lieu',
  'venue.update': 'Modifier un lieu',
  'venue.remove': 'Mettre un lieu à la corbeille ou le supprimer définitivement',
  'venue.feed': 'Suivre les événements d’un lieu',
  'organizer.list': 'Lister les organisateurs',
  'organizer.create': 'Créer un organisateur',
  'organizer.read': 'Consulter un organisateur',
  'organizer.update': 'Modifier un organisateur',
  'organizer.remove': 'Mettre un organisateur à la corbeille ou le supprimer définitivement',
  'organizer.feed': 'Suivre les événements d’un organisateur',
  'category.list': 'Lister les catégories',
  'category.create': 'Créer une catégorie',
  'category.read': 'Consulter une catégorie',
  'category.update': 'Modifier une catégorie',
  'category.remove': 'Supprimer une catégorie ; ses sous-catégories remontent d’un niveau',
  'category.feed': 'Suivre les événements d’une catégorie',
  'tag.list': 'Lister les étiquettes',
  'tag.create': 'Créer une étiquette',
  'tag.read': 'Consulter une étiquette',
  'tag.update': 'Modifier une étiquette',
  'tag.remove': 'Supprimer une étiquette',
  'group.list': 'Lister les groupes',
  'group.create': 'Créer un groupe',
  'group.read': 'Lire un groupe',
  'group.update': 'Modifier un groupe',
  'group.remove': 'Supprimer un groupe',
  'list-members': 'Lister les membres d’un groupe',
  'set-member': 'Ajouter un membre à un groupe ou changer son rôle',
  'remove-member': 'Retirer un membre d’un groupe',
  'list-templates': 'Lister les modèles d’événements',
  'add-template': 'Créer un modèle d’événement',
  'rename-template': 'Renommer un modèle',
  'remove-template': 'Supprimer un modèle',
  'export-person': 'Montrer tout ce qui est conservé sur une personne',
  'erase-person': 'Effacer une personne',
  'media.list': 'Lister les médias',
  'media.create': 'Envoyer une image',
  'media.read': 'Consulter un média',
  'media.update': 'Modifier un média',
  'media.remove': 'Supprimer une image ; les éléments qui l’affichaient n’en ont alors plus',
  'tag.feed': 'Suivre les événements portant une étiquette',

  'document.head': '(en-têtes seuls)',
  'document.options': 'Lister ce que propose cette route',
  'document.by.id': '(par identifiant)',
  'document.by.slug': '(par slug)',

  'group.service': 'À propos du service',
  'group.event': 'Événements',
  'group.series': 'Séries',
  'group.venue': 'Lieux',
  'group.organizer': 'Organisateurs',
  'group.category': 'Catégories',
  'group.tag': 'Étiquettes',
  'group.group': 'Groupes',
  'group.media': 'Médias',

  'parameter._fields':
    'Ne garder que ces clés : des chemins séparés par des virgules, par exemple events.id,total.',
  'parameter.dry_run':
    'Seulement répéter : la réponse est celle qui serait donnée, avec "dry_run": true à côté, et rien n’est enregistré. Peut aussi figurer dans le corps.',
}
