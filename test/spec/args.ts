/**
 * A second copy of the contract's tables "Args of each route", written by hand: one line per arg,
 * `name type default`. `-` means no default, `*` after the name means required, `today` and `in 2 years` depend on the clock.
 * The tests compare the route index with these tables in both directions.
 */

const paging = 'page integer 1\nper_page integer 10'

const shownContent = 'lang string -\ntranslations string -'
const listContent = `${shownContent}\nfallback string -\navailable_in array -`
const content = 'language string -\ntranslations untyped -'

const listEvents = `${paging}
start_date string today
end_date string in-2-years
starts_before string -
starts_after string -
ends_before string -
ends_after string -
strict_dates untyped false
search string -
search_in string -
categories array -
tags array -
venue array -
organizer array -
featured boolean -
status string -
event_status string -
attendance_mode string -
geoloc boolean -
geoloc_lat number -
geoloc_lng number -
geoloc_distance number 25
include array -
exclude array -
external_id string -
post_parent integer -
group array -
in_main boolean -
awaits_main boolean -
assignee string -
ticketed boolean -
free boolean -
sticky boolean -
author integer -
series array -
collapse string -
hide_from_listings boolean -
${listContent}
orderby string "start_date"
order string "asc"`

const eventFields = `title* string -
start_date* string -
end_date* string -
author integer -
date string -
date_utc string -
description string -
slug string -
excerpt string -
status string -
timezone string -
image string -
all_day boolean false
no_end_time boolean false
cost untyped -
website untyped null
show_map boolean -
show_map_link boolean -
hide_from_listings boolean -
sticky boolean -
featured boolean -
event_status string -
attendance_mode string -
online_url string -
status_reason string -
categories array null
tags array null
venue array null
organizer array null
tickets untyped -
custom_fields untyped -
post_parent integer -
group string -
in_main boolean -
note string -
assignee string -
recurrence untyped -
${content}
apply_to string -
inherit untyped -`

const listLinked = `${paging}
search string -
event integer -
has_events untyped -
only_with_upcoming untyped false
unused boolean -
status string -
include array -
exclude array -
${listContent}
orderby string "date"
order string -`

const venueFields = `venue* string -
author integer -
date string -
date_utc string -
status string -
${['description', 'show_map', 'show_map_link', 'address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince', 'website', 'image'].map((name) => `${name} string null`).join('\n')}
slug string -
${content}
accessibility string -
geo_lat number -
geo_lng number -`

const organizerFields = `organizer* string null
author integer null
${['date', 'date_utc', 'description', 'status', 'phone', 'website', 'email', 'image'].map((name) => `${name} string null`).join('\n')}
federated boolean -
slug string -
${content}`

const listTerms = `${paging}
search string -
exclude array -
include array -
order string -
orderby string -
hide_empty boolean true
unused boolean -
post integer -
event integer -
slug string -
${listContent}`

const categoryFields = `name* string -\ndescription string -\nslug string -\nparent integer -\ncolor string -\nfederated_as string -\n${content}`
const tagFields = `name* string -\ndescription string -\nslug string -\n${content}`

const listGroups = `${paging}
search string -
include array -
exclude array -
${listContent}
order string "asc"`
const groupFields = `name* string -\ndescription string -\ncolor string -\nmain string -\nfederated boolean -\nimage string null\nslug string -\n${content}`

const listMedia = `page integer 1\nper_page integer 10\nsearch string -\ndescribed boolean -\ninclude array -\nexclude array -\n${listContent}`
const mediaFields = `title string -\nalt_text string -\ncredit string -\nlicense string -\nfocus_x integer -\nfocus_y integer -\n${content}`

const listPages = `${paging}
search string -
in_footer boolean -
status string -
include array -
exclude array -
${listContent}
orderby string "menu_order"
order string "asc"`
const pageFields = `title* string -\ncontent string -\nmenu_order integer -\nin_footer boolean -\ndate string -\ndate_utc string -\nstatus string -\nslug string -\n${content}`

const id = 'id* integer -'
const slug = 'slug* string -'
const force = 'force boolean false'

/** All fields are optional on update. */
const optional = (fields: string) => fields.replaceAll('*', '')
const without = (fields: string, name: string) =>
  fields
    .split('\n')
    .filter((line) => !line.startsWith(`${name} `))
    .join('\n')
const lines = (...groups: readonly string[]) => groups.join('\n').split('\n')

/** Feeds and files accept the filters of lists, with a window of their own instead of default dates. */
const openList = listEvents.replace('today', '-').replace('in-2-years', '-')

/** Series accept the fields of events, and their list accepts its filters without a default window. */
const seriesFields = ['apply_to', 'inherit'].reduce(without, optional(eventFields))
const listSeries = `${['series', 'collapse'].reduce(without, openList)}`

/** Feeds accept them except paging and order. */
const feedFilters = ['page', 'per_page', 'order', 'orderby', 'hide_from_listings', 'translations'].reduce(
  without,
  openList,
)

/** News feeds begin with what was published last, unless they are asked for another order. */
const newsFeedOrder = 'orderby string "date"\norder string -'

/** Calendars can also show each occurrence of a series as a single event. */
const expand = 'expand boolean -'
const filtersOf = (format: string) =>
  format === 'ics' ? lines(feedFilters, expand) : lines(feedFilters, newsFeedOrder)

function feeds(): Record<string, readonly string[]> {
  const behind = ['venues', 'organizers', 'categories', 'tags'].map((collection) => `/${collection}/{id}`)
  const formats = ['ics', 'rss', 'atom', 'feed.json']
  const entries = formats.flatMap((format) => [
    [`GET /events.${format}`, filtersOf(format)],
    ...behind.map((path) => [`GET ${path}/events.${format}`, lines(id, ...filtersOf(format))]),
  ])
  return Object.fromEntries(entries)
}

/** Files with all events of a list accept its filters and its order. */
const listFileArgs = lines(['page', 'per_page', 'translations'].reduce(without, openList))

const webhookArgs = ['types string -', 'filter untyped -']

/** The args of users' own profiles. */
const profile = ['display_name string -', 'email string -', 'language string -']

/** The public may send fields of events, except those for editors. */
const submittedFields = [
  ...['author', 'date', 'date_utc', 'slug', 'status', 'show_map', 'show_map_link', 'hide_from_listings'],
  ...[
    'sticky',
    'featured',
    'custom_fields',
    'post_parent',
    'group',
    'in_main',
    'note',
    'assignee',
    'language',
    'translations',
    'apply_to',
    'inherit',
  ],
].reduce(without, eventFields)

const historyArgs = ['page integer 1', 'per_page integer 10']

function histories(): Record<string, readonly string[]> {
  const collections = [
    'events',
    'series',
    'venues',
    'organizers',
    'categories',
    'tags',
    'groups',
    'media',
    'pages',
  ]
  return Object.fromEntries(
    collections.map((name) => [`GET /${name}/{id}/history`, lines(id, ...historyArgs)]),
  )
}

function reverts(): Record<string, readonly string[]> {
  const collections = ['events', 'venues', 'organizers', 'categories', 'tags', 'groups', 'media', 'pages']
  return Object.fromEntries(
    collections.map((name) => [`POST /${name}/{id}/revert`, lines(id, 'change* integer -')]),
  )
}

/** `METHODS path` → its args. */
export const tables: Readonly<Record<string, readonly string[]>> = {
  'GET ': ['namespace string "cal/events/v1"', 'context string "view"'],
  'GET /doc': [],
  'GET /session': [],
  'POST /session': ['login* string -', 'password* string -', 'code string -'],
  'DELETE /session': [],
  'GET /users': [],
  'POST /users': ['login* string -', 'role* string -', 'password string -', ...profile],
  'GET /users/{id}': ['id* integer -'],
  'PATCH /users/{id}': [
    ...[
      'id* integer -',
      'role string -',
      'password string -',
      'suspended boolean -',
      'current_password string -',
      'code string -',
      'subject string -',
      ...profile,
    ],
  ],
  'DELETE /users/{id}': ['id* integer -'],
  'POST /users/{id}/transfer': ['id* integer -', 'to string -', 'group integer -'],
  'GET /sign-in': [],
  'PATCH /sign-in': ['rules string -'],
  'POST /users/{id}/email-confirmation': ['id* integer -', 'secret* string -'],
  'POST /users/{id}/invitation': ['id* integer -'],
  'GET /users/{id}/sessions': ['id* integer -'],
  'DELETE /users/{id}/sessions': ['id* integer -'],
  'DELETE /sessions/{id}': ['id* integer -'],
  'GET /users/{id}/second-factor': ['id* integer -'],
  'POST /users/{id}/second-factor': ['id* integer -', 'current_password string -'],
  'DELETE /users/{id}/second-factor': ['id* integer -'],
  'POST /users/{id}/second-factor/confirmation': ['id* integer -', 'code* string -'],
  'POST /users/{id}/second-factor/removal': ['id* integer -', 'current_password* string -'],
  'POST /password-resets': ['login* string -'],
  'GET /password-resets/{secret}': ['secret* string -'],
  'POST /password-resets/{secret}': ['secret* string -', 'password* string -'],
  'GET /users/{id}/tokens': ['id* integer -'],
  'POST /users/{id}/tokens': ['id* integer -', 'name* string -', 'expires string -', 'scopes string -'],
  'DELETE /tokens/{id}': ['id* integer -'],
  'GET /users/{id}/feeds': ['id* integer -'],
  'POST /users/{id}/feeds': ['id* integer -', 'name* string -', 'status string -'],
  'DELETE /feeds/{id}': ['id* integer -'],
  'GET /subscriptions': [],
  'POST /subscriptions': [
    'address* string -',
    'name string -',
    'every string "6h"',
    'categories array -',
    'group string -',
    'prune boolean false',
    'login string -',
  ],
  'PATCH /subscriptions/{id}': [
    'id* integer -',
    'address string -',
    'name string -',
    'every string -',
    'categories array -',
    'group string -',
    'prune boolean -',
    'login string -',
  ],
  'DELETE /subscriptions/{id}': ['id* integer -'],
  'POST /subscriptions/{id}/run': ['id* integer -'],
  'GET /upkeep': [],
  'POST /upkeep/test-mail': [],
  'POST /upkeep/back-up': [],
  'GET /upkeep/export': [],
  'GET /geocode': ['address* string -'],
  'GET /recurrence': [
    'recurrence* untyped -',
    'start_date* string -',
    'end_date* string -',
    'timezone string -',
    'all_day boolean false',
    'from string -',
  ],
  'GET /quick-event': ['text* string -'],
  'GET /demo': [],
  'POST /demo': [],
  'DELETE /demo': [],
  'GET /settings': [],
  'PATCH /settings': [
    'name string -',
    'description string -',
    'imprint_url string -',
    'privacy_url string -',
    'accessibility_contact string -',
    'accessibility_text string -',
    'timezone string -',
    'language string -',
    'region string -',
    'theme string -',
    'accent_color string -',
    'head_html string -',
    'foot_html string -',
    'logo integer -',
    'icon integer -',
    'share_image integer -',
    'translations untyped -',
  ],
  'GET /submissions/challenge': [],
  'GET /submissions': ['page integer 1', 'per_page integer 20'],
  'POST /submissions': lines(
    submittedFields,
    'group string -\nsubmitter* untyped -\nnickname string -\nproof* string -',
  ),
  'GET /submissions/{secret}': ['secret* string -'],
  'PATCH /submissions/{secret}': lines('secret* string -', optional(submittedFields), 'submitter untyped -'),
  'DELETE /submissions/{secret}': ['secret* string -'],
  'GET /submissions/{id}/image': ['id* integer -'],
  'POST /submissions/{id}/decision': [
    'id* integer -',
    'decision* string -',
    'message string -',
    'version string -',
  ],
  'GET /webhooks': [],
  'POST /webhooks': ['url* string -', ...webhookArgs, 'active boolean true', 'private boolean false'],
  'GET /webhooks/{id}': ['id* integer -'],
  'POST,PUT,PATCH /webhooks/{id}': [
    ...['id* integer -', 'url string -', ...webhookArgs, 'active boolean -', 'private boolean -'],
  ],
  'DELETE /webhooks/{id}': ['id* integer -'],
  'POST /webhooks/{id}/test': ['id* integer -'],
  'POST /webhooks/{id}/rotate': ['id* integer -'],
  'GET /webhooks/{id}/deliveries': ['id* integer -', ...historyArgs],
  'POST /webhooks/{id}/deliveries/{delivery}/redeliver': ['id* integer -', 'delivery* integer -'],
  'GET /translations': [
    'language* string -',
    'state string -',
    'resource string -',
    'search string -',
    ...historyArgs,
  ],
  ...Object.fromEntries(
    ['series', 'venues', 'organizers', 'categories', 'tags', 'pages'].map((name) => [
      `POST /${name}/{id}/translate`,
      lines(id, 'language* string -', 'replace boolean -'),
    ]),
  ),
  'POST /events/{id}/translate': lines(id, 'language* string -', 'replace boolean -', 'apply_to string -'),
  'GET /federation': [],
  'GET /federation/sent': [...historyArgs],
  'GET /federation/hosts': [...historyArgs],
  'GET /followers': [...historyArgs, 'search string -', 'state string -'],
  'DELETE /followers/{id}': ['id* integer -'],
  'POST /followers/{id}/approve': ['id* integer -'],
  'GET /following': [...historyArgs, 'search string -', 'state string -'],
  'POST /following': ['actor* string -', 'group string -', 'category integer -', 'status string "pending"'],
  'GET /following/{id}': ['id* integer -'],
  'DELETE /following/{id}': ['id* integer -', 'remove boolean false'],
  'GET /federation/blocks': [],
  'PUT /federation/blocks/{domain}': ['domain* string -'],
  'DELETE /federation/blocks/{domain}': ['domain* string -'],
  'GET /changes': ['since integer -', 'group array -', 'per_page integer 100'],
  'GET /changes/stream': ['since integer -', 'group array -'],
  'GET /audit': [
    ...historyArgs,
    'resource string -',
    'item integer -',
    'user integer -',
    'verb string -',
    'since string -',
    'until string -',
    'search string -',
    'values boolean false',
    'folded boolean false',
    'oldest integer -',
    'newest integer -',
  ],
  ...histories(),
  'GET /events': lines(listEvents),
  'POST /events': lines(eventFields),
  'GET /events/{id}': lines(id, shownContent, 'password string -'),
  'POST,PUT,PATCH /events/{id}': lines(id, 'password string -', optional(eventFields)),
  'DELETE /events/{id}': lines(id, 'password string -', force, 'apply_to string -'),
  'GET /events/by-slug/{slug}': lines(slug, shownContent),
  'POST,PUT,PATCH /events/by-slug/{slug}': lines(optional(eventFields)),
  'DELETE /events/by-slug/{slug}': lines(slug, force, 'apply_to string -'),
  'GET /series': lines(listSeries),
  'GET /series/{id}': lines(id, shownContent),
  'POST,PUT,PATCH /series/{id}': lines(id, seriesFields),
  'DELETE /series/{id}': lines(id, force),
  'GET /events/by-uid/{uid}': lines('uid* string -', shownContent),
  'PATCH /events/by-uid/{uid}': lines('uid* string -', optional(eventFields)),
  'DELETE /events/by-uid/{uid}': lines('uid* string -', force, 'apply_to string -'),
  'PUT /events/by-uid/{uid}': lines('uid* string -', optional(eventFields)),
  ...linked('venues', venueFields),
  ...linked('organizers', organizerFields),
  ...terms('categories', categoryFields, lines(listTerms, 'parent integer -')),
  ...terms('tags', tagFields, lines(listTerms)),
  'GET /groups': lines(listGroups),
  'POST /groups': lines(groupFields),
  'GET /groups/{id}': lines(id, shownContent),
  'POST,PUT,PATCH /groups/{id}': lines(id, optional(groupFields)),
  'DELETE /groups/{id}': lines(id, 'move_to string -'),
  'GET /groups/by-slug/{slug}': lines(slug, shownContent),
  'POST,PUT,PATCH /groups/by-slug/{slug}': lines(optional(groupFields)),
  'DELETE /groups/by-slug/{slug}': lines(slug, 'move_to string -'),
  'GET /pages': lines(listPages),
  'POST /pages': lines(pageFields),
  'GET /pages/{id}': lines(id, shownContent),
  'POST,PUT,PATCH /pages/{id}': lines(id, optional(pageFields)),
  'DELETE /pages/{id}': lines(id, force),
  'GET /pages/by-slug/{slug}': lines(slug, shownContent),
  'POST,PUT,PATCH /pages/by-slug/{slug}': lines(optional(pageFields)),
  'DELETE /pages/by-slug/{slug}': lines(slug, force),
  'GET /groups/{id}/members': lines(id),
  'GET /media/{id}/uses': lines(id),
  'GET /groups/{id}/candidates': lines(id, 'search* string -'),
  'PUT /groups/{id}/members/{user}': lines(id, 'user* string -', 'role* string -'),
  'DELETE /groups/{id}/members/{user}': lines(id, 'user* string -'),
  'GET /persons/{who}': ['who* string -'],
  'DELETE /persons/{who}': ['who* string -'],
  'GET /assignees': ['event integer -', 'group integer -', 'search string -'],
  'GET /templates': [],
  'POST /templates': ['name* string -', 'group integer -', 'fields* untyped -'],
  'PATCH /templates/{id}': lines(id, 'name* string -'),
  'DELETE /templates/{id}': lines(id),
  ...feeds(),
  'GET /events.csv': listFileArgs,
  'GET /events.jsonl': listFileArgs,
  'GET /feeds/{secret}/events.ics': lines('secret* string -', feedFilters, expand),
  'GET /events/{id}.ics': lines(id, 'password string -', expand, 'lang string -'),
  'GET /events/by-slug/{slug}.ics': lines(slug, expand, 'lang string -'),
  'POST /import': [
    'file* string -',
    'source string -',
    'prune boolean false',
    'dry_run boolean false',
    'columns string -',
    'charset string -',
    'dates string "month_first"',
    'status string -',
    'group string -',
    'report string "summary"',
  ],
  'POST /import/preview': ['file* string -', 'charset string -'],
  'GET /reviews': ['page integer 1', 'per_page integer 20'],
  'GET /events/{id}/review': lines(id),
  'POST /events/{id}/decision': [
    'id* integer -',
    'decision* string -',
    'message string -',
    'version string -',
  ],
  'POST /mcp': [
    'jsonrpc* string -',
    'method string -',
    'id untyped -',
    'params untyped -',
    'read_only boolean false',
  ],
  'POST /batch': ['operations* array -', 'atomic boolean true', 'seen integer -'],
  'POST /undo': ['revision* integer -'],
  ...reverts(),
  ...Object.fromEntries(
    ['venues', 'organizers', 'categories', 'tags'].map((name) => [
      `POST /${name}/{id}/merge`,
      lines(id, 'items* array -'),
    ]),
  ),
  'POST /events/{id}/preview-links': [id],
  'DELETE /events/{id}/preview-links': [id],
  'GET /drafts': [],
  'GET /events/{id}/draft': [id],
  'PUT /events/{id}/draft': lines(id, 'changes* untyped -', 'seen integer -', 'review boolean -'),
  'DELETE /events/{id}/draft': lines(id, 'seen integer -', 'published boolean -'),
  'POST /events/{id}/draft/apply': lines(id, 'seen integer -'),
  'POST /events/{id}/duplicate': lines(id, 'dates* untyped -', 'status string -'),
  'POST /events/bulk': [
    'ids* array -',
    ...['add_categories', 'remove_categories', 'add_tags', 'remove_tags', 'venue'].map(
      (name) => `${name} array -`,
    ),
    'assignee string -',
    'status string -',
    'shift_days integer -',
    'seen integer -',
  ],
  'GET /media': lines(listMedia),
  'POST /media': lines('file* string -\nevent integer -\nsvg boolean -', mediaFields),
  'GET /media/{id}': lines(id, shownContent),
  'POST,PUT,PATCH /media/{id}': lines(id, mediaFields),
  'DELETE /media/{id}': lines(id),
}

function linked(collection: string, fields: string) {
  return {
    [`GET /${collection}`]: lines(listLinked),
    [`POST /${collection}`]: lines(fields),
    [`GET /${collection}/{id}`]: lines(id, shownContent),
    [`POST,PUT,PATCH /${collection}/{id}`]: lines(id, optional(fields)),
    [`DELETE /${collection}/{id}`]: lines(id, force),
    [`GET /${collection}/by-slug/{slug}`]: lines(slug, shownContent),
    [`POST,PUT,PATCH /${collection}/by-slug/{slug}`]: lines(slug, without(optional(fields), 'slug')),
    [`DELETE /${collection}/by-slug/{slug}`]: lines(slug, force),
  }
}

function terms(collection: string, fields: string, list: readonly string[]) {
  return {
    [`GET /${collection}`]: list,
    [`POST /${collection}`]: lines(fields),
    [`GET /${collection}/{id}`]: lines(id, shownContent),
    [`POST,PUT,PATCH /${collection}/{id}`]: lines(id, optional(fields)),
    [`DELETE /${collection}/{id}`]: lines(id),
  }
}
