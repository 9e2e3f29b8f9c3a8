/** Connections to a mail server. */
import type { Transporter } from 'nodemailer'
import { type LetterLook, letterOf } from '../representations/mail/letter.ts'
import type { InterfaceLanguageCode } from '../words/languages.ts'
import type { MailServer } from './mail-server.ts'

/** Returns a transport. Only services with a mail server load the library, which is a tenth of the program. */
export async function smtpTransportTo({ url }: MailServer, connecting = 15_000): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: connecting,
    greetingTimeout: connecting,
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

// A test message, which tells whether e-mail is set up.

/** Why a message was not sent. */
type Reason = 'unreachable' | 'unknown_host' | 'timeout' | 'encryption' | 'sign_in' | 'refused' | 'other'

type TrialResult =
  | { readonly isSent: true }
  | { readonly isSent: false; readonly reason: Reason; readonly said: string }

/** Milliseconds until a server must answer: somebody waits. */
const PATIENCE = 8000
const LONGEST = 300

/** Reasons by what the library, the system and TLS call them. */
const reasons: readonly (readonly [RegExp, Reason])[] = [
  [/ENOTFOUND|EAI_AGAIN|EDNS/, 'unknown_host'],
  [/ETIMEDOUT|ETIME|timeout/i, 'timeout'],
  [/ETLS|CERT|SSL|TLS|self.signed/i, 'encryption'],
  [/EAUTH|ENOAUTH|EOAUTH/, 'sign_in'],
  [/EENVELOPE|EMESSAGE/, 'refused'],
  [/ECONN|ESOCKET|EHOSTUNREACH|ENETUNREACH|EPROTOCOL/, 'unreachable'],
]

/** Returns what a server or the system said, without the login, which some servers repeat. */
function saidWithoutLogin(text: string, { url }: MailServer): string {
  const { username, password } = new URL(url)
  const secrets = [password, username]
    .flatMap((one) => [one, decodeURIComponent(one)])
    .filter((one) => one !== '')
  return secrets
    .reduce((all, secret) => all.replaceAll(secret, '***'), text)
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, LONGEST)
}

function faultOf(error: unknown, server: MailServer): TrialResult {
  const {
    code = '',
    message = '',
    response,
  }: { code?: string; message?: string; response?: string } = Object(error)
  const shown = `${code} ${message}`
  const reason = reasons.find(([pattern]) => pattern.test(shown))?.[1] ?? 'other'
  return { isSent: false, reason, said: saidWithoutLogin(response ?? message, server) }
}

/** Sends a test message now. Returns whether the mail server took it, or why not. */
export async function sendTestMail(
  server: MailServer,
  {
    to,
    language,
    site,
    look,
  }: {
    readonly to: string
    readonly language: InterfaceLanguageCode
    readonly site: string
    readonly look: LetterLook
  },
): Promise<TrialResult> {
  const { subject, text, html } = letterOf('test', { site, name: '' }, language, look)
  const transport = await smtpTransportTo(server, PATIENCE)
  try {
    const recipient = { name: '', address: to }
    const headers = { 'Auto-Submitted': 'auto-generated' }
    await transport.sendMail({ from: server.from, to: recipient, subject, text, html, headers })
    return { isSent: true }
  } catch (error) {
    return faultOf(error, server)
  } finally {
    transport.close()
  }
}
