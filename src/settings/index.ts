/** The settings of the site. The door of the room. */
import type { Room } from '../api/room.ts'
import { changeSiteSettings, readSettings } from './operations.ts'

export {
  changesFillingUnsetSettings,
  type NameableInSettings,
  settingAsStored,
  settingsChangeTest,
} from './changes.ts'
export type { ShownSettings } from './operations.ts'
export {
  type SettingTranslations,
  settingsInLanguage,
  translationsOfSettings,
} from './translated.ts'

export const settingsRoom: Room = { name: 'settings', operations: [readSettings, changeSiteSettings] }
