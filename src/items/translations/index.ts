/** What is to translate, of all kinds of item. The door of the room. */
import type { Room } from '../../api/room.ts'
import { listTranslations } from './operations.ts'

export const translationsRoom: Room = { name: 'translations', operations: [listTranslations] }
