/** The table of problem codes (contract §6). */

/** The values that all problems of one code share. */
export interface ProblemKind {
  readonly status: number
  readonly message: string
  /** Headers of every response of this kind; a problem may override them. */
  readonly headers?: Readonly<Record<string, string>>
}

const items = {
  event: 'event',
  series: 'series',
  venue: 'venue',
  organizer: 'organizer',
  category: 'category',
  tag: 'tag',
  group: 'group',
  media: 'media item',
  page: 'page',
}

const about = <S extends string>(suffix: S, status: number, message: (noun: string) => string) => {
  const table: Record<string, ProblemKind> = {}
  for (const [name, noun] of Object.entries(items)) {
    table[`${name}-${suffix}`] = { status, message: message(noun) }
  }
  return table as Record<`${keyof typeof items}-${S}`, ProblemKind>
}

const conflict = (message: string) => ({ status: 409, message })

/** Code → status and default message. */
export const problemKinds = {
  rest_no_route: {
    status: 404,
    message: 'There is no route at this address. See the index for the available routes.',
  },
  rest_method_not_allowed: {
    status: 405,
    message: 'This address does not support that method. The Allow header lists the supported methods.',
  },
  rest_not_logged_in: {
    status: 401,
    message: 'Authentication is required. Send credentials with HTTP Basic (login:token) or a Bearer token.',
  },
  rest_invalid_credentials: {
    status: 401,
    message: 'These credentials are not valid. Check the login and the token.',
  },
  rest_forbidden: { status: 403, message: 'Your role does not allow this.' },
  rest_local_mode: {
    status: 403,
    message:
      'While there are no users, Fasti accepts requests to and from this machine only: use a loopback Host and Origin.',
  },
  rest_passwords_off: {
    status: 403,
    message: 'Nobody signs in with a password here: sign in through your organisation.',
  },
  rest_suspended: {
    status: 403,
    message: 'This account is suspended. Ask an administrator of the calendar.',
  },
  rest_forbidden_status: { status: 403, message: 'You may not list items with that status.' },
  rest_invalid_json: { status: 400, message: 'The body is not a JSON object. Check its syntax.' },
  rest_unsupported_media_type: {
    status: 415,
    message: 'Send the body as application/json, application/x-www-form-urlencoded or multipart/form-data.',
  },
  rest_not_acceptable: {
    status: 406,
    message: 'The Accept header excludes every media type of this address.',
  },
  rest_body_too_large: { status: 413, message: 'The body is too large. Send less at a time.' },
  rest_uri_too_long: {
    status: 414,
    message: 'The query string is longer than 8 KiB. Send fewer or shorter parameters.',
  },
  rest_missing_callback_param: { status: 400, message: 'Required parameters are missing.' },
  rest_invalid_param: { status: 400, message: 'Some parameters are not valid.' },
  rest_invalid_namespace: {
    status: 404,
    message: 'There is no such namespace. See the root index for the available namespaces.',
  },
  ...about('not-found', 404, (noun) => `There is no such ${noun}. Check its id or slug.`),
  ...about('not-accessible', 403, (noun) => `This ${noun} is not published, and you may not read it.`),
  ...about('no-longer-available', 410, (noun) => `This ${noun} is in the trash.`),
  ...about(
    'is-in-trash',
    410,
    (noun) => `This ${noun} is already in the trash. Send force=true to delete it permanently.`,
  ),
  ...about(
    'archive-page-not-found',
    404,
    () => 'The page is after the last one. Use a page from 1 to total_pages.',
  ),
  rest_post_invalid_page_number: { status: 400, message: 'The page is after the last one.' },
  'event-password-protected': {
    status: 403,
    message: 'This event is password-protected. Send its password in the X-Event-Password header.',
  },
  user_exists: { status: 409, message: 'A user with that login already exists. Choose another login.' },
  email_taken: { status: 409, message: 'Another user has that e-mail address. Choose another address.' },
  'email_change-not-found': {
    status: 404,
    message:
      'This link is not valid for you. It works once, within a day. Change your address again for another one.',
  },
  last_administrator: conflict('This is the last administrator. Add another one first.'),
  second_factor_required: {
    status: 401,
    message:
      'This user has a second factor. Send the code of the authenticator app, or a recovery code, as code.',
  },
  second_factor_exists: conflict(
    'This user has a second factor already. Remove it first to set up another one.',
  ),
  'second_factor-not-found': { status: 404, message: 'This user has no second factor. Begin to set one up.' },
  'submission-not-found': {
    status: 404,
    message: 'There is no such submission. Check the address.',
  },
  submission_decided: conflict('This submission was decided or withdrawn, so it can no longer be changed.'),
  submission_corrected_often: conflict(
    'This submission was corrected 10 times. Withdraw it and submit the event again.',
  ),
  review_outdated: conflict(
    'What waits was changed since you saw it. See data.changed, load it again, and decide on what there is now.',
  ),
  translation_exists: conflict(
    'There is a translation into this language that is published, or that a person made. Send replace=true to put a draft in its place.',
  ),
  translation_failed: {
    status: 502,
    message: 'The translation service did not answer as it should. Nothing was kept. Try again later.',
  },
  event_not_pending: conflict('This event does not wait for a decision. Load it again.'),
  'reset-not-found': {
    status: 404,
    message:
      'This link is not valid. It works once, within a day, an invitation within a week. Request another one.',
  },
  'session-not-found': { status: 404, message: 'There is no such session. Check the id.' },
  'user-not-found': { status: 404, message: 'There is no such user. Check the id.' },
  'feed-not-found': { status: 404, message: 'There is no such secret feed. Check the id.' },
  'subscription-not-found': { status: 404, message: 'There is no such calendar subscription. Check the id.' },
  subscription_exists: { status: 409, message: 'There is already a subscription to this calendar.' },
  subscription_busy: conflict('This calendar is being synchronised. Check the result in a moment.'),
  back_up_running: conflict('A back-up is running already. Wait until it has ended.'),
  back_up_impossible: conflict(
    'The database is in memory and ends with the service, so it can’t be backed up. Set DATABASE_URL to a file or a PostgreSQL database, or leave it out, and start the service again.',
  ),
  demo_needs_empty: conflict(
    'The demo can be added only to an empty calendar, and this one has items already.',
  ),
  'follower-not-found': { status: 404, message: 'There is no such follower. Check the id.' },
  'following-not-found': { status: 404, message: 'The calendar follows no such actor. Check the id.' },
  following_exists: { status: 409, message: 'The calendar follows this actor already.' },
  'block-not-found': { status: 404, message: 'This domain is not blocked here. Check its name.' },
  block_fixed: conflict('The configuration blocks this domain. Take it out of FASTI_FEDERATION_BLOCKED.'),
  'webhook-not-found': { status: 404, message: 'There is no such webhook. Check the id.' },
  'delivery-not-found': { status: 404, message: 'There is no such delivery. Check the id.' },
  'changes-expired': {
    status: 410,
    message:
      'These changes are too old and are no longer recorded. Read the lists again, then continue with next_since.',
  },
  'changes-behind': {
    status: 410,
    message:
      'A stream begins at most 1,000 changes back. Read /changes with this since until has_more is false, then open the stream with its next_since.',
  },
  'person-not-found': {
    status: 404,
    message: 'Nothing is kept of this person. Check the login or the address.',
  },
  'draft-not-found': { status: 404, message: 'There is no draft of changes to this event.' },
  draft_outdated: {
    status: 409,
    message: 'Somebody kept or discarded a draft of changes to this event meanwhile. Read the draft again.',
  },
  'template-not-found': { status: 404, message: 'There is no such template. Check the id.' },
  'member-not-found': { status: 404, message: 'The group has no such member. Check the id or the login.' },
  'token-not-found': { status: 404, message: 'There is no such token. Check the id.' },
  term_exists: {
    status: 409,
    message: 'This parent already has a term with that name. Use it (term_id), or choose another name.',
  },
  group_not_empty: {
    status: 409,
    message: 'The group has events. Say with move_to which group they move to, or 0 for none.',
  },
  too_many_pages: conflict(
    'There are 100 pages outside of the trash, which is the most. Move one that is no longer needed to the trash first.',
  ),
  'item-merged': {
    status: 410,
    message: 'This item was merged into another one. Use the item with the id in the data.',
  },
  'item-renamed': {
    status: 301,
    message: 'The item has another slug now. Use the address in Location.',
  },
  'change-not-found': {
    status: 404,
    message: 'There is no such change in the history of this item. Check its id.',
  },
  'write-not-found': { status: 404, message: 'No write of items has this revision.' },
  'change-not-recorded': {
    status: 409,
    message: 'The values before this change were not recorded, so it can’t be undone.',
  },
  'change-overtaken': {
    status: 409,
    message: 'An item was changed again since. Use the history of the items.',
  },
  rest_precondition_failed: {
    status: 412,
    message: 'The item has changed since you read it. Read it again and repeat your change.',
  },
  rest_batch_failed: { status: 422, message: 'An operation of the batch failed, so nothing was stored.' },
  rest_idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was used with a different request. Use a new key.',
  },
  rest_idempotency_conflict: {
    status: 409,
    message: 'The first request with this Idempotency-Key is still running. Try again shortly.',
  },
  rest_too_many_requests: { status: 429, message: 'Too many requests. Wait for the seconds in Retry-After.' },
  rest_expectation_failed: {
    status: 417,
    message: 'This expectation is not supported. Send 100-continue, or no Expect header.',
  },
  rest_request_timeout: { status: 408, message: 'The request took too long to arrive.' },
  rest_headers_too_large: { status: 431, message: 'The request headers are too large.' },
  rest_range_not_satisfiable: { status: 416, message: 'The range is outside the file.' },
  internal_server_error: {
    status: 500,
    message: 'An internal error occurred. The log has its details under the request_id.',
  },
  rest_unavailable: {
    status: 503,
    message: 'The service is temporarily unavailable. Try again shortly.',
    headers: { 'Retry-After': '5' },
  },
} satisfies Record<string, ProblemKind>

/** The code of a problem, as sent to clients. */
export type ProblemCode = keyof typeof problemKinds
