/** The part of the desk about the site and its people: accounts, settings, the log, the set-up. */
import { ConfirmEmail, OwnAccountView } from '../accounts/account.tsx'
import { Users } from '../accounts/users.tsx'
import { ChangeLog } from '../history/log.tsx'
import { SettingsView } from '../settings/view.tsx'
import { CalendarSetupStepsView } from '../start/view.tsx'
import type { ViewRoute } from './parts.ts'
import '../main.tsx'

/** The routes of the views of the site: setting up, users, settings, the own account. */
export const siteViewRoutes: readonly ViewRoute[] = [
  [/^\/start$/, () => <CalendarSetupStepsView />],
  [/^\/users$/, () => <Users />],
  [/^\/settings$/, () => <SettingsView />],
  [/^\/account$/, () => <OwnAccountView />],
  [/^\/email$/, () => <ConfirmEmail />],
  [/^\/log$/, () => <ChangeLog />],
]
