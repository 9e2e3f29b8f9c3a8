/** The parts of the program inside that tests of the service reach: they follow it when it moves. */
export { sendTestMail } from '../../../src/mail/test-mail.ts'
export type { SendPost } from '../../../src/webhooks/attempts.ts'
export { webhookDelivererOf } from '../../../src/webhooks/deliverer.ts'
