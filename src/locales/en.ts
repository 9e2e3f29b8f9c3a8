/** The words of the API in English: of args, operations and the document. The other languages have the same keys in the same order. */

import type { DocumentWord } from '../contract/openapi.ts'
import { fieldWords } from '../contract/resources/fields/words.ts'

/** Maps each key to its text in one language. Keys name an arg, an operation, or a place in a document. */
export type Words = Readonly<Record<keyof typeof en, string>>

export const en = {
  'index.namespace': 'The namespace to describe.',
  'index.context': 'The view of the response: view, embed or edit.',

  'sign-in.login': 'The login of the user.',
  'sign-in.password': 'The password of the user.',
  'sign-in.code':
    'The code of the second factor, for users who have one: the one that the app shows, or a recovery code.',

  'add-user.login': 'The login: 1 to 60 characters of a-z, 0-9, dot, hyphen and underscore.',
  'add-user.role': 'The role of the user.',
  'add-user.password':
    'A password of at least 10 characters. Without a password, the user can only use tokens.',
  'add-user.email':
    'The e-mail address of the user. A user with an address and without a password is invited to set one.',
  'change-user.role': 'The new role of the user.',
  'change-user.password':
    'A new password of at least 10 characters; empty removes the password. Ends all sessions of the user.',
  'transfer-items.to': 'The id of the user who becomes the author.',
  'change-user.suspended':
    'Whether the user may neither sign in nor use tokens and secret feeds; true ends all sessions of the user.',
  'change-user.current_password':
    'The current password. Users send it to change their own password or e-mail address.',
  'change-user.email':
    'The e-mail address of the user; empty removes it. One’s own new address counts once the link of a message to it is opened, if the service sends e-mail. The former address gets an e-mail about the change.',
  'change-user.code':
    'A code of the second factor, or a recovery code: sent in place of the password to change one’s own e-mail address.',
  display_name: 'The name that others see. Without one they see the login.',
  language: 'The language of e-mail to the user. By default the language of the site.',
  'begin-factor.current_password': 'The password of the user.',
  'confirm-factor.code': 'The code that the app shows now.',
  'end-factor.current_password': 'The password of the user, as proof.',
  'confirm-email.secret':
    'The secret of the link in the message to the new address; it works once, within a day.',
  'request-reset.login': 'The login or the e-mail address of the user.',
  'read-reset.secret': 'The secret of the link.',
  'use-reset.secret': 'The secret of the link; it works once, within a day.',
  'use-reset.password': 'The new password, of at least 10 characters. Ends all sessions of the user.',
  'submit.image':
    'A picture of the event: a file of at most 5 MiB. Before a decision, only reviewers see it.',
  'submit.submitter':
    'Who submits the event: a name, and an e-mail address for the answer. Only reviewers see them; they are erased 90 days after the decision.',
  'submit.nickname': 'Must stay empty. A value shows that a program has filled in every field.',
  'submit.proof': 'The solution of a challenge, as base64 in the form of ALTCHA. Each works once.',
  'change-submission.image': 'Another picture: a file of at most 5 MiB; empty removes it.',
  'change-submission.submitter': 'Another name and e-mail address of the submitter.',
  decision: 'The decision: approve, ask or reject.',
  message: 'The message to the submitter: the question, or the reason.',
  version:
    'The version of the entry that you saw (`version`). If it was changed since, the answer is 409 with what changed.',
  'create-token.name': 'What the token is for.',
  'create-token.expires': 'When the token expires. By default it is valid until it is revoked.',
  'create-token.scopes':
    'What the token may do, within the rights of its user. Without scopes it has all rights of its user.',
  'create-feed.name': 'What the feed is for.',
  'create-feed.status':
    'The statuses of the events in the feed. By default all events that its user may read.',
  'list-changes.since':
    'Return changes after this revision, usually the next_since of the last page; by default, all that are recorded.',
  'list-changes.per_page':
    'Changes per page, at most 1,000. A page ends between two revisions, so it may be shorter or longer.',
  'stream-changes.since':
    'Send changes after this revision. The Last-Event-ID header takes precedence. By default, all that are recorded.',
  'add-webhook.url':
    'The URL that changes are posted to: https; http and private addresses only for hosts in FASTI_WEBHOOK_HOSTS.',
  'change-webhook.url':
    'The URL that changes are posted to: https; http and private addresses only for hosts in FASTI_WEBHOOK_HOSTS.',
  'add-webhook.types': 'The types of changes to send; by default, all changes of items.',
  'change-webhook.types': 'The types of changes to send; by default, all changes of items.',
  'add-webhook.filter': 'Args of the list: only items that match are sent. Removed items are always sent.',
  'change-webhook.filter': 'Args of the list: only items that match are sent. Removed items are always sent.',
  'add-webhook.active':
    'Whether changes are sent. A webhook that is switched on again gets changes from then on.',
  'change-webhook.active':
    'Whether changes are sent. A webhook that is switched on again gets changes from then on.',
  'add-webhook.private': 'Send everything as an administrator sees it, and not only what the public sees.',
  'change-webhook.private': 'Send everything as an administrator sees it, and not only what the public sees.',
  'redeliver.delivery': 'The id of the delivery.',
  'add-subscription.address':
    'The URL of the calendar. It is read immediately; if that fails, no subscription is created.',
  'add-subscription.categories': 'Names of categories to assign to all imported events.',
  'add-subscription.prune': 'Move events to the trash when they disappear from the calendar.',
  'add-subscription.login':
    'The user name and password for HTTP Basic authentication, separated by a colon. They are never shown.',
  'change-subscription.address':
    'The new URL of the calendar. Its events stay. The URL in the form that the service shows changes nothing.',
  'change-subscription.login':
    'The user name and password for HTTP Basic authentication, separated by a colon; empty removes them. They are removed when the URL changes to another server.',
  'change-subscription.categories': 'Names of categories to assign to all imported events.',
  'change-subscription.prune': 'Move events to the trash when they disappear from the calendar.',
  'geocode.address': 'The address to look up.',
  'preview-recurrence.recurrence': 'The recurrence: RRULE, RDATE and EXDATE (RFC 5545 §3.8.5).',
  'preview-recurrence.start_date': 'The start of the first occurrence.',
  'preview-recurrence.end_date': 'The end of the first occurrence.',
  'preview-recurrence.timezone': 'The time zone; by default the site zone.',
  'preview-recurrence.all_day': 'Whether the occurrences last all day.',
  'read-quick-event.text':
    'One line with a title and, in any order, a day, a time and “at” a place, in the language of the root.',
  'change-settings.name': 'The name of the calendar.',
  'change-settings.description': 'A sentence about the calendar for search engines.',
  'change-settings.timezone': 'The site zone.',
  'change-settings.language': 'The language of addresses without a language.',
  'change-settings.region':
    'The region whose formats of dates and times the pages use, such as GB, DE or 150.',
  imprint_url: 'The URL of the imprint, which every page links to.',
  privacy_url: 'The URL of the privacy policy, which every page links to.',
  theme: 'The name of a theme, one of `themes`.',
  head_html: 'HTML at the top of every page. It is sanitised.',
  foot_html: 'HTML at the bottom of every page. It is sanitised.',
  'change-settings.logo': 'The id of the image beside the name.',
  icon: 'The id of the image that browsers show in tabs.',
  share_image: 'The id of the image that messengers show for pages without an image.',
  every: 'How often the calendar is read, such as 30m, 6h or 2d; from 5m to 30d.',
  'audit.resource': 'Only changes to items of this kind.',
  'audit.item': 'Only changes to the item with this id.',
  'audit.user':
    'Only changes by the user with this id; 0 for commands, and for changes made before users existed.',
  'audit.verb': 'Only changes of this type.',
  'audit.since': 'Only changes at or after this time.',
  'import.file':
    'The file: iCalendar, CSV or JSON lines, as a part of a multipart body or as the body itself.',
  'import.source':
    'The name of the source. Use the same name for each import from it. By default the file name.',
  'import.prune':
    'Move events to the trash that were imported from this source before and are now missing from it; iCalendar only.',
  'import.dry_run': 'Report what the import would do, without changing anything.',
  'import.columns':
    'Maps column names of a CSV file to fields: Event name=title,When=start_date. Or a JSON list of fields in the order of the columns: ["title","-"].',
  'import.dates':
    'How dates with slashes in a CSV file are read: 4/5/2027 is April 5 with month_first, 4 May with day_first.',
  'import.status': 'The status of new events without one; by default publish.',
  'import.report':
    'summary responds when the import is complete; lines sends a JSON object for each line while the import runs, and the summary at the end.',
  'preview-import.file': 'The file, or its beginning up to the end of a line.',
  id: 'The id of the item.',
  slug: 'The slug of the item: its short name in URLs. By default derived from the title or name.',
  secret: 'The secret part of the URL.',
  password:
    'The password of a protected event. In the body of an update, it sets the password; empty removes it.',
  force: 'Delete permanently instead of moving to the trash.',

  page: 'The page number, from 1.',
  per_page: 'The number of items per page. Values above the maximum of the service are lowered to it.',
  'list.search':
    'Only items that contain all of these words; "two words" searches for the phrase, -word excludes.',
  'category.list.search': 'Only categories with this text in their name, slug or description.',
  'tag.list.search': 'Only tags with this text in their name, slug or description.',
  'list.include': 'Only the items with these ids.',
  'event.list.include': 'Only the events with these ids; all date filters are then ignored.',
  'event.list.external_id':
    'Only the event with this external id: its UID in feeds and imports, compared exactly; all date filters are then ignored.',
  'series.list.include': 'Only the series with these ids.',
  'series.list.start_date': 'Only series with an occurrence that starts on this day or later.',
  'series.list.end_date': 'Only series with an occurrence that ends on this day or earlier.',
  'list.exclude': 'Leave out the items with these ids.',
  'list.status':
    'Only items of these statuses: publish, future, draft, pending, private, trash, or any. By default publish.',
  'list.orderby': 'The field to sort by.',
  'list.order': 'Ascending (asc) or descending (desc).',
  'list.slug': 'Only the term with this slug.',
  'list.post': 'Only the terms of the event with this id.',
  'list.event': 'Only items linked to the event with this id.',
  'list.hide_empty': 'Leave out terms that no published event has.',
  'list.unused':
    'Only items that no event outside the trash has (true), or only the others (false); a category is used by the events of its subcategories, too. For editors.',
  'list.parent': 'Only the direct children of the category with this id; 0 for those without a parent.',
  'list.has_events': 'Only items that are linked to an event (true), or to none (false).',
  'list.only_with_upcoming': 'Only items that are linked to a listed event that has not ended.',

  'event.list.start_date':
    'Only events that start on this day or later. By default today, unless another date filter or include is sent.',
  'event.list.end_date':
    'Only events that end on this day or earlier. By default two years after today; a date in the past alone gives an empty list.',
  'event.list.starts_before': 'Only events that start on this day or earlier.',
  'event.list.starts_after': 'Only events that start after this day.',
  'event.list.ends_before': 'Only events that end on this day or earlier.',
  'event.list.ends_after': 'Only events that end after this day, including events in progress.',
  'event.list.strict_dates': 'Compare date filters by the second instead of by whole days.',
  'event.list.categories': 'Only events in one of these categories or their subcategories: ids or slugs.',
  'event.list.tags': 'Only events with one of these tags: ids or slugs.',
  'event.list.venue': 'Only events at one of these venues: ids or slugs.',
  'event.list.organizer': 'Only events of one of these organizers: ids or slugs.',
  'event.list.search_in':
    'Where each word may be: `title`, `text` (description and excerpt), `venue`, `organizer`, `terms` (names of categories and tags). By default in `title,text`. Other forms of a word count too (`concerts` finds `concert`). Where nothing has the words, words of 5 to 16 letters are also found with one letter wrong.',
  'event.list.free': 'Only events whose prices are all 0 (true), or the others (false).',
  'event.list.geoloc': 'Only events at a venue with coordinates (true), or the others (false).',
  'event.list.geoloc_lat': 'Latitude of a place: only events near it. Needs geoloc_lng.',
  'event.list.geoloc_lng': 'Longitude of a place: only events near it. Needs geoloc_lat.',
  'event.list.geoloc_distance': 'The maximum distance, in kilometres.',
  'event.list.post_parent':
    'Only the direct children of the event with this id; 0 for those without a parent.',
  'event.list.series': 'Only the occurrences of the series with these ids.',
  'event.list.collapse': 'With `series`: of each series, only the first event in the order of the list.',
  'event.list.expand':
    'In calendars: each occurrence of a series as a single event, instead of one event with a rule.',
  'event.list.ticketed': 'Only events with tickets (true), or without (false).',
  'event.list.hide_from_listings': 'Only the hidden events, for those who may edit them.',

  ...fieldWords,

  author: 'The id of the user who owns the item.',
  date: 'When the item is published, in the time zone of the site. A future date schedules the publication.',
  date_utc: 'When the item is published, in UTC.',
  status: 'The publication status: publish, future, draft, pending or private.',
  image: 'The featured image: the id of a media item or a URL; empty removes it.',
  name: 'The name of the term, unique under its parent.',
  parent: 'The id of the parent category; 0 for none.',

  'event.title': 'The title, as plain text.',
  'event.start_date': 'When the event starts: a date and time in its time zone.',
  'event.end_date': 'When the event ends: a date and time in its time zone, not before it starts.',
  'event.timezone': 'The time zone of the event, such as Europe/Paris or UTC+2; by default that of the site.',
  'event.all_day':
    'Whether the event lasts all day, from the start of its first day to the end of its last day.',
  'event.cost': 'The cost: a text such as $10 - $20 or Free, a number, or a list of these.',
  'event.categories': 'The categories: ids, slugs or names.',
  'event.tags': 'The tags: ids, slugs or names.',
  'event.venue': 'Where the event takes place: ids of venues, or objects that describe new ones.',
  'event.organizer': 'Who organizes the event: ids of organizers, or objects that describe new ones.',
  'event.tickets':
    'The tickets: a list of name, price, currency, url, availability, valid_from and valid_through.',
  'item.language':
    'The language of the item’s own texts, one of the content languages of the site (BCP 47). By default that of the site.',
  'item.translations':
    'Translations by language: an object of texts for each, with a state (published or draft). Null removes a language, null or an empty text removes a text; everything else stays.',
  'list.translations': '`all` shows all translations of the item, with their states.',
  'read.translations': '`all` shows all translations of the item, with their states.',
  lang: 'The content language in which texts are shown, such as fr or fr-CH. By default that of the address.',
  fallback:
    '`none` leaves out the items that cannot be read in the language asked for. By default they are shown in another one.',
  available_in: 'Only items that can be read in one of these languages.',
  'event.custom_fields':
    'Custom fields: name → text, number, boolean, or label and value; null removes the field.',
  'event.post_parent': 'The id of the parent event; 0 for none.',
  'event.recurrence':
    'How the event repeats: lines of RFC 5545 such as RRULE:FREQ=WEEKLY;COUNT=10, RDATE and EXDATE. The event is the first occurrence.',
  'event.apply_to':
    'Of an occurrence of a series: whether the change applies only to `this` event, to it and the `following` ones, or to `all`. By default `this`.',
  'event.inherit': 'Of an occurrence of a series: the names of the fields to take from the series again.',
  'event.put.uid':
    'The id of the event in another system, exactly as sent: its external_id, and its UID in feeds and imports.',
  'batch.operations': '1 to 100 writes of items: method, path below the namespace, and body.',
  'batch.atomic':
    'Whether all operations are one transaction, all or nothing; otherwise each is a separate transaction.',
  'batch.seen':
    'X-Fasti-Revision of the list of events in which the caller saw them: an event that changed since is refused.',
  'revert.change': 'The id of a change in the history: the item is restored as it was after this change.',
  'undo.revision': 'The revision of the write, from its X-Fasti-Revision header or from the history.',
  'merge.items': 'The ids of 1 to 100 items of the same kind that are merged into this one.',
  'event.duplicate.dates':
    'When the copies start: 1 to 100 dates. A day without a time keeps the time of the event.',
  'event.duplicate.status': 'The status of the copies; by default draft.',
  'event.bulk.ids': 'The ids of 1 to 100 events.',
  'event.bulk.add_categories': 'Categories to add: ids, slugs or names.',
  'event.bulk.remove_categories': 'The ids of categories to remove.',
  'event.bulk.add_tags': 'Tags to add: ids, slugs or names.',
  'event.bulk.remove_tags': 'The ids of tags to remove.',
  'event.bulk.venue': 'The ids of the venues that replace those of the events; [] for none.',
  'event.bulk.status': 'The new publication status.',
  'event.bulk.shift_days':
    'The number of days by which the events move; negative for earlier. The time of day stays.',
  'event.bulk.seen':
    'X-Fasti-Revision of the list of events in which the caller saw them: an event that changed since is refused.',
  'mcp.jsonrpc': 'The version of JSON-RPC.',
  'mcp.method': 'The method of the message, such as tools/list or tools/call.',
  'mcp.id': 'The id that the response repeats.',
  'mcp.params': 'The parameters of the method.',
  'mcp.read_only': 'Offer only tools that read. Sent in the query string.',

  'venue.venue': 'The name of the venue.',
  'media.file':
    'The image: JPEG, PNG, GIF, WebP or AVIF, as a part of a multipart body or as the body itself.',
  'media.title': 'The title, as plain text. On upload, the default is the file name.',
  'media.event':
    'The event that the image is for. Contributors may upload only for their own unpublished events.',
  'media.list.search':
    'Only media that contain all of these words in title or alternative text; "two words" searches for the phrase, -word excludes.',
  'organizer.organizer': 'The name of the organizer.',

  index: 'Describe the routes and their parameters',
  doc: 'Describe the service in OpenAPI',
  'sign-in': 'Sign in',
  'who-am-i': 'Show the current user',
  'sign-out': 'Sign out',
  'list-users': 'List users',
  'add-user': 'Add a user',
  'change-user': 'Change the role or password of a user',
  'remove-user': 'Remove a user',
  'transfer-items': 'Hand over everything that a user is author of',
  'end-sessions': 'Sign a user out everywhere',
  'list-tokens': 'List the tokens of a user',
  'create-token': 'Create a token',
  'revoke-token': 'Revoke a token',
  'list-feeds': 'List the secret feeds of a user',
  'create-feed': 'Create a secret feed',
  'revoke-feed': 'Revoke a secret feed',
  'read-user': 'Show a user',
  'invite-user': 'Invite a user to set a password',
  'list-sessions': 'List the sessions of a user',
  'end-session': 'End a session',
  'read-factor': 'Show whether a user has a second factor',
  'begin-factor': 'Begin to set up a second factor',
  'remove-factor': 'Remove the second factor of another user',
  'confirm-factor': 'Activate a second factor',
  'end-factor': 'Remove one’s own second factor',
  'confirm-email': 'Confirm one’s own new e-mail address',
  'request-reset': 'Request a link to set a new password',
  'read-reset': 'Show the user of a link to set a password',
  'use-reset': 'Set a password by a link or an invitation',
  'submission-challenge': 'Get a challenge to solve before submitting an event',
  'list-submissions': 'List the submissions that wait for a decision',
  submit: 'Submit an event for review',
  'read-submission': 'Show one’s own submission',
  'change-submission': 'Correct one’s own submission',
  'withdraw-submission': 'Withdraw one’s own submission',
  'submission-image': 'Show the picture of a submission',
  'decide-submission': 'Decide on a submission',
  'read-review': 'Show the last decision on an event, and similar events',
  'decide-event': 'Decide on an event that waits for a review',
  'list-subscriptions': 'List calendar subscriptions',
  'add-subscription': 'Subscribe to an external calendar',
  'change-subscription': 'Change a calendar subscription',
  'end-subscription': 'Delete a calendar subscription and keep its events',
  'run-subscription': 'Read a subscribed calendar now',
  geocode: 'Find the coordinates of an address',
  'preview-recurrence': 'Preview a recurrence',
  'read-quick-event': 'Read a line as an event',
  'read-demo': 'Show the state of the demo',
  'add-demo': 'Add the demo to an empty calendar',
  'remove-demo': 'Remove the demo',
  'read-settings': 'Show the settings of the site',
  'change-settings': 'Change the settings of the site',
  'list-changes': 'List the changes since a revision',
  'stream-changes': 'Follow changes as Server-Sent Events',
  'list-webhooks': 'List webhooks',
  'add-webhook': 'Add a webhook',
  'read-webhook': 'Read a webhook',
  'change-webhook': 'Change a webhook',
  'remove-webhook': 'Delete a webhook with its deliveries',
  'test-webhook': 'Send a test message to a webhook now',
  'rotate-webhook': 'Give a webhook a new secret',
  'list-deliveries': 'List the deliveries of a webhook',
  redeliver: 'Send a delivery again',
  history: 'List the changes of an item',
  audit: 'List the changes of all items',
  import: 'Import iCalendar, CSV or JSON lines',
  'preview-import': 'Preview a file before an import: its format and columns',
  batch: 'Write several items at once',
  revert: 'Revert an item to an earlier version',
  undo: 'Undo a write as a whole',
  merge: 'Merge items into one',
  'event.duplicate': 'Duplicate an event to other dates',
  'event.bulk': 'Make the same change to several events',
  mcp: 'Use tools for assistants (MCP)',
  'event.list': 'List events',
  'event.create': 'Create an event',
  'event.read': 'Read an event',
  'event.update': 'Update an event',
  'event.put': 'Create or update the event with an external id',
  'event.remove': 'Move an event to the trash, or delete it permanently',
  'event.feed': 'Subscribe to events in a calendar app or feed reader',
  'secret.feed': 'Subscribe to the events of a secret feed',
  'event.file': 'Download an event as an iCalendar file',
  'event.list-file': 'Download all events of a list as a table (CSV) or as JSON lines',
  'series.list': 'List series',
  'series.read': 'Read a series',
  'series.update': 'Change a series and all its occurrences',
  'series.remove': 'Move the future occurrences of a series to the trash, or delete all of it permanently',
  'venue.list': 'List venues',
  'venue.create': 'Create a venue',
  'venue.read': 'Read a venue',
  'venue.update': 'Update a venue',
  'venue.remove': 'Move a venue to the trash, or delete it permanently',
  'venue.feed': 'Subscribe to the events at a venue',
  'organizer.list': 'List organizers',
  'organizer.create': 'Create an organizer',
  'organizer.read': 'Read an organizer',
  'organizer.update': 'Update an organizer',
  'organizer.remove': 'Move an organizer to the trash, or delete it permanently',
  'organizer.feed': 'Subscribe to the events of an organizer',
  'category.list': 'List categories',
  'category.create': 'Create a category',
  'category.read': 'Read a category',
  'category.update': 'Update a category',
  'category.remove': 'Delete a category; its subcategories move to its parent',
  'category.feed': 'Subscribe to the events in a category',
  'tag.list': 'List tags',
  'tag.create': 'Create a tag',
  'tag.read': 'Read a tag',
  'tag.update': 'Update a tag',
  'tag.remove': 'Delete a tag',
  'media.list': 'List media',
  'media.create': 'Upload an image',
  'media.read': 'Read a media item',
  'media.update': 'Update a media item',
  'media.remove': 'Delete an image, and remove it from the items that show it',
  'tag.feed': 'Subscribe to the events with a tag',

  'document.head': '(headers only)',
  'document.options': 'List the methods of this route',
  'document.by.id': '(by id)',
  'document.by.slug': '(by slug)',

  'group.service': 'About the service',
  'group.event': 'Events',
  'group.series': 'Series',
  'group.venue': 'Venues',
  'group.organizer': 'Organizers',
  'group.category': 'Categories',
  'group.tag': 'Tags',
  'group.media': 'Media',

  'parameter._fields': 'Return only these keys: a comma-separated list of paths, such as events.id,total.',
  'parameter.dry_run':
    'Only try the write: the response is the same, with "dry_run": true in addition, and nothing is stored. May also be sent in the body.',
} satisfies Readonly<Record<DocumentWord, string>> & Readonly<Record<string, string>>
