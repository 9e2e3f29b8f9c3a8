/** Invitations to set a password (contract §14): sent by e-mail, or as a link to pass on. */

import type { Context } from '../../api/context.ts'
import type { Outside } from '../../api/outside.ts'
import { formatSecondsAsTimestampOrEmpty } from '../../domain/time/timestamp.ts'
import type { Root } from '../../representations/urls.ts'
import { inviteToSetPassword } from './resets.ts'

type Given = Context & Pick<Outside, 'signingIn'> & { readonly root: Root }

/** The page of the desk on which a link sets a password. The secret is a fragment, which no server or log sees. */
const linkAddress = ({ base }: Root, language: string, secret: string) =>
  `${base}${language === '' ? '' : `/${language}`}/desk/password#${secret}`

/** Invites a user. Returns whether an e-mail is sent, and otherwise the link to pass on. Throws 403 or 404. */
export async function invite(user: number, language: string, { signingIn, root, ...context }: Given) {
  const made = await inviteToSetPassword(user, signingIn.sendsMail, context)
  return made.isSent
    ? { sent: true, address: '', expires_utc: '' }
    : {
        sent: false,
        address: linkAddress(root, language, made.secret),
        expires_utc: formatSecondsAsTimestampOrEmpty(made.expires_utc),
      }
}
