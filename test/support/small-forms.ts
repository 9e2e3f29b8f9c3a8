/** The writes behind the small forms of the desk, and the words in which it tells why one is refused. */
import { textsOf } from '../../scripts/words.ts'
import { isWriteOperation } from '../../src/contract/operations.ts'
import { rooms } from '../../src/rooms.ts'
import { reasonsWithSameWords } from '../../src/web/desk/words/alike.ts'

/** The rooms whose forms are not those of events. */
const roomsOfSmallForms = ['groups', 'pages', 'subscriptions', 'people', 'settings', 'webhooks', 'federation']

/** What nobody types into these forms: it is pressed, or programs alone send it. */
export const untypedArgs: readonly string[] = [
  ...['active', 'suspended', 'secret', 'to', 'move_to'],
  ...['change', 'date', 'date_utc', 'force', 'replace', 'filter'],
]

/** The writes of these rooms. */
export const writesOfSmallForms = rooms
  .filter(({ name }) => roomsOfSmallForms.includes(name))
  .flatMap(({ operations }) => operations.filter(isWriteOperation))

/** Whether the desk has words for a reason. */
export const isToldAtDesk = (reason: string): boolean =>
  (reasonsWithSameWords.get(reason) ?? reason) in textsOf('en', 'refusals')
