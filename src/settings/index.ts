/** The settings of the site. The door of the room. */
import type { Room } from '../api/room.ts'
import { changeSiteSettings, readSettings } from './operations.ts'

export type { ShownSettings } from './operations.ts'
export {
  changesFillingUnsetSettings,
  type NameableInSettings,
  type SettingTranslations,
  settingAsStored,
  settingsChangeTest,
  settingsInLanguage,
  translationsOfSettings,
} from './operations.ts'

export const settingsRoom: Room = { name: 'settings', operations: [readSettings, changeSiteSettings] }
