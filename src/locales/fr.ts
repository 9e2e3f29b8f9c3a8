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
  'venue.list': 'Lister les lieux',
  'venue.create': 'Créer un lieu',
  'venue.read': 'Consulter un lieu',
  'venue.update': 'Modifier un lieu',
  'venue.remove': 'Mettre un lieu à la corbeille ou le supprimer définitivement',
  'organizer.list': 'Lister les organisateurs',
  'organizer.create': 'Créer un organisateur',
  'organizer.read': 'Consulter un organisateur',
  'organizer.update': 'Modifier un organisateur',
  'organizer.remove': 'Mettre un organisateur à la corbeille ou le supprimer définitivement',
  'category.list': 'Lister les catégories',
  'category.create': 'Créer une catégorie',
  'category.read': 'Consulter une catégorie',
  'category.update': 'Modifier une catégorie',
  'category.remove': 'Supprimer une catégorie ; ses sous-catégories remontent d’un niveau',
  'tag.list': 'Lister les étiquettes',
  'tag.create': 'Créer une étiquette',
  'tag.read': 'Consulter une étiquette',
  'tag.update': 'Modifier une étiquette',
  'tag.remove': 'Supprimer une étiquette',

  'document.service': 'Un service d’agenda d’évènements.',
  'group.service': 'À propos du service',
  'group.event': 'Évènements',
  'group.venue': 'Lieux',
  'group.organizer': 'Organisateurs',
  'group.category': 'Catégories',
  'group.tag': 'Étiquettes',
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
  'answer.problem': 'L’un de ces problèmes :',
  'answer.default': 'Tout autre problème.',
}
