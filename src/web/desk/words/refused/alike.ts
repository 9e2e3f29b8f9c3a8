/** Reasons and codes of the service that people are told in the words of another one: they do the same about them. */
import type { RefusalWords } from './refused-en.ts'

/** Words → the reasons and codes that share them. */
const shared: Partial<Readonly<Record<keyof RefusalWords, readonly string[]>>> = {
  control_character: ['half_character'],
  not_a_number: ['not_an_integer'],
  too_many_members: ['too_many_fields', 'too_many_tickets', 'too_many_words', 'too_many_short_words'],
  not_a_date: ['neither_date_nor_empty'],
  not_a_web_address: ['neither_web_address_nor_empty', 'address_invalid', 'address_scheme'],
  address_with_login: ['login_in_address'],
  private_address: ['no_public_address'],
  address_broken: ['response_encoded', 'response_cut_off'],
  no_response: ['slow_response'],
  not_a_secure_address: ['not_a_secure_or_allowed_address'],
  wrong_code: ['wrong_code_or_recovery_code'],
  item_itself: ['below_itself'],
  no_such_item: ['no_such_link', 'no_such_image', 'image_gone', 'image_file_missing', 'item-merged'],
  not_an_image: ['svg_not_taken'],
  too_many_pixels: ['heavy_image'],
  broken_image: ['unreadable_image'],
  malformed_svg: ['not_an_svg', 'svg_not_drawn'],
  svg_too_long: ['svg_elements', 'svg_depth', 'svg_loop', 'svg_repetition'],
  not_an_actor: ['no_valid_host'],
  event_made_here: ['series_made_here'],
  cell_too_long: ['too_many_cells'],
  empty_file: ['empty_table'],
  kept_by_editors: ['site_field'],
  import_running: [
    'calendar_being_read',
    'demo_being_changed',
    'address_being_looked_up',
    'message_being_sent',
    'subscription_busy',
    'rest_idempotency_conflict',
  ],
  read_only_data: ['outdated_program', 'locked_database', 'damaged_database', 'failing_disk'],
  rest_too_many_requests: [
    'too_many_messages',
    'too_many_codes',
    'too_many_of_yours_waiting',
    'too_many_waiting',
    'too_much_data_of_address',
    'too_much_data',
  ],
  rest_precondition_failed: [
    'changed_since',
    'texts_changed_meanwhile',
    'change-overtaken',
    'draft_outdated',
    'event_not_pending',
    'submission_decided',
  ],
  'reset-not-found': ['email_change-not-found'],
}

/** Items of which the service may say that there are none any more. */
const kinds = [
  'event',
  'series',
  'venue',
  'organizer',
  'category',
  'tag',
  'group',
  'media',
  'user',
  'session',
  'feed',
  'subscription',
  'webhook',
  'token',
  'template',
  'draft',
  'member',
]

/** The codes of items that are gone. */
const ofGoneItems = kinds.map((kind) => [`${kind}-not-found`, 'no_such_item'] as const)

/** Reason or code → the one in whose words it is told. */
export const toldAlike: ReadonlyMap<string, string> = new Map(
  Object.entries(shared)
    .flatMap(([told, reasons]) => reasons.map((reason) => [reason, told] as const))
    .concat(ofGoneItems),
)
