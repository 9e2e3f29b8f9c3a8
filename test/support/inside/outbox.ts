/** The parts of the program inside that tests of the service reach: they follow it when it moves. */
export { sendTestMail } from '../../../src/mail/transport.ts'
export type { SendPost } from '../../../src/webhooks/deliveries.ts'
export { webhookDelivererOf } from '../../../src/webhooks/deliveries.ts'
