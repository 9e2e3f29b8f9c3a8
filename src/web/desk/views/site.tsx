import { ConfirmEmail, OwnAccountView } from '../accounts/account.tsx'
import { Users } from '../accounts/users.tsx'
import { ChangeLog } from '../history/log.tsx'
import { SettingsView } from '../settings/view.tsx'
import { CalendarSetupStepsView } from '../start/view.tsx'
import type { ViewRoute } from './parts.ts'
import '../main.tsx'

export const siteViewRoutes: readonly ViewRoute[] = [
  [/^\/start$/, () => <CalendarSetupStepsView />],
  [/^\/users$/, () => <Users />],
  [/^\/settings$/, () => <SettingsView />],
  [/^\/account$/, () => <OwnAccountView />],
  [/^\/email$/, () => <ConfirmEmail />],
  [/^\/log$/, () => <ChangeLog />],
]
