/** The calendar on the social web. The door of the room for its operations. */
import type { Room } from '../api/room.ts'
import {
  approveFollower,
  blockDomain,
  followOneActor,
  listBlocks,
  listFollowers,
  listFollowing,
  listHosts,
  listSent,
  readFederation,
  readFollowing,
  removeFollower,
  unblockDomain,
  unfollowOneActor,
} from './operations.ts'

export const federationRoom: Room = {
  name: 'federation',
  operations: [
    readFederation,
    listSent,
    listHosts,
    listFollowers,
    removeFollower,
    approveFollower,
    listFollowing,
    followOneActor,
    readFollowing,
    unfollowOneActor,
    listBlocks,
    blockDomain,
    unblockDomain,
  ],
}
