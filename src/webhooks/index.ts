/** Webhooks: telling other programs what changed. The door of the room. */
import type { Room } from '../api/room.ts'
import {
  addNewWebhook,
  changeOneWebhook,
  listDeliveries,
  listWebhooks,
  readWebhook,
  redeliver,
  removeOneWebhook,
  rotateWebhook,
  testWebhook,
} from './operations.ts'

export const webhooksRoom: Room = {
  name: 'webhooks',
  operations: [
    listWebhooks,
    addNewWebhook,
    readWebhook,
    changeOneWebhook,
    removeOneWebhook,
    testWebhook,
    rotateWebhook,
    listDeliveries,
    redeliver,
  ],
}
