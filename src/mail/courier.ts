/** Sends queued e-mail (contract §14). Each e-mail is composed when it is sent, and only one process sends it. */

import type { Transporter } from 'nodemailer'
import { epochOfInstant } from '../domain/time/moment.ts'
import { type LetterLook, letterOf } from '../representations/mail/letter.ts'
import type { QueuedMail } from '../store/store.ts'
import { composeOrSplitQueuedMail, type LetterToCompose } from './compose.ts'
import type { MailServer } from './mail-server.ts'
import type { CourierOptions } from './options.ts'
import { smtpTransportTo } from './transport.ts'

/** Seconds for which a process reserves an e-mail. Longer than all timeouts of the transport together. */
const LEASE = 180
const MINUTE = 60
const HOUR = 60 * MINUTE
/** Seconds until the next attempt, by the number of failures. After the last failure the e-mail is dropped. */
const RETRIES = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR, 24 * HOUR]
/** The maximum number of e-mails in one run, so that the process can stop while the queue is long. */
const MAX_OF_RUN = 200
const LONGEST_ERROR = 300

/** A permanent error: the mail server refuses the recipient (RFC 5321 §4.2.1). */
const isFinal = (error: unknown): boolean => {
  const { code, responseCode }: { readonly code?: string; readonly responseCode?: number } = Object(error)
  return code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 500
}

/** Connects to a mail server and signs in, and sends nothing. Returns why it can't be used; undefined if it can. */
export async function mailServerFault(server: MailServer): Promise<string | undefined> {
  const transport = await smtpTransportTo(server)
  try {
    await transport.verify()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    transport.close()
  }
}

/** With what e-mail is sent, and how it looks. */
interface Sending {
  readonly transport: Transporter
  readonly server: MailServer
  readonly look: LetterLook
}

/** Sends one e-mail. Names and addresses are objects, so that no value can add a recipient or a header. */
async function deliver(
  { transport, server: { from }, look }: Sending,
  mail: QueuedMail,
  { to, kind, values, language }: LetterToCompose,
): Promise<void> {
  const { subject, text, html } = letterOf(kind, values, language, look)
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  await transport.sendMail({
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    // The same for each attempt, so that a mailbox recognises an e-mail that arrives twice.
    messageId: `<fasti-${mail.id}-${mail.created_utc}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  })
}

async function postpone(
  error: unknown,
  mail: QueuedMail,
  { store, now, failed }: CourierOptions,
): Promise<void> {
  const wait = isFinal(error) ? undefined : RETRIES[mail.attempts]
  failed(error, mail, wait === undefined)
  if (wait === undefined) {
    // Who asked for a new password and got no e-mail is shown to administrators.
    if (mail.kind === 'password' && mail.subject_id !== null)
      await store.mail.noteAsked(mail.subject_id, now())
    return store.mail.remove(mail.id)
  }
  const text = (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_ERROR)
  const next = { next_utc: epochOfInstant(now().now) + wait, attempts: mail.attempts + 1, error: text }
  return store.mail.postpone(mail.id, next)
}

/** Sends, expands or drops one e-mail that this process has reserved. */
async function handle(
  mail: QueuedMail,
  transport: Transporter | undefined,
  options: CourierOptions,
): Promise<void> {
  const { store, now, mail: server } = options
  const found = await composeOrSplitQueuedMail(mail, options)
  if (found.type === 'several') return store.mail.replace(mail.id, found.mails, now())
  try {
    if (found.type === 'letter' && transport !== undefined && server !== undefined)
      await deliver({ transport, server, look: await options.letterLook() }, mail, found)
  } catch (error) {
    return postpone(error, mail, options)
  }
  return store.mail.remove(mail.id)
}

/**
 * Sends the e-mail that is due. Returns the number of processed e-mails. After a failure the e-mail is due again later. Throws
 * if the database can't be reached.
 */
export async function sendDueMail(options: CourierOptions): Promise<number> {
  const { store, now, mail: server } = options
  if (!(await store.mail.isDue(now()))) return 0
  const transport = server === undefined ? undefined : await smtpTransportTo(server)
  try {
    for (let count = 0; count < MAX_OF_RUN; count += 1) {
      const mail = await store.mail.take(now(), LEASE)
      if (mail === undefined) return count
      await handle(mail, transport, options)
    }
    return MAX_OF_RUN
  } finally {
    transport?.close()
  }
}
