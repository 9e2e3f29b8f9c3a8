/** Descriptions of the document itself and of its shared parts, in English. */
import type { ResourceName } from '../../resources/index.ts'
import type { SecurityName, SharedHeaderName, SharedParameter, TranslatedParameterName } from '../document.ts'

/** The summary and the description of the document, and the descriptions of bodies. */
export const documentTexts = {
  service: 'An event calendar service.',
  description:
    'An event calendar: events, venues, organizers, categories and tags. Everyone may read published items; writing needs a token, except in local mode. Unknown parameters and fields are ignored, or with the header `Prefer: handling=strict` refused with the nearest known name; a trailing slash is allowed; responses are JSON in UTF-8; HEAD is answered wherever GET is. Times in the form `YYYY-MM-DD HH:MM:SS` are local times.',
  body: 'A JSON object, or the same fields as a form: lists as `tags[]=a`, objects as `venue[city]=Turin`. Fields may also be sent in the query string; the body takes precedence.',
  upload: 'The image itself, with its file name in Content-Disposition; or a form with the image as `file`.',
  import:
    'The file itself, with its file name in Content-Disposition; or a form with the file as `file`. Parameters may be sent in the query string.',
} as const

const ofTerms =
  'Without `hide_empty=false`, only those that public events have: one that was just made is not among them.'

/** What surprises in operations, by their ids. */
export const operationDescriptions: Readonly<Record<string, string>> = {
  'list-events':
    'Without a date filter, events that start today or later, in the next two years. What began before and is still on is not among them: `ends_after=yesterday` lists everything that has not ended, and any date filter replaces these bounds.',
  'list-categories': ofTerms,
  'list-tags': ofTerms,
}

/** Descriptions of the groups of operations. */
export const operationGroupTexts: Readonly<Record<ResourceName | 'service', string>> = {
  event: 'What takes place, where and when.',
  series: 'Events that repeat, each as one item.',
  venue: 'Where events take place.',
  organizer: 'Who organizes events.',
  category: 'Hierarchical terms that classify events.',
  tag: 'Flat terms that label events.',
  group: 'Departments, clubs and districts that keep their own events within the calendar.',
  media: 'Images that events, venues and organizers show.',
  page: 'Pages of the site’s own: imprint, about, contact, accessibility.',
  service: 'Information about the service itself.',
}

/** Descriptions of the headers of responses. */
export const headerTexts: Readonly<Record<SharedHeaderName, string>> = {
  ETag: 'Identifies exactly this content. The ETag of an item begins with its version; If-Match compares only the version.',
  'Last-Modified': 'When the item last changed.',
  'Cache-Control': 'Who may cache the response. Caches must always revalidate it.',
  Vary: 'The request headers that the response depends on.',
  Link: 'The API root; for lists also the pages first, prev, next and last.',
  Location: 'The URL of the new item.',
  'X-Total-Count': 'The number of items on all pages.',
  'X-Total-Pages': 'The number of pages.',
  'X-TEC-Total': 'The same as `X-Total-Count`, for clients of The Events Calendar.',
  'X-TEC-TotalPages': 'The same as `X-Total-Pages`, for clients of The Events Calendar.',
  'X-Fasti-Revision': 'A number that increases with every write that changes something.',
  'X-Fasti-Result': 'Whether the write created the item, updated it, or left it unchanged.',
  'Idempotency-Replayed': 'The response is the one that the first request with this key received.',
  'Retry-After': 'Seconds to wait before the next attempt.',
  'WWW-Authenticate': 'How to send credentials.',
  Allow: 'The methods of this route.',
  'Set-Cookie':
    'The secret of the session; an empty value ends the session. Any response in a session may renew it.',
  'Content-Language': 'The content language in which texts are shown, where there are several.',
  'Content-Disposition': 'The suggested file name; for calendars only.',
}

/** Descriptions of the parameters that operations share, except those that tools for assistants describe too. */
export const parameterTexts: Readonly<Record<Exclude<SharedParameter, TranslatedParameterName>, string>> = {
  _envelope:
    'Respond with 200 and an object of body, status and headers, for clients that cannot read status and headers.',
  context: 'The view of the response; all three are the same.',
  _method: 'The method that overrides POST.',
  'X-HTTP-Method-Override': 'The method that overrides POST.',
  'If-None-Match': 'Known ETags. If one of them is still valid, the response is 304.',
  'If-Modified-Since': 'If the item has not changed since, the response is 304.',
  'If-Match': 'Proceed only if the item has this ETag (the version is compared); otherwise 412.',
  'If-Unmodified-Since': 'Proceed only if the item has not changed since; otherwise 412.',
  'Idempotency-Key':
    'A text that you choose. For 24 hours, the same request with the same key gets the response of the first one.',
  'X-Event-Password': 'The password of protected events.',
}

/** Descriptions of the ways to authenticate. */
export const securityTexts: Readonly<Record<SecurityName, string>> = {
  basic: 'The login, with a token as the password.',
  bearer: 'A token.',
  session:
    'The cookie of a web session, set on sign-in; at an https address without a path its name is __Host-fasti_session. Writes also need the X-CSRF-Token header.',
  csrf: 'The csrf_token from the response to a sign-in or to a request for the current user.',
}
