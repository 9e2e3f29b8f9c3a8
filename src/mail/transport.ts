/** Connections to a mail server. */
import type { Transporter } from 'nodemailer'
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
