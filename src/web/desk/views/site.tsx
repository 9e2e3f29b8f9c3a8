/** The part of the desk about the site and its people: accounts, settings, the log, the set-up. */
import { Account } from '../accounts/account.tsx'
import { ConfirmEmail } from '../accounts/confirm-email.tsx'
import { Users } from '../accounts/users.tsx'
import { ChangeLog } from '../history/log.tsx'
import { SettingsView } from '../settings/view.tsx'
import { SetupView } from '../start/view.tsx'
import type { ViewRoute } from './route.ts'

export const siteViews: readonly ViewRoute[] = [
  [/^\/start$/, () => <SetupView />],
  [/^\/users$/, () => <Users />],
  [/^\/settings$/, () => <SettingsView />],
  [/^\/account$/, () => <Account />],
  [/^\/email$/, () => <ConfirmEmail />],
  [/^\/log$/, () => <ChangeLog />],
]
