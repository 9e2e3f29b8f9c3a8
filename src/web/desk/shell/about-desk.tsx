/** Below the navigation: the public calendar, the shortcuts, the language and the user. */
import { roles } from '../../../contract/operations/accounts/account-names.ts'
import { signOut } from '../api/api.ts'
import { currentUser, isLocalMode, memberships } from '../api/session.ts'
import { deskSettings } from '../desk-settings.ts'
import { groupRoleText } from '../groups/role-text.ts'
import { Icon } from '../parts/icon.tsx'
import { navigateTo, pathBelowDeskSignal } from '../route.ts'
import { t } from '../words/index.ts'
import { LanguageMenu } from './languages.tsx'
import { isHelpOpenSignal } from './shortcuts.ts'

/** Signs out. It opens the overview first, so that the user is asked about unsaved changes. */
async function leave(): Promise<void> {
  await navigateTo('/')
  if (pathBelowDeskSignal.value === '/') await signOut()
}

function Who() {
  const user = currentUser()
  const role = roles.find((one) => one === user?.role)
  const inGroups = memberships().map((one) => `${groupRoleText(one.role)} (${one.name})`)
  if (isLocalMode()) return <p class="who">{t('local')}</p>
  return (
    <div class="who">
      <p>
        {user?.display_name} {role && <small>· {[t(`role.${role}`), ...inGroups].join(' · ')}</small>}
      </p>
      <button type="button" class="quiet" onClick={leave}>
        <Icon of="log-out" />
        {t('sign-out')}
      </button>
    </div>
  )
}

/** Links and buttons that belong to the desk itself, and not to the calendar. */
export function NavigationFoot() {
  return (
    <div class="rooms-foot">
      <a class="button quiet" href={`${deskSettings.root}/calendar/`}>
        <Icon of="external-link" />
        {t('site.open')}
      </a>
      <button
        type="button"
        class="quiet"
        onClick={() => {
          isHelpOpenSignal.value = true
        }}
      >
        <Icon of="keyboard" />
        {t('help')}
      </button>
      <LanguageMenu />
      <Who />
    </div>
  )
}
