/** French. */
import type { Words } from './en.ts'

export const fr: Words = {
  'index.namespace': 'L’espace de noms à décrire.',
  'index.context': 'Le contexte dans lequel la réponse est utilisée : view, embed ou edit.',

  'sign-in.login': 'L’identifiant de la personne qui se connecte.',
  'sign-in.password': 'Son mot de passe.',

  id: 'L’identifiant de l’élément.',
  slug: 'Le slug de l’élément : son nom court dans les adresses. À défaut, il est formé à partir du titre ou du nom.',
  password:
    'Le mot de passe d’un évènement protégé. Envoyé dans le corps d’une modification, il protège l’évènement ; une valeur vide retire la protection.',
  force: 'Supprimer définitivement au lieu de mettre à la corbeille.',

  page: 'La page de la liste à afficher, à partir de 1.',
  per_page: 'Le nombre d’éléments par page ; toute valeur supérieure au maximum du service y est ramenée.',
  'list.search':
    'Uniquement les éléments contenant ces mots : tous doivent y figurer, "deux mots" cherche l’expression exacte, -mot exclut.',
  'category.list.search':
    'Uniquement les catégories dont le nom, le slug ou la description contient ce texte.',
  'tag.list.search': 'Uniquement les étiquettes dont le nom, le slug ou la description contient ce texte.',
  'list.include': 'Uniquement les éléments ayant ces identifiants.',
  'event.list.include':
    'Uniquement les évènements ayant ces identifiants ; tous les filtres de date sont alors ignorés.',
  'list.exclude': 'Écarter les éléments ayant ces identifiants.',
  'list.status':
    'Uniquement les éléments ayant l’un de ces états : publish, future, draft, pending, private, trash, ou any (tous sauf la corbeille). Par défaut : publish.',
  'list.orderby': 'Le critère de tri.',
  'list.order': 'L’ordre de tri : croissant (asc) ou décroissant (desc).',
  'list.slug': 'Uniquement l’élément ayant ce slug.',
  'list.post': 'Uniquement ce qui est attribué à l’évènement ayant cet identifiant.',
  'list.event': 'Uniquement ce qui est lié à l’évènement ayant cet identifiant.',
  'list.hide_empty': 'Écarter ce qui n’est attribué à aucun évènement publié.',
  'list.parent':
    'Uniquement les sous-catégories directes de la catégorie ayant cet identifiant ; 0 pour celles de premier niveau.',
  'list.has_events': 'Uniquement les éléments liés à au moins un évènement (true), ou à aucun (false).',
  'list.only_with_upcoming':
    'Uniquement les éléments liés à un évènement qui figure dans les listes et n’est pas terminé.',

  'event.list.start_date':
    'Uniquement les évènements qui commencent ce jour-là ou après. Par défaut : aujourd’hui, sauf si un autre filtre de date ou include est envoyé.',
  'event.list.end_date':
    'Uniquement les évènements qui se terminent au plus tard ce jour-là. Par défaut : dans deux ans ; une date passée envoyée seule donne une liste vide.',
  'event.list.starts_before': 'Uniquement les évènements qui commencent au plus tard ce jour-là.',
  'event.list.starts_after': 'Uniquement les évènements qui commencent après ce jour.',
  'event.list.ends_before': 'Uniquement les évènements qui se terminent au plus tard ce jour-là.',
  'event.list.ends_after':
    'Uniquement les évènements qui se terminent après ce jour, y compris ceux qui sont en cours.',
  'event.list.strict_dates': 'Comparer les dates à la seconde près plutôt que par journées entières.',
  'event.list.categories':
    'Uniquement les évènements de l’une de ces catégories ou de leurs sous-catégories : identifiants ou slugs.',
  'event.list.tags': 'Uniquement les évènements portant l’une de ces étiquettes : identifiants ou slugs.',
  'event.list.venue':
    'Uniquement les évènements qui ont lieu dans l’un de ces lieux : identifiants ou slugs.',
  'event.list.organizer': 'Uniquement les évènements de l’un de ces organisateurs : identifiants ou slugs.',
  'event.list.featured': 'Uniquement les évènements mis en avant (true), ou uniquement les autres (false).',
  'event.list.geoloc':
    'Uniquement les évènements dont le lieu est géolocalisé (true), ou ne l’est pas (false).',
  'event.list.geoloc_lat':
    'La latitude d’un point : uniquement les évènements à proximité. Nécessite geoloc_lng.',
  'event.list.geoloc_lng':
    'La longitude d’un point : uniquement les évènements à proximité. Nécessite geoloc_lat.',
  'event.list.geoloc_distance': 'Le rayon de recherche, en kilomètres.',
  'event.list.post_parent':
    'Uniquement les évènements rattachés directement à l’évènement ayant cet identifiant ; 0 pour ceux qui ne sont rattachés à aucun.',
  'event.list.ticketed': 'Uniquement les évènements avec billetterie (true), ou sans (false).',
  'event.list.hide_from_listings':
    'Uniquement les évènements masqués ; réservé aux personnes autorisées à les modifier.',

  author: 'L’identifiant du compte auquel appartient l’élément.',
  date: 'La date de publication de l’élément, dans le fuseau horaire du site. Une date à venir programme la publication.',
  date_utc: 'La date de publication de l’élément, en UTC.',
  status: 'L’état de publication : publish, future, draft, pending ou private.',
  description: 'La description, en HTML.',
  image: 'L’image mise en avant : l’identifiant d’un média ou une adresse ; une valeur vide la retire.',
  website: 'L’adresse web complète, commençant par http://, https://, mailto: ou tel:.',
  phone: 'Le numéro de téléphone.',
  email: 'L’adresse électronique.',
  show_map: 'Indique si une carte est affichée.',
  show_map_link: 'Indique si un lien vers une carte est affiché.',
  name: 'Le nom, unique au sein d’un même niveau.',
  parent: 'L’identifiant de la catégorie parente ; 0 s’il n’y en a pas.',

  'event.title': 'Le titre, en texte brut.',
  'event.start_date': 'Le début de l’évènement : date et heure dans son fuseau horaire.',
  'event.end_date':
    'La fin de l’évènement : date et heure dans son fuseau horaire ; elle ne peut précéder le début.',
  'event.excerpt': 'Un court résumé, en HTML.',
  'event.timezone':
    'Le fuseau horaire de l’évènement, par exemple Europe/Paris ou UTC+2 ; par défaut celui du site.',
  'event.all_day':
    'Indique si l’évènement dure toute la journée : du premier instant du premier jour au dernier instant du dernier.',
  'event.cost': 'Le tarif : un texte tel que $10 - $20 ou Gratuit, un nombre, ou une liste de ces valeurs.',
  'event.hide_from_listings': 'Indique si l’évènement est masqué dans les listes.',
  'event.sticky': 'Indique si l’évènement est épinglé en tête de sa journée dans les vues du calendrier.',
  'event.featured': 'Indique si l’évènement est mis en avant.',
  'event.categories': 'Les catégories : identifiants, slugs ou noms.',
  'event.tags': 'Les étiquettes : identifiants, slugs ou noms.',
  'event.venue':
    'Où l’évènement a lieu : les identifiants de lieux existants, ou les informations de nouveaux lieux.',
  'event.organizer':
    'Qui organise l’évènement : les identifiants d’organisateurs existants, ou les informations de nouveaux organisateurs.',
  'event.tickets':
    'Les billets : une liste de name, price, currency, url, availability, valid_from et valid_through.',
  'event.custom_fields':
    'Des champs personnalisés : nom → texte, nombre, booléen, ou label et value ; null supprime le champ.',
  'event.post_parent': 'L’identifiant de l’évènement auquel celui-ci est rattaché ; 0 s’il n’y en a pas.',

  'venue.venue': 'Le nom du lieu.',
  'venue.address': 'L’adresse : numéro et rue.',
  'venue.city': 'La ville.',
  'venue.country': 'Le pays.',
  'venue.province': 'La province.',
  'venue.state': 'L’État, la région ou le comté.',
  'venue.zip': 'Le code postal.',
  'venue.stateprovince':
    'L’État ou la province, selon le cas ; repris de ces champs tant qu’aucune valeur propre n’est donnée.',
  'venue.geo_lat': 'La latitude, en degrés.',
  'venue.geo_lng': 'La longitude, en degrés.',
  'organizer.organizer': 'Le nom de l’organisateur.',

  index: 'Décrire les routes et leurs paramètres',
  doc: 'Décrire le service au format OpenAPI',
  'sign-in': 'Se connecter',
  'who-am-i': 'Qui suis-je ?',
  'sign-out': 'Se déconnecter',
  'event.list': 'Lister les évènements',
  'event.create': 'Créer un évènement',
  'event.read': 'Consulter un évènement',
  'event.update': 'Modifier un évènement',
  'event.remove': 'Mettre un évènement à la corbeille ou le supprimer définitivement',
  'event.feed': 'Suivre les évènements dans un logiciel d’agenda ou un lecteur de flux',
  'event.file': 'Reprendre un évènement dans un logiciel d’agenda',
  'venue.list': 'Lister les lieux',
  'venue.create': 'Créer un lieu',
  'venue.read': 'Consulter un lieu',
  'venue.update': 'Modifier un lieu',
  'venue.remove': 'Mettre un lieu à la corbeille ou le supprimer définitivement',
  'venue.feed': 'Suivre les évènements d’un lieu',
  'organizer.list': 'Lister les organisateurs',
  'organizer.create': 'Créer un organisateur',
  'organizer.read': 'Consulter un organisateur',
  'organizer.update': 'Modifier un organisateur',
  'organizer.remove': 'Mettre un organisateur à la corbeille ou le supprimer définitivement',
  'organizer.feed': 'Suivre les évènements d’un organisateur',
  'category.list': 'Lister les catégories',
  'category.create': 'Créer une catégorie',
  'category.read': 'Consulter une catégorie',
  'category.update': 'Modifier une catégorie',
  'category.remove': 'Supprimer une catégorie ; ses sous-catégories remontent d’un niveau',
  'category.feed': 'Suivre les évènements d’une catégorie',
  'tag.list': 'Lister les étiquettes',
  'tag.create': 'Créer une étiquette',
  'tag.read': 'Consulter une étiquette',
  'tag.update': 'Modifier une étiquette',
  'tag.remove': 'Supprimer une étiquette',
  'tag.feed': 'Suivre les évènements portant une étiquette',

  'document.service': 'Un service d’agenda d’évènements.',
  'document.description':
    'Un agenda d’évènements : évènements, lieux, organisateurs, catégories et étiquettes. La lecture de ce qui est publié est ouverte à tous ; l’écriture demande un jeton, sauf en mode local. Les paramètres inconnus sont ignorés, une barre oblique finale est tolérée, toute réponse est en JSON et en UTF-8. Les heures de la forme `YYYY-MM-DD HH:MM:SS` sont des heures locales.',
  'document.head': '(en-têtes seuls)',
  'document.options': 'Savoir ce qui peut être demandé à cette adresse',
  'document.by.id': '(par identifiant)',
  'document.by.slug': '(par slug)',
  'document.body':
    'Un objet JSON, ou les mêmes champs dans un formulaire : les listes sous la forme `tags[]=a`, les objets sous la forme `venue[city]=Turin`. Les champs peuvent aussi figurer dans la chaîne de requête ; le corps l’emporte.',

  'group.service': 'À propos du service',
  'group.event': 'Évènements',
  'group.venue': 'Lieux',
  'group.organizer': 'Organisateurs',
  'group.category': 'Catégories',
  'group.tag': 'Étiquettes',

  'about.event': 'Ce qui a lieu, quand et où.',
  'about.venue': 'Où les évènements ont lieu.',
  'about.organizer': 'Qui organise les évènements.',
  'about.category': 'Des termes hiérarchisés, pour classer les évènements.',
  'about.tag': 'Des termes sans hiérarchie, pour marquer les évènements.',
  'about.service': 'Ce que le service dit de lui-même.',

  'answer.index': 'Les routes de cet espace de noms.',
  'answer.doc': 'Ce document.',
  'answer.sign-in': 'La personne connectée ; la réponse apporte le cookie de la session.',
  'answer.who-am-i': 'La personne qui demande ; en session, avec son csrf_token.',
  'answer.sign-out': 'La session est terminée.',
  'answer.list': 'Une page de la liste.',
  'answer.create': 'Le nouvel élément.',
  'answer.read': 'L’élément.',
  'answer.update': 'L’élément modifié.',
  'answer.remove': 'L’élément tel qu’il est désormais, ou tel qu’il était.',
  'answer.feed': 'Les évènements, dans le format indiqué par la fin de l’adresse.',
  'answer.default': 'Tout autre problème.',
  'answer.head': 'Les en-têtes du GET correspondant.',
  'answer.options': 'L’entrée de cette route dans l’index ; Allow indique ce que l’appelant peut faire.',
  'answer.not_modified': 'Rien n’a changé depuis la réponse que cite la requête.',

  'status.400': 'Les données envoyées ne sont pas valides.',
  'status.401': 'Des identifiants de connexion valides sont nécessaires.',
  'status.403': 'L’appelant n’y est pas autorisé.',
  'status.404': 'Ce qui est demandé n’existe pas.',
  'status.405': 'La méthode que remplace ce POST n’existe pas ici.',
  'status.406': 'La requête refuse tous les formats de cette adresse.',
  'status.409': 'Il y a conflit avec ce qui existe déjà.',
  'status.410': 'L’élément est dans la corbeille.',
  'status.412': 'L’élément n’est pas dans l’état que suppose la requête.',
  'status.413': 'Le corps est trop volumineux.',
  'status.414': 'La chaîne de requête est trop longue.',
  'status.415': 'Le format du corps n’est pas pris en charge.',
  'status.422': 'Cette clé a déjà servi pour une autre requête.',
  'status.429': 'Les requêtes ont été trop nombreuses.',
  'status.500': 'Une erreur du service.',
  'status.503': 'Le service ne peut pas répondre pour le moment.',

  'header.ETag':
    'Désigne exactement ce contenu. Celui d’un élément commence par sa version, seule partie que compare If-Match.',
  'header.Last-Modified': 'La date de la dernière modification de l’élément.',
  'header.Cache-Control': 'Qui peut conserver la réponse ; elle doit toujours être revalidée.',
  'header.Vary': 'Les en-têtes de la requête dont dépend la réponse.',
  'header.Link': 'La racine ; pour les listes, aussi les pages première, précédente, suivante et dernière.',
  'header.Location': 'L’adresse du nouvel élément.',
  'header.X-Total-Count': 'Le nombre d’éléments, toutes pages confondues.',
  'header.X-Total-Pages': 'Le nombre de pages.',
  'header.X-Fasti-Revision': 'Un nombre qui croît à chaque écriture.',
  'header.Idempotency-Replayed':
    'Cette réponse est celle qu’a reçue la première requête envoyée avec cette clé.',
  'header.Retry-After': 'Le nombre de secondes à attendre.',
  'header.WWW-Authenticate': 'Comment envoyer les identifiants de connexion.',
  'header.Allow': 'Les méthodes de cette adresse.',
  'header.Set-Cookie':
    'Le secret de la session, vide quand elle prend fin ; toute réponse pendant une session peut le renouveler.',
  'header.Content-Disposition': 'Le nom du fichier à enregistrer ; pour les agendas uniquement.',

  'parameter._fields':
    'Ne garder que ces clés : des chemins séparés par des virgules, par exemple events.id,total.',
  'parameter._envelope':
    'Répondre 200 avec un objet composé de body, status et headers, pour les clients qui ne peuvent pas les lire autrement.',
  'parameter.context':
    'Le contexte dans lequel la réponse est utilisée ; les trois valeurs donnent la même réponse.',
  'parameter._method': 'La méthode que remplace un POST.',
  'parameter.X-HTTP-Method-Override': 'La méthode que remplace un POST.',
  'parameter.If-None-Match': 'Des ETags déjà connus : la réponse est 304 si l’un d’eux vaut encore.',
  'parameter.If-Modified-Since': 'La réponse est 304 si l’élément n’a pas changé depuis.',
  'parameter.If-Match': 'Seulement si l’élément a cet ETag, dont la version seule est comparée ; sinon 412.',
  'parameter.If-Unmodified-Since': 'Seulement si l’élément n’a pas changé depuis ; sinon 412.',
  'parameter.Idempotency-Key':
    'Un texte de votre choix. Pendant 24 heures, la même requête avec la même clé reçoit la même réponse que la première fois.',
  'parameter.X-Event-Password': 'Le mot de passe des évènements protégés.',

  'security.basic': 'Le nom d’utilisateur, avec l’un de ses jetons comme mot de passe.',
  'security.bearer': 'Un jeton.',
  'security.session':
    'Le cookie d’une session web, déposé à la connexion. L’écriture exige en plus son X-CSRF-Token.',
  'security.csrf': 'Le csrf_token que renvoient la connexion et la consultation de la session.',

  'field.id': 'L’identifiant : positif, jamais réutilisé.',
  'field.global_id': 'Un identifiant unique parmi tous les agendas.',
  'field.global_id_lineage':
    'L’identifiant global, puis ceux que portait l’élément là d’où il a été importé.',
  'field.modified': 'La date de dernière modification, dans le fuseau horaire du site.',
  'field.modified_utc': 'La date de dernière modification, en UTC.',
  'field.url': 'La page publique.',
  'field.rest_url': 'L’adresse de l’élément dans cette interface.',
  'field.start_date_details': 'Le début, détaillé.',
  'field.end_date_details': 'La fin, détaillée.',
  'field.utc_start_date': 'Le début, en UTC.',
  'field.utc_end_date': 'La fin, en UTC.',
  'field.utc_start_date_details': 'Le début en UTC, détaillé.',
  'field.utc_end_date_details': 'La fin en UTC, détaillée.',
  'field.timezone_abbr': 'L’abréviation du fuseau horaire au début de l’évènement.',
  'field.cost_details': 'Les prix et la monnaie que mentionne le tarif.',
  'field.ticketed': 'Indique s’il y a une billetterie.',
  'field.password_protected': 'Indique si un mot de passe protège l’évènement.',
  'field.json_ld':
    'Des données structurées selon schema.org ; uniquement dans les réponses portant sur un seul élément.',
  'field.taxonomy': 'Le type de terme.',
  'field.count': 'Le nombre d’évènements publiés qui portent ce terme.',
  'field.urls': 'Les adresses du terme, de tous les termes et de son parent.',
}
